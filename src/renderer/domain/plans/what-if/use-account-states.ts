import { useMemo } from 'react';
import type { SymbolRules } from '../../../../shared/contract/market.ts';
import { contractSizeOf } from '../../../../shared/risk/position-book.ts';
import { useSameItems } from '../../../platform/same-items.ts';
import { useThrottled } from '../../../platform/use-throttled.ts';
import type { AccountPositions } from '../positions/positions.ts';
import type { AccountPlans } from '../use-plan-rows.ts';
import type { AccountState } from './what-if-of.ts';

/** Milliseconds between two calculations, because one of many orders takes far longer than a tick. */
const intervalMs = 2000;

/** What is known of the accounts, at most every two seconds; those whose plan orders or orders have not been read are left out. */
export function useAccountStates(
  positions: readonly AccountPositions[],
  parts: readonly AccountPlans[],
  rulesOf: (of: { account: string; symbol: string }) => SymbolRules | undefined,
): readonly AccountState[] {
  const slowParts = useThrottled(useSameItems(parts), intervalMs);
  const books = useSameItems(positions.map(({ book }) => book));
  const accounts = useSameItems(positions.map(({ account }) => account));
  return useMemo(
    () =>
      accounts.flatMap((account, index) => {
        const book = books[index];
        const part = slowParts.find((each) => each.account === account);
        if (!book?.isRead || !part || part.plans.fetchedAt === null) return [];
        return [
          {
            account,
            book,
            plans: part.plans.rows,
            prices: new Map(part.tickers.rows.map(({ symbol, last }) => [symbol, last])),
            isLive: part.isLive,
            sizeOf: (symbol: string) => {
              const contract = book.contractOf(symbol);
              // An uncertain PnL makes what an order brings unknown, too (docs/risk.md 5).
              return contract === undefined || contract.pnl.isUncertain === true ? null : contractSizeOf(contract);
            },
            placesOf: (symbol: string) => rulesOf({ account, symbol })?.pricePrecision ?? null,
          },
        ];
      }),
    [accounts, books, slowParts, rulesOf],
  );
}
