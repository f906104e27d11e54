import { CirclePause, Pause, Play, Square } from 'lucide-react';
import { useState } from 'react';
import type { HistoryState } from '../../../../shared/contract/history.ts';
import type { HistoryList, SyncAction } from '../../../../shared/orders/history.ts';
import { formatTimestamp } from '../../../../shared/time/time.ts';
import { useText } from '../../../text/use-text.ts';
import { StatusLine, UnreadableRows } from '../../../ui/screen/StatusLine.tsx';
import { timeLeft } from '../../../ui/text/duration.ts';
import { type AccountState, useSyncHistory, useUnreadableRows } from '../history-state.ts';
import { CoverageStatus } from './CoverageStatus.tsx';
import { coverageOf } from './coverage.ts';
import { isFirstDownload } from './FirstDownload.tsx';

interface HistoryStatusProps {
  /** The accounts whose rows are shown. Of several, each is named. */
  parts: readonly AccountState[];
  list: HistoryList;
  zone: string;
}

/** How far the archive of each account reaches, what its sync is doing, and what it has found. Of several, only the essential. */
export function HistoryStatus({ parts, list, zone }: HistoryStatusProps) {
  return (
    <StatusLine>
      {parts.map(
        ({ account, state }) =>
          state && (
            <AccountFacts
              key={account.id}
              state={state}
              list={list}
              zone={zone}
              accountName={parts.length > 1 ? account.name : undefined}
            />
          ),
      )}
    </StatusLine>
  );
}

interface AccountFactsProps {
  state: HistoryState;
  list: HistoryList;
  zone: string;
  /** Name of the account, if several are shown. */
  accountName: string | undefined;
}

function AccountFacts({ state, list, zone, accountName }: AccountFactsProps) {
  const onSync = useSyncHistory(state.account, list);
  const sync = <SyncStatus state={state} onSync={onSync} />;
  return (
    <>
      <span>
        <CoverageStatus state={state} zone={zone} onSync={onSync} accountName={accountName}>
          {accountName !== undefined && sync}
        </CoverageStatus>
      </span>
      <ArchivedUnreadableRows state={state} />
      <FoundNotice found={state.found} kind="found" zone={zone} onDismiss={() => onSync('dismiss')} />
      <FoundNotice found={state.damaged} kind="damaged" zone={zone} onDismiss={() => onSync('dismiss')} />
      <LostNotice lost={state.lost} onDismiss={() => onSync('dismiss')} />
      {accountName === undefined && sync}
    </>
  );
}

interface FoundNoticeProps {
  found: HistoryState['found'];
  kind: 'found' | 'damaged';
  zone: string;
  onDismiss: () => void;
}

/** Rows that a verification added, or that were damaged on the disk, until the user has seen them. */
function FoundNotice({ found, kind, zone, onDismiss }: FoundNoticeProps) {
  const text = useText();
  if (found === null) return null;
  const day = (time: number): string => formatTimestamp(time, zone).slice(0, 10);
  return (
    <Notice
      what={text.history[kind](found.rows, day(found.oldest), day(found.newest))}
      explained={text.history[`${kind}Explained`]}
      onDismiss={onDismiss}
    />
  );
}

interface LostNoticeProps {
  lost: HistoryState['lost'];
  onDismiss: () => void;
}

/** Notes and other records beside the rows that were damaged on the disk, until the user has seen them. */
function LostNotice({ lost, onDismiss }: LostNoticeProps) {
  const text = useText();
  if (lost === null) return null;
  return <Notice what={text.history.lost(lost)} explained={text.history.lostExplained} onDismiss={onDismiss} />;
}

interface NoticeProps {
  what: string;
  explained: string;
  onDismiss: () => void;
}

function Notice({ what, explained, onDismiss }: NoticeProps) {
  const text = useText();
  return (
    <span className="sync" role="status" title={explained}>
      {what}
      <button type="button" className="status-button" onClick={onDismiss}>
        {text.history.dismissFound}
      </button>
    </span>
  );
}

interface SyncStatusProps {
  state: HistoryState;
  onSync: (action: SyncAction) => void;
}

/** Smallest rate (rows per second) that is shown. A lower one says nothing about the time left. */
const minShownRate = 10;

/** Progress of the sync with the exchange, and buttons to pause and stop it. */
function SyncStatus({ state, onSync }: SyncStatusProps) {
  const text = useText();
  const { phase } = state;
  if (phase === 'paused') {
    return (
      <span className="sync">
        <CirclePause size={12} aria-hidden="true" />
        {text.history.paused}
        <button type="button" className="status-button" onClick={() => onSync('resume')}>
          <Play size={12} aria-hidden="true" />
          {text.history.resume}
        </button>
      </span>
    );
  }
  if (phase === 'verify') {
    return (
      <span className="sync" data-phase={phase}>
        <span>{text.history.verifying(Math.floor((state.verification ?? 0) * 100))}</span>
        <button type="button" className="status-button" onClick={() => onSync('cancel')}>
          <Square size={12} aria-hidden="true" />
          {text.history.stop}
        </button>
      </span>
    );
  }
  if (phase === 'head' || phase === 'backfill' || phase === 'refresh') {
    return (
      <span className="sync" data-phase={phase}>
        <span>{text.history.phases[phase]}</span>
        {phase === 'backfill' && (
          <>
            <button type="button" className="status-button" onClick={() => onSync('pause')}>
              <Pause size={12} aria-hidden="true" />
              {text.history.pause}
            </button>
            <button type="button" className="status-button" onClick={() => onSync('cancel')}>
              <Square size={12} aria-hidden="true" />
              {text.history.stop}
            </button>
          </>
        )}
        {/* Last, because the figures come and go. */}
        {state.rate !== null && state.rate >= minShownRate && (
          <span className="sync-detail">{text.history.rate(Math.round(state.rate))}</span>
        )}
        {state.secondsLeft !== null && !isFirstDownload(state) && <span>{timeLeft(state.secondsLeft, text)}</span>}
      </span>
    );
  }
  if (phase === 'idle' && state.checkedAt !== null && !coverageOf(state.modes).complete) {
    return (
      <button type="button" className="status-button" onClick={() => onSync('refresh')}>
        {text.history.readOn}
      </button>
    );
  }
  return null;
}

/** The unreadable rows of the local history, read when the user opens them. */
function ArchivedUnreadableRows({ state }: { state: HistoryState }) {
  const [open, setOpen] = useState(false);
  const rows = useUnreadableRows(state, open);
  return <UnreadableRows count={state.unreadable} rows={rows} onOpenChange={setOpen} />;
}
