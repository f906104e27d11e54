import type { ClipboardEvent } from 'react';
import { exactText, type RowIndex, type TableColumn } from '../../model/column.ts';
import { copyText } from '../../state/copy-text.ts';
import { showNotice } from '../../state/notice.ts';
import { useText } from '../../text/use-text.ts';
import type { ActiveCell } from './keyboard.ts';
import { type RowSelection, selectedRange } from './row-selection.ts';
import { toTsv } from './tsv.ts';

interface Copied<Row> {
  index: RowIndex<Row>;
  /** Those that are shown, in their order. */
  columns: readonly TableColumn<Row>[];
  active: ActiveCell;
  selection: RowSelection | null;
  readRange: ((from: number, count: number) => Promise<Row[] | null>) | undefined;
  onCopied: (text: string) => void;
}

/** What Ctrl+C takes: text that the reader has marked, else the selected rows, else the active cell to the last digit. */
export function useTableCopy<Row>({ index, columns, active, selection, readRange, onCopied }: Copied<Row>) {
  const text = useText();

  const copyRows = (event: ClipboardEvent, { from, count }: { from: number; count: number }): void => {
    event.preventDefault();
    const rows = heldRows(index, from, count);
    if (rows) {
      event.clipboardData.setData('text/plain', toTsv(columns, rows));
      showNotice(text.table.copiedRows(count));
      return;
    }
    void readRange?.(from, count).then((read) => {
      if (read) void copyText(toTsv(columns, read), text, text.table.copiedRows(read.length));
      else showNotice(text.table.rowsNotRead);
    });
  };

  return (event: ClipboardEvent): void => {
    if (window.getSelection()?.isCollapsed === false) return;
    if (selection) {
      copyRows(event, selectedRange(selection));
      return;
    }
    const row = active.row >= 0 ? index.rowAt(active.row) : undefined;
    const column = columns[active.column];
    if (!column || (active.row >= 0 && !row)) return;
    const copied = row ? exactText(column, row) : column.header;
    event.preventDefault();
    event.clipboardData.setData('text/plain', copied);
    onCopied(copied);
  };
}

/** `null` where one of them is not there. */
function heldRows<Row>(index: RowIndex<Row>, from: number, count: number): Row[] | null {
  const rows: Row[] = [];
  for (let position = from; position < from + count; position++) {
    const row = index.rowAt(position);
    if (row === undefined) return null;
    rows.push(row);
  }
  return rows;
}
