import { useState } from 'react';
import type { HistoryState } from '../../../shared/history.ts';
import { useUnreadableRows } from '../../state/history-state.ts';
import { UnreadableRows } from '../screen/UnreadableRows.tsx';

/** The unreadable rows that the history keeps. Read when the user opens them. */
export function ArchivedUnreadableRows({ state }: { state: HistoryState }) {
  const [open, setOpen] = useState(false);
  const rows = useUnreadableRows(state, open);
  return <UnreadableRows count={state.unreadable} rows={rows} onOpenChange={setOpen} />;
}
