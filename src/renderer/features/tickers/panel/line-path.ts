import type { PricePoint } from '../../../state/live/packed-points.ts';

export interface Line {
  /** For an SVG path. */
  path: string;
  /** By point, in pixels. */
  x: number[];
  y: number[];
}

/** A line through the points, from edge to edge. Floats: for the eye only. */
export function lineOf(points: readonly PricePoint[], width: number, height: number): Line {
  const prices = points.map(({ price }) => Number(price));
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const [start, end] = [points[0]?.at ?? 0, points.at(-1)?.at ?? 0];
  const x = points.map(({ at }) => (end === start ? width / 2 : ((at - start) / (end - start)) * width));
  const y = prices.map((price) => (high === low ? height / 2 : height - ((price - low) / (high - low)) * height));
  const path = points
    .map((_, place) => `${place === 0 ? 'M' : 'L'}${(x[place] ?? 0).toFixed(1)} ${(y[place] ?? 0).toFixed(1)}`)
    .join('');
  return { path, x, y };
}

/** The place of the point nearest to `at`, in pixels from the left. */
export function nearestPoint(x: readonly number[], at: number): number {
  let nearest = 0;
  for (const [place, each] of x.entries()) {
    if (Math.abs(each - at) < Math.abs((x[nearest] ?? 0) - at)) nearest = place;
  }
  return nearest;
}
