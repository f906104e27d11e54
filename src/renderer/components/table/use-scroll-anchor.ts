import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { RowIndex } from '../../model/column.ts';
import { headerHeight, rowsAbove, scrollTopFor } from './row-geometry.ts';
import { findRow } from './use-active-cell.ts';

/**
 * What happens to a reader who has scrolled down when rows come or go above. `by-key`: the first row in sight is looked for and
 * stays there. `by-shift`: whoever hands over the rows says by how many they have moved. `off`: nothing, for rows that are sorted
 * by live figures.
 */
export type ScrollAnchoring = 'by-key' | 'by-shift' | 'off';

interface Place<Row> {
  index: RowIndex<Row>;
  rowKey: (row: Row) => string;
  listKey: string;
  addedAtTop: number;
  keepPlace: ScrollAnchoring;
  rowHeight: number;
  /** To be called after the table was scrolled from here. */
  onMoved: () => void;
}

/** Another list starts at its top; rows that come or go above a reader who has scrolled down move nothing. */
export function useScrollAnchor<Row>(scroller: RefObject<HTMLDivElement | null>, place: Place<Row>): void {
  const { index, rowKey, listKey, addedAtTop, keepPlace, rowHeight, onMoved } = place;
  const { rowCount } = index;
  const seen = useRef({ listKey, addedAtTop, rowCount });
  const anchor = useRef<{ position: number; key: string } | null>(null);

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
    let moved = addedAtTop - before.addedAtTop;
    const mayHaveMoved = keepPlace === 'by-key' ? anchor.current !== null : moved !== 0 || before.rowCount !== rowCount;
    // Asked last of all, since the page has to be laid out for the answer.
    if (keepPlace === 'off' || !mayHaveMoved || element.scrollTop === 0) return;
    if (keepPlace === 'by-key' && anchor.current) {
      const { key, position } = anchor.current;
      moved = findRow(index, rowKey, key, position + moved) - position;
    }
    const windowHeight = Math.max(0, element.clientHeight - headerHeight);
    const above = rowsAbove(element.scrollTop, before.rowCount, windowHeight, rowHeight) + moved * rowHeight;
    const scrollTop = scrollTopFor(above, rowCount, windowHeight, rowHeight);
    if (scrollTop === element.scrollTop) return;
    element.scrollTop = scrollTop;
    onMoved();
  }, [scroller, index, rowKey, listKey, addedAtTop, keepPlace, rowCount, rowHeight, onMoved]);

  useEffect(() => {
    const element = scroller.current;
    if (!element || keepPlace !== 'by-key') return;
    const remember = (): void => {
      const position = Math.floor(element.scrollTop / rowHeight);
      const row = index.rowAt(position);
      anchor.current = row === undefined ? null : { position, key: rowKey(row) };
    };
    remember();
    element.addEventListener('scroll', remember, { passive: true });
    return () => element.removeEventListener('scroll', remember);
  }, [scroller, index, rowKey, keepPlace, rowHeight]);
}
