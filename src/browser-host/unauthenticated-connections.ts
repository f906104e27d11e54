import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Maximum number of connections without a request of the session. A browser opens a few at a time. */
const maxConnections = 64;
/** Maximum number of bytes that such a connection may send. Node limits the headers of one request to 16 KiB, but skips spaces and bodies. */
const maxBytes = 128 * 1024;

/**
 * Bounds the connections that have not yet sent a request of the session: a new one replaces the oldest one, and one that sends too much
 * ends. Otherwise other programs could use up the file descriptors, the memory or the time of this process. Returns a function that exempts
 * a connection.
 */
export function limitUnauthenticated(server: Server): (connection: Socket) => void {
  /** In the order of their arrival, with a function that stops counting their bytes. */
  const unauthenticated = new Map<Socket, () => void>();
  server.on('connection', (connection) => {
    let left = maxBytes;
    const count = (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) connection.destroy();
    };
    connection.on('data', count);
    unauthenticated.set(connection, () => connection.off('data', count));
    connection.once('close', () => unauthenticated.delete(connection));
    const [oldest] = unauthenticated.keys();
    if (unauthenticated.size > maxConnections) oldest?.destroy();
  });
  return (connection) => {
    unauthenticated.get(connection)?.();
    unauthenticated.delete(connection);
  };
}
