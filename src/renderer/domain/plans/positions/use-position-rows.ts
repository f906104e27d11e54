import { useCallback, useMemo, useRef } from 'react';
import type { SymbolRules } from '../../../../shared/contract/market.ts';
import { useSameItems } from '../../../platform/use-same-items.ts';
import type { AccountPlans } from '../use-plan-rows.ts';
import { useContractSizes } from './contract-sizes.ts';
import { type PositionRow, PositionRows } from './position-row.ts';
import type { AccountPositions } from './positions.ts';
import { useWaitingOrders } from './waiting-orders.ts';

/** The open positions of several accounts with their figures. `parts`: their plan orders and prices, in the same order. */
export function usePositionRows(
  positions: readonly AccountPositions[],
  parts: readonly AccountPlans[],
  rulesOf: (of: { account: string; symbol: string }) => SymbolRules | undefined,
): readonly PositionRow[] {
  const orders = useWaitingOrders(positions);
  const books = useSameItems(positions.map(({ book }) => book));
  const accounts = useSameItems(positions.map(({ account }) => account));
  const symbols = useMemo(
    () =>
      books.flatMap((book, place) => book.positions.map(({ symbol }) => ({ account: accounts[place] ?? '', symbol }))),
    [books, accounts],
  );
  const sizeOf = useContractSizes(symbols, positions.map(({ version }) => version).join());
  const placesOf = useCallback(
    (account: string) => (symbol: string) => rulesOf({ account, symbol })?.pricePrecision ?? null,
    [rulesOf],
  );
  const rowsOf = useRef(new Map<string, PositionRows>());
  const rows = positions.map(({ account, book }, place) => {
    const part = parts.find((each) => each.account === account);
    const made = rowsOf.current.get(account) ?? new PositionRows();
    rowsOf.current.set(account, made);
    return made.of({
      account,
      book,
      plans: part && part.plans.fetchedAt !== null ? part.plans.rows : null,
      orders: orders[place],
      prices: new Map(part?.tickers.rows.map(({ symbol, last }) => [symbol, last])),
      isLive: part?.isLive === true,
      sizeOf: (symbol) => sizeOf(account, symbol),
      placesOf: placesOf(account),
    });
  });
  return useSameItems(rows.flat());
}
