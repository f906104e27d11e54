import type { Statement, StatementFigures } from '../../shared/contract/statement.ts';
import type { StatementBasis } from '../../shared/orders/history.ts';
import { compareTexts } from '../../shared/rows/compare-texts.ts';
import type { TimeRange } from '../../shared/time/days.ts';
import { difference, sum } from '../../shared/values/decimal.ts';
import type { Decimal, OrderStatus, Timestamp } from '../../shared/values/domain.ts';
import { float64At, signedAt, uint32At, uintAt } from '../../shared/values/elements.ts';
import type { OrderTable } from '../orders/list-table.ts';
import { quotesOf } from '../orders/pnl-groups.ts';
import { lacksPnl } from '../orders/unknown-pnl.ts';
import { ExactSums } from '../table/exact-sums.ts';
import { resultOf, type Steps } from '../table/steps.ts';
import { positionAt } from '../trades/position-at.ts';
import type { StatementTrades } from '../trades/statement-trades.ts';
import type { Trades } from '../trades/trades.ts';

/** The parts of a statement that depend on the orders alone. */
export type StatementContent = Pick<
  Statement,
  'symbols' | 'totals' | 'opening' | 'closing' | 'unfinished' | 'between' | 'unseen'
>;

/** Statuses of orders that the service may still change, beside those that this program does not know (docs/service.md 3.1). */
const unfinishedStatuses: readonly OrderStatus[] = ['pending', 'partially-filled', 'canceling'];

/** Derives what a statement says of the orders (docs/statement.md). See `contentSteps`. */
export function statementContent(...query: Parameters<typeof contentSteps>): StatementContent {
  return resultOf(contentSteps(...query));
}

/**
 * Derives it in steps, between which no order may change. `waitingAt`: when an order was last read waiting; `null` if that is not known.
 */
export function* contentSteps(
  trades: Trades,
  span: TimeRange,
  basis: StatementBasis,
  waitingAt: (row: number) => Timestamp | null = () => null,
): Steps<StatementContent> {
  const { orders } = trades;
  const own = trades.ofStatements(basis);
  const figures = yield* statementFigures(orders, own, span);
  yield;
  const opening = trades.positionsAt(span.from, basis);
  yield;
  const closing = trades.positionsAt(span.to, basis);
  yield;
  const unseen = countUnseen(orders, own, span);
  const unfinished = unfinishedOrders(orders, span.to, (row) => {
    const isWhole = orders.columns.filledQuantity.keyAt(row) === 0;
    return basis === 'execution' && isWhole && (waitingAt(row) ?? Number.NEGATIVE_INFINITY) >= span.to;
  });
  yield;
  return {
    ...figures,
    opening,
    closing,
    between: [
      ...crossingOrders(orders, own.rowsAcross(span.from)).map((sums) => ({ edge: 'start' as const, ...sums })),
      ...crossingOrders(orders, own.rowsAcross(span.to)).map((sums) => ({ edge: 'end' as const, ...sums })),
    ],
    unseen,
    unfinished,
  };
}

/** False for no time, for NaN and for an infinite one. */
function isIn({ from, to }: TimeRange, time: Timestamp | undefined): boolean {
  return time !== undefined && time >= from && time < to;
}

/** Returns the number and the executed quantity of orders that cross a time, by symbol (docs/statement.md 1.1). */
function crossingOrders(orders: OrderTable, rows: ReadonlySet<number>) {
  const { filledQuantity } = orders.columns;
  const executed = new SymbolQuantities(orders);
  for (const row of rows) executed.add(row, filledQuantity.keyAt(row), uintAt(filledQuantity.details, row));
  return executed.read();
}

/** Number of executed orders of a span that count by creation, because their execution was not seen. */
function countUnseen({ size, columns: { filledQuantity } }: OrderTable, trades: StatementTrades, span: TimeRange) {
  let unseen = 0;
  if (trades.basis === 'creation') return unseen;
  const { moments } = trades;
  const { toOf } = trades.intervals();
  for (let row = 1; row <= size; row++) {
    const isExecuted = filledQuantity.keyAt(row) > 0;
    if (isExecuted && toOf(row) === Number.POSITIVE_INFINITY && isIn(span, moments[row])) unseen++;
  }
  return unseen;
}

