import type { SortDirection } from '../../shared/rows/row-order.ts';

/** Rows that are worked on in one step of preparing: some milliseconds. */
export const rowsPerStep = 2 ** 17;

/** The rank of a row without a value. */
export const noRank = 0xffffffff;

/** A field by which rows can be sorted: rows with equal values have equal ranks, from 0. */
export interface SortSource {
  /** Brings the ranks up to date in slices of a dozen milliseconds. Rows may be put between two of them. */
  prepare(): Iterable<void>;
  /** More than any rank that a row has; only once it is prepared, like all that follows. */
  readonly rankCount: number;
  /** `digits[i] = digits[i] * (rankCount + 1) +` the rank of `rows[i]` in that direction; rows without a value come last. */
  appendDigits(rows: Uint32Array, digits: Uint32Array, direction: SortDirection): void;
}

/** Steps through to the end. */
export function finish(steps: Iterable<void>): void {
  for (const _ of steps);
}
