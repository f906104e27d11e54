import { useMemo } from 'react';
import type { TickerMarket } from '../../../shared/market/market.ts';
import type { Decimal } from '../../../shared/values/domain.ts';
import { useIsLive } from './freshness.ts';
import { useLive } from './live/live.ts';
import { TickerRows } from './ticker-row.ts';

const listOf = { futures: 'futures-tickers', spot: 'spot-tickers' } as const;
const otherOf = { futures: 'spot', spot: 'futures' } as const;
const noPrices: ReadonlyMap<string, Decimal | null> = new Map();

/**
 * The live tickers of a market. With `withOther` each row has the price of the same pair in the other market while both
 * are live. The other market is requested only then.
 */
export function useTickers(account: string, market: TickerMarket, withOther: boolean) {
  const snapshot = useLive(listOf[market], account);
  const other = useLive(listOf[otherOf[market]], account, withOther);
  const isLive = useIsLive(snapshot);
  const isOtherLive = useIsLive(other);
  const others = useMemo(
    () =>
      withOther && isLive && isOtherLive ? new Map(other.rows.map(({ symbol, last }) => [symbol, last])) : noPrices,
    [other.rows, withOther, isLive, isOtherLive],
  );
  const rowsOf = useMemo(() => new TickerRows(market), [market]);
  const rows = useMemo(() => rowsOf.of(snapshot.rows, others), [rowsOf, snapshot.rows, others]);
  return { snapshot, rows, isLive, list: listOf[market] };
}
