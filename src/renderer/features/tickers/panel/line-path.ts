import type { PricePoint } from '../../../state/live/packed-points.ts';

export interface Line {
  /** The `d` attribute of an SVG path. */
  path: string;
  /** Coordinates of each point. */
  x: number[];
  y: number[];
}

/** Returns a line through the points, from edge to edge. Floating point numbers, for drawing only. */
export function lineOf(points: readonly PricePoint[], width: number, height: number): Line {
  const prices = points.map(({ price }) => Number(price));
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const [start, end] = [points[0]?.at ?? 0, points.at(-1)?.at ?? 0];
  const x = points.map(({ at }) => (end === start ? width / 2 : ((at - start) / (end - start)) * width));
  const y = prices.map((price) => (high === low ? height / 2 : height - ((price - low) / (high - low)) * height));
  const path = points
    .map((_, index) => `${index === 0 ? 'M' : 'L'}${(x[index] ?? 0).toFixed(1)} ${(y[index] ?? 0).toFixed(1)}`)
    .join('');
  return { path, x, y };
}

/** Returns the index of the point nearest to `at`, an x coordinate. */
export function nearestPoint(x: readonly number[], at: number): number {
  let nearest = 0;
  for (const [index, each] of x.entries()) {
    if (Math.abs(each - at) < Math.abs((x[nearest] ?? 0) - at)) nearest = index;
  }
  return nearest;
}
