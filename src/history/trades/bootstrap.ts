import Big from 'big.js';
import type { SampleFigure } from '../../shared/contract/results.ts';
import { certainSample } from '../../shared/trades.ts';

const seed = 1;
const resamples = 2000;
/** Share of the resamples that lie below the interval, and above it. */
const tail = 0.025;
const significantDigits = 3;

export type Statistic = (values: Float64Array) => number;

/**
 * Returns the 95% interval of a statistic by a percentile bootstrap (docs/trades.md 11.5), rounded; `null` for less than two values and for a
 * sample that is large enough. Approximate, because it calculates with floats. The same values have the same interval, whatever their order.
 */
export function bootstrapInterval(values: readonly number[], statistic: Statistic): SampleFigure['interval'] {
  const { length } = values;
  if (length < 2 || length >= certainSample) return null;
  const sorted = Float64Array.from(values).sort();
  const random = mulberry32(seed);
  const resample = new Float64Array(length);
  const statistics = new Float64Array(resamples);
  for (let i = 0; i < resamples; i++) {
    for (let place = 0; place < length; place++) resample[place] = sorted[Math.floor(random() * length)] as number;
    statistics[i] = statistic(resample);
  }
  statistics.sort();
  const outside = Math.floor(resamples * tail);
  const [from, to] = [statistics[outside] as number, statistics[resamples - 1 - outside] as number];
  // Most resamples of a ratio may have no loss, so that even the lower end is infinite.
  return Number.isFinite(from) ? { from: roundedText(from), to: Number.isFinite(to) ? roundedText(to) : null } : null;
}

export function mean(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}

/** Returns the sum of the gains divided by that of the losses; infinite without losses. */
export function gainRatio(values: Float64Array): number {
  let [gains, losses] = [0, 0];
  for (const value of values) {
    if (value > 0) gains += value;
    else losses -= value;
  }
  return gains / losses;
}

function roundedText(value: number): string {
  return new Big(value.toPrecision(significantDigits)).toFixed();
}

/** Returns a generator of numbers from 0 to below 1. */
function mulberry32(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
