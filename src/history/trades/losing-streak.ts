import type { TradeCount } from '../../shared/contract/positions.ts';
import type { Timestamp } from '../../shared/values/domain.ts';
import type { TradeTable } from './trade-table.ts';

/**
 * Returns how many of the latest closed trades are losses in a row (docs/risk.md 7). `since`: a trade that is not known may have been closed up to
 * this time, so that earlier losses are not certain. `unseenBy`: orders whose execution was not seen had been executed by then.
 */
export function losingStreak(table: TradeTable, since: Timestamp, unseenBy: Timestamp): TradeCount {
  const closedAt = table.columns.closedAt.keys;
  const closedBy = (number: number): Timestamp => {
    const latest = table.columns.closedBy.keys[number] as number;
    return Number.isNaN(latest) ? Math.max(unseenBy, closedAt[number] as number) : latest;
  };
  let [certain, ended] = [since, Number.NEGATIVE_INFINITY];
  for (let number = 1; number <= table.size; number++) {
    const kind = kindOf(table, number);
    if (kind === 'open' || kind === 'loss') continue;
    certain = Math.max(certain, closedBy(number));
    if (kind === 'other') ended = Math.max(ended, closedAt[number] as number);
  }
  const count: TradeCount = { least: 0, most: 0 };
  for (let number = 1; number <= table.size; number++) {
    const kind = kindOf(table, number);
    if (kind === 'open' || kind === 'other') continue;
    if (kind === 'loss' && (closedAt[number] as number) > certain) count.least++;
    if (closedBy(number) > ended) count.most++;
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
