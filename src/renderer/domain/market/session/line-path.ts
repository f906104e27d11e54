import { greatest, smallest } from '../../../../shared/values/extremes.ts';
import type { PricePoint } from '../live/packed-points.ts';
import type { PriceGap } from '../live/session-prices.ts';

export interface Line {
  /** The `d` attribute of an SVG path. */
  path: string;
  /** Coordinates of each point. */
  x: number[];
  y: number[];
}

/**
 * Returns a line through the points, from edge to edge and broken at the gaps. Floating point numbers, for drawing only.
 */
export function lineOf(points: readonly PricePoint[], gaps: readonly PriceGap[], width: number, height: number): Line {
  const prices = points.map(({ price }) => Number(price));
  const [low, high] = [smallest(prices), greatest(prices)];
  const [start, end] = [points[0]?.at ?? 0, points.at(-1)?.at ?? 0];
  const xAt = (at: number): number => (end === start ? width / 2 : ((at - start) / (end - start)) * width);
  const x = points.map(({ at }) => xAt(at));
  const y = prices.map((price) => (high === low ? height / 2 : height - ((price - low) / (high - low)) * height));
  const step = (letter: 'M' | 'L', left: number, top: number): string =>
    `${letter}${left.toFixed(1)} ${top.toFixed(1)}`;
  const path = points.map((point, index) => {
    const [left, top] = [x[index] ?? 0, y[index] ?? 0];
    const before = points[index - 1];
    if (!before) return step('M', left, top);
    const topBefore = y[index - 1] ?? 0;
    // A price that stays the same has no further points, so it lasts until the gap.
    const breaks = gaps
      .filter(({ from, to }) => from >= before.at && to <= point.at)
      .map(({ from, to }) => {
        const topAfter = to === point.at ? top : topBefore;
        return step('L', xAt(from), topBefore) + step('M', xAt(to), topAfter);
      });
    return `${breaks.join('')}${step('L', left, top)}`;
  });
  return { path: path.join(''), x, y };
}

/** Returns the index of the point nearest to `at`, an x coordinate. */
export function nearestPoint(x: readonly number[], at: number): number {
  let nearest = 0;
  for (const [index, each] of x.entries()) {
    if (Math.abs(each - at) < Math.abs((x[nearest] ?? 0) - at)) nearest = index;
  }
  return nearest;
}
