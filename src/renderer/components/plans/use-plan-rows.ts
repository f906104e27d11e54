import { useMemo, useRef } from 'react';
import { useLive } from '../../state/live/live.ts';
import { useIsLive } from '../../state/live/use-is-live.ts';
import { PlanRows } from './plan-row.ts';

/** The open plans of an account beside the last prices of their futures, kept up to date. */
export function usePlanRows(account: string) {
  const plans = useLive('open-plans', account);
  const tickers = useLive('futures-tickers', account);
  const arePlansLive = useIsLive(plans);
  const arePricesLive = useIsLive(tickers);
  const isLive = arePlansLive && arePricesLive;
  const held = useRef<PlanRows | null>(null);
  held.current ??= new PlanRows();
  const { current } = held;
  const rows = useMemo(() => current.of(plans.rows, tickers.rows, isLive), [current, plans.rows, tickers.rows, isLive]);
  return { plans, tickers, rows, isLive, arePlansLive, arePricesLive };
}
