import { type ChannelName, contract, type OutputOf, type ParsedInputOf } from '../shared/contract/index.ts';
import { OrderglassError } from '../shared/values/errors.ts';
import { fail, type Result, succeed } from '../shared/values/result.ts';
import type { Log } from './logging/log-events.ts';

export interface CallContext {
  /** Aborted when the caller no longer waits for the result. */
  readonly signal: AbortSignal;
}

/** Exactly one handler per channel of the contract. A handler may throw. */
export type Handlers = {
  readonly [Name in ChannelName]: (
    input: ParsedInputOf<Name>,
    context: CallContext,
  ) => OutputOf<Name> | Promise<OutputOf<Name>>;
};

export type Dispatch = (channel: string, input: unknown, context: CallContext) => Promise<Result<unknown>>;

/**
 * Returns a function that validates the input of a call, runs its handler and returns a `Result`. The function never rejects. Its
 * failures quote nothing of the input, and nothing of an unexpected error. `checksOutputs`: true in tests, where an output that does not
 * match the contract is an unexpected error.
 */
export function createDispatcher(handlers: Handlers, log: Log, checksOutputs = false): Dispatch {
  async function callHandler<Name extends ChannelName>(name: Name, input: unknown, context: CallContext) {
    const parsed = contract[name].input.safeParse(input);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      // The first part of a path is a name of the schema. The rest may come from the caller.
      return fail('invalid-input', `${String(issue?.path[0] ?? 'input')}: ${issue?.code ?? 'not accepted'}`);
    }
    const handler: (input: ParsedInputOf<Name>, context: CallContext) => unknown = handlers[name];
    // The compiler does not know that the schema and the handler of a name belong together.
    const output = await handler(parsed.data as ParsedInputOf<Name>, context);
    if (checksOutputs) contract[name].output.parse(output);
    return succeed(output);
  }

  return async (channel, input, context) => {
    if (!isChannel(channel)) return fail('invalid-input', 'channel: there is none of this name');
    try {
      return await callHandler(channel, input, context);
    } catch (error) {
      if (error instanceof OrderglassError) return { ok: false, error: error.toFailure() };
      log({ event: 'call-failed', channel, error });
      return fail('internal', `${channel} failed unexpectedly`);
    }
  };
}

/** True if the contract has a channel of this name. */
export function isChannel(name: string): name is ChannelName {
  return Object.hasOwn(contract, name);
}
