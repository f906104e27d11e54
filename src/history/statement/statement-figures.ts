import type { Statement, StatementFigures } from '../../shared/contract/statement.ts';
import type { TimeRange } from '../../shared/days.ts';
import { difference } from '../../shared/decimal.ts';
import type { OrderStatus, Timestamp } from '../../shared/domain.ts';
import { compareTexts } from '../../shared/rows/compare-texts.ts';
import type { OrderTable } from '../orders/list-table.ts';
import { quotesOf } from '../orders/pnl-groups.ts';
import { ExactSums } from '../table/exact-sums.ts';
import { ordersBefore, positionAt } from '../trades/position-at.ts';
import type { StatementTrades } from '../trades/statement-trades.ts';
import type { Trades } from '../trades/trades.ts';

/** The parts of a statement that depend on the orders alone. */
type StatementContent = Pick<Statement, 'symbols' | 'totals' | 'opening' | 'closing' | 'unfinished'>;

/** Statuses of orders that the service may still change, beside those that this program does not know (docs/service.md 3.1). */
const unfinishedStatuses: readonly OrderStatus[] = ['pending', 'partially-filled', 'canceling'];

/** Derives what a statement says of the orders (docs/statement.md). */
export function statementContent(trades: Trades, span: TimeRange): StatementContent {
  return {
    ...statementFigures(trades.orders, trades.ofStatements(), span),
    opening: trades.positionsAt(span.from),
    closing: trades.positionsAt(span.to),
    unfinished: unfinishedOrders(trades.orders, span.to),
  };
}

/** Returns the orders created before a moment that were not final when last read, by symbol (docs/statement.md 4). */
function unfinishedOrders({ times, size, columns, decimals }: OrderTable, end: Timestamp): Statement['unfinished'] {
  const { symbol, status, quantity, filledQuantity } = columns;
  const isUnfinished = Array.from({ length: status.codeCount }, (_, code) => {
    const word = status.valueOf(code);
    return word !== null && (word.startsWith('unknown:') || unfinishedStatuses.some((one) => one === word));
  });
  const counts = new Uint32Array(symbol.codeCount);
  const ordered = new ExactSums(decimals, counts.length);
  const filled = new ExactSums(decimals, counts.length);
  for (let row = 1; row <= size; row++) {
    if (!isUnfinished[status.codes[row] as number] || (times[row] as number) >= end) continue;
    const code = symbol.codes[row] as number;
    counts[code] = (counts[code] as number) + 1;
    ordered.add(code, quantity.keys[row] as number, quantity.details[row] as number);
    filled.add(code, filledQuantity.keys[row] as number, filledQuantity.details[row] as number);
  }
  return [...counts.keys()]
    .filter((code) => (counts[code] as number) > 0)
    .map((code) => ({
      symbol: symbol.valueOf(code) ?? '',
      orders: counts[code] as number,
      quantity: difference(filled.textOf(code), ordered.textOf(code)),
    }))
    .sort((a, b) => compareTexts(a.symbol, b.symbol));
}

/** Returns gains, losses and numbers of a span, by symbol and by quote currency (docs/statement.md 2). Decimals have no trailing zeros. */
function statementFigures(
  orders: OrderTable,
  trades: StatementTrades,
  span: TimeRange,
): Pick<Statement, 'symbols' | 'totals'> {
  const { times, size } = orders;
  const { symbol, pnl } = orders.columns;
  const { names, ofSymbol } = quotesOf(symbol);
  const bySymbol = new FigureGroups(orders, symbol.codeCount);
  for (let row = 1; row <= size; row++) {
    const time = times[row] as number;
    if (time < span.from || time >= span.to) continue;
    const code = symbol.codes[row] as number;
    bySymbol.addOrder(code, pnl.keys[row] as number, pnl.details[row] as number);
  }
  countTrades(orders, trades, span, bySymbol);
  const byQuote = new FigureGroups(orders, names.length);
  for (const [code, quote] of ofSymbol.entries()) byQuote.addGroup(quote, bySymbol, code);
  const quoteOf = (code: number) => names[ofSymbol[code] as number] as string;
  return {
    symbols: bySymbol
      .used()
      .map((code) => ({ symbol: symbol.valueOf(code) ?? '', ...bySymbol.figuresOf(code, quoteOf(code)) }))
      .sort((a, b) => compareTexts(a.quote, b.quote) || compareTexts(a.symbol, b.symbol)),
    totals: byQuote
      .used()
      .map((quote) => byQuote.figuresOf(quote, names[quote] as string))
      .sort((a, b) => compareTexts(a.quote, b.quote)),
  };
}

