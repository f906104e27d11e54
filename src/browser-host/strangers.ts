import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Maximum number of connections without a request of the session. A browser opens a few at a time. */
const maxStrangers = 64;
/** Maximum number of bytes that such a connection may send. Node limits the headers of one request to 16 KiB, but skips spaces and bodies. */
const maxStrangerBytes = 128 * 1024;

/**
 * Bounds the connections that have not yet sent a request of the session: a new one replaces the oldest one, and one that sends too much
 * ends. Otherwise other programs could use up the file descriptors, the memory or the time of this process. Returns a function that exempts
 * a connection.
 */
export function limitStrangers(server: Server): (connection: Socket) => void {
  /** In the order of their arrival, with a function that stops counting their bytes. */
  const strangers = new Map<Socket, () => void>();
  server.on('connection', (connection) => {
    let left = maxStrangerBytes;
    const count = (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) connection.destroy();
    };
    connection.on('data', count);
    strangers.set(connection, () => connection.off('data', count));
    connection.once('close', () => strangers.delete(connection));
    const [oldest] = strangers.keys();
    if (strangers.size > maxStrangers) oldest?.destroy();
  });
  return (connection) => {
    strangers.get(connection)?.();
    strangers.delete(connection);
  };
}
