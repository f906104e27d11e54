import type { ObservedCostMethod } from '../../shared/contract/results.ts';
import type { OrderTable } from '../orders/list-table.ts';
import { grow } from '../table/growing-arrays.ts';
import { TradeList } from '../trades/trade-list.ts';
import { TradeTable } from '../trades/trade-table.ts';
import type { PartTrades } from './part.ts';

/** What the archive has of the trades of an account. */
interface OwnTrades {
  /** Trade numbers by the trade numbers of the account. */
  numbers: Uint32Array<ArrayBuffer>;
  costMethod: ObservedCostMethod;
}

/** The trades of several accounts in one table, as each account has derived them. */
export class JointTrades {
  readonly list: TradeList;
  readonly #orders: OrderTable;
  readonly #table: TradeTable;
  readonly #parts = new Map<number, OwnTrades>();
  /** Trade number by row number of the order. */
  #tradeOf = new Uint32Array(0);
  #noteVersion = 0;

  constructor(orders: OrderTable) {
    this.#orders = orders;
    this.#table = new TradeTable(orders, (row) => this.tradeOf(row));
    const source = { table: this.#table, tradeOf: (row: number) => this.tradeOf(row) };
    this.list = new TradeList(source, orders, () => this.#costMethod());
  }

  /** Number of the trade that an order belongs to; 0 if the order does not count. */
  tradeOf(row: number): number {
    return this.#tradeOf[row] ?? 0;
  }

  /** The trades as the rows and notes are now. */
  current(): TradeList {
    const noteVersion = this.#orders.tradeNotes.version;
    if (this.#noteVersion !== noteVersion) this.#table.changed();
    this.#noteVersion = noteVersion;
    return this.list;
  }

  /** Adds what is new of an account's trades. `rows`: row numbers by those of the account, which all orders have. */
  take(account: number, { isNew, trades, tradeOf, costMethod }: PartTrades, rows: Uint32Array): void {
    const known = this.#parts.get(account) ?? { numbers: new Uint32Array(0), costMethod };
    this.#parts.set(account, known);
    known.costMethod = costMethod;
    if (isNew) {
      for (const number of known.numbers) if (number !== 0) this.#table.remove(number);
      known.numbers = new Uint32Array(0);
    }
    for (const [own, trade] of trades) {
      known.numbers = grow(known.numbers, own + 1);
      const before = known.numbers[own] as number;
      if (before !== 0) this.#table.remove(before);
      known.numbers[own] =
        trade === null
          ? 0
          : this.#table.restore({ ...trade, first: numberIn(rows, trade.first), last: numberIn(rows, trade.last) });
    }
    if (tradeOf !== null) {
      this.#tradeOf = grow(this.#tradeOf, this.#orders.size + 1);
      for (let row = 1; row < tradeOf.length; row++) {
        this.#tradeOf[numberIn(rows, row)] = known.numbers[tradeOf[row] as number] ?? 0;
      }
    }
    if (isNew || trades.length > 0 || tradeOf !== null) this.#table.changed();
  }

  /** The method that all accounts share, and the orders of all of them that tell it. */
  #costMethod(): ObservedCostMethod {
    const all = [...this.#parts.values()].map(({ costMethod }) => costMethod);
    const methods = new Set(all.map(({ method }) => method));
    const [method = null] = methods;
    return {
      method: methods.size === 1 ? method : null,
      average: all.reduce((sum, { average }) => sum + average, 0),
      fifo: all.reduce((sum, { fifo }) => sum + fifo, 0),
    };
  }
}

function numberIn(rows: Uint32Array, own: number): number {
  return rows[own] as number;
}
