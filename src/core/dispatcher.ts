import { type ChannelName, contract, type OutputOf, type ParsedInputOf } from '../shared/contract/index.ts';
import { OrderglassError } from '../shared/values/errors.ts';
import { fail, type Result, succeed } from '../shared/values/result.ts';
import { logCall } from './logging/call-log.ts';
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

export interface DispatcherOptions {
  readonly handlers: Handlers;
  readonly log: Log;
  /** True in tests, where an output that does not match the contract is an unexpected error. */
  readonly checksOutputs?: boolean;
}

/** The one way of a call of the contract: validates its input, runs its handler, logs its failure, and can cancel it. */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #running = new Map<AbortController, Promise<unknown>>();
  #isEnded = false;

  constructor(options: DispatcherOptions) {
    this.#options = options;
  }

  /** See `Core.call`. The result of a failure quotes nothing of the input, and nothing of an unexpected error. */
  async call(channel: string, input: unknown, signal?: AbortSignal): Promise<Result<unknown>> {
    if (this.#isEnded || signal?.aborted) return fail('canceled', 'the caller has canceled, or the program is closing');
    if (!isChannel(channel)) return fail('invalid-input', 'channel: there is none of this name');
    const controller = new AbortController();
    const cancel = () => controller.abort();
    signal?.addEventListener('abort', cancel, { once: true });
    const start = performance.now();
    const running = this.#run(channel, input, { signal: controller.signal });
    this.#running.set(controller, running);
    const result = await running;
    this.#running.delete(controller);
    signal?.removeEventListener('abort', cancel);
    logCall(this.#options.log, { channel, input, result, duration: performance.now() - start });
    return result;
  }

  /** Cancels the running calls and accepts no others. Resolves when all have ended. */
  async end(): Promise<void> {
    this.#isEnded = true;
    for (const controller of this.#running.keys()) controller.abort();
    await Promise.all(this.#running.values());
  }

  /** Never rejects. */
  async #run<Name extends ChannelName>(name: Name, input: unknown, context: CallContext): Promise<Result<unknown>> {
    const { handlers, log, checksOutputs } = this.#options;
    try {
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
    } catch (error) {
      if (error instanceof OrderglassError) return { ok: false, error: error.toFailure() };
      log({ event: 'call-failed', channel: name, error });
      return fail('internal', `${name} failed unexpectedly`);
    }
  }
}

/** True if the contract has a channel of this name. */
function isChannel(name: string): name is ChannelName {
  return Object.hasOwn(contract, name);
}
