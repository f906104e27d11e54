/** Rows that are asked for at once and held or dropped together. */
export const blockSize = 200;
/** The most that one question may ask for. */
export const mostRowsAsked = 1000;
/** Rows beyond those in sight that are fetched before they are looked at, in the direction in which the reader goes. */
const rowsAhead = 160;
const rowsBehind = 40;

/** Positions from `first` up to, but without, `end`. */
export interface RowRange {
  first: number;
  end: number;
}

export function blockOf(position: number): number {
  return Math.floor(position / blockSize);
}

/** The blocks that a view needs: those in sight first, then those that are near. */
export function wantedBlocks(view: RowRange, total: number, downwards: boolean): number[] {
  if (total === 0) return [];
  const { first, end } = clampRange(view, total);
  const above = first - (downwards ? rowsBehind : rowsAhead);
  const below = end + (downwards ? rowsAhead : rowsBehind);
  return [...new Set([...blocksOf({ first, end }), ...blocksOf(clampRange({ first: above, end: below }, total))])];
}

function blocksOf({ first, end }: RowRange): number[] {
  const from = blockOf(first);
  const to = blockOf(Math.max(first, end - 1));
  return Array.from({ length: to - from + 1 }, (_, step) => from + step);
}

/** Whole blocks that cover the range, as many as one question may ask for. */
export function wholeBlocks({ first, end }: RowRange): RowRange {
  const from = blockOf(first) * blockSize;
  const to = Math.ceil(Math.max(first + 1, end) / blockSize) * blockSize;
  return { first: from, end: Math.min(to, from + mostRowsAsked) };
}

/** What there is of the range in a list of `total` rows: the last rows where the list has become too short for it. */
export function clampRange({ first, end }: RowRange, total: number): RowRange {
  const to = Math.max(0, Math.min(end, total));
  return { first: Math.max(0, Math.min(first, to - (end - first))), end: to };
}
