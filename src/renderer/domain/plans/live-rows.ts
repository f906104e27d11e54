import { useMemo, useRef } from 'react';
import type { Decimal } from '../../../shared/domain.ts';
import type { LiveSnapshot, TickerMarket } from '../../../shared/market.ts';
import { useAreLive, useIsLive } from '../market/freshness.ts';
import { useLive, useLives } from '../market/live/live.ts';
import { TickerRows } from '../market/ticker-row.ts';
import { type PlanRow, PlanRows } from './plan-row.ts';

/** The open plans of an account with the last prices of their futures. */
export interface AccountPlans {
  account: string;
  plans: LiveSnapshot<'open-plans'>;
  tickers: LiveSnapshot<'futures-tickers'>;
  rows: readonly PlanRow[];
  /** True if both plans and prices are live. */
  isLive: boolean;
}

/** Live plans of several accounts. Each account has its own state: a failing one does not affect the others. */
export function usePlansOf(accounts: readonly string[]): readonly AccountPlans[] {
  const plans = useLives('open-plans', accounts);
  const tickers = useLives('futures-tickers', accounts);
  const arePlansLive = useAreLive(plans);
  const arePricesLive = useAreLive(tickers);
  const rowsOf = useRef(new Map<string, PlanRows>());
  return plans.flatMap((view, position) => {
    const prices = tickers[position];
    if (!prices) return [];
    const { account } = view;
    const planRows = rowsOf.current.get(account) ?? new PlanRows(account);
    rowsOf.current.set(account, planRows);
    const isLive = arePlansLive[position] === true && arePricesLive[position] === true;
    return [{ account, plans: view, tickers: prices, rows: planRows.of(view.rows, prices.rows, isLive), isLive }];
  });
}

export function usePlanRows(account: string): AccountPlans {
  const [plans] = usePlansOf(useMemo(() => [account], [account]));
  if (!plans) throw new Error('The plans of the account are missing.');
  return plans;
}

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
