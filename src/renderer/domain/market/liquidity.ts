import type { FuturesTicker } from '../../../shared/contract/market.ts';
import { quoteOf } from '../../../shared/market/symbols.ts';
import { compareDecimals } from '../../../shared/values/decimal.ts';

/**
 * Returns the symbols with those of the highest 24-hour turnover first. Turnovers in different currencies are not compared: the currency of the
 * most tickers comes first. Symbols without a turnover come last, in their order.
 */
export function byLiquidity(
  symbols: readonly string[],
  tickers: readonly Pick<FuturesTicker, 'symbol' | 'turnover'>[],
): readonly string[] {
  const turnovers = new Map(tickers.map(({ symbol, turnover }) => [symbol, turnover]));
  const counts = new Map<string, number>();
  for (const { symbol } of tickers) counts.set(quoteOf(symbol), (counts.get(quoteOf(symbol)) ?? 0) + 1);
  const countOf = (symbol: string): number => counts.get(quoteOf(symbol)) ?? 0;
  return symbols.toSorted((a, b) => {
    const [turnoverOfA = null, turnoverOfB = null] = [turnovers.get(a), turnovers.get(b)];
    if (turnoverOfA === null || turnoverOfB === null)
      return Number(turnoverOfA === null) - Number(turnoverOfB === null);
    const [quoteOfA, quoteOfB] = [quoteOf(a), quoteOf(b)];
    if (quoteOfA === quoteOfB) return compareDecimals(turnoverOfB, turnoverOfA);
    return countOf(b) - countOf(a) || (quoteOfA < quoteOfB ? -1 : 1);
  });
}
