import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

export interface RawServer {
  readonly port: number;
  /** All connections, in the order of arrival. */
  readonly connections: Socket[];
  close(): Promise<void>;
}

/** Starts a TCP server on a free port of 127.0.0.1. `respond` is called with each connection and everything that arrives on it. */
export async function startRawServer(respond: (connection: Socket, received: Buffer) => void): Promise<RawServer> {
  const connections: Socket[] = [];
  const server = createServer((connection) => {
    connections.push(connection);
    connection.on('error', () => {});
    connection.on('data', (received) => respond(connection, received));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    connections,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const connection of connections) connection.destroy();
      }),
  };
}

/** Sends `text` again and again, as fast as it is read, until the connection ends. */
export function sendEndlessly(connection: Duplex, text: string | Uint8Array): void {
  while (!connection.destroyed) {
    if (connection.write(text)) continue;
    connection.once('drain', () => sendEndlessly(connection, text));
    return;
  }
}
