import { useMemo, useRef } from 'react';
import type { LiveSnapshot } from '../../../shared/contract/market.ts';
import { useAreLive } from '../market/freshness.ts';
import { useLives } from '../market/live/live.ts';
import { useLastKnown } from './lives/plan-lives.ts';
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

/**
 * Live plans of several accounts, and the last known ones of an account whose plans could not be read since the program's start. Each
 * account has its own state: a failing one does not affect the others.
 */
export function usePlansOf(accounts: readonly string[]): readonly AccountPlans[] {
  return usePriced(accounts, useLastKnown(useLives('open-plans', accounts)));
}

/** Live plans of one account. */
export function usePlanRows(account: string): AccountPlans {
  const accounts = useMemo(() => [account], [account]);
  const [plans] = usePriced(accounts, useLives('open-plans', accounts));
  if (!plans) throw new Error('The plans of the account are missing.');
  return plans;
}

function usePriced(accounts: readonly string[], plans: readonly LiveSnapshot<'open-plans'>[]): readonly AccountPlans[] {
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
