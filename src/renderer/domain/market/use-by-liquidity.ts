import { useMemo } from 'react';
import { byLiquidity } from './liquidity.ts';
import { useLive } from './live/live.ts';

/** Symbols of futures, the one with the highest turnover first. The order stays while the component is mounted. */
export function useByLiquidity(account: string, symbols: readonly string[]): readonly string[] {
  const { rows, fetchedAt } = useLive('futures-tickers', account);
  const isKnown = fetchedAt !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: an order that follows the turnovers would move under the pointer
  return useMemo(() => byLiquidity(symbols, rows), [symbols, isKnown]);
}
