import type { Decimal } from '../../../../shared/domain.ts';

/** How strong the colour of a day is: 0 for none, 4 for the strongest. */
type Magnitude = 0 | 1 | 2 | 3 | 4;

/** So many of the days decide; what lies beyond is the strongest colour, so that one day does not pale all others. */
const share = 0.9;

/** Four equal steps up to the amount that nine in ten of the amounts do not exceed. */
export function magnitudeScale(amounts: readonly Decimal[]): (amount: Decimal) => Magnitude {
  const sizes = amounts
    .map((amount) => Math.abs(drawnHeight(amount)))
    .filter((size) => size > 0)
    .sort((a, b) => a - b);
  const full = sizes[Math.ceil(sizes.length * share) - 1] ?? 0;
  return (amount) => {
    const size = Math.abs(drawnHeight(amount));
    if (size === 0) return 0;
    if (size > full * 0.75) return 4;
    if (size > full * 0.5) return 3;
    return size > full * 0.25 ? 2 : 1;
  };
}

/** Far beyond any account, and far enough from the end of the numbers that an axis can still be laid around it. */
const furthest = 1e290;

/** As high as it is drawn, which no eye can tell from the exact figure. Never to be read, and never to be calculated with. */
export function drawnHeight(value: Decimal): number {
  return Math.min(furthest, Math.max(-furthest, Number(value)));
}
