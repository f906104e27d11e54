import type { Timestamp } from '../shared/domain.ts';

/** Where the market's services take the time from, and how they wait. */
export interface Clock {
  readonly now: () => Timestamp;
  /** Milliseconds from some beginning, never set back. */
  readonly monotonicNow: () => number;
  /** Runs something once after so many milliseconds. Answers a function that prevents it. */
  readonly schedule: (run: () => void, delayMs: number) => () => void;
}

export function systemClock(now: () => Timestamp): Clock {
  return {
    now,
    monotonicNow: () => performance.now(),
    schedule(run, delayMs) {
      const timer = setTimeout(run, Math.ceil(delayMs));
      return () => clearTimeout(timer);
    },
  };
}
