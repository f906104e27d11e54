import { type RefObject, useEffect, useEffectEvent } from 'react';
import { escapeFormula, escapeHarmfulFormulas } from '../../../shared/values/formula.ts';
import { copyText, noticeCopied } from '../../platform/copy-text.ts';
import { showNotice } from '../../platform/notice.ts';
import { useText } from '../../text/use-text.ts';
import { exactText, type RowIndex, type TableColumn } from './column.ts';
import type { ActiveCell } from './cursor.ts';
import { type RowSelection, selectedRange } from './row-selection.ts';

/** Returns the rows below their headings as tab-separated values, with exact figures. Spreadsheets paste this form. */
export function toTsv<Row>(columns: readonly TableColumn<Row>[], rows: readonly Row[]): string {
  const headings = columns.map(({ header, meta }) => field(meta.unit ? `${header} (${meta.unit})` : header));
  const lines = rows.map((row) => columns.map((column) => field(exactText(column, row))).join('\t'));
  return [headings.join('\t'), ...lines].join('\n');
}

/**
 * Returns a text as one field. Formulas are escaped. A field with quotes is quoted, because a spreadsheet takes a quote at
 * the start of a field for that of a quoted field, whose end may be cells or rows away.
 */
function field(text: string): string {
  const line = escapeFormula(text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '));
  return line.includes('"') ? `"${line.replaceAll('"', '""')}"` : line;
}

interface CopySource<Row> {
  index: RowIndex<Row>;
  columns: readonly TableColumn<Row>[];
  active: ActiveCell;
  selection: RowSelection | null;
}

/**
 * Lets the copy command copy selected text, else the selected rows, else the active cell, while the grid has the focus. Returns the function
 * that copies the selected rows.
 */
export function useTableCopy<Row>(
  grid: RefObject<HTMLElement | null>,
  { index, columns, active, selection }: CopySource<Row>,
) {
  const text = useText();

  /** Copies the selected rows. Outside a copy event the clipboard is written asynchronously. */
  const copySelection = (selected: RowSelection, clipboard?: DataTransfer): void => {
    const { from, count } = selectedRange(selected);
    const done = text.table.copiedRows(count);
    const rows = loadedRows(index, from, count);
    if (rows && clipboard) {
      clipboard.setData('text/plain', toTsv(columns, rows));
      showNotice(done);
    } else if (rows) {
      void copyText(toTsv(columns, rows), text, done);
    } else {
      const read = index.readRange?.(from, count).then((range) => {
        if (range) return toTsv(columns, range);
        throw new Error(text.table.rowsNotRead);
      });
      if (read) void copyText(read, text, done);
    }
  };

  const onCopy = useEffectEvent((event: ClipboardEvent): void => {
    if (document.activeElement !== grid.current || window.getSelection()?.isCollapsed === false) return;
    if (selection) {
      event.preventDefault();
      copySelection(selection, event.clipboardData ?? undefined);
      return;
    }
    const row = active.row >= 0 ? index.rowAt(active.row) : undefined;
    const column = columns[active.column];
    if (!column || (active.row >= 0 && !row)) return;
    const copied = row ? escapeHarmfulFormulas(exactText(column, row)) : column.header;
    event.preventDefault();
    event.clipboardData?.setData('text/plain', copied);
    noticeCopied(copied, text);
  });
  // Firefox sends the event to the place of the last click, not to the element with the focus.
  useEffect(() => {
    const copy = (event: ClipboardEvent): void => onCopy(event);
    document.addEventListener('copy', copy);
    return () => document.removeEventListener('copy', copy);
  }, []);
  return copySelection;
}

/** Returns the rows of a range; `null` if one of them is not loaded. */
export function loadedRows<Row>(index: RowIndex<Row>, from: number, count: number): Row[] | null {
  const rows: Row[] = [];
  for (let position = from; position < from + count; position++) {
    const row = index.rowAt(position);
    if (row === undefined) return null;
    rows.push(row);
  }
  return rows;
}