/** Returns the orders created before a moment that were not final when last read, by symbol (docs/statement.md 4). */
function unfinishedOrders(
  orders: OrderTable,
  end: Timestamp,
  isSettled: (row: number) => boolean,
): Statement['unfinished'] {
  const { times, size, decimals, sentSymbol, columns } = orders;
  const { status, quantity, filledQuantity } = columns;
  const isUnfinished = status.codesWhere(
    (word) => word !== null && (word.startsWith('unknown:') || unfinishedStatuses.some((one) => one === word)),
  );
  const ordered = new SymbolQuantities(orders);
  const filled = new SymbolQuantities(orders);
  const odd = new Map<string, number>();
  const statuses = status.codes;
  for (let row = 1; row <= size; row++) {
    if (isUnfinished[uintAt(statuses, row)] === 0 || float64At(times, row) >= end || isSettled(row)) continue;
    const key = quantity.keyAt(row);
    const detail = uintAt(quantity.details, row);
    const executed = filledQuantity.keyAt(row);
    const executedDetail = uintAt(filledQuantity.details, row);
    // The executed quantity is below zero or above the quantity, or the quantity is missing. An executed quantity that is missing is zero.
    const isOdd = Number.isNaN(executed)
      ? !(key >= 0)
      : !(executed >= 0) ||
        // Keys of which one is smaller are of quantities of which one is smaller.
        (!(executed < key) && (Number.isNaN(key) || decimals.compare(executed, executedDetail, key, detail) > 0));
    ordered.add(row, isOdd ? Number.NaN : key, detail);
    filled.add(row, isOdd ? Number.NaN : executed, executedDetail);
    if (!isOdd) continue;
    const name = sentSymbol.textOf(row) ?? '';
    odd.set(name, (odd.get(name) ?? 0) + 1);
  }
  const executed = filled.read();
  return ordered.read().map((sums, place) => {
    const ofSymbol = odd.get(sums.symbol);
    const rest = difference(executed[place]?.quantity ?? '0', sums.quantity);
    return { ...sums, quantity: rest, ...(ofSymbol && { odd: ofSymbol }) };
  });
}

/** Numbers and quantities of orders, by symbol. An order whose key is NaN has none. */
class SymbolQuantities {
  readonly #symbol: OrderTable['sentSymbol'];
  readonly #counts: Uint32Array;
  readonly #sums: ExactSums;

  constructor({ decimals, sentSymbol: symbol }: OrderTable) {
    this.#symbol = symbol;
    this.#counts = new Uint32Array(symbol.codeCount);
    this.#sums = new ExactSums(decimals, symbol.codeCount);
  }

