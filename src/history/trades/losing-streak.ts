import type { TradeCount } from '../../shared/contract/positions.ts';
import type { Timestamp } from '../../shared/values/domain.ts';
import type { TradeTable } from './trade-table.ts';

/**
 * Returns how many of the latest closed trades are losses in a row (docs/risk.md 7). `since`: a trade that is not known may have been closed up to
 * this time, so that earlier losses are not certain.
 */
export function losingStreak(table: TradeTable, since: Timestamp = Number.NEGATIVE_INFINITY): TradeCount {
  const { closedAt, closedBy } = table.columns;
  let [certain, ended] = [since, Number.NEGATIVE_INFINITY];
  for (let number = 1; number <= table.size; number++) {
    const kind = kindOf(table, number);
    if (kind === 'open' || kind === 'loss') continue;
    const [earliest, latest] = [closedAt.keys[number] as number, closedBy.keys[number] as number];
    certain = Math.max(certain, Number.isNaN(latest) ? Number.POSITIVE_INFINITY : latest);
    if (kind === 'other') ended = Math.max(ended, earliest);
  }
  const count: TradeCount = { least: 0, most: 0 };
  for (let number = 1; number <= table.size; number++) {
    const kind = kindOf(table, number);
    if (kind === 'open' || kind === 'other') continue;
    if (kind === 'loss' && (closedAt.keys[number] as number) > certain) count.least++;
    // True if the latest closing is not known.
    if (!((closedBy.keys[number] as number) <= ended)) count.most++;
  }
  return count;
}

/** `open`: or none. `untold`: it cannot be told whether a closed trade is a loss. */
function kindOf(table: TradeTable, number: number): 'open' | 'loss' | 'other' | 'untold' {
  const { pnl, closedAt } = table.columns;
  if (!table.has(number) || Number.isNaN(closedAt.keys[number])) return 'open';
  if (table.reasons[number] !== 0 || table.isUncertain(number)) return 'untold';
  return (pnl.keys[number] as number) < 0 ? 'loss' : 'other';
}
