import { useEffect, useLayoutEffect, useRef } from 'react';
import type { RowIndex } from './column.ts';
import { rowHeight } from './TableRow.tsx';
import { findRow } from './use-active-cell.ts';

interface Place<Row> {
  index: RowIndex<Row>;
  rowKey: (row: Row) => string;
  listKey: string;
  addedAtTop: number;
  keepPlace: boolean;
}

/** Another list starts at its top; rows that come or go above a reader who has scrolled down move nothing. */
export function useKeptPlace<Row>(scroller: { current: HTMLDivElement | null }, place: Place<Row>): void {
  const { index, rowKey, listKey, addedAtTop, keepPlace } = place;
  const seen = useRef({ listKey, addedAtTop });
  const anchor = useRef<{ position: number; key: string } | null>(null);

  useLayoutEffect(() => {
    const element = scroller.current;
    const before = seen.current;
    seen.current = { listKey, addedAtTop };
    if (!element) return;
    if (before.listKey !== listKey) {
      element.scrollTop = 0;
      return;
    }
    if (!keepPlace || element.scrollTop === 0 || !anchor.current) return;
    const { key, position } = anchor.current;
    const now = findRow(index, rowKey, key, position + addedAtTop - before.addedAtTop);
    if (now !== position) element.scrollTop += (now - position) * rowHeight;
  }, [scroller, index, rowKey, listKey, addedAtTop, keepPlace]);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const remember = (): void => {
      const position = Math.floor(element.scrollTop / rowHeight);
      const row = index.rowAt(position);
      anchor.current = row === undefined ? null : { position, key: rowKey(row) };
    };
    remember();
    element.addEventListener('scroll', remember, { passive: true });
    return () => element.removeEventListener('scroll', remember);
  }, [scroller, index, rowKey]);
}
