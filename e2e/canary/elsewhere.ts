import { once } from 'node:events';
import { createServer } from 'node:http';

export interface Elsewhere {
  origin: string;
  /** One entry for each connection and each request. */
  arrived: readonly string[];
  close(): Promise<void>;
}

/** Starts a server that the program has no reason to connect to. */
export async function startElsewhere(): Promise<Elsewhere> {
  const arrived: string[] = [];
  const server = createServer((request, response) => {
    arrived.push(`${request.method} ${request.url} ${JSON.stringify(request.rawHeaders)}`);
    response.end();
  });
  server.on('connection', () => arrived.push('a connection'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    arrived,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
