import type { HistoryState, SyncAction } from '../../../shared/history.ts';
import { useText } from '../../text/use-text.ts';
import { StatusLine } from '../screen/StatusLine.tsx';
import { ArchivedUnreadableRows } from './ArchivedUnreadableRows.tsx';
import { CoverageFacts } from './CoverageFacts.tsx';
import { SyncFacts } from './SyncFacts.tsx';

interface HistoryStatusProps {
  state: HistoryState | undefined;
  /** Rows of the filtered list; `null` while that is not known. */
  shown: number | null;
  zone: string;
  onSync: (action: SyncAction) => void;
}

export function HistoryStatus({ state, shown, zone, onSync }: HistoryStatusProps) {
  const text = useText();
  if (!state) return <StatusLine>{null}</StatusLine>;
  const filtered = shown !== null && shown !== state.rows;
  return (
    <StatusLine>
      <span>{filtered ? text.status.of(shown, state.rows) : text.status.rows(state.rows)}</span>
      <span>
        <CoverageFacts state={state} zone={zone} onSync={onSync} />
      </span>
      <ArchivedUnreadableRows account={state.account} list={state.list} count={state.unreadable} />
      <SyncFacts state={state} onSync={onSync} />
    </StatusLine>
  );
}
