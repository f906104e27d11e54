import type { Decimal } from '../../../../shared/values/domain.ts';

/** Strength of a day's color, from 0 (none) to 4 (strongest). */
type Magnitude = 0 | 1 | 2 | 3 | 4;

/**
 * Part of the days that sets the scale. Larger amounts have the strongest color, so that one day does not pale all
 * others.
 */
const scaledPart = 0.9;

/** Returns a scale of four equal steps up to the 90th percentile of the amounts. */
export function magnitudeScale(amounts: readonly Decimal[]): (amount: Decimal) => Magnitude {
  const sizes = amounts
    .map((amount) => Math.abs(drawnHeight(amount)))
    .filter((size) => size > 0)
    .sort((a, b) => a - b);
  const full = sizes[Math.ceil(sizes.length * scaledPart) - 1] ?? 0;
  return (amount) => {
    const size = Math.abs(drawnHeight(amount));
    if (size === 0) return 0;
    if (size > full * 0.75) return 4;
    if (size > full * 0.5) return 3;
    return size > full * 0.25 ? 2 : 1;
  };
}

/** Largest drawn height. It leaves room for the ends of an axis within floating point numbers. */
const maxHeight = 1e290;

/** Returns a decimal as an approximate height for drawing. Never show it or calculate with it. */
export function drawnHeight(value: Decimal): number {
  return Math.min(maxHeight, Math.max(-maxHeight, Number(value)));
}
