import Big from 'big.js';
import type { SampleFigure } from '../../shared/contract/results.ts';
import { certainSample } from '../../shared/orders/trades.ts';
import { float64At } from '../../shared/values/elements.ts';

type Interval = SampleFigure['interval'];

const seed = 1;
const resamples = 2000;
/** Share of the resamples that lie below the interval, and above it. */
const tail = 0.025;
/** Standard errors on each side of a 95% interval. */
const errors = 1.96;
const significantDigits = 3;
/** Fewest values that have an interval. */
const minSample = 5;
/** Most values of a sample that has an interval. */
export const maxSample = 300;

/** Returns the 95% interval of the share of wins in percent by Wilson (docs/results.md 1.5); `null` without wins and losses. */
export function winRateInterval(wins: number, losses: number): Interval {
  const count = wins + losses;
  if (count === 0) return null;
  const share = wins / count;
  const square = errors ** 2;
  const middle = share + square / (2 * count);
  const reach = errors * Math.sqrt((share * (1 - share)) / count + square / (4 * count ** 2));
  const percent = (end: number) => roundedText((100 * end) / (1 + square / count));
  return { from: wins === 0 ? '0' : percent(middle - reach), to: losses === 0 ? '100' : percent(middle + reach) };
}

/**
 * Returns the 95% interval of a mean (docs/results.md 1.5): by a bootstrap for a small sample, otherwise by the standard error. `null` for less
 * than 5 or more than 300 values, and for equal ones. The same values have the same interval, whatever their order.
 */
export function meanInterval(values: readonly number[]): Interval {
  const sorted = sampleOf(values);
  if (sorted === null) return null;
  if (sorted.length < certainSample) return bootstrapInterval(sorted, mean);
  const middle = mean(sorted);
  const squares = sorted.reduce((sum, value) => sum + (value - middle) ** 2, 0);
  const reach = errors * Math.sqrt(squares / (sorted.length - 1) / sorted.length);
  return { from: roundedText(middle - reach), to: roundedText(middle + reach) };
}

/** Returns the 95% interval of the sum of the gains divided by that of the losses, by a bootstrap. `null` as `meanInterval`, and if most draws have no loss. */
export function gainRatioInterval(values: readonly number[]): Interval {
  const sorted = sampleOf(values);
  return sorted && bootstrapInterval(sorted, gainRatio);
}

/** Returns the values in ascending order; `null` if they have no interval. */
function sampleOf(values: readonly number[]): Float64Array | null {
  if (values.length < minSample || values.length > maxSample) return null;
  const sorted = Float64Array.from(values).sort();
  return sorted[0] === sorted.at(-1) ? null : sorted;
}

function bootstrapInterval(sorted: Float64Array, statistic: (values: Float64Array) => number): Interval {
  const { length } = sorted;
  const random = mulberry32(seed);
  const resample = new Float64Array(length);
  const statistics = new Float64Array(resamples);
  for (let i = 0; i < resamples; i++) {
    for (let index = 0; index < length; index++) resample[index] = float64At(sorted, Math.floor(random() * length));
    statistics[i] = statistic(resample);
  }
  statistics.sort();
  const outside = Math.floor(resamples * tail);
  const [from, to] = [float64At(statistics, outside), float64At(statistics, resamples - 1 - outside)];
  // Most resamples of a ratio may have no loss, so that even the lower end is infinite.
  return Number.isFinite(from) ? { from: roundedText(from), to: Number.isFinite(to) ? roundedText(to) : null } : null;
}

function mean(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}

/** Returns the sum of the gains divided by that of the losses; infinite without losses. */
function gainRatio(values: Float64Array): number {
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
