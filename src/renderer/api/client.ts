import type { ChannelName, Client, InputOf, OutputOf } from '../../shared/contract.ts';
import type { Failure } from '../../shared/errors.ts';
import { bridge } from './bridge.ts';

/** The typed way to the core: `client.readOrderHistory({ … })`. Its names are the contract's. */
export const client: Client = new Proxy({} as Client, {
  get: (_target, channel: string) => (input: unknown) => bridge.call(channel, input),
});

/** A failure as an exception, for the libraries that want one (React Query). Only `api` makes it. */
class CallError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.name = 'CallError';
    this.failure = failure;
  }
}

/** Calls and answers the data alone; a failure is thrown as `CallError`. */
export async function request<Name extends ChannelName>(channel: Name, input: InputOf<Name>): Promise<OutputOf<Name>> {
  const result = await client[channel](input);
  if (!result.ok) throw new CallError(result.error);
  return result.data;
}

/** The failure in whatever a library caught; `internal` for anything that no call threw. */
export function failureOf(error: Error | null): Failure | null {
  if (error === null) return null;
  return error instanceof CallError ? error.failure : { code: 'internal', message: error.message };
}
