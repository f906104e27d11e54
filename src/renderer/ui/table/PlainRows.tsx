import { Dialog } from '@base-ui/react/dialog';
import { type RefObject, useState } from 'react';
import { showNotice } from '../../platform/notice.ts';
import { useText } from '../../text/use-text.ts';
import { exactText, type RowIndex, type TableColumn } from './column.ts';
import { loadedRows } from './copy.ts';
import { type RowSelection, selectedRange } from './row-selection.ts';

/** Most rows of a table that is drawn as a whole. */
const maxPlainRows = 500;

/** The rows of `PlainRows` as they were when it was opened. */
interface ShownRows<Row> {
  readonly rows: readonly Row[];
  readonly isCut: boolean;
}

/** Reads the rows that the user wants to see as a plain table. `rows`: `null` while it is closed. */
export function usePlainRows<Row>({ index }: { index: RowIndex<Row> }) {
  const text = useText();
  const [rows, setRows] = useState<ShownRows<Row> | null>(null);
  const show = async (selection: RowSelection): Promise<void> => {
    const { from, count } = selectedRange(selection);
    const shown = Math.min(count, maxPlainRows);
    const read = loadedRows(index, from, shown) ?? (await index.readRange?.(from, shown)) ?? null;
    if (read) setRows({ rows: read, isCut: shown < count });
    else showNotice(text.table.rowsNotRead);
  };
  return {
    rows,
    /** The selected rows, or one row if none is selected. */
    show: (selection: RowSelection | null, row: Row): void => {
      if (selection) void show(selection);
      else setRows({ rows: [row], isCut: false });
    },
    close: () => setRows(null),
  };
}

interface PlainRowsProps<Row> {
  label: string;
  columns: readonly TableColumn<Row>[];
  rows: ShownRows<Row>;
  /** Receives the focus when the dialog closes. */
  grid: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** Rows as a table of HTML, which screen readers walk through without the help of a grid. */
export function PlainRows<Row>({ label, columns, rows: { rows, isCut }, grid, onClose }: PlainRowsProps<Row>) {
  const words = useText().table.plain;
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog dialog-wide" finalFocus={grid}>
          <Dialog.Title className="dialog-title">{words.title(label)}</Dialog.Title>
          <Dialog.Description className="dialog-text">
            {words.explained} {isCut && words.atMost(rows.length)}
          </Dialog.Description>
          <section className="plain-rows" tabIndex={0} aria-label={words.title(label)}>
            <table>
              <thead>
                <tr>
                  {columns.map(({ id, header, meta }) => (
                    <th key={id} scope="col" data-align={meta.align}>
                      {meta.unit ? `${header} (${meta.unit})` : header}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map((row, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change
                  <tr key={place}>
                    {columns.map((column) => (
                      <td key={column.id} data-align={column.meta.align}>
                        {exactText(column, row)}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
          <footer className="dialog-footer">
            <Dialog.Close className="button">{words.close}</Dialog.Close>
          </footer>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
