import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Failure } from '../../../../shared/contract/failure.ts';
import type { ArchiveProblem, HistoryState } from '../../../../shared/contract/history.ts';
import type { SyncAction } from '../../../../shared/orders/history.ts';
import { useText } from '../../../text/use-text.ts';
import { Bar } from '../../../ui/screen/Bar.tsx';
import { EmptyNotice } from '../../../ui/screen/Notices.tsx';
import { FailureNotice } from '../../accounts/FailureNotice.tsx';
import { coverageOf } from './coverage.ts';

interface ArchiveBannerProps {
  problem: ArchiveProblem;
  /** Name of the account, if several are shown. */
  accountName?: string | undefined;
  onRetry: () => void;
}

/** A problem of the database file, and what the user can do. */
export function ArchiveBanner({ problem, accountName, onRetry }: ArchiveBannerProps) {
  const text = useText();
  const { what, next } = text.problems[problem.kind];
  return (
    <Bar rank="failure">
      <div role="alert" className="failure failure-strip history-problem" data-problem={problem.kind}>
        <TriangleAlert size={16} className="failure-icon" aria-hidden="true" />
        <div className="failure-text">
          <p className="failure-what">{accountName === undefined ? what : text.history.gapOf(accountName, what)}</p>
          <p className="failure-next">{next}</p>
          <p className="problem-file">{problem.file}</p>
        </div>
        {problem.kind !== 'quarantined' && (
          <button type="button" className="button" onClick={onRetry}>
            {text.failure.retry}
          </button>
        )}
      </div>
    </Bar>
  );
}

interface NoticeText {
  what: string;
  next: string;
}

interface HistoryPlaceholderProps {
  state: HistoryState | undefined;
  /** Failure to read the local history. */
  failure: Failure | null;
  /** True if the rows of the current filter have been read. */
  isRead: boolean;
  isFiltered: boolean;
  /** Shown if the complete history has no rows. */
  empty: NoticeText;
  /** Shown if no row matches the filter. */
  noneFits: NoticeText;
  /** The conditions of the filter, as a sentence. */
  searched?: string;
  /** Another filter that the user may have meant, if no row matches the filter. */
  offer?: { label: string; run: () => void } | null;
  /** Shown while rows are being read. */
  skeleton: ReactNode;
  onRetry: () => void;
  onSync: (action: SyncAction) => void;
  onClearFilter: () => void;
}

/** Shown instead of rows: why there are none, and what the user can do. */
export function HistoryPlaceholder(props: HistoryPlaceholderProps) {
  const { state, failure, onSync } = props;
  const text = useText();
  if (failure) return <FailureNotice failure={failure} form="panel" onRetry={props.onRetry} />;
  if (!state || !props.isRead) return props.skeleton;
  const { complete } = coverageOf(state.modes);
  // What could not be read may be what is missing.
  const unreadable = state.unreadable > 0 ? text.history.notIncluded(state.unreadable) : null;
  if (state.rows > 0 && props.isFiltered) {
    const extent = complete ? (unreadable ?? props.noneFits.next) : text.history.noneFitsYet;
    return (
      <EmptyNotice
        what={props.noneFits.what}
        next={props.searched === undefined ? extent : text.sentences(props.searched, extent)}
        offer={props.offer ?? null}
        action={{ label: text.history.clearFilter, run: props.onClearFilter }}
      />
    );
  }
  if (complete) return <EmptyNotice what={props.empty.what} next={unreadable ?? props.empty.next} />;
  if (state.failure && state.rows === 0) {
    return <FailureNotice failure={state.failure} form="panel" onRetry={() => onSync('refresh')} />;
  }
  if (state.phase === 'paused' || (state.phase === 'idle' && state.checkedAt !== null)) {
    const paused = state.phase === 'paused';
    return (
      <EmptyNotice
        what={paused ? text.history.paused : text.history.notRead}
        next={text.history.notReadNext}
        action={
          paused
            ? { label: text.history.resume, run: () => onSync('resume') }
            : { label: text.history.readOn, run: () => onSync('refresh') }
        }
      />
    );
  }
  return props.skeleton;
}
