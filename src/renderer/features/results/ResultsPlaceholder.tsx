import type { Failure } from '../../../shared/errors.ts';
import type { HistoryState, SyncAction } from '../../../shared/history.ts';
import { coverageOf } from '../../components/history/coverage.ts';
import { EmptyNotice } from '../../components/screen/EmptyNotice.tsx';
import { FailureNotice } from '../../components/screen/FailureNotice.tsx';
import { useText } from '../../text/use-text.ts';
import { ResultsSkeleton } from './ResultsSkeleton.tsx';

interface ResultsPlaceholderProps {
  state: HistoryState | undefined;
  /** Of adding up itself. */
  failure: Failure | null;
  /** That there are no results is an answer, and not the want of one. */
  answered: boolean;
  filtered: boolean;
  onRetry: () => void;
  onSync: (action: SyncAction) => void;
  onClearFilter: () => void;
}

/** In place of the charts while there is nothing to draw: why, and what to do about it. */
export function ResultsPlaceholder(props: ResultsPlaceholderProps) {
  const { state, failure, onSync } = props;
  const text = useText();
  if (failure) return <FailureNotice failure={failure} form="panel" onRetry={props.onRetry} />;
  if (!state || !props.answered) return <ResultsSkeleton />;
  const { complete } = coverageOf(state.modes);
  if (state.rows > 0 && props.filtered) {
    return (
      <EmptyNotice
        what={text.results.noneFits}
        next={complete ? text.results.noneFitsNext : text.history.noneFitsYet}
        action={{ label: text.history.clearFilter, run: props.onClearFilter }}
      />
    );
  }
  if (complete) return <EmptyNotice what={text.results.empty} next={text.results.emptyNext} />;
  if (state.failure) {
    return <FailureNotice failure={state.failure} form="panel" onRetry={() => onSync('refresh')} />;
  }
  if (state.phase === 'paused') {
    return (
      <EmptyNotice
        what={text.history.paused}
        next={text.history.notReadNext}
        action={{ label: text.history.resume, run: () => onSync('resume') }}
      />
    );
  }
  if (state.phase === 'idle' && state.checkedAt !== null) {
    return (
      <EmptyNotice
        what={text.history.notRead}
        next={text.history.notReadNext}
        action={{ label: text.history.readOn, run: () => onSync('refresh') }}
      />
    );
  }
  return <ResultsSkeleton />;
}
