import { setImmediate as nextTurn } from 'node:timers/promises';

/** A task in steps, with a result. */
export type Steps<Result> = Generator<void, Result, void>;

/** Rows per step of a background task. A step takes at most about 20 ms, so that the worker can handle calls between two steps. */
export const rowsPerStep = 2 ** 17;
/** Attempts that let other calls in between, and are given up when rows change. One without follows. */
const maxAttempts = 3;

/** Runs a background task to its end. */
export function finish(steps: Iterable<void>): void {
  for (const _ of steps);
}

/** Runs a task to its end. */
export function resultOf<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/**
 * Runs a task in turns of the event loop, so that other calls are answered between its steps. All of its steps see one state: it is started again if
 * `state` returns another value between two of them.
 */
export async function inTurns<Result>(start: () => Promise<Steps<Result>>, state: () => unknown): Promise<Result> {
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const steps = await start();
    for (const before = state(); state() === before; await nextTurn()) {
      const { done, value } = steps.next();
      if (done) return value;
    }
  }
  return resultOf(await start());
}