  add(row: number, key: number, detail: number): void {
    const code = uintAt(this.#symbol.codes, row);
    this.#counts[code] = (this.#counts[code] ?? 0) + 1;
    this.#sums.add(code, key, detail);
  }

  read(): { symbol: string; orders: number; quantity: Decimal }[] {
    return [...this.#counts.keys()]
      .filter((code) => uint32At(this.#counts, code) > 0)
      .map((code) => ({
        symbol: this.#symbol.valueOf(code) ?? '',
        orders: uint32At(this.#counts, code),
        quantity: this.#sums.textOf(code),
      }))
      .sort((a, b) => compareTexts(a.symbol, b.symbol));
  }
}

/** Returns gains, losses and numbers of a span, by symbol and by quote currency (docs/statement.md 2). Decimals have no trailing zeros. */
function* statementFigures(
  orders: OrderTable,
  trades: StatementTrades,
  span: TimeRange,
): Steps<Pick<Statement, 'symbols' | 'totals'>> {
  const { sentSymbol: symbol } = orders;
  const { names, ofSymbol } = quotesOf(symbol);
  const bySymbol = new RangedFigures(orders, symbol.codeCount);
  bySymbol.own.addOrdersWithin(orders, trades.moments, span);
  yield;
  countTrades(trades, span, bySymbol.own);
  yield;
  addCrossing(orders, trades, span, bySymbol);
  const byQuote = new RangedFigures(orders, names.length);
  for (const [code, quote] of ofSymbol.entries()) byQuote.addGroup(quote, bySymbol, code);
  const quoteOf = (code: number) => names[uint32At(ofSymbol, code)] as string;
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
  /** Gains of a group at twice its number, and its losses after them. */
  readonly #sums: ExactSums;
  readonly orders: Uint32Array;
  readonly trades: Uint32Array;
  readonly incompleteTrades: Uint32Array;
  /** See `lacksPnl`. */
  readonly unknownPnl: Uint32Array;

  constructor({ decimals }: OrderTable, groups: number) {
    this.#sums = new ExactSums(decimals, 2 * groups);
    this.orders = new Uint32Array(groups);
    this.trades = new Uint32Array(groups);
    this.incompleteTrades = new Uint32Array(groups);
    this.unknownPnl = new Uint32Array(groups);
  }

  /** Adds an order to the group of its symbol. */
  addOrder({ sentSymbol, columns }: OrderTable, row: number): void {
    const { pnl } = columns;
    const group = uintAt(sentSymbol.codes, row);
    // NaN if the order has no PnL.
    const key = pnl.keyAt(row);
    this.orders[group] = (this.orders[group] ?? 0) + 1;
    if (lacksPnl(columns, row)) addOne(this.unknownPnl, group);
    // Without branches, because the processor could not predict them.
    this.#sums.add(2 * group + Number(key < 0), key, uintAt(pnl.details, row));
  }

  /** Adds the orders of a span, each to the group of its symbol. As `addOrder` for each, without looking up the columns for every order. */
  addOrdersWithin(orders: OrderTable, moments: Float64Array, { from, to }: TimeRange): void {
    const { codes } = orders.sentSymbol;
    const { keys, details } = orders.columns.pnl;
    const counts = this.orders;
    const isWithin = (row: number) => float64At(moments, row) >= from && float64At(moments, row) < to;
    for (let row = 1; row <= orders.size; row++) {
      if (!isWithin(row)) continue;
      const group = uintAt(codes, row);
      const key = signedAt(keys, row);
      counts[group] = (counts[group] ?? 0) + 1;
      this.#sums.add(2 * group + Number(key < 0), key, uintAt(details, row));
    }
    for (const row of orders.lackingPnl()) if (isWithin(row)) addOne(this.unknownPnl, uintAt(codes, row));
  }

  /** Adds a group of other figures. */
  addGroup(group: number, others: FigureGroups, other: number): void {
    for (const part of [0, 1]) this.#sums.addSum(2 * group + part, others.#sums, 2 * other + part);
    for (const count of ['orders', 'trades', 'incompleteTrades', 'unknownPnl'] as const) {
      this[count][group] = uint32At(this[count], group) + uint32At(others[count], other);
    }
  }

  figuresOf(group: number) {
    return {
      gains: this.#sums.textOf(2 * group),
      losses: this.#sums.textOf(2 * group + 1),
      net: this.#sums.textOf(2 * group, 2 * group + 1),
      trades: uint32At(this.trades, group),
      incompleteTrades: uint32At(this.incompleteTrades, group),
      orders: uint32At(this.orders, group),
      unknownPnl: uint32At(this.unknownPnl, group),
    };
  }
}

/** Figures of a span, with the parts of them that cross its ends (docs/statement.md 1.1). Trades and orders have groups by the same numbers. */
class RangedFigures {
  readonly own: FigureGroups;
  /** Parts that count before the span, and may belong to it. */
  readonly before: FigureGroups;
  /** Parts of the span that may have been executed after it. */
  readonly after: FigureGroups;

  constructor(orders: OrderTable, groups: number) {
    this.own = new FigureGroups(orders, groups);
    this.before = new FigureGroups(orders, groups);
    this.after = new FigureGroups(orders, groups);
  }

  addGroup(group: number, others: RangedFigures, other: number): void {
    for (const part of ['own', 'before', 'after'] as const) this[part].addGroup(group, others[part], other);
  }

  /** Groups with orders. A trade that ends in the span has an order in it. */
  used(): number[] {
    const has = ({ orders }: FigureGroups, group: number) => uint32At(orders, group) > 0;
    return [...this.own.orders.keys()].filter((group) => has(this.own, group) || has(this.before, group));
  }

  figuresOf(group: number, quote: string): StatementFigures {
    const own = this.own.figuresOf(group);
    const before = this.before.figuresOf(group);
    const after = this.after.figuresOf(group);
    if (before.orders === 0 && after.orders === 0) return { quote, ...own, lowest: null, highest: null };
    return {
      quote,
      ...own,
      lowest: {
        gains: difference(after.gains, own.gains),
        losses: sum(own.losses, before.losses),
        net: sum(difference(after.gains, own.net), before.losses),
        trades: own.trades - after.trades,
        orders: own.orders - after.orders,
      },
      highest: {
        gains: sum(own.gains, before.gains),
        losses: difference(after.losses, own.losses),
        net: sum(difference(after.losses, own.net), before.gains),
        trades: own.trades + before.trades,
        orders: own.orders + before.orders,
      },
    };
  }
}

/** Adds the orders that cross the ends of a span, and the complete trades that do. */
function addCrossing(
  orders: OrderTable,
  trades: StatementTrades,
  span: TimeRange,
  { before, after }: RangedFigures,
): void {
  const { moments } = trades;
  const across = { start: trades.rowsAcross(span.from), end: trades.rowsAcross(span.to) };
  for (const row of across.start) before.addOrder(orders, row);
  for (const row of across.end) if (isIn(span, moments[row])) after.addOrder(orders, row);
  if (across.start.size + across.end.size === 0) return;
  for (const own of trades.legs) {
    const incomplete = own.incomplete();
    for (let trade = 0; trade < own.count; trade++) {
      if (incomplete.has(trade)) continue;
      const closedAt = own.closedAt(trade);
      const crosses = (rows: ReadonlySet<number>) => own.ordersOf(trade).some((row) => rows.has(row));
      if (closedAt < span.from && crosses(across.start)) addOne(before.trades, own.leg.symbol);
      if (isIn(span, closedAt) && crosses(across.end)) addOne(after.trades, own.leg.symbol);
    }
  }
}

/** Adds the trades that were closed in a span, as the orders before its end tell. */
function countTrades(trades: StatementTrades, span: TimeRange, groups: FigureGroups): void {
  const { moments } = trades;
  for (const own of trades.legs) {
    const { symbol } = own.leg;
    const incomplete = own.incomplete();
    const [first, end] = own.closedIn(span);
    let whole = end - first;
    for (const trade of incomplete) if (trade >= first && trade < end) whole--;
    add(groups.trades, symbol, whole);
    add(groups.incompleteTrades, symbol, end - first - whole);
    // A trade with an excess ends again with every order that follows.
    const last = own.lastBefore(span.to);
    if (last < 0 || own.closedAt(last) < span.to || positionAt(trades, own, span.to) !== null) continue;
    const order = own.ordersBefore(last, span.to).at(-1);
    if (order !== undefined && float64At(moments, order) >= span.from) addOne(groups.incompleteTrades, symbol);
  }
  for (const row of trades.unplaced())
    if (isIn(span, moments[row])) addOne(groups.incompleteTrades, uintAt(trades.orders.sentSymbol.codes, row));
}

function addOne(counts: Uint32Array, group: number): void {
  add(counts, group, 1);
}

function add(counts: Uint32Array, group: number, count: number): void {
  counts[group] = (counts[group] ?? 0) + count;
}
