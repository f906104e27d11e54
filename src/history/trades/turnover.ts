import type { StatementSpan, Turnover } from '../../shared/contract/fees.ts';
import { quoteOf } from '../../shared/market/symbols.ts';
import { type Fees, feesOf, type Rates } from '../../shared/orders/fees.ts';
import { compareTexts } from '../../shared/rows/compare-texts.ts';
import { endOfDay, startOfDay } from '../../shared/time/days.ts';
import type { Timestamp } from '../../shared/values/domain.ts';
import { float64At, noElement, uintAt } from '../../shared/values/elements.ts';
import type { CodeColumn } from '../table/code-column.ts';
import { rowsPerStep, type Steps } from '../table/steps.ts';
import { type FeeRole, RowFees, TurnoverSums } from '../table/turnover-sums.ts';
import type { TradeDerivation } from './derivation.ts';
import type { Trades } from './trades.ts';

const takerKinds: readonly string[] = ['market', 'ioc', 'fok'];
const makerKinds: readonly string[] = ['post_only'];

/** Returns the turnover of the orders of a statement by symbol (docs/results.md 2). */
export function* statementTurnovers(
  trades: Trades,
  { from, to, basis }: StatementSpan,
  zone: string,
): Steps<Turnover[]> {
  const { orders } = trades;
  const { sentSymbol: symbol } = orders;
  const { fromOf } = trades.ofStatements(basis).intervals();
  const [start, end] = [startOfDay(from, zone), endOfDay(to, zone)];
  const sums = new TurnoverSums(symbol.codeCount);
  const isUsed = new Uint8Array(symbol.codeCount);
  const isIn = (row: number) => fromOf(row) >= start && fromOf(row) < end;
  yield* forEachOrder(trades, isIn, (row, addOrder) => {
    const code = uintAt(symbol.codes, row);
    if (addOrder(sums, code, row)) isUsed[code] = 1;
  });
  return Array.from(isUsed, (used, code) => ({ used, code }))
    .filter(({ used }) => used === 1)
    .map(({ code }): Turnover => {
      const name = symbol.valueOf(code) ?? '';
      return { symbol: name, quote: quoteOf(name), ...sums.of(code) };
    })
    .sort((one, other) => compareTexts(one.symbol, other.symbol));
}

/** Adds the turnover of an order to a group of sums. Returns false if the order has executed nothing. */
type AddOrder = (sums: TurnoverSums, group: number, row: number) => boolean;

/** Calls for each order that counts, in steps, of which one reads the size of at most one contract. */
function* forEachOrder(
  trades: Trades,
  counts: (row: number) => boolean,
  add: (row: number, addOrder: AddOrder) => void,
): Steps<void> {
  const sizes: ContractSizes = new Map();
  const addOrder = orderTurnovers(trades, sizes);
  const { symbol } = trades.orders.columns;
  for (let row = 1; row <= trades.orders.size; row++) {
    if (row % rowsPerStep === 0) yield;
    if (!counts(row)) continue;
    const code = uintAt(symbol.codes, row);
    if (!sizes.has(code)) {
      sizes.set(code, yield* trades.readSizesOver(symbol.valueOf(code) ?? ''));
      yield;
    }
    add(row, addOrder);
  }
}

/** Size of a contract by the opening of the trade, by the code of the symbol. NaN if it cannot be told. */
type ContractSizes = Map<number, (openedAt: Timestamp) => number>;

/** `sizes`: those that were read. */
function orderTurnovers(trades: Trades, sizes: ContractSizes = new Map()): AddOrder {
  const { symbol, kind, filledQuantity, averagePrice } = trades.orders.columns;
  const derivation = trades.derived();
  const roleOf = rolesOf(derivation, kind);
  /** Size of a contract in the trade of an order. */
  const sizeOf = (row: number): number => {
    const code = uintAt(symbol.codes, row);
    const known = sizes.get(code) ?? trades.sizesOver(symbol.valueOf(code) ?? '');
    sizes.set(code, known);
    return known(float64At(derivation.table.times, derivation.tradeOf(row)));
  };
  return (sums, group, row) => {
    const quantity = filledQuantity.keys[row] ?? noElement(row);
    if (!(quantity > 0)) return false;
    const price = averagePrice.keys[row] ?? noElement(row);
    sums.add(group, roleOf(row), price > 0 ? quantity * price * sizeOf(row) : Number.NaN);
    return true;
  };
}

const everyRow = (): boolean => true;

/** Returns the fees of all orders, by row number. */
export function* feesOfOrders(trades: Trades, rates: Rates): Steps<RowFees> {
  const sums = new TurnoverSums(trades.orders.size + 1);
  yield* forEachOrder(trades, everyRow, (row, addOrder) => addOrder(sums, row, row));
  return new RowFees(sums, rates);
}

/** Returns the fees of all trades, by their numbers. */
export function* feesOfTrades(trades: Trades, rates: Rates): Steps<RowFees> {
  const derivation = trades.derived();
  const sums = new TurnoverSums(derivation.table.size + 1);
  yield* forEachOrder(trades, everyRow, (row, addOrder) => addOrder(sums, derivation.tradeOf(row), row));
  return new RowFees(sums, rates);
}

/** Returns the fees of one trade. */
export function feesOfTrade(trades: Trades, rates: Rates): (trade: number) => Fees {
  const addOrder = orderTurnovers(trades);
  return (trade) => {
    const sums = new TurnoverSums(1);
    for (const row of trades.ordersOf(trade)) addOrder(sums, 0, row);
    return feesOf([sums.of(0)], rates);
  };
}

/** Returns the fee of one order; `null` if it has executed nothing. */
export function feesOfOrder(trades: Trades, rates: Rates): (row: number) => Fees | null {
  const addOrder = orderTurnovers(trades);
  return (row) => {
    const sums = new TurnoverSums(1);
    return addOrder(sums, 0, row) ? feesOf([sums.of(0)], rates) : null;
  };
}

/** Returns which rate an order has paid. */
function rolesOf(derivation: TradeDerivation, kind: CodeColumn): (row: number) => FeeRole {
  const namesIn = (kinds: readonly string[]) => (name: string | null) => kinds.includes(normalized(name));
  const isTaker = kind.codesWhere(namesIn(takerKinds));
  const isMaker = kind.codesWhere(namesIn(makerKinds));
  return (row) => {
    const code = uintAt(kind.codes, row);
    if (isTaker[code] === 1) return 'taker';
    return isMaker[code] === 1 || derivation.intervals.wasSeenResting(row) ? 'maker' : 'either';
  };
}

function normalized(kind: string | null): string {
  return (kind ?? '').toLowerCase().replaceAll('-', '_');
}
