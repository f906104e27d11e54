import { useEffect, useState } from 'react';
import { shortcutText } from '../../../shared/settings/shortcut.ts';
import { isMac } from '../../platform/commands.ts';
import type { Text } from '../../text/use-text.ts';

/** Adjacent rows that the user has selected for copying. Positions count from 0. */
export interface RowSelection {
  /** Position of the row at which the selection began. */
  anchor: number;
  /** Position of the row that was selected last. */
  head: number;
}

/** Maximum number of selected rows. The export handles longer lists. */
export const maxSelectedRows = 10_000;

/** Returns the selection from the anchor toward a row, limited to `maxSelectedRows`. */
export function extendSelection(anchor: number, toward: number): RowSelection {
  const reach = maxSelectedRows - 1;
  return { anchor, head: Math.max(anchor - reach, Math.min(anchor + reach, toward)) };
}

/** Returns the first position and the number of rows. */
export function selectedRange({ anchor, head }: RowSelection): { from: number; count: number } {
  return { from: Math.min(anchor, head), count: Math.abs(anchor - head) + 1 };
}

/** Returns the number of selected rows in words, with the key that copies them. */
export function selectedWords(count: number, isLimited: boolean, text: Text): string {
  return isLimited ? text.table.selectedAtMost(count) : text.table.selected(count, shortcutText('Mod+C', isMac));
}

export function isSelected(selection: RowSelection | null, position: number): boolean {
  if (!selection) return false;
  const { from, count } = selectedRange(selection);
  return position >= from && position < from + count;
}

/** Returns the selection and its commands. The selection moves with its rows and is cleared when another list is shown. */
export function useRowSelection(listKey: string, rowCount: number, addedAtTop: number) {
  const [stored, setStored] = useState<(RowSelection & { addedAtTop: number; isLimited: boolean }) | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: positions of one list mean nothing in another
  useEffect(() => setStored(null), [listKey]);

  const moved = stored ? addedAtTop - stored.addedAtTop : 0;
  const inside = (position: number): number => Math.max(0, Math.min(rowCount - 1, position));
  const selection: RowSelection | null =
    stored && rowCount > 0 ? { anchor: inside(stored.anchor + moved), head: inside(stored.head + moved) } : null;

  /** Selects the rows between two positions. */
  const select = (anchor: number, toward: number): void => {
    const next = extendSelection(anchor, toward);
    setStored({ ...next, addedAtTop, isLimited: next.head !== toward });
  };
  /** Extends the selection to a row. Without a selection, one begins at `start`. */
  const extend = (start: number, toward: number): void => select(selection?.anchor ?? start, toward);
  const selectAll = (): void => {
    if (rowCount > 0) select(0, rowCount - 1);
  };
  const clear = (): void => setStored(null);
  return { selection, isLimited: stored?.isLimited ?? false, select, extend, selectAll, clear };
}

export type SelectedRows = ReturnType<typeof useRowSelection>;
