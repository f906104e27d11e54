import type { SeenLevel, TradePicture } from '../../../../shared/contract/trades.ts';
import { greatest, smallest } from '../../../../shared/values/extremes.ts';

export interface PictureSize {
  readonly width: number;
  /** Height of the part with the prices. */
  readonly height: number;
  /** Height of the part with the held size. */
  readonly sizeHeight: number;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

interface PictureGeometry {
  readonly dots: readonly { readonly x: number; readonly y: number | null }[];
  /** Horizontal lines of the levels that are near enough to be drawn. */
  readonly levels: readonly (Span & { readonly level: SeenLevel; readonly y: number })[];
  /** Number of levels that are too far away. */
  readonly far: number;
  /** The `d` attribute of the area of the held size. */
  readonly area: string;
  readonly entryY: number | null;
}

/** Space around the dots, so that none is cut (CSS pixels). */
const inset = 8;
/** Least length of the line of a level, and the length if only its creation is known. */
const shortLength = 14;
/** A level is drawn up to this many times the range of the executions and the trade's stop away from them. */
const farRanges = 3;
/** Least range of the prices, as a part of the price: without it, a trade with one price would have no scale. */
const leastRange = 0.02;

/**
 * Returns where everything of a picture stands, in CSS pixels. Floating point numbers, for drawing only. `end`: the right edge.
 */
export function pictureGeometry(
  { executions, levels, stop }: Pick<TradePicture, 'executions' | 'levels' | 'stop'>,
  entry: string | null,
  end: number,
  { width, height, sizeHeight }: PictureSize,
): PictureGeometry {
  const start = executions[0]?.at ?? end;
  const x = (at: number): number => inset + within((at - start) / Math.max(1, end - start)) * (width - 2 * inset);
  const prices = [...executions.map(({ price }) => price), entry, stop].flatMap((price) => price ?? []).map(Number);
  if (prices.length === 0) return { dots: [], levels: [], far: levels.length, area: '', entryY: null };
  const [low, high] = [smallest(prices), greatest(prices)];
  const range = Math.max(high - low, high * leastRange);
  const reach = { from: low - farRanges * range, to: high + farRanges * range };
  const drawn = levels.filter(({ price }) => Number(price) >= reach.from && Number(price) <= reach.to);
  const all = [...prices, ...drawn.map(({ price }) => Number(price))];
  const [bottom, top] = [smallest(all), greatest(all)];
  const y = (price: number): number =>
    top === bottom ? height / 2 : inset + ((top - price) / (top - bottom)) * (height - 2 * inset);
  return {
    dots: executions.map(({ at, price }) => ({ x: x(at), y: price === null ? null : y(Number(price)) })),
    levels: drawn.map((level) => {
      const from = Math.min(x(level.from), width - inset - shortLength);
      return { level, y: y(Number(level.price)), from, to: Math.max(from + shortLength, x(level.to ?? level.from)) };
    }),
    far: levels.length - drawn.length,
    area: sizeArea(executions, x, width - inset, sizeHeight),
    entryY: entry === null ? null : y(Number(entry)),
  };
}

/** Returns the area of the held size: a step at each execution, down to the base line. '' if a size is not known. */
function sizeArea(
  executions: TradePicture['executions'],
  x: (at: number) => number,
  right: number,
  height: number,
): string {
  const sizes = executions.map(({ size }) => (size === null ? Number.NaN : Number(size)));
  const most = greatest(sizes.filter(Number.isFinite));
  if (sizes.length === 0 || sizes.some(Number.isNaN) || !(most > 0)) return '';
  const first = x(executions[0]?.at ?? 0);
  const steps = executions.map(
    ({ at }, place) => `H${one(x(at))}V${one(height - (sizes[place] ?? 0) * (height / most))}`,
  );
  return `M${one(first)} ${height}${steps.join('')}H${one(right)}V${height}Z`;
}

function within(part: number): number {
  return Math.min(1, Math.max(0, part));
}

function one(value: number): string {
  return value.toFixed(1);
}
