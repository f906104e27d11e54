import type { Timestamp } from './domain.ts';

/** Calls `run` once after `delayMs` milliseconds. Returns a function that cancels the timer. */
export type Schedule = (run: () => void, delayMs: number) => () => void;

/** Time and timers, so that tests can control both. */
export interface Clock {
  /** Wall clock. The user can set it. */
  readonly now: () => Timestamp;
  /** Milliseconds since an arbitrary start. Never set back. */
  readonly monotonicNow: () => number;
  readonly schedule: Schedule;
}
