/** A run of rows, chosen for copying. Positions count from 0. */
export interface RowSelection {
  /** Where it began. */
  anchor: number;
  /** Where it is now. */
  head: number;
}

/** More than these are for an export. */
export const mostSelectedRows = 10_000;

/** From the anchor towards a row, as far as a selection may reach. */
export function extendSelection(anchor: number, towards: number): RowSelection {
  const reach = mostSelectedRows - 1;
  return { anchor, head: Math.max(anchor - reach, Math.min(anchor + reach, towards)) };
}

/** First position and number of rows. */
export function selectedRange({ anchor, head }: RowSelection): { from: number; count: number } {
  return { from: Math.min(anchor, head), count: Math.abs(anchor - head) + 1 };
}

export function isSelected(selection: RowSelection | null, position: number): boolean {
  if (!selection) return false;
  const { from, count } = selectedRange(selection);
  return position >= from && position < from + count;
}