/** Figures of groups of orders, numbered from 0. */
class FigureGroups {
  readonly #gains: ExactSums;
  readonly #losses: ExactSums;
  readonly #net: ExactSums;
  readonly orders: Uint32Array;
  readonly trades: Uint32Array;
  readonly incompleteTrades: Uint32Array;

  constructor({ decimals }: OrderTable, groups: number) {
    this.#gains = new ExactSums(decimals, groups);
    this.#losses = new ExactSums(decimals, groups);
    this.#net = new ExactSums(decimals, groups);
    this.orders = new Uint32Array(groups);
    this.trades = new Uint32Array(groups);
    this.incompleteTrades = new Uint32Array(groups);
  }

  /** Adds an order with a PnL of the `ExactDecimals`; NaN if the order has no PnL. */
  addOrder(group: number, key: number, detail: number): void {
    this.orders[group] = (this.orders[group] as number) + 1;
    this.#net.add(group, key, detail);
    if (key > 0) this.#gains.add(group, key, detail);
    else if (key < 0) this.#losses.add(group, key, detail);
  }

  /** Adds a group of other figures. */
  addGroup(group: number, others: FigureGroups, other: number): void {
    this.#gains.addSum(group, others.#gains, other);
    this.#losses.addSum(group, others.#losses, other);
    this.#net.addSum(group, others.#net, other);
    for (const count of ['orders', 'trades', 'incompleteTrades'] as const) {
      this[count][group] = (this[count][group] as number) + (others[count][other] as number);
    }
  }

  /** Groups with orders. A trade that ends in the span has an order in it. */
  used(): number[] {
    return [...this.orders.keys()].filter((group) => (this.orders[group] as number) > 0);
  }

  figuresOf(group: number, quote: string): StatementFigures {
    return {
      quote,
      gains: this.#gains.textOf(group),
      losses: this.#losses.textOf(group),
      net: this.#net.textOf(group),
      trades: this.trades[group] as number,
      incompleteTrades: this.incompleteTrades[group] as number,
      orders: this.orders[group] as number,
    };
  }
}

/** Adds the trades that were closed in a span, as the orders before its end tell. */
function countTrades(orders: OrderTable, trades: StatementTrades, { from, to }: TimeRange, groups: FigureGroups): void {
  const isInSpan = (time: number) => time >= from && time < to;
  const count = (numbers: Uint32Array, symbol: number) => {
    numbers[symbol] = (numbers[symbol] as number) + 1;
  };
  for (const own of trades.lanes) {
    const { symbol } = own.lane;
    const incomplete = own.incomplete(trades.breaksOf(own.lane));
    for (let trade = 0; trade < own.count; trade++) {
      if (!isInSpan(own.closedAt(trade))) continue;
      count(incomplete.has(trade) ? groups.incompleteTrades : groups.trades, symbol);
    }
    // A trade with an excess ends again with every order that follows.
    const last = own.lastBefore(to);
    if (last < 0 || own.closedAt(last) < to || positionAt(orders, trades, own, to) !== null) continue;
    const order = ordersBefore(orders, own.ordersOf(last), to).at(-1) as number;
    if ((orders.times[order] as number) >= from) count(groups.incompleteTrades, symbol);
  }
  for (const row of trades.unplaced()) {
    if (isInSpan(orders.times[row] as number))
      count(groups.incompleteTrades, orders.columns.symbol.codes[row] as number);
  }
}
