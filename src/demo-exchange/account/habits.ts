import { fraction, hash32, RandomStream } from '../numbers/random.ts';
import type { MarginMode } from './wire-rows.ts';

/** Margin modes of the stretches of the history: m for both modes in bursts, i for isolated only, c for cross only. */
const STRETCHES = 'immcmimmimimmcmimmim';
const TRADED_INSTRUMENTS = 140;
/** Orders in a row that use two instruments. */
const SESSION_LENGTH = 12;

/** The account's choice of margin mode and instrument, as pure functions of the sequence number. */
export interface Habits {
  marginModeOf(sequence: number): MarginMode;
  /** Index of the instrument in the list of futures. */
  instrumentOf(sequence: number): number;
}

/**
 * About 70% of the entries are isolated, in bursts of one mode and in stretches of only one mode. `historyLength` sets
 * the length of a stretch. Entries after the history are mixed.
 */
export function createHabits(seed: number, historyLength: number): Habits {
  const stretchLength = stretchLengthOf(historyLength);
  const weights = Array.from({ length: TRADED_INSTRUMENTS }, (_, position) => 1 / (position + 3));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let reached = 0;
  const cumulative = Float64Array.from(weights, (weight) => {
    reached += weight / total;
    return reached;
  });

  function marginModeOf(sequence: number): MarginMode {
    const stretch = sequence < historyLength ? STRETCHES.charAt(Math.floor(sequence / stretchLength)) : 'm';
    if (stretch === 'i') return 1;
    if (stretch === 'c') return 2;
    const burst = fraction(hash32(seed, 21, Math.floor(sequence / SESSION_LENGTH)));
    if (burst < 0.5) return 1;
    if (burst < 0.68) return 2;
    return fraction(hash32(seed, 22, sequence)) < 0.6 ? 1 : 2;
  }

  function instrumentOf(sequence: number): number {
    const session = Math.floor(sequence / SESSION_LENGTH);
    const choice = hash32(seed, 23, sequence) % 3 === 0 ? 1 : 0;
    const point = fraction(hash32(seed, 24, session, choice));
    let [low, high] = [0, TRADED_INSTRUMENTS - 1];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (point < (cumulative[middle] ?? 1)) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  return { marginModeOf, instrumentOf };
}

/** Returns the number of entries of each stretch but the last one. */
export function stretchLengthOf(historyLength: number): number {
  return Math.max(24, Math.ceil(historyLength / STRETCHES.length));
}

const leverages: readonly [number, ...number[]] = [1, 2, 3, 5, 5, 10, 10, 10, 20, 20, 20, 25, 50, 50, 75, 100, 125];

export function drawLeverage(random: RandomStream): number {
  return random.pick(leverages);
}

/** Draws a quantity in steps of the instrument's precision, worth about 300 dollars, mostly between 30 and 3,000. */
export function drawQuantity(random: RandomStream, stepValue: number, minimum: number, maximum: number): number {
  const value = Math.exp(Math.log(300) + 1.2 * random.normal());
  return Math.min(maximum, Math.max(3, minimum, Math.round(value / stepValue)));
}

/** Length of the history in seconds. */
export const EIGHTEEN_MONTHS = 548 * 24 * 60 * 60;
/** Age of the newest entry of the history at the start, in seconds. */
export const NEWEST_AGE = 45;

/**
 * Creates ascending creation times in whole seconds, relative to the last one, over a span of seconds. They come in bursts with pauses, several of
 * them in the same second.
 */
export function createTimeline(seed: number, count: number, span: number): number[] {
  const random = new RandomStream(seed);
  const elapsed = [0];
  let total = 0;
  for (let entry = 1; entry < count; entry++) {
    const kind = random.next();
    if (kind >= 0.08) total += random.exponential(kind < 0.7 ? 0.02 : 3);
    elapsed.push(total);
  }
  return elapsed.map((time) => Math.floor(span * (total === 0 ? 0 : time / total - 1)));
}
