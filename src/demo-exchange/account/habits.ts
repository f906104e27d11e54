import { fraction, hash32, type RandomStream } from '../numbers/random.ts';
import type { MarginMode } from './wire-rows.ts';

/** What a stretch of the history was traded in: m for both modes in bursts, i for isolated only, c for cross only. */
const STRETCHES = 'immcmimmimimmcmimmim';
const TRADED_INSTRUMENTS = 140;

/** Where and how this account trades: pure functions of the sequence number. */
export interface Habits {
  marginModeOf(sequence: number): MarginMode;
  /** Position in the futures list. */
  instrumentOf(sequence: number): number;
}

/**
 * About 70 % isolated, unevenly: bursts of one mode, and long stretches in which the other does not occur at all.
 * `historyLength` sets the length of a stretch; entries after the history are mixed.
 */
export function createHabits(seed: number, historyLength: number): Habits {
  const stretchLength = Math.max(24, Math.ceil(historyLength / STRETCHES.length));
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
    const burst = fraction(hash32(seed, 21, Math.floor(sequence / 12)));
    if (burst < 0.5) return 1;
    if (burst < 0.68) return 2;
    return fraction(hash32(seed, 22, sequence)) < 0.6 ? 1 : 2;
  }

  function instrumentOf(sequence: number): number {
    // A session of a few orders stays with two instruments.
    const session = Math.floor(sequence / 6);
    const choice = hash32(seed, 23, sequence) % 3 === 0 ? 1 : 0;
    const point = fraction(hash32(seed, 24, session, choice));
    const position = cumulative.findIndex((bound) => point < bound);
    return Math.max(0, position);
  }

  return { marginModeOf, instrumentOf };
}

const leverages: readonly [number, ...number[]] = [1, 2, 3, 5, 5, 10, 10, 10, 20, 20, 20, 25, 50, 50, 75, 100, 125];

export function drawLeverage(random: RandomStream): number {
  return random.pick(leverages);
}

/** A quantity in steps of the instrument's precision, worth around 300 dollars, mostly between 30 and 3,000. */
export function drawQuantity(random: RandomStream, stepValue: number, minimum: number, maximum: number): number {
  const value = Math.exp(Math.log(300) + 1.2 * random.normal());
  return Math.min(maximum, Math.max(2, minimum, Math.round(value / stepValue)));
}
