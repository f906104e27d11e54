import type { RefObject } from 'react';
import type { ActiveCell } from './keyboard.ts';
import { headerHeight, rowsAbove, scrollTopFor } from './row-geometry.ts';

interface Extent {
  rowCount: number;
  /** In CSS pixels, like `columnWidths`. */
  rowHeight: number;
  /** Of the columns that are shown, in their order. */
  columnWidths: readonly number[];
}

/** Answers a function that scrolls a cell into sight, no further than it has to. */
export function useReveal(
  scroller: RefObject<HTMLElement | null>,
  { rowCount, rowHeight, columnWidths }: Extent,
): (cell: ActiveCell) => void {
  return ({ row, column }) => {
    const element = scroller.current;
    if (!element) return;
    if (row >= 0) {
      const height = element.clientHeight - headerHeight;
      const above = rowsAbove(element.scrollTop, rowCount, height, rowHeight);
      const wanted = nearest(above, height, row * rowHeight, rowHeight);
      if (wanted !== above) element.scrollTop = scrollTopFor(wanted, rowCount, height, rowHeight);
    }
    const left = columnWidths.slice(0, column).reduce((sum, width) => sum + width, 0);
    const wanted = nearest(element.scrollLeft, element.clientWidth, left, columnWidths[column] ?? 0);
    if (wanted !== element.scrollLeft) element.scrollLeft = wanted;
  };
}

/** Where a window of `extent` that begins at `start` has to begin for `size` from `from` on to lie in it. */
function nearest(start: number, extent: number, from: number, size: number): number {
  if (from < start) return from;
  return from + size > start + extent ? from + size - extent : start;
}
