import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { ColumnRegion } from './column-table.ts';
import type { ActiveCell } from './cursor.ts';
import { headerHeight, rowsAbove, scrollTopFor } from './row-geometry.ts';
import type { PinnedWidths } from './use-pinned-edges.ts';

interface Extent {
  rowCount: number;
  /** In CSS pixels, like `columnWidths`. */
  rowHeight: number;
  columns: readonly { region: ColumnRegion }[];
  /** Widths of the columns in the order shown. */
  columnWidths: readonly number[];
  pinned: RefObject<PinnedWidths>;
}

/** Returns a function that scrolls a cell into sight, as little as possible. */
export function useReveal(
  scroller: RefObject<HTMLElement | null>,
  { rowCount, rowHeight, columns, columnWidths, pinned }: Extent,
): (cell: ActiveCell) => void {
  return ({ row, column }) => {
    const element = scroller.current;
    if (!element) return;
    if (row >= 0) {
      const height = element.clientHeight - headerHeight;
      const above = rowsAbove(element.scrollTop, rowCount, height, rowHeight);
      const wanted = nearestStart(above, height, row * rowHeight, rowHeight);
      if (wanted !== above) element.scrollTop = scrollTopFor(wanted, rowCount, height, rowHeight);
    }
    const { start, end } = pinned.current;
    const isPinned = columns[column]?.region !== 'center' && start + end > 0;
    if (isPinned) return;
    const from = columnWidths.slice(0, column).reduce((sum, width) => sum + width, 0);
    const extent = element.clientWidth - start - end;
    const wanted = nearestStart(element.scrollLeft, extent, from - start, columnWidths[column] ?? 0);
    if (wanted !== element.scrollLeft) element.scrollLeft = wanted;
  };
}

/**
 * Returns the start of a window of `extent`, nearest to `start`, that contains the range of `size` from `from` on. Of a
 * range that is longer than the window it contains the beginning.
 */
export function nearestStart(start: number, extent: number, from: number, size: number): number {
  if (from < start) return from;
  return from + size > start + extent ? Math.min(from, from + size - extent) : start;
}

interface ScrolledList {
  listKey: string;
  rowCount: number;
  /** Number of rows that have been added above since the list was opened; `undefined` if the list is not anchored. */
  addedAtTop: number | undefined;
  /** In CSS pixels. */
  rowHeight: number;
  /** Called after the table was scrolled. */
  onMoved: () => void;
}

/** Scrolls to the top when another list is shown. In an anchored list, rows that are added above move nothing in sight. */
export function useScrollAnchor(scroller: RefObject<HTMLElement | null>, list: ScrolledList): void {
  const { listKey, rowCount, addedAtTop, rowHeight, onMoved } = list;
  const seen = useRef({ listKey, rowCount, addedAtTop });

  useLayoutEffect(() => {
    const element = scroller.current;
    const before = seen.current;
    seen.current = { listKey, rowCount, addedAtTop };
    if (!element) return;
    if (before.listKey !== listKey) {
      element.scrollTop = 0;
      onMoved();
      return;
    }
    if (addedAtTop === undefined) return;
    const moved = addedAtTop - (before.addedAtTop ?? 0);
    // Read last, because reading `scrollTop` forces a layout of the page.
    if ((moved === 0 && before.rowCount === rowCount) || element.scrollTop === 0) return;
    const windowHeight = Math.max(0, element.clientHeight - headerHeight);
    const above = rowsAbove(element.scrollTop, before.rowCount, windowHeight, rowHeight) + moved * rowHeight;
    const scrollTop = scrollTopFor(above, rowCount, windowHeight, rowHeight);
    if (scrollTop === element.scrollTop) return;
    element.scrollTop = scrollTop;
    onMoved();
  }, [scroller, listKey, rowCount, addedAtTop, rowHeight, onMoved]);
}
