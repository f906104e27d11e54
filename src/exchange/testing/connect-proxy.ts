import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

export interface ConnectProxy {
  /** Address of the proxy, without user name and password. */
  readonly address: string;
  /** All CONNECT requests, in the order of arrival. */
  readonly requests: IncomingMessage[];
  /** Everything that passed through the tunnels towards the exchange. */
  carried(): Buffer;
  close(): Promise<void>;
}

export interface ConnectProxyOptions {
  /** Port of this machine to which every tunnel leads, whatever host was requested. */
  targetPort: number;
  /** Replaces the tunnel. */
  respond?: ((socket: Socket) => void) | undefined;
}

/** Starts an HTTP proxy on a free port of 127.0.0.1. */
export async function startConnectProxy({ targetPort, respond }: ConnectProxyOptions): Promise<ConnectProxy> {
  const requests: IncomingMessage[] = [];
  const carried: Buffer[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((_request, response) => response.writeHead(500).end());
  server.on('connection', (socket) => sockets.add(socket));
  server.on('connect', (request, client: Socket) => {
    requests.push(request);
    client.on('error', () => {});
    if (respond) {
      respond(client);
      return;
    }
    const target = connect(targetPort, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      client.on('data', (chunk: Buffer) => carried.push(chunk));
      client.pipe(target).pipe(client);
    });
    sockets.add(target);
    target.on('error', () => client.destroy());
    client.on('close', () => target.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    carried: () => Buffer.concat(carried),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
