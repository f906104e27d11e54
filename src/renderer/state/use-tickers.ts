import { useMemo, useRef } from 'react';
import type { Decimal } from '../../shared/domain.ts';
import type { TickerMarket } from '../../shared/market.ts';
import { TickerRows } from '../model/ticker-row.ts';
import { useIsLive } from './freshness.ts';
import { useLive } from './live/live.ts';

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
  const rowsOf = useRef<TickerRows | null>(null);
  rowsOf.current ??= new TickerRows(market);
  const { current } = rowsOf;
  const rows = useMemo(() => current.of(snapshot.rows, others), [current, snapshot.rows, others]);
  return { snapshot, rows, isLive, list: listOf[market] };
}
