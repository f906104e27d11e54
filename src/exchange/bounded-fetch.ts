import { type ClientRequest, Agent as HttpAgent, type IncomingMessage, request as sendHttp } from 'node:http';
import { Agent as HttpsAgent, request as sendHttps } from 'node:https';
import type { Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { OrderglassError } from '../shared/values/errors.ts';
import type { Fetch, ResponseStream } from './http-transport.ts';

/** Bytes up to the end of a response's headers, with all interim responses (1xx). Node limits the headers themselves to 16 KiB. */
const maxHeadBytes = 128 * 1024;
/** Bytes of the rest of a response as sent: compressed, with the sizes and extensions of chunks, and trailers. */
const maxRestBytes = 4 * 1024 * 1024;
/** Connections are kept for the next request, and closed after 4 s without one. */
export const keptConnections = { keepAlive: true, timeout: 4000 } as const;
/** Of every encrypted connection. Said here, because otherwise the environment (NODE_TLS_REJECT_UNAUTHORIZED) can turn the check off. */
export const checkedTls = { rejectUnauthorized: true, minVersion: 'TLSv1.2' } as const;
/** Some gateways refuse requests without a name, and caches may answer those that do not say otherwise. */
const ownHeaders = { 'accept-encoding': 'gzip', 'cache-control': 'no-cache', 'user-agent': 'Orderglass' } as const;

/**
 * Returns a function that sends requests, follows no redirect, and understands gzip. Every byte of a response is counted, also those that
 * Node's HTTP parser skips, such as spaces. Bytes that no request waits for end their connection. `secure`: opens encrypted connections.
 */
export function createBoundedFetch(secure = new HttpsAgent({ ...keptConnections, ...checkedTls })): Fetch {
  const plain = new HttpAgent(keptConnections);
  return (url, { method, headers, signal }) =>
    new Promise((resolve, reject) => {
      const options = { method, headers: { ...headers, ...ownHeaders }, signal };
      const outgoing =
        url.protocol === 'https:'
          ? sendHttps(url, { ...options, agent: secure })
          : sendHttp(url, { ...options, agent: plain });
      limitBytes(outgoing);
      outgoing.once('response', (message) => {
        // Otherwise Node would end a body of unknown length in order when its connection is closed because of an error.
        outgoing.on('error', (error) => message.destroy(error));
        resolve(streamOf(message));
      });
      outgoing.once('upgrade', (_message, socket) => socket.destroy());
      outgoing.on('error', reject);
      outgoing.once('close', () => reject(new Error('the connection ended without a response')));
      outgoing.end();
    });
}

/** Fails the request with `bad-answer` beyond the limits. */
function limitBytes(outgoing: ClientRequest): void {
  let left = maxHeadBytes;
  outgoing.once('response', () => {
    left = maxRestBytes;
  });
  outgoing.once('socket', (socket) => {
    const count = (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) outgoing.destroy(new OrderglassError('bad-answer', 'the response is too long'));
    };
    // The request reports them. Node stops listening at the end of a response, also if the request was canceled in that moment.
    socket.off('error', ignore).on('error', ignore);
    socket.off('data', hangUp).on('data', count);
    outgoing.once('close', () => {
      socket.off('data', count);
      socket.on('data', hangUp);
    });
  });
}

/** Ends a connection that sends something while it is idle. */
function hangUp(this: Socket): void {
  this.destroy();
}

function ignore(): void {}

function streamOf(message: IncomingMessage): ResponseStream {
  const { statusCode: status = 0, headersDistinct } = message;
  const headers = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  const isCompressed = message.headers['content-encoding'] === 'gzip';
  const body = isCompressed ? pipeline(message, createGunzip(), () => {}) : message;
  return { status, headers: new Headers(headers), body };
}
