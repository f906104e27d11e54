import type { Failure } from '../../../shared/errors.ts';
import type { HistoryState } from '../../../shared/history.ts';
import { EmptyNotice } from '../../components/screen/EmptyNotice.tsx';
import { FailureNotice } from '../../components/screen/FailureNotice.tsx';
import { useText } from '../../text/use-text.ts';
import { ResultsSkeleton } from './ResultsSkeleton.tsx';

interface ResultsPlaceholderProps {
  failure: Failure | null;
  /** That there are no results is an answer, and not the want of one. */
  known: boolean;
  state: HistoryState | undefined;
  filtered: boolean;
  onClear: () => void;
  onRetry: () => void;
}

/** In place of the charts while there is nothing to draw. */
export function ResultsPlaceholder({ failure, known, state, filtered, onClear, onRetry }: ResultsPlaceholderProps) {
  const text = useText();
  if (failure && (!known || state?.rows === 0))
    return <FailureNotice failure={failure} form="panel" onRetry={onRetry} />;
  if (!known) return <ResultsSkeleton />;
  if (filtered && state?.rows !== 0) {
    return (
      <EmptyNotice
        what={text.results.emptyFiltered}
        next={text.results.emptyFilteredNext}
        action={{ label: text.results.clearFilter, run: onClear }}
      />
    );
  }
  if (!state || state.phase === 'newest' || state.phase === 'past') {
    return <EmptyNotice what={text.results.emptyReading} next={text.results.emptyReadingNext} />;
  }
  return <EmptyNotice what={text.results.empty} next={text.results.emptyNext} />;
}
