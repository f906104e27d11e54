import { TriangleAlert } from 'lucide-react';
import type { HistoryState } from '../../../shared/history.ts';
import { formatTimestamp } from '../../../shared/time.ts';
import { useText } from '../../text/use-text.ts';
import { coveredFrom } from './coverage.ts';

/** Said for as long as orders are missing: sums over a part of the past are sums of that part alone. */
export function CoverageNote({ state, zone }: { state: HistoryState | undefined; zone: string }) {
  const text = useText();
  const from = state ? coveredFrom(state) : null;
  if (!state || from === null || from === 'complete') return null;
  const date = formatTimestamp(from, zone).slice(0, 10);
  const reading = state.phase === 'newest' || state.phase === 'past';
  return (
    <p className="results-coverage">
      <TriangleAlert size={14} aria-hidden="true" />
      {reading ? text.results.readsOn(date) : text.results.readsNot(date)}
    </p>
  );
}
