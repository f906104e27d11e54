import type { PnlSummary } from '../../shared/contract/history.ts';
import type { TradeSummary } from '../../shared/contract/trades.ts';
import { ExactSums } from '../index/exact-sums.ts';
import { quotesOf, rankQuotes } from '../index/pnl-groups.ts';
import type { RowMask } from '../index/row-mask.ts';
import { PnlTotals } from '../index/summary.ts';
import type { TradeColumns } from './trade-columns.ts';

/** Returns the figures of the filtered trades (docs/trades.md 5). Decimals have no trailing zeros. */
export function summarizeTrades(columns: TradeColumns, { bytes }: RowMask): Omit<TradeSummary, 'version'> {
  const { symbol, pnl, reasons, closedAt, size, decimals } = columns;
  const { names, ofSymbol } = quotesOf(symbol);
  const closed = new PnlTotals(pnl, names.length);
  const parts = ['open', 'incomplete'] as const;
  const sums = { open: new ExactSums(decimals, names.length), incomplete: new ExactSums(decimals, names.length) };
  const counts = { open: new Uint32Array(names.length), incomplete: new Uint32Array(names.length) };
  for (let number = 1; number <= size; number++) {
    if (bytes && bytes[number] !== 1) continue;
    const quote = ofSymbol[symbol.codes[number] as number] as number;
    const isIncomplete = (reasons[number] as number) > 0;
    if (!isIncomplete && !Number.isNaN(closedAt.keys[number])) {
      closed.add(quote, number);
      continue;
    }
    const part = isIncomplete ? 'incomplete' : 'open';
    sums[part].add(quote, pnl.keys[number] as number, pnl.details[number] as number);
    counts[part][quote] = (counts[part][quote] as number) + 1;
  }
  const totalOf = (numbers: Uint32Array) => numbers.reduce((sum, count) => sum + count, 0);
  const tradesOf = (quote: number) =>
    closed.groups.rows(quote) + parts.reduce((sum, part) => sum + (counts[part][quote] as number), 0);
  const partOf = (part: (typeof parts)[number], quote: number) => ({
    trades: counts[part][quote] as number,
    sum: sums[part].textOf(quote),
  });
  const figures = { closed: 0, open: totalOf(counts.open), incomplete: totalOf(counts.incomplete) };
  for (let quote = 0; quote < names.length; quote++) figures.closed += closed.groups.rows(quote);
  return {
    trades: figures.closed + figures.open + figures.incomplete,
    ...figures,
    quotes: rankQuotes(names, tradesOf).map((quote) => {
      const name = names[quote] as string;
      const summary: PnlSummary = closed.summaryOf(quote, name, closed.groups.rows(quote));
      return { quote: name, closed: summary, open: partOf('open', quote), incomplete: partOf('incomplete', quote) };
    }),
  };
}
