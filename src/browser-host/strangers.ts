import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Maximum number of connections without a request of the session. A browser opens a few at a time. */
const maxStrangers = 64;

/**
 * Bounds the connections that have not yet sent a request of the session: a new one replaces the oldest one. Otherwise idle connections of
 * other programs could use up the file descriptors of this process. Returns a function that exempts a connection.
 */
export function limitStrangers(server: Server): (connection: Socket) => void {
  /** In the order of their arrival. */
  const strangers = new Set<Socket>();
  server.on('connection', (connection) => {
    strangers.add(connection);
    connection.once('close', () => strangers.delete(connection));
    const [oldest] = strangers;
    if (strangers.size > maxStrangers) oldest?.destroy();
  });
  return (connection) => {
    strangers.delete(connection);
  };
}
