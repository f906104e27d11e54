import { hierarchy, treemap, treemapSquarify } from 'd3-hierarchy';
import { compareDecimals, signOf } from '../../../../shared/values/decimal.ts';
import type { Decimal } from '../../../../shared/values/domain.ts';

export interface Tile {
  /** `null` for the tile of all symbols that are too small for a tile of their own. */
  symbol: string | null;
  /** Number of symbols in the tile. */
  count: number;
  /** CSS pixels from the upper left corner. */
  x: number;
  y: number;
  width: number;
  height: number;
}

interface WeightedSymbol {
  symbol: string;
  turnover: Decimal | null;
}

/** Minimum area (CSS pixels squared) of a tile that can be read and clicked. */
const minArea = 48 * 24;

/**
 * Returns tiles that fill the area in proportion to the turnover. Symbols that are too small share the smallest tile. A
 * symbol without turnover has no tile. Floating point numbers only decide about pixels.
 */
export function layTiles(symbols: readonly WeightedSymbol[], width: number, height: number): Tile[] {
  const weighted = symbols
    .flatMap(({ symbol, turnover }) => {
      const weight = turnover !== null && signOf(turnover) > 0 ? Number(turnover) : 0;
      return weight > 0 && Number.isFinite(weight) ? [{ symbol, weight }] : [];
    })
    .sort((a, b) => b.weight - a.weight);
  const total = weighted.reduce((sum, { weight }) => sum + weight, 0);
  if (width < 1 || height < 1 || total <= 0 || !Number.isFinite(total)) return [];

  const minWeight = (minArea / (width * height)) * total;
  const large = weighted.filter(({ weight }, index) => index === 0 || weight >= minWeight);
  const small = weighted.slice(large.length);
  const leaves: Leaf[] = large.map(({ symbol, weight }) => ({ symbol, count: 1, weight }));
  // The largest tiles are laid out first, so the tile of the others is the smallest and in the corner.
  if (small.length > 0) leaves.push({ symbol: null, count: small.length, weight: minWeight });

  const root = hierarchy<Branch | Leaf>({ children: leaves }, (node) =>
    'children' in node ? node.children : null,
  ).sum((node) => ('weight' in node ? node.weight : 0));
  const layout = treemap<Branch | Leaf>().tile(treemapSquarify).size([width, height])(root);
  return layout.leaves().flatMap(({ data, x0, y0, x1, y1 }) => {
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

/** Color steps of a 24-hour change, from -3 (at most -5%) over 0 (less than 1% either way) to 3 (at least 5%). */
export const colorSteps = [-3, -2, -1, 0, 1, 2, 3] as const;
export type ColorStep = (typeof colorSteps)[number];

/** Returns the color step of a change in percent; `null` if the change is unknown. */
export function colorStep(percent: Decimal | null): ColorStep | null {
  if (percent === null) return null;
  const size = percent.startsWith('-') ? percent.slice(1) : percent;
  const far =
    compareDecimals(size, '5') >= 0 ? 3 : compareDecimals(size, '3') >= 0 ? 2 : compareDecimals(size, '1') >= 0 ? 1 : 0;
  if (far === 0) return 0;
  return signOf(percent) > 0 ? far : (-far as ColorStep);
}

export type Direction = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown';

/** Returns the index of the nearest tile in a direction; `null` if there is none. */
export function neighbor(tiles: readonly Tile[], from: number, direction: Direction): number | null {
  const start = tiles[from];
  if (!start) return null;
  const sideways = direction === 'ArrowLeft' || direction === 'ArrowRight';
  const sign = direction === 'ArrowLeft' || direction === 'ArrowUp' ? -1 : 1;
  let best: { index: number; distance: number } | null = null;
  for (const [index, tile] of tiles.entries()) {
    if (index === from) continue;
    const across = center(tile, sideways) - center(start, sideways);
    const along = center(tile, !sideways) - center(start, !sideways);
    if (across * sign <= 0.5) continue;
    // A tile straight ahead counts as nearer than one aside.
    const distance = Math.abs(across) + 2 * Math.abs(along);
    if (best === null || distance < best.distance) best = { index, distance };
  }
  return best?.index ?? null;
}

function center({ x, y, width, height }: Tile, sideways: boolean): number {
  return sideways ? x + width / 2 : y + height / 2;
}
