import type { TradeResults } from '../../../shared/contract/results.ts';
import type { TradeFilter } from '../../../shared/contract/trades.ts';

type OfQuote = Pick<TradeResults, 'quotes' | 'quote'>;

/** Returns the filter of the closed and complete trades in the quote currency of the results. */
export function closedFilter(results: OfQuote): TradeFilter {
  return { states: ['closed'], incomplete: 'none', ...quoteFilter(results) };
}

/** Returns the filter of those of them of which the order of executions is uncertain. */
export function uncertainFilter(results: OfQuote): TradeFilter {
  return { ...closedFilter(results), executions: ['uncertain'] };
}

/** Returns the filter of the open, or of the incomplete, trades in the quote currency of the results. */
export function apartFilter(part: 'open' | 'incomplete', results: OfQuote): TradeFilter {
  const ofPart: TradeFilter = part === 'open' ? { states: ['open'], incomplete: 'none' } : { incomplete: 'only' };
  return { ...ofPart, ...quoteFilter(results) };
}

/** Trades of one currency alone need no filter. */
function quoteFilter({ quotes, quote }: OfQuote): TradeFilter {
  return quotes.length > 1 ? { quotes: [quote] } : {};
}
