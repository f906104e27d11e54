import { KeychainError } from './keychain-error.ts';

interface BoundedCallOptions {
  /** Milliseconds for each call. */
  timeoutMs: number;
  /** Asked when the time of a call is over: for how many more milliseconds is it worth waiting? */
  moreTime: () => Promise<number>;
}

/** Calls into something that may never answer: one at a time, and nobody waits for ever. */
export interface BoundedCalls {
  /**
   * Does `work` after everything that was asked for earlier. While a call whose time was over is still out, nothing
   * new begins: it holds one of the few threads on which names are resolved and files are read, and it stays one.
   * @throws KeychainError `no-answer` at once while that lasts
   */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Makes one call, within a turn. An answer that comes after the time is over is dropped; if it is a success,
   * `onLateSuccess` is told.
   * @throws KeychainError `no-answer`, or `locked` where more time was given for unlocking; else what the call throws
   */
  answer<T>(call: () => Promise<T>, onLateSuccess?: () => void): Promise<T>;
  /** True while a call whose time was over is still out. */
  readonly stuck: boolean;
}

type Outcome<T> = { value: T } | { failure: unknown };

export function createBoundedCalls({ timeoutMs, moreTime }: BoundedCallOptions): BoundedCalls {
  let stuck = false;
  let lastTurn: Promise<unknown> = Promise.resolve();

  function refuseWhileStuck() {
    if (stuck) throw new KeychainError('no-answer', 'An earlier call is still unanswered.');
  }

  async function answer<T>(call: () => Promise<T>, onLateSuccess?: () => void): Promise<T> {
    refuseWhileStuck();
    const outcome = settle(call);
    let inTime = await within(outcome, timeoutMs);
    let granted = 0;
    if (inTime === null) {
      granted = await moreTime();
      inTime = await within(outcome, granted);
    }
    if (inTime === null) {
      stuck = true;
      void outcome.then((late) => {
        stuck = false;
        if ('value' in late) onLateSuccess?.();
      });
      throw new KeychainError(granted > 0 ? 'locked' : 'no-answer');
    }
    if ('failure' in inTime) throw inTime.failure;
    return inTime.value;
  }

  return {
    inTurn(work) {
      const turn = lastTurn.then(() => {
        refuseWhileStuck();
        return work();
      });
      lastTurn = turn.catch(() => undefined);
      return turn;
    },
    answer,
    get stuck() {
      return stuck;
    },
  };
}

/** Never rejects, so that an answer that nobody waits for any more cannot end the process. */
async function settle<T>(call: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await call() };
  } catch (failure) {
    return { failure };
  }
}

/** Answers null when the time is over. */
async function within<T>(outcome: Promise<Outcome<T>>, milliseconds: number): Promise<Outcome<T> | null> {
  const { promise: over, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(resolve, milliseconds, null);
  try {
    return await Promise.race([outcome, over]);
  } finally {
    clearTimeout(timer);
  }
}
