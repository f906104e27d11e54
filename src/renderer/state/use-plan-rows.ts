import { useMemo, useRef } from 'react';
import type { LiveSnapshot } from '../../shared/market.ts';
import { type PlanRow, PlanRows } from '../model/plan-row.ts';
import { useAreLive } from './freshness.ts';
import { useLives } from './live/live.ts';

/** The open plans of an account beside the last prices of their futures. */
export interface AccountPlans {
  account: string;
  plans: LiveSnapshot<'open-plans'>;
  tickers: LiveSnapshot<'futures-tickers'>;
  rows: readonly PlanRow[];
  /** Plans and prices both are. */
  isLive: boolean;
}

/** Kept up to date. Each account stands for itself: one that is silent leaves the others as live as they are. */
export function usePlansOf(accounts: readonly string[]): readonly AccountPlans[] {
  const plans = useLives('open-plans', accounts);
  const tickers = useLives('futures-tickers', accounts);
  const arePlansLive = useAreLive(plans);
  const arePricesLive = useAreLive(tickers);
  const makers = useRef(new Map<string, PlanRows>());
  return plans.flatMap((view, place) => {
    const prices = tickers[place];
    if (!prices) return [];
    const { account } = view;
    const maker = makers.current.get(account) ?? new PlanRows(account);
    makers.current.set(account, maker);
    const isLive = arePlansLive[place] === true && arePricesLive[place] === true;
    return [{ account, plans: view, tickers: prices, rows: maker.of(view.rows, prices.rows, isLive), isLive }];
  });
}

export function usePlanRows(account: string): AccountPlans {
  const [plans] = usePlansOf(useMemo(() => [account], [account]));
  if (!plans) throw new Error('The plans of an account that was asked for are missing.');
  return plans;
}
