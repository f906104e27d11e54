import { fail, type Result } from '../shared/values/result.ts';
import type { Dispatch } from './dispatcher.ts';

/** Runs calls of the contract, and can end them together. */
export class RunningCalls {
  readonly #dispatch: Dispatch;
  readonly #running = new Map<AbortController, Promise<unknown>>();
  #isEnded = false;

  constructor(dispatch: Dispatch) {
    this.#dispatch = dispatch;
  }

  /** See `Core.call`. */
  async call(channel: string, input: unknown, signal?: AbortSignal): Promise<Result<unknown>> {
    if (this.#isEnded || signal?.aborted) return fail('canceled', 'the caller has canceled, or the program is closing');
    const controller = new AbortController();
    const cancel = () => controller.abort();
    signal?.addEventListener('abort', cancel, { once: true });
    const result = this.#dispatch(channel, input, { signal: controller.signal });
    this.#running.set(controller, result);
    try {
      return await result;
    } finally {
      this.#running.delete(controller);
      signal?.removeEventListener('abort', cancel);
    }
  }

  /** Cancels the running calls and accepts no others. Resolves when all have ended. */
  async end(): Promise<void> {
    this.#isEnded = true;
    for (const controller of this.#running.keys()) controller.abort();
    await Promise.all(this.#running.values());
  }
}
