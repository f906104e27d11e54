import { type RefObject, useLayoutEffect, useRef } from 'react';
import { headerHeight, rowsAbove, scrollTopFor } from './row-geometry.ts';

interface ScrollAnchor {
  listKey: string;
  rowCount: number;
  /** See `DataTableProps.addedAtTop`. */
  addedAtTop: number | undefined;
  /** In CSS pixels. */
  rowHeight: number;
  /** Called after a change of the scroll position. */
  onMoved: () => void;
}

/** Scrolls to the top when another list is shown, and keeps the rows in sight when rows come or go above them. */
export function useScrollAnchor(scroller: RefObject<HTMLDivElement | null>, anchor: ScrollAnchor): void {
  const { listKey, rowCount, addedAtTop, rowHeight, onMoved } = anchor;
  const seen = useRef({ listKey, addedAtTop, rowCount });

  useLayoutEffect(() => {
    const element = scroller.current;
    const before = seen.current;
    seen.current = { listKey, addedAtTop, rowCount };
    if (!element) return;
    if (before.listKey !== listKey) {
      element.scrollTop = 0;
      onMoved();
      return;
    }
    if (addedAtTop === undefined) return;
    const moved = addedAtTop - (before.addedAtTop ?? 0);
    // The scroll position is read last, because the browser lays out the page for it.
    if ((moved === 0 && before.rowCount === rowCount) || element.scrollTop === 0) return;
    const windowHeight = Math.max(0, element.clientHeight - headerHeight);
    const above = rowsAbove(element.scrollTop, before.rowCount, windowHeight, rowHeight) + moved * rowHeight;
    const scrollTop = scrollTopFor(above, rowCount, windowHeight, rowHeight);
    if (scrollTop === element.scrollTop) return;
    element.scrollTop = scrollTop;
    onMoved();
  }, [scroller, listKey, addedAtTop, rowCount, rowHeight, onMoved]);
}
