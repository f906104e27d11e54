import type { Clock, Schedule } from '../shared/time/clock.ts';
import type { Timestamp } from '../shared/values/domain.ts';

/** The computer's clock and timers. `now`: the wall clock. */
export function systemClock(now: () => Timestamp): Clock {
  return { now, monotonicNow: () => performance.now(), schedule: startTimer };
}

const startTimer: Schedule = (run, delayMs) => {
  // Rounded up, because setTimeout cuts off fractions and would run too early.
  const timer = setTimeout(run, Math.ceil(delayMs));
  return () => clearTimeout(timer);
};
