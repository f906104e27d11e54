import { TriangleAlert } from 'lucide-react';
import type { HistoryState } from '../../../shared/history.ts';
import { coverageOf, coverageText } from '../../model/coverage.ts';
import { useText } from '../../text/use-text.ts';

/** Said for as long as orders are missing: sums over a part of the past are sums of that part alone. */
export function CoverageNote({ state, zone }: { state: HistoryState; zone: string }) {
  const text = useText();
  const coverage = coverageOf(state.modes);
  if (coverage.complete) return null;
  const past = coverage.backTo === null ? null : coverageText(coverage, zone, text);
  const reading = state.phase === 'newest' || state.phase === 'past';
  return (
    <p className="results-coverage">
      <TriangleAlert size={14} aria-hidden="true" />
      {reading ? text.results.readsOn(past) : text.results.readsNot(past)}
    </p>
  );
}
