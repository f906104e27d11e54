/** Rows of a block. Blocks are read, held and dropped whole. */
export const blockSize = 200;
/** Maximum number of rows of one request. */
export const maxRowsPerRequest = 1000;
/** Maximum number of blocks held: enough for a view and the rows around it, in a list of any length. */
const maxBlocks = 6;
/** Rows outside the view that are loaded in advance, in the scroll direction and against it. */
const rowsAhead = 160;
const rowsBehind = 40;

/** Positions from `first` up to, but not including, `end`. */
export interface RowRange {
  first: number;
  end: number;
}

/** Returns the blocks that a view needs: those in the view first, then those near it. */
export function neededBlocks(view: RowRange, total: number, isDownwards: boolean): number[] {
  if (total === 0) return [];
  const { first, end } = clampRange(view, total);
  const above = first - (isDownwards ? rowsBehind : rowsAhead);
  const below = end + (isDownwards ? rowsAhead : rowsBehind);
  return [...new Set([...blocksOf({ first, end }), ...blocksOf(clampRange({ first: above, end: below }, total))])];
}

function blocksOf({ first, end }: RowRange): number[] {
  const from = blockOf(first);
  const to = blockOf(Math.max(first, end - 1));
  return Array.from({ length: to - from + 1 }, (_, step) => from + step);
}

function blockOf(position: number): number {
  return Math.floor(position / blockSize);
}

/** Returns whole blocks that cover the range, at most as many as one request may read. */
export function wholeBlocks({ first, end }: RowRange): RowRange {
  const from = blockOf(first) * blockSize;
  const to = Math.ceil(Math.max(first + 1, end) / blockSize) * blockSize;
  return { first: from, end: Math.min(to, from + maxRowsPerRequest) };
}

/** Returns the range within a list of `total` rows. A range beyond the end becomes the last rows. */
export function clampRange({ first, end }: RowRange, total: number): RowRange {
  const to = Math.max(0, Math.min(end, total));
  return { first: Math.max(0, Math.min(first, to - (end - first))), end: to };
}

/** The loaded blocks of one version of a list. */
export class LoadedRows<Row extends { key: string }> {
  readonly version: number;
  readonly total: number;
  /** Blocks by number. The block that was needed last is at the end. */
  readonly #blocks = new Map<number, readonly Row[]>();

  /** `rows` start at position `from`, which is the start of a block. */
  constructor({ version, total, rows }: { version: number; total: number; rows: readonly Row[] }, from: number) {
    this.version = version;
    this.total = total;
    for (let start = 0; start < rows.length; start += blockSize) {
      this.#blocks.set(blockOf(from + start), rows.slice(start, start + blockSize));
    }
  }

  rowAt(position: number): Row | undefined {
    return this.#blocks.get(blockOf(position))?.[position % blockSize];
  }

  find(key: string): Row | undefined {
    for (const rows of this.#blocks.values()) {
      const row = rows.find((each) => each.key === key);
      if (row) return row;
    }
    return undefined;
  }

  has(block: number): boolean {
    return this.#blocks.has(block);
  }

  /** Marks blocks as needed. The first one is needed most, so it goes to the end, where blocks are dropped last. */
  keep(needed: readonly number[]): void {
    for (const block of needed.toReversed()) {
      const rows = this.#blocks.get(block);
      if (!rows) continue;
      this.#blocks.delete(block);
      this.#blocks.set(block, rows);
    }
  }

  /** Adds a block, and drops the oldest blocks that are not needed. */
  add(block: number, rows: readonly Row[], needed: readonly number[]): void {
    this.#blocks.set(block, rows);
    for (const other of [...this.#blocks.keys()]) {
      if (this.#blocks.size <= maxBlocks) return;
      if (!needed.includes(other)) this.#blocks.delete(other);
    }
  }
}
