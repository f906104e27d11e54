import { useEffect, useState } from 'react';
import { shortcutText } from '../../../shared/shortcut.ts';
import { isMac } from '../../state/commands.ts';
import { showNotice } from '../../state/notice.ts';
import { useText } from '../../text/use-text.ts';
import { extendSelection, mostSelectedRows, type RowSelection, selectedRange } from './row-selection.ts';

/** A run of rows chosen by the reader. It moves with its rows when others come in above, and ends with its list. */
export function useRowSelection(listKey: string, rowCount: number, addedAtTop: number) {
  const text = useText();
  const [kept, setKept] = useState<(RowSelection & { addedAtTop: number }) | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: positions of one list mean nothing in another
  useEffect(() => setKept(null), [listKey]);

  const moved = kept ? addedAtTop - kept.addedAtTop : 0;
  const inside = (position: number): number => Math.max(0, Math.min(rowCount - 1, position));
  const selection: RowSelection | null =
    kept && rowCount > 0 ? { anchor: inside(kept.anchor + moved), head: inside(kept.head + moved) } : null;

  const selected = (count: number): string => text.table.selected(count, shortcutText('Mod+C', isMac));
  /** From where the selection began, or else from `start`. */
  const extend = (start: number, towards: number): void => {
    const next = extendSelection(selection?.anchor ?? start, towards);
    setKept({ ...next, addedAtTop });
    const { count } = selectedRange(next);
    showNotice(next.head === towards ? selected(count) : text.table.selectedAtMost(mostSelectedRows));
  };
  const selectAll = (): void => {
    if (rowCount === 0) return;
    const next = extendSelection(0, rowCount - 1);
    setKept({ ...next, addedAtTop });
    const { count } = selectedRange(next);
    showNotice(count === rowCount ? selected(count) : text.table.selectedAtMost(mostSelectedRows));
  };
  const clear = (): void => setKept(null);
  return { selection, extend, selectAll, clear };
}

export type SelectedRows = ReturnType<typeof useRowSelection>;
