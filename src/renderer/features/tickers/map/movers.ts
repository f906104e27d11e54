import { signOf } from '../../../../shared/decimal.ts';
import { type SortKey, sortRows } from '../../../../shared/rows/row-order.ts';
import { figuresOf, type TickerRow } from '../../../model/ticker-row.ts';

export interface Movers {
  gainers: string[];
  losers: string[];
  busiest: string[];
}

/** Symbols in each list. */
const most = 15;

/** Who rose and fell most over 24 hours, and of what most was turned over. The rows are of one quote currency. */
export function moversOf(rows: readonly TickerRow[]): Movers {
  const change = { kind: 'decimal', of: (row: TickerRow) => figuresOf(row).changePercent } as const;
  const turnover = { kind: 'decimal', of: (row: TickerRow) => row.turnover } as const;
  const first = (key: SortKey<TickerRow>, isMeant: (row: TickerRow) => boolean): string[] => {
    const meant = rows.filter(isMeant);
    return Array.from(sortRows(meant, [key]).slice(0, most), (position) => meant[position]?.symbol ?? '');
  };
  const hasSign = (sign: -1 | 1) => (row: TickerRow) => signOf(figuresOf(row).changePercent ?? '0') === sign;
  return {
    gainers: first({ value: change, direction: 'descending' }, hasSign(1)),
    losers: first({ value: change, direction: 'ascending' }, hasSign(-1)),
    busiest: first({ value: turnover, direction: 'descending' }, (row) => signOf(row.turnover ?? '0') > 0),
  };
}
