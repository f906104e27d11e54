import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Send } from './interceptor.ts';
import { failureReply, failures, type Reply } from './reply.ts';

/** Calls `send` after `latencyMs` milliseconds, unless the connection closes before. */
export function sendDelayed(response: ServerResponse, latencyMs: number, send: Send): void {
  if (latencyMs === 0) {
    send(response);
    return;
  }
  const timer = setTimeout(() => send(response), latencyMs);
  response.once('close', () => clearTimeout(timer));
}

/** Sends a reply complete and unchanged. `now` is the server's clock, epoch milliseconds. */
export function sendReply(response: ServerResponse, reply: Reply, now: () => number): void {
  writeHead(response, reply, now);
  response.end(reply.body);
}

export function writeHead(
  response: ServerResponse,
  reply: Reply,
  now: () => number,
  length: 'known length' | 'unknown length' = 'known length',
): void {
  // Node's own Date header would show the system's clock instead of the server's.
  response.sendDate = false;
  const { 'content-length': bodyLength, ...headers } = standardHeaders(reply, now);
  const lengthHeader = length === 'known length' ? { 'content-length': bodyLength } : {};
  response.writeHead(reply.httpStatus, { ...headers, ...lengthHeader, ...reply.headers });
}

/** Replies to a request that is not valid HTTP, such as one with oversized headers, and closes the connection. */
export function deliverToBrokenRequest(socket: Duplex, code: string | undefined, now: () => number): void {
  if (!socket.writable || code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const httpStatus = code === 'HPE_HEADER_OVERFLOW' ? 431 : code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
  const reply = failureReply(failures.requestFailure, httpStatus, { connection: 'close' });
  const headers = Object.entries({ ...standardHeaders(reply, now), ...reply.headers });
  const head = [
    `HTTP/1.1 ${httpStatus} ${STATUS_CODES[httpStatus]}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${reply.body}`);
}

function standardHeaders(reply: Reply, now: () => number) {
  return {
    date: new Date(now()).toUTCString(),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(reply.body)),
    'cache-control': 'no-store',
  };
}
