import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Failure } from '../../../shared/errors.ts';
import type { ArchiveProblem, HistoryState, SyncAction } from '../../../shared/history.ts';
import { coverageOf } from '../../model/coverage.ts';
import { useText } from '../../text/use-text.ts';
import { EmptyNotice, FailureNotice } from '../screen/Notices.tsx';

interface ArchiveBannerProps {
  problem: ArchiveProblem;
  onRetry: () => void;
}

/** What is the matter with the file that the rows are kept in, and what to do about it. */
export function ArchiveBanner({ problem, onRetry }: ArchiveBannerProps) {
  const text = useText();
  const { what, next } = text.problems[problem.kind];
  return (
    <div role="alert" className="failure failure-strip archive-problem" data-problem={problem.kind}>
      <TriangleAlert size={16} className="failure-icon" aria-hidden="true" />
      <div className="failure-text">
        <p className="failure-what">{what}</p>
        <p className="failure-next">{next}</p>
        <p className="archive-file">{problem.file}</p>
      </div>
      {problem.kind !== 'set-aside' && (
        <button type="button" className="button" onClick={onRetry}>
          {text.failure.retry}
        </button>
      )}
    </div>
  );
}

interface PlaceholderText {
  what: string;
  next: string;
}

interface HistoryPlaceholderProps {
  state: HistoryState | undefined;
  /** Of reading the archive itself. */
  failure: Failure | null;
  /** Whether the archive has answered for this filter. */
  answered: boolean;
  isFiltered: boolean;
  /** Where all is known and there is nothing. */
  empty: PlaceholderText;
  /** Where nothing fits the filter. */
  noneFits: PlaceholderText;
  /** Of what will stand there. */
  skeleton: ReactNode;
  onRetry: () => void;
  onSync: (action: SyncAction) => void;
  onClearFilter: () => void;
}

/** What stands where no row is: why, and what to do about it. */
export function HistoryPlaceholder(props: HistoryPlaceholderProps) {
  const { state, failure, onSync } = props;
  const text = useText();
  if (failure) return <FailureNotice failure={failure} form="panel" onRetry={props.onRetry} />;
  if (!state || !props.answered) return props.skeleton;
  const { complete } = coverageOf(state.modes);
  if (state.rows > 0 && props.isFiltered) {
    return (
      <EmptyNotice
        what={props.noneFits.what}
        next={complete ? props.noneFits.next : text.history.noneFitsYet}
        action={{ label: text.history.clearFilter, run: props.onClearFilter }}
      />
    );
  }
  if (complete) return <EmptyNotice {...props.empty} />;
  if (state.failure) {
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
