import type { RowData } from '@tanstack/react-table';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { TableName } from '../../../shared/settings/choices.ts';
import { currentSettings, useChangeSettings } from '../../platform/settings/settings.ts';
import { offerUndo } from '../../platform/undo.ts';
import { useText } from '../../text/use-text.ts';
import type { TableColumn } from './column.ts';
import {
  applyColumns,
  type ColumnTable,
  type ColumnTableState,
  createColumnTable,
  defaultLayout,
  type LayoutSetters,
  layoutOf,
  resetColumns,
} from './column-table.ts';

/** Milliseconds from the last change of a layout until the layout is saved. Dragging a border changes it at every frame. */
const saveDelay = 400;

/** The rows that the user has folded, by table, as long as the page lasts. No store: only a first render reads it. */
const foldedRows = new Map<TableName, ColumnTableState['expanded']>();

/** The tables on the screen, for an undo after the table was left and shown again as another object. */
const shownTables = new Map<TableName, LayoutSetters>();

/**
 * Returns the columns of a table with their state. The state starts as the saved layout, and its changes are saved.
 * TanStack's own hook is not used, because it runs at every render: here a tick of the rows costs two comparisons.
 */
export function useColumnTable<Row extends RowData>(
  name: TableName,
  columns: readonly TableColumn<Row>[],
): ColumnTable<Row> {
  const changeSettings = useChangeSettings();
  const [table] = useState(() =>
    createColumnTable(columns, currentSettings().tables[name] ?? defaultLayout, foldedRows.get(name)),
  );
  const [state, setState] = useState(() => table.store.state);
  const words = useText().undo;
  const save = useRef<{ timer: number; run: () => void } | null>(null);

  useEffect(() => {
    const subscription = table.store.subscribe((next) => {
      setState(next);
      foldedRows.set(name, next.expanded);
      window.clearTimeout(save.current?.timer);
      const run = (): void => {
        save.current = null;
        changeSettings({ tables: { [name]: layoutOf(table.store.state) } });
      };
      save.current = { run, timer: window.setTimeout(run, saveDelay) };
    });
    const saveNow = (): void => {
      window.clearTimeout(save.current?.timer);
      save.current?.run();
    };
    // `capture` runs this before the listener of platform/settings/settings.ts, which sends the changes that wait for others.
    window.addEventListener('pagehide', saveNow, { capture: true });
    shownTables.set(name, table);
    return () => {
      shownTables.delete(name);
      subscription.unsubscribe();
      window.removeEventListener('pagehide', saveNow, { capture: true });
      saveNow();
    };
  }, [table, name, changeSettings]);

  const reset = useCallback((): void => {
    const before = layoutOf(table.store.state);
    resetColumns(table);
    offerUndo(words.columns, () => {
      const shown = shownTables.get(name);
      if (shown) applyColumns(shown, before);
      else changeSettings({ tables: { [name]: before } });
    });
  }, [table, name, changeSettings, words]);

  return useMemo(() => {
    if (table.options.columns !== columns) table.setOptions((options) => ({ ...options, columns }));
    return { ...table, state, reset };
  }, [table, columns, state, reset]);
}
