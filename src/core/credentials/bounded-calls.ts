import { SerialQueue } from '../../shared/serial-queue.ts';
import { KeychainError } from './keychain-error.ts';

interface BoundedCallsOptions {
  /** Milliseconds for one call. */
  readonly timeoutMs: number;
  /** Called when a call has timed out. Returns how many more milliseconds to wait; 0 for none. */
  readonly extraTimeMs: () => Promise<number>;
}

/** Calls into a keychain that may never respond. Runs one operation at a time, and bounds each call in time. */
export interface BoundedCalls {
  /**
   * Runs `operation` after all earlier ones. Rejects with `no-answer` while a call that has timed out is still pending: the call holds a
   * thread of Node's small pool, which DNS and file access need, and there must never be a second one.
   */
  run<Result>(operation: () => Promise<Result>): Promise<Result>;
  /**
   * Makes one call, from within an operation. Rejects with `no-answer` after the timeout, with `locked` if extra time was given, and
   * otherwise as `call` does. A response after that is dropped; `onLateSuccess` is called if it is a success.
   */
  call<Result>(call: () => Promise<Result>, onLateSuccess?: () => void): Promise<Result>;
  /** True while a call that has timed out is still pending. */
  readonly stuck: boolean;
}

type Outcome<Result> = { value: Result } | { failure: unknown };

export function createBoundedCalls({ timeoutMs, extraTimeMs }: BoundedCallsOptions): BoundedCalls {
  const queue = new SerialQueue();
  let stuck = false;

  function rejectWhileStuck() {
    if (stuck) throw new KeychainError('no-answer', 'An earlier call is still pending.');
  }

  async function call<Result>(start: () => Promise<Result>, onLateSuccess?: () => void): Promise<Result> {
    rejectWhileStuck();
    const outcome = outcomeOf(start);
    let inTime = await within(outcome, timeoutMs);
    let extraMs = 0;
    if (inTime === null) {
      extraMs = await extraTimeMs();
      inTime = await within(outcome, extraMs);
    }
    if (inTime === null) {
      stuck = true;
      void outcome.then((late) => {
        stuck = false;
        if ('value' in late) onLateSuccess?.();
      });
      throw new KeychainError(extraMs > 0 ? 'locked' : 'no-answer');
    }
    if ('failure' in inTime) throw inTime.failure;
    return inTime.value;
  }

  return {
    run: (operation) =>
      queue.run(async () => {
        rejectWhileStuck();
        return operation();
      }),
    call,
    get stuck() {
      return stuck;
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
