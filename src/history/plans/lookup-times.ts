const minute = 60_000;
const minutes = Array.from({ length: 9 }, (_, place) => 59_000 + (place + 1) * minute);
const doubled = Array.from({ length: 8 }, (_, place) => 20 * minute * 2 ** place);

/**
 * Times (ms) after a plan order was missed at which it is looked up in the plan history: for ten minutes often, because the history can lag
 * behind and executing the order takes a moment, then ever more seldom, for about 1.8 days.
 */
export const lookupTimes: readonly number[] = [0, 2000, 6000, 14_000, 29_000, 59_000, ...minutes, ...doubled];

/** Number of lookups within the first ten minutes. */
export const promptLookups = lookupTimes.length - doubled.length;

/** Returns the delay (ms) of a lookup after the one before it. `lookups`: those before it. */
export function lookupDelay(lookups: number): number {
  return (lookupTimes[lookups] ?? 0) - (lookupTimes[lookups - 1] ?? 0);
}

/** Returns how many of the lookups are due at an age (ms). */
export function lookupsDueBy(age: number): number {
  return lookupTimes.filter((time) => time <= age).length;
}
