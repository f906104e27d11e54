import { useCallback, useRef } from 'react';
import type { FuturesTicker, SymbolRules } from '../../../../shared/contract/market.ts';
import type { PlanOrder, UnreadableRow } from '../../../../shared/contract/orders.ts';
import type { Timestamp } from '../../../../shared/values/domain.ts';
import { perName } from '../../../platform/per-object.ts';
import { useSameItems } from '../../../platform/same-items.ts';
import { useLiveFor } from '../../market/freshness.ts';
import { bySymbol } from '../../market/ticker-row.ts';
import type { AccountPlans } from '../use-plan-rows.ts';
import { type PositionRow, PositionRows } from './position-row.ts';
import type { AccountPositions } from './positions.ts';
import { PriceDrift } from './price-drift.ts';

const noTickers: readonly FuturesTicker[] = [];
const noPlans: readonly PlanOrder[] = [];
const noUnreadable: readonly UnreadableRow[] = [];

/** The drift of the prices in each account, which lasts as long as the page. */
const driftOf = perName(() => new PriceDrift());

/** Adds the prices of a poll to the drift of an account. A poll that was added before changes nothing. */
function driftWith(
  account: string,
  symbols: readonly string[],
  tickers: ReadonlyMap<string, Pick<FuturesTicker, 'last'>>,
  { at, liveFor }: { at: Timestamp | null; liveFor: number },
): PriceDrift {
  const drift = driftOf(account);
  for (const symbol of symbols) {
    const price = tickers.get(symbol)?.last ?? null;
    if (at !== null && price !== null) drift.add(symbol, price, at, liveFor);
  }
  return drift;
}

/** The open positions of several accounts with their figures. `parts`: their plan orders and prices, in the same order. `ended`: see `useEndedPlans`. */
export function usePositionRows(
  positions: readonly AccountPositions[],
  parts: readonly AccountPlans[],
  rulesOf: (of: { account: string; symbol: string }) => SymbolRules | undefined,
  ended: readonly (readonly PlanOrder[] | undefined)[] = [],
): readonly PositionRow[] {
  const placesOf = useCallback(
    (account: string) => (symbol: string) => rulesOf({ account, symbol })?.pricePrecision ?? null,
    [rulesOf],
  );
  const liveFor = useLiveFor();
  const rowsOf = useRef(new Map<string, PositionRows>());
  const rows = positions.map(({ account, book }, place) => {
    const part = parts.find((each) => each.account === account);
    const made = rowsOf.current.get(account) ?? new PositionRows();
    rowsOf.current.set(account, made);
    const tickers = bySymbol(part?.tickers.rows ?? noTickers);
    const held = book.positions.map(({ symbol }) => symbol);
    const drift = driftWith(account, held, tickers, { at: part?.tickers.fetchedAt ?? null, liveFor });
    return made.of({
      account,
      book,
      plans: part && part.plans.fetchedAt !== null ? part.plans.rows : null,
      unreadable: part?.plans.unreadable ?? noUnreadable,
      tickers,
      ended: ended[place] ?? noPlans,
      driftOf: (symbol) => drift.of(symbol),
      isLive: part?.isLive === true,
      placesOf: placesOf(account),
    });
  });
  return useSameItems(rows.flat());
}
