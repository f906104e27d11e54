import { type ChannelName, contract, type OutputOf, type ParsedInputOf } from '../shared/contract.ts';
import { OrderglassError } from '../shared/errors.ts';
import { fail, type Result, succeed } from '../shared/result.ts';
import type { Log } from './log.ts';

export interface CallContext {
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** One handler for each channel of the contract, no more and no fewer. A handler may throw. */
export type Handlers = {
  readonly [Name in ChannelName]: (
    input: ParsedInputOf<Name>,
    context: CallContext,
  ) => OutputOf<Name> | Promise<OutputOf<Name>>;
};

export type Dispatch = (channel: string, input: unknown, context: CallContext) => Promise<Result<unknown>>;

/**
 * Answers calls by name: checks the input, asks the handler, and makes a `Result` of whatever comes of it. Never rejects. What
 * the caller is told quotes nothing of its input, and of an unexpected error nothing at all.
 */
export function createDispatcher(handlers: Handlers, log: Log): Dispatch {
  async function callHandler<Name extends ChannelName>(name: Name, input: unknown, context: CallContext) {
    const parsed = contract[name].input.safeParse(input);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      // The first part of a path is a name of the schema; what follows may be the caller's.
      return fail('invalid-input', `${String(issue?.path[0] ?? 'input')}: ${issue?.code ?? 'not accepted'}`);
    }
    const handler: (input: ParsedInputOf<Name>, context: CallContext) => unknown = handlers[name];
    // The compiler does not see that schema and handler of one name belong together.
    return succeed(await handler(parsed.data as ParsedInputOf<Name>, context));
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

function isChannel(name: string): name is ChannelName {
  return Object.hasOwn(contract, name);
}
