import type { Timestamp } from '../values/domain.ts';

/** Calls `run` once after `delayMs` milliseconds. Returns a function that cancels the timer. */
export type Schedule = (run: () => void, delayMs: number) => () => void;

/** Milliseconds by which a time may be ahead of the clock, because clocks are adjusted in small steps. */
const toleranceMs = 1000;

/** Returns the milliseconds since a time; `Infinity` if the time is ahead of the clock, which has been set back since then. */
export function ageOf(time: Timestamp, now: Timestamp): number {
  const age = now - time;
  return age < -toleranceMs ? Number.POSITIVE_INFINITY : Math.max(0, age);
}

/** Time and timers, so that tests can control both. */
export interface Clock {
  /** Wall clock. The user can set it. */
  readonly now: () => Timestamp;
  /** Milliseconds since an arbitrary start. Never set back. */
  readonly monotonicNow: () => number;
  readonly schedule: Schedule;
}
