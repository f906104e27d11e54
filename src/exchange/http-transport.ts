import { isAscii } from 'node:buffer';
import type { Timestamp } from '../shared/values/domain.ts';
import { OrderglassError } from '../shared/values/errors.ts';
import { JsonBounds, maxValues } from './json-bounds.ts';
import { networkFailure } from './network-failure.ts';

/** Sends a request. Rejects with an error of Node or an `OrderglassError`. The global `fetch` is one without bounds. */
export type Fetch = (url: URL, options: FetchOptions) => Promise<ResponseStream>;

interface FetchOptions {
  readonly method: 'GET';
  readonly redirect: 'manual';
  readonly headers: Record<string, string>;
  /** Cancels the request, and its body while it is read. */
  readonly signal: AbortSignal;
}

export interface ResponseStream {
  readonly status: number;
  readonly headers: Headers;
  readonly body: AsyncIterable<Uint8Array> | null;
}

export interface TransportOptions {
  readonly fetch: Fetch;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Timeout of a whole request including its response body (ms). */
  readonly timeoutMs: number;
  readonly maxBodyBytes: number;
}

/** A response that is no redirect. */
export interface HttpResponse {
  readonly status: number;
  /** The body. '' if the status reports a failure and the body is unusable. Its beginning if it is beyond a bound. */
  readonly text: string;
  /** False if some bytes were no UTF-8: `text` has U+FFFD in their place. */
  readonly isUtf8: boolean;
  /** The bound beyond which the body was not read; `null` if it was read to its end. */
  readonly excess: string | null;
  /** Earliest moment at which the service can have read the data: when the request was sent, or earlier if a cache answered. */
  readonly sentAt: Timestamp;
  /** When the response began to arrive. */
  readonly receivedAt: Timestamp;
  /** The same, less the age that a cache states. */
  readonly fetchedAt: Timestamp;
  /** True if the response is older than its request, by more than a second. */
  readonly isFromCache: boolean;
}

/** The part of a response that is known before its body. */
export interface ResponseHead {
  readonly status: number;
  readonly headers: Headers;
}

export interface SendOptions {
  /** Cancels the request. */
  readonly signal?: AbortSignal | undefined;
  /** Called as soon as a response begins to arrive, even if it then fails the request. */
  readonly onResponseHead?: (head: ResponseHead) => void;
}

export type Transport = (url: URL, headers: Record<string, string>, options?: SendOptions) => Promise<HttpResponse>;

/** Greatest age (s) that counts. Caches state absurd ones if their clocks differ from the exchange's. */
const maxAgeSeconds = 365 * 86_400;
/** Resolution (ms) of an age. */
const ageResolutionMs = 1000;

/** Longer than any error envelope of the service, short enough to skip the web pages of gateways. */
const maxFailureBytes = 64 * 1024;
/** Bytes that are kept of a body beyond a bound. */
const keptBytes = 64 * 1024;

/**
 * Sends one GET request. Resolves for every status except redirects. Rejects with `canceled`, `timeout`, `offline`,
 * `untrusted-certificate`, `no-tls`, `redirect-refused`, or `bad-answer` for a body that cannot be received.
 */
export function createTransport({ fetch, now, timeoutMs, maxBodyBytes }: TransportOptions): Transport {
  return async (url, headers, { signal, onResponseHead } = {}) => {
    if (signal?.aborted) throw canceled();
    const controller = new AbortController();
    const cancel = () => controller.abort(canceled());
    const expire = () => controller.abort(new OrderglassError('timeout', `no whole response within ${timeoutMs} ms`));
    signal?.addEventListener('abort', cancel, { once: true });
    const timer = setTimeout(expire, timeoutMs);
    const sentAt = now();
    try {
      const response = await fetch(url, { method: 'GET', headers, redirect: 'manual', signal: controller.signal });
      const { status } = response;
      const times = timesOf(response.headers, sentAt, now());
      onResponseHead?.({ status, headers: response.headers });
      if (status >= 300 && status < 400) {
        throw new OrderglassError('redirect-refused', 'the exchange redirected the request to another address', {
          service: { httpStatus: status },
        });
      }
      if (status < 200 || status >= 300) {
        return { status, ...(await readFailure(response, signal)), ...times };
      }
      return { status, ...(await readBody(response, maxBodyBytes)), ...times };
    } catch (error) {
      if (error instanceof OrderglassError) throw error;
      const reason: unknown = controller.signal.reason;
      throw reason instanceof OrderglassError ? reason : networkFailure(error);
    } finally {
      clearTimeout(timer);
      // Closes the connection if a part of the body was not read.
      controller.abort();
      signal?.removeEventListener('abort', cancel);
    }
  };
}

/** Returns the age (ms) that the caches on the way state, to the second; `null` without one. The first of several counts (RFC 9111, 5.1). */
export function readAge(headers: Headers): number | null {
  const [, seconds] = /^\s*(\d+)\s*(?:,|$)/.exec(headers.get('age') ?? '') ?? [];
  return seconds === undefined ? null : Math.min(Number(seconds), maxAgeSeconds) * 1000;
}

type Body = Pick<HttpResponse, 'text' | 'isUtf8' | 'excess'>;

function timesOf(
  headers: Headers,
  sentAt: Timestamp,
  receivedAt: Timestamp,
): Omit<HttpResponse, 'status' | keyof Body> {
  const ageMs = readAge(headers);
  if (ageMs === null) return { sentAt, receivedAt, fetchedAt: receivedAt, isFromCache: false };
  const fetchedAt = receivedAt - ageMs;
  const oldest = fetchedAt - ageResolutionMs;
  return { sentAt: Math.min(sentAt, oldest), receivedAt, fetchedAt, isFromCache: fetchedAt < sentAt - ageResolutionMs };
}

/** Returns no text if the body cannot be read, because the status alone is enough. */
async function readFailure(response: ResponseStream, signal: AbortSignal | undefined): Promise<Body> {
  try {
    const body = await readBody(response, maxFailureBytes);
    if (body.excess === null) return body;
  } catch {
    if (signal?.aborted) throw canceled();
  }
  return { text: '', isUtf8: true, excess: null };
}

/** Stops at `maxBytes` and at the bound of `JsonBounds`. The `Content-Length` header is not trusted. */
async function readBody(response: ResponseStream, maxBytes: number): Promise<Body> {
  const bounds = new JsonBounds();
  const chunks: Uint8Array[] = [];
  let size = 0;
  let counted = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    chunks.push(chunk);
    const isLarge = size > maxBytes;
    // A value has at least one byte.
    const uncounted = size > maxValues ? chunks.slice(counted) : [];
    counted += uncounted.length;
    if (!isLarge && uncounted.every((bytes) => bounds.accepts(bytes))) continue;
    const excess = isLarge
      ? `the response is larger than ${maxBytes} bytes`
      : `the response has more than ${maxValues} values`;
    return { ...decode(Buffer.concat(chunks, size).subarray(0, keptBytes)), excess };
  }
  return { ...decode(Buffer.concat(chunks, size)), excess: null };
}

function decode(bytes: Buffer): Pick<Body, 'text' | 'isUtf8'> {
  // Half as long as decoding UTF-8.
  if (isAscii(bytes)) return { text: bytes.toString('latin1'), isUtf8: true };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), isUtf8: true };
  } catch {
    return { text: new TextDecoder().decode(bytes), isUtf8: false };
  }
}

export function canceled(): OrderglassError {
  return new OrderglassError('canceled', 'the request was canceled');
}
