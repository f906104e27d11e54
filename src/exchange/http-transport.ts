import type { Timestamp } from '../shared/domain.ts';
import { OrderglassError } from '../shared/errors.ts';
import { networkFailure } from './network-failure.ts';

export interface TransportOptions {
  readonly fetch: typeof fetch;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** For a whole request, its body included, in milliseconds. */
  readonly timeoutMs: number;
  readonly maximumBodyBytes: number;
}

/** An answer as text. Its status is anything but a redirect. */
export interface HttpResponse {
  readonly status: number;
  /** Empty where a failure came with a body that cannot be used. */
  readonly text: string;
  /** When the answer began to arrive. */
  readonly fetchedAt: Timestamp;
}

/** What is known as soon as an answer begins to arrive, whatever becomes of its body. */
export interface ResponseHead {
  readonly status: number;
  readonly headers: Headers;
}

export interface SendOptions {
  /** Ends the request with `cancelled`. */
  readonly signal?: AbortSignal | undefined;
  /** Called at once when an answer begins to arrive, also where the request then fails by it. */
  readonly onArrival?: (arrival: ResponseHead) => void;
}

export type Transport = (
  url: URL,
  headers: Readonly<Record<string, string>>,
  options?: SendOptions,
) => Promise<HttpResponse>;

/** More than any envelope that tells of a failure, less than a portal's web page may cost. */
const maximumFailureBytes = 64 * 1024;

/**
 * Sends one GET request. Rejects with `cancelled`, `timeout`, `offline`, `untrusted-certificate`, `redirect-refused` or
 * `bad-answer`; a status that tells of a failure is an answer like any other.
 */
export function createTransport({ fetch, now, timeoutMs, maximumBodyBytes }: TransportOptions): Transport {
  return async (url, headers, { signal, onArrival } = {}) => {
    if (signal?.aborted) throw cancelled();
    const controller = new AbortController();
    const cancel = () => controller.abort(cancelled());
    const expire = () => controller.abort(new OrderglassError('timeout', `no whole answer within ${timeoutMs} ms`));
    signal?.addEventListener('abort', cancel, { once: true });
    const timer = setTimeout(expire, timeoutMs);
    try {
      const response = await fetch(url, { method: 'GET', headers, redirect: 'manual', signal: controller.signal });
      const fetchedAt = now();
      const { status } = response;
      onArrival?.({ status, headers: response.headers });
      if (isRedirect(response)) {
        throw new OrderglassError('redirect-refused', 'the exchange sent the request on to another address', {
          service: { httpStatus: status },
        });
      }
      if (!response.ok) return { status, text: await readFailureText(response, signal), fetchedAt };
      return { status, text: decode(await readBody(response, maximumBodyBytes)), fetchedAt };
    } catch (error) {
      if (error instanceof OrderglassError) throw error;
      const reason: unknown = controller.signal.reason;
      throw reason instanceof OrderglassError ? reason : networkFailure(error);
    } finally {
      clearTimeout(timer);
      // Whatever has not been read by now is not wanted: the connection ends here.
      controller.abort();
      signal?.removeEventListener('abort', cancel);
    }
  };
}

function isRedirect(response: Response): boolean {
  return (response.status >= 300 && response.status < 400) || response.type === 'opaqueredirect';
}

/** The status alone says enough where the body of a failure cannot be had. */
async function readFailureText(response: Response, signal: AbortSignal | undefined): Promise<string> {
  try {
    return decode(await readBody(response, maximumFailureBytes));
  } catch {
    if (signal?.aborted) throw cancelled();
    return '';
  }
}

/** Reads no more than the limit: a body has no other end that can be relied upon. */
async function readBody(response: Response, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > limit) throw new OrderglassError('bad-answer', `the answer is larger than ${limit} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new OrderglassError('bad-answer', 'the answer is not UTF-8 text');
  }
}

export function cancelled(): OrderglassError {
  return new OrderglassError('cancelled', 'the request was cancelled');
}
