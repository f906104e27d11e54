import type { Failure } from '../../shared/contract/failure.ts';
import type { ChannelName, InputOf, OutputOf } from '../../shared/contract/index.ts';
import { type Result, succeed } from '../../shared/values/result.ts';
import { bridge } from './bridge.ts';
import { takeFirstAnswer } from './first-answers.ts';
import { afterFirstRows } from './timer.ts';

type Client = {
  readonly [Name in ChannelName]: (
    input: InputOf<Name>,
    signal?: AbortSignal,
    /** The call waits for it. */
    ready?: Promise<void> | null,
  ) => Promise<Result<OutputOf<Name>>>;
};

/**
 * The typed client of the core: `client.readOrderHistory({ … })`, with the channels of the contract. An aborted signal
 * cancels the call.
 */
export const client: Client = new Proxy({} as Client, {
  get: (_target, channel: string) => call.bind(null, channel),
});

/** Maximum milliseconds for which reads are held. */
const maxHoldMs = 500;

/** A variable of the module, because nothing is rendered from it. Resolves when reads are held no longer; `null` if they are not held. */
let held: Promise<void> | null = null;

/**
 * Holds the reads of queries until the first rows are painted: the first render requests what stands beside the rows, and the work of the host
 * would delay the paint. What the user changes is never held.
 */
export function holdReads(): void {
  const { promise, resolve } = Promise.withResolvers<void>();
  held = promise;
  afterFirstRows(() => {
    held = null;
    resolve();
  }, maxHoldMs);
}

async function call(
  channel: string,
  input: unknown,
  signal?: AbortSignal,
  ready: Promise<void> | null = null,
): Promise<Result<unknown>> {
  const first = takeFirstAnswer(channel, input);
  if (first !== undefined) return succeed(first);
  if (ready !== null) await ready;
  const callId = crypto.randomUUID();
  const cancel = (): void => bridge.cancel(callId);
  const response = bridge.call(channel, input, callId);
  if (signal?.aborted) cancel();
  signal?.addEventListener('abort', cancel, { once: true });
  try {
    return await response;
  } finally {
    signal?.removeEventListener('abort', cancel);
  }
}

/** A failure as an exception, for React Query. */
class CallError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.name = 'CallError';
    this.failure = failure;
  }
}

/** Calls a channel and returns its data. Throws a `CallError` for a failure. */
export async function request<Name extends ChannelName>(
  channel: Name,
  input: InputOf<Name>,
  signal?: AbortSignal,
): Promise<OutputOf<Name>> {
  const result = await client[channel](input, signal, held);
  if (!result.ok) throw new CallError(result.error);
  return result.data;
}

/** Returns the failure of an error; `internal` for an error that no call threw. */
export function failureOf(error: Error | null): Failure | null {
  if (error === null) return null;
  return error instanceof CallError ? error.failure : { code: 'internal', message: error.message };
}
