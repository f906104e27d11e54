import type { Decimal } from '../../../../shared/domain.ts';

/** Far beyond any account, and far enough from the end of the numbers that an axis can still be laid around it. */
const furthest = 1e290;

/** As high as it is drawn, which no eye can tell from the exact figure. Never to be read, and never to be calculated with. */
export function drawnHeight(value: Decimal): number {
  return Math.min(furthest, Math.max(-furthest, Number(value)));
}
