import { SerialQueue } from '../../shared/time/serial-queue.ts';
import { KeychainError } from './keychain-error.ts';

/** Calls into a keychain that may never respond. Runs one operation at a time, and bounds each call in time. */
export interface BoundedCalls {
  /** True while a call is pending, whether or not it has timed out. */
  readonly isPending: boolean;
  /**
   * Runs `operation` after all earlier ones. Rejects with `call-pending` while a call that has timed out is still pending: the call holds a
   * thread of Node's small pool, which DNS and file access need, and there must never be a second one.
   */
  run<Result>(operation: () => Promise<Result>): Promise<Result>;
  /**
   * Makes one call, from within an operation. Rejects with `no-answer` after the timeout, otherwise as `call` does. A response after the
   * timeout is dropped; `onLateSuccess` is called if it is a success.
   */
  call<Result>(call: () => Promise<Result>, onLateSuccess?: () => void): Promise<Result>;
}

type Outcome<Result> = { value: Result } | { failure: unknown };

/** `timeoutMs`: for one call. */
export function createBoundedCalls(timeoutMs: number): BoundedCalls {
  const queue = new SerialQueue();
  /** True while a call that has timed out is still pending. */
  let isStuck = false;
  let pendingCalls = 0;

  function rejectWhileStuck() {
    if (isStuck) throw new KeychainError('call-pending');
  }

  return {
    get isPending() {
      return pendingCalls > 0;
    },

    run: (operation) =>
      queue.run(async () => {
        rejectWhileStuck();
        return operation();
      }),

    async call(start, onLateSuccess) {
      rejectWhileStuck();
      pendingCalls++;
      const pending = outcomeOf(start).finally(() => pendingCalls--);
      const outcome = await within(pending, timeoutMs);
      if (outcome === null) {
        isStuck = true;
        void pending.then((late) => {
          isStuck = false;
          if ('value' in late) onLateSuccess?.();
        });
        throw new KeychainError('no-answer');
      }
      if ('failure' in outcome) throw outcome.failure;
      return outcome.value;
    },
  };
}

/** Never rejects, because an unhandled late rejection would end the process. */
async function outcomeOf<Result>(call: () => Promise<Result>): Promise<Outcome<Result>> {
  try {
    return { value: await call() };
  } catch (failure) {
    return { failure };
  }
}

/** Resolves with `null` after the timeout. */
async function within<Result>(outcome: Promise<Outcome<Result>>, timeoutMs: number): Promise<Outcome<Result> | null> {
  const { promise: timeout, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(resolve, timeoutMs, null);
  try {
    return await Promise.race([outcome, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
