import type { HistoryState, SyncAction } from '../../../shared/history.ts';
import { useText } from '../../text/use-text.ts';
import { StatusLine } from '../screen/StatusLine.tsx';
import { ArchivedUnreadableRows } from './ArchivedUnreadableRows.tsx';
import { CoverageStatus } from './CoverageStatus.tsx';
import { SyncStatus } from './SyncStatus.tsx';

interface HistoryStatusProps {
  state: HistoryState | undefined;
  /** Rows of the filtered list; `null` while that is not known, and without a filter. */
  filtered: number | null;
  zone: string;
  onSync: (action: SyncAction) => void;
}

export function HistoryStatus({ state, filtered, zone, onSync }: HistoryStatusProps) {
  const text = useText();
  if (!state) return <StatusLine>{null}</StatusLine>;
  // The list may be known sooner, with rows that have just come, than how the archive stands.
  const all = Math.max(state.rows, filtered ?? 0);
  return (
    <StatusLine>
      <span>{filtered === null ? text.status.rows(all) : text.status.of(filtered, all)}</span>
      <span>
        <CoverageStatus state={state} zone={zone} onSync={onSync} />
      </span>
      <ArchivedUnreadableRows state={state} />
      <SyncStatus state={state} onSync={onSync} />
    </StatusLine>
  );
}
