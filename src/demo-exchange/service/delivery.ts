import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { failures } from './failures.ts';
import { failureReply, type Reply } from './reply.ts';

export interface DeliveryOptions {
  readonly latencyMs: number;
  readonly now: () => number;
}

/** How a complete reply goes out. `now` is the server's clock, epoch milliseconds. */
export type Delivery = (response: ServerResponse, reply: Reply, now: () => number) => void;

/**
 * The only way out: every reply to a request passes here after it is complete and before a byte of it is sent. What
 * makes an answer late or different from what the service meant belongs here and nowhere else.
 */
export function deliver(
  response: ServerResponse,
  reply: Reply,
  { latencyMs, now }: DeliveryOptions,
  delivery: Delivery = send,
): void {
  if (latencyMs === 0) {
    delivery(response, reply, now);
    return;
  }
  const timer = setTimeout(() => delivery(response, reply, now), latencyMs);
  response.once('close', () => clearTimeout(timer));
}

/** The honest way. */
export function send(response: ServerResponse, reply: Reply, now: () => number): void {
  writeHead(response, reply, now);
  response.end(reply.body);
}

export function writeHead(
  response: ServerResponse,
  reply: Reply,
  now: () => number,
  length: 'known length' | 'unknown length' = 'known length',
): void {
  // Node's own Date header would follow the system's clock instead of the exchange's.
  response.sendDate = false;
  const { 'content-length': bodyLength, ...headers } = standardHeaders(reply, now);
  const lengthHeader = length === 'known length' ? { 'content-length': bodyLength } : {};
  response.writeHead(reply.httpStatus, { ...headers, ...lengthHeader, ...reply.headers });
}

/** For what is no HTTP request at all (a header too long, a broken request line): the envelope, then the end. */
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
