import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { TLSSocket } from 'node:tls';
import { writeHead } from '../service/delivery.ts';
import type { Reply } from '../service/reply.ts';
import type { FaultContext } from './fault.ts';

type Deliver = (response: ServerResponse, reply: Reply, context: FaultContext) => void;

const PADDING_BYTES = 50 * 1024 * 1024;
const BLOCK_BYTES = 64 * 1024;
const BYTE_INTERVAL_MS = 1000;

/**
 * Inserts 50 MB of white space before the last character of the reply, which stays valid JSON. Sends no length, block
 * by block, as fast as the client reads.
 */
export const padBody: Deliver = (response, reply, { now, streams }) => {
  streams.follow(response);
  writeHead(response, reply, now, 'unknown length');
  function* blocks(): Generator<Buffer> {
    const padding = Buffer.alloc(BLOCK_BYTES, ' ');
    yield Buffer.from(reply.body.slice(0, -1));
    for (let sent = 0; sent < PADDING_BYTES; sent += BLOCK_BYTES) {
      streams.add(BLOCK_BYTES);
      yield padding;
    }
    yield Buffer.from(reply.body.slice(-1));
  }
  // A client that disconnects ends the pipeline; that is no error.
  pipeline(Readable.from(blocks()), response).catch(() => undefined);
};

/** Sends the reply one byte a second, with its length. */
export const trickleBody: Deliver = (response, reply, { now, streams }) => {
  streams.follow(response);
  writeHead(response, reply, now);
  const bytes = Buffer.from(reply.body);
  let sent = 0;
  const sendByte = (): void => {
    response.write(bytes.subarray(sent, ++sent));
    streams.add(1);
    if (sent < bytes.length) return;
    clearInterval(timer);
    response.end();
  };
  const timer = setInterval(sendByte, BYTE_INTERVAL_MS);
  response.once('close', () => clearInterval(timer));
  sendByte();
};

/** Never sends anything. */
export const staySilent: Deliver = (response, _reply, { streams }) => streams.follow(response);

/** Sends the length of the whole body and half of the body, then closes the connection. */
export const cutBody: Deliver = (response, reply, { now }) => {
  writeHead(response, reply, now);
  const bytes = Buffer.from(reply.body);
  response.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => response.destroy());
};

/** Resets the connection. Closes it with https, where Node cannot send a reset. */
export const resetConnection: Deliver = ({ socket }) => {
  if (socket instanceof TLSSocket) socket.destroy();
  else socket?.resetAndDestroy();
};
