import { connect } from 'node:net';
import { type BusCall, type BusReply, decodeMessage, encodeCall } from './bus-message.ts';

export type BusFailure =
  /** Nobody listens at the address, or what listens there refuses us. */
  | 'unreachable'
  /** No answer in time. */
  | 'unanswered'
  /** The answer is an error; see `errorName`. */
  | 'refused'
  /** The answer is not one that we can read. */
  | 'unreadable';

export class BusError extends Error {
  readonly kind: BusFailure;
  /** The D-Bus name of the error, where the answer is one. It is never translated, unlike its text. */
  readonly errorName: string | null;

  constructor(kind: BusFailure, errorName: string | null = null) {
    super(errorName === null ? `Session bus: ${kind}.` : `Session bus: ${kind}, ${errorName}.`);
    this.name = 'BusError';
    this.kind = kind;
    this.errorName = errorName;
  }
}

const hello: BusCall = {
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interfaceName: 'org.freedesktop.DBus',
  member: 'Hello',
};
const helloSerial = 1;
const callSerial = 2;

/**
 * Makes one call over a connection of its own and answers the body of the reply. Everything happens on the event
 * loop: a bus that never answers holds no thread.
 * @throws BusError
 */
export function callBus(socketPath: string, call: BusCall, timeoutMs: number): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const socket = connect({ path: socketPath });
  const timer = setTimeout(() => reject(new BusError('unanswered')), timeoutMs);
  let received: Buffer = Buffer.alloc(0);
  let admitted = false;

  function admit(): boolean {
    const end = received.indexOf('\r\n');
    if (end === -1) return false;
    if (!received.toString('latin1', 0, end).startsWith('OK ')) throw new BusError('unreachable');
    received = received.subarray(end + 2);
    socket.write('BEGIN\r\n');
    socket.write(Buffer.concat([encodeCall(hello, helloSerial), encodeCall(call, callSerial)]));
    return true;
  }

  function takeReply(): BusReply | null {
    for (let next = decodeMessage(received); next !== null; next = decodeMessage(received)) {
      received = next.rest;
      if (next.message.replySerial === callSerial) return next.message;
    }
    return null;
  }

  socket.once('error', () => reject(new BusError('unreachable')));
  socket.once('close', () => reject(new BusError('unreachable')));
  socket.once('connect', () => socket.write(`\0AUTH EXTERNAL ${userIdInHex()}\r\n`));
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
    try {
      admitted ||= admit();
      const reply = admitted ? takeReply() : null;
      if (reply === null) return;
      if (reply.errorName !== null) throw new BusError('refused', reply.errorName);
      resolve(reply.body);
    } catch (error) {
      reject(error instanceof BusError ? error : new BusError('unreadable'));
    }
  });
  return promise.finally(() => {
    clearTimeout(timer);
    socket.destroy();
  });
}

/** The bus compares it with the user whom the kernel names as the owner of the connection. */
function userIdInHex(): string {
  return Buffer.from(String(process.geteuid?.() ?? ''), 'latin1').toString('hex');
}
