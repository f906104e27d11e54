import type { TradeCount } from '../../shared/contract/positions.ts';
import type { Timestamp } from '../../shared/values/domain.ts';
import { signedAt } from '../../shared/values/elements.ts';
import type { TradeTable } from './trade-table.ts';

/** Kinds of trades. `open`: or none. `untold`: it cannot be told whether a closed trade is a loss. */
const [open, loss, other, untold] = [0, 1, 2, 3];

/**
 * Returns how many of the latest closed trades are losses in a row (docs/risk.md 7). `since`: a trade that is not known may have been closed up to
 * this time, so that earlier losses are not certain. `unseenBy`: orders whose execution was not seen had been executed by then.
 */
export function losingStreak(table: TradeTable, since: Timestamp, unseenBy: Timestamp): TradeCount {
  const closedAt = table.columns.closedAt.keys;
  const closedBy = (number: number): Timestamp => {
    const latest = signedAt(table.columns.closedBy.keys, number);
    return Number.isNaN(latest) ? Math.max(unseenBy, signedAt(closedAt, number)) : latest;
  };
  const kinds = kindsOf(table);
  let [certain, ended] = [since, Number.NEGATIVE_INFINITY];
  for (let number = 1; number <= table.size; number++) {
    const kind = kinds[number];
    if (kind === open || kind === loss) continue;
    certain = Math.max(certain, closedBy(number));
    if (kind === other) ended = Math.max(ended, signedAt(closedAt, number));
  }
  const count: TradeCount = { least: 0, most: 0 };
  for (let number = 1; number <= table.size; number++) {
    const kind = kinds[number];
    if (kind === open || kind === other) continue;
    if (kind === loss && signedAt(closedAt, number) > certain) count.least++;
    if (closedBy(number) > ended) count.most++;
  }
  return count;
}

/** Returns the kind of each trade by its number. */
function kindsOf(table: TradeTable): Uint8Array {
  const { pnl, closedAt } = table.columns;
  const kinds = new Uint8Array(table.size + 1).fill(open);
  for (let number = 1; number <= table.size; number++) {
    if (!table.has(number) || Number.isNaN(closedAt.keys[number])) continue;
    const isUntold = table.reasons[number] !== 0 || table.isUncertain(number);
    kinds[number] = isUntold ? untold : signedAt(pnl.keys, number) < 0 ? loss : other;
  }
  return kinds;
}
