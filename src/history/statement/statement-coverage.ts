import type { ModeCoverage } from '../../shared/contract/history.ts';
import type { StatementCoverage } from '../../shared/contract/statement.ts';
import type { Timestamp } from '../../shared/domain.ts';
import type { HistoryBreak } from '../rows.ts';

/** Returns where orders created before the end of a span may be missing. `breaks`: of the order history. */
export function statementCoverage(
  modes: readonly Omit<ModeCoverage, 'blocked'>[],
  breaks: readonly HistoryBreak[],
  end: Timestamp,
): StatementCoverage[] {
  return modes.map(({ marginMode, rows, oldest, complete, gaps }) => {
    const hasPast = breaks.some((each) => each.marginMode === marginMode && each.before === null);
    const isUnknown = rows === 0 ? !complete : hasPast;
    return {
      marginMode,
      backTo: isUnknown ? Math.min(oldest ?? end, end) : null,
      oldest: oldest !== null && oldest < end ? oldest : null,
      gaps: gaps.filter(({ from }) => from < end),
    };
  });
}
