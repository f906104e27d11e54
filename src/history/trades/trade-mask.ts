import type { TradeFilter } from '../../shared/contract/trades.ts';
import type { TimeRange } from '../../shared/days.ts';
import { quoteOf } from '../../shared/symbols.ts';
import type { CodeColumn } from '../index/code-column.ts';
import type { OrderColumns } from '../index/list-columns.ts';
import { MaskBuilder, type RowMask } from '../index/row-mask.ts';
import type { TradeIndex } from './trade-index.ts';

/** Inputs of a filter that depend on the time zone or on the current time. */
export interface TradeTimes {
  readonly opened: TimeRange;
  readonly closed: TimeRange;
  /** Returns the local hour of opening by trade number; see `LocalHours`. */
  localHours(): Int32Array;
}

/** Returns the trades that the filter keeps. */
export function maskTrades(index: TradeIndex, orders: OrderColumns, filter: TradeFilter, times: TradeTimes): RowMask {
  const { columns } = index;
  const mask = new MaskBuilder(columns.size);
  const {
    symbols,
    withoutSymbols,
    quotes,
    sides,
    states,
    marginModes,
    pnlSigns,
    pnl,
    leverage,
    largestSize,
    duration,
    weekdays,
    hours,
  } = filter;
  if (columns.count < columns.size) mask.keepWhere((number) => columns.alive[number] === 1);
  if (symbols) mask.keepValues(columns.symbol, symbols);
  if (withoutSymbols?.length) mask.dropValues(columns.symbol, withoutSymbols);
  if (quotes) mask.keepValues(columns.symbol, symbolsOf(columns.symbol, quotes));
  if (sides) mask.keepValues(columns.side, sides);
  if (states) mask.keepValues(columns.state, states);
  if (marginModes) mask.keepValues(columns.marginMode, marginModes);
  if (pnlSigns) mask.keepSigns(columns.pnl, pnlSigns);
  if (pnl) mask.keepRange(columns.pnl, pnl);
  if (leverage) mask.keepRange(columns.leverage, leverage);
  if (largestSize) mask.keepRange(columns.largestSize, largestSize);
  if (duration) mask.keepRange(columns.duration, { from: wholeText(duration.from), to: wholeText(duration.to) });
  mask.keepTimes(columns.createdAt, times.opened);
  mask.keepTimes(columns.closedAt.keys, times.closed);
  if (weekdays || hours) mask.keepLocalTimes(times.localHours(), weekdays, hours);
  const { incomplete } = filter;
  if (incomplete) mask.keepWhere((number) => (columns.reasons[number] as number) > 0 === (incomplete === 'only'));
  mask.keepNotes(orders.tradeNotes, filter, (row) => index.tradeOf(row));
  if (filter.text !== undefined) {
    const ids = orders.ids.folded;
    mask.keepText(columns.symbol, ids, filter.text, (word, found, _bytes, share) => {
      const inOrders = new Uint8Array(orders.size + 1);
      ids.findWord(word, new Uint8Array(orders.size + 1).fill(1), inOrders, share);
      for (let row = 1; row <= orders.size; row++) if (inOrders[row] === 1) found[index.tradeOf(row)] = 1;
      for (const row of orders.tradeNotes.rowsWithWord(word)) found[index.tradeOf(row)] = 1;
    });
  }
  return mask.finish();
}

function symbolsOf(column: CodeColumn, quotes: readonly string[]): string[] {
  const symbols = Array.from({ length: column.codeCount }, (_, code) => column.valueOf(code) ?? '');
  return symbols.filter((symbol) => quotes.includes(quoteOf(symbol)));
}

function wholeText(value: number | undefined): string | undefined {
  return value === undefined ? undefined : String(Math.round(value));
}
