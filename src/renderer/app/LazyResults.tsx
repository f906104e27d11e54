import { lazy, Suspense } from 'react';
import type { AccountSummary } from '../../shared/domain.ts';
import { FailureNotice } from '../components/screen/FailureNotice.tsx';

/** Its charts are a good part of the program's code: fetched when they are first looked at, so that the start does without. */
const Results = lazy(() =>
  import('../features/results/ResultsScreen.tsx').then(
    ({ ResultsScreen }) => ({ default: ResultsScreen }),
    () => ({ default: NotFetched }),
  ),
);

export function LazyResults({ account }: { account: AccountSummary }) {
  return (
    <Suspense fallback={null}>
      <Results account={account} />
    </Suspense>
  );
}

/** The files come from the program itself: without it there is nothing to draw, and a page that is loaded anew says so. */
function NotFetched() {
  return (
    <FailureNotice
      failure={{ code: 'host-gone', message: 'The screen could not be fetched.' }}
      form="panel"
      onRetry={() => window.location.reload()}
    />
  );
}
