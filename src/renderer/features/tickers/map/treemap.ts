import { hierarchy, treemap, treemapSquarify } from 'd3-hierarchy';
import { compareDecimals, signOf } from '../../../../shared/decimal.ts';
import type { Decimal } from '../../../../shared/domain.ts';

export interface Tile {
  /** `null`: the symbols that are too small to be drawn each. */
  symbol: string | null;
  /** Symbols in it. */
  count: number;
  /** In pixels, from the upper left corner. */
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Weighed {
  symbol: string;
  turnover: Decimal | null;
}

/** A tile of less is neither read nor hit. */
const smallestArea = 48 * 24;

/**
 * Tiles that fill the area, each as large as its symbol's part of the turnover; those too small to be read are one tile together. Floats
 * decide about pixels only. Symbols without a turnover have none.
 */
export function layTiles(symbols: readonly Weighed[], width: number, height: number): Tile[] {
  const weighed = symbols
    .flatMap(({ symbol, turnover }) => {
      const weight = turnover !== null && signOf(turnover) > 0 ? Number(turnover) : 0;
      return weight > 0 && Number.isFinite(weight) ? [{ symbol, weight }] : [];
    })
    .sort((a, b) => b.weight - a.weight);
  const whole = weighed.reduce((sum, { weight }) => sum + weight, 0);
  if (width < 1 || height < 1 || whole <= 0 || !Number.isFinite(whole)) return [];

  const least = (smallestArea / (width * height)) * whole;
  const large = weighed.filter(({ weight }, place) => place === 0 || weight >= least);
  const small = weighed.slice(large.length);
  const smallWeight = small.reduce((sum, { weight }) => sum + weight, 0);
  const leaves: Leaf[] = large.map(({ symbol, weight }) => ({ symbol, count: 1, weight }));
  if (small.length > 0) leaves.push({ symbol: null, count: small.length, weight: Math.max(smallWeight, least) });
  // Tiles come out nearest to squares where the largest are laid first.
  leaves.sort((a, b) => b.weight - a.weight);

  const root = hierarchy<Branch | Leaf>({ children: leaves }, (node) =>
    'children' in node ? node.children : null,
  ).sum((node) => ('weight' in node ? node.weight : 0));
  const laid = treemap<Branch | Leaf>().tile(treemapSquarify).size([width, height])(root);
  return laid.leaves().flatMap(({ data, x0, y0, x1, y1 }) => {
    if (!('weight' in data)) return [];
    return [{ symbol: data.symbol, count: data.count, x: x0, y: y0, width: x1 - x0, height: y1 - y0 }];
  });
}

interface Leaf {
  symbol: string | null;
  count: number;
  weight: number;
}

interface Branch {
  children: Leaf[];
}

/** From -3, far down, to 3, far up; 0 is about the same. In percent. */
export const changeSteps = [-3, -2, -1, 0, 1, 2, 3] as const;
export type ChangeStep = (typeof changeSteps)[number];

/** `null`: nothing is known. */
export function changeStep(percent: Decimal | null): ChangeStep | null {
  if (percent === null) return null;
  const size = percent.startsWith('-') ? percent.slice(1) : percent;
  const far =
    compareDecimals(size, '5') >= 0 ? 3 : compareDecimals(size, '3') >= 0 ? 2 : compareDecimals(size, '1') >= 0 ? 1 : 0;
  if (far === 0) return 0;
  return signOf(percent) > 0 ? far : (-far as ChangeStep);
}

export type Direction = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown';

/** The place of the nearest tile in a direction; `null` where there is none. */
export function neighbour(tiles: readonly Tile[], from: number, direction: Direction): number | null {
  const start = tiles[from];
  if (!start) return null;
  const sideways = direction === 'ArrowLeft' || direction === 'ArrowRight';
  const sign = direction === 'ArrowLeft' || direction === 'ArrowUp' ? -1 : 1;
  let best: { place: number; distance: number } | null = null;
  for (const [place, tile] of tiles.entries()) {
    if (place === from) continue;
    const across = centre(tile, sideways) - centre(start, sideways);
    const along = centre(tile, !sideways) - centre(start, !sideways);
    if (across * sign <= 0.5) continue;
    // What lies straight ahead is nearer than what lies aside.
    const distance = Math.abs(across) + 2 * Math.abs(along);
    if (best === null || distance < best.distance) best = { place, distance };
  }
  return best?.place ?? null;
}

function centre({ x, y, width, height }: Tile, sideways: boolean): number {
  return sideways ? x + width / 2 : y + height / 2;
}
