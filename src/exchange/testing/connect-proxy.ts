import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

export interface ConnectProxy {
  /** Address of the proxy, without user name and password. */
  readonly address: string;
  /** All CONNECT requests, in the order of arrival. */
  readonly requests: IncomingMessage[];
  /** Everything that passed through the tunnels toward the exchange. */
  carried(): Buffer;
  close(): Promise<void>;
}

export interface ConnectProxyOptions {
  /** Port of this machine to which every tunnel leads, whatever host was requested. */
  targetPort: number;
  /** Replaces the response that opens the tunnel. `open` opens it. */
  respond?: ((client: Duplex, open: () => void) => void) | undefined;
  /** Certificate and key of a proxy that is reached by HTTPS. */
  tls?: { readonly cert: string; readonly key: string } | undefined;
}

/** Starts an HTTP proxy on a free port of 127.0.0.1. */
export async function startConnectProxy({ targetPort, respond, tls }: ConnectProxyOptions): Promise<ConnectProxy> {
  const requests: IncomingMessage[] = [];
  const carried: Buffer[] = [];
  const sockets = new Set<Socket>();
  const refuse: RequestListener = (_request, response) => response.writeHead(500).end();
  const server = tls === undefined ? createServer(refuse) : createSecureServer(tls, refuse);
  server.on('connection', (socket) => sockets.add(socket));
  server.on('connect', (request, client) => {
    requests.push(request);
    client.on('error', () => {});
    const open = () => {
      const target = connect(targetPort, '127.0.0.1', () => {
        client.on('data', (chunk: Buffer) => carried.push(chunk));
        client.pipe(target).pipe(client);
      });
      sockets.add(target);
      target.on('error', () => client.destroy());
      client.on('close', () => target.destroy());
    };
    if (respond) respond(client, open);
    else client.write('HTTP/1.1 200 Connection established\r\n\r\n', open);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    carried: () => Buffer.concat(carried),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
