import type { TradeTable } from './trade-table.ts';

/**
 * Returns how many of the latest closed trades are losses in a row, as far as that is certain (docs/risk.md 7): no other trade may have been
 * closed after the first of them. `null` if a trade whose latest closing is not known may have ended all of them. `since`: orders may be
 * missing up to this time, so that earlier trades do not count.
 */
export function losingStreak(table: TradeTable, since = Number.NEGATIVE_INFINITY): number | null {
  const { pnl, closedAt, closedBy } = table.columns;
  const isLoss = (number: number) =>
    (pnl.keys[number] as number) < 0 && table.reasons[number] === 0 && !table.isUncertain(number);
  let others = since;
  let mayEnd = false;
  for (let number = 1; number <= table.size; number++) {
    if (!table.has(number) || Number.isNaN(closedAt.keys[number]) || isLoss(number)) continue;
    const [earliest, latest] = [closedAt.keys[number] as number, closedBy.keys[number] as number];
    if (Number.isNaN(latest)) mayEnd = true;
    others = Math.max(others, Number.isNaN(latest) ? earliest : latest);
  }
  let losses = 0;
  for (let number = 1; number <= table.size; number++) {
    if (table.has(number) && (closedAt.keys[number] as number) > others) losses++;
  }
  return mayEnd && losses > 0 ? null : losses;
}
