import { float64At, numberAt, uint32At } from '../../shared/values/elements.ts';
import type { OrderTable } from '../orders/list-table.ts';
import type { AppendedLimbs } from '../table/exact-decimals.ts';
import { grow } from '../table/growing-arrays.ts';
import { TradeList } from '../trades/trade-list.ts';
import { TradeTable } from '../trades/trade-table.ts';
import type { PartTrades } from './part.ts';

/** The trades of several accounts in one table, as each account has derived them. */
export class JointTrades {
  readonly list: TradeList;
  readonly #orders: OrderTable;
  readonly #table: TradeTable;
  /** By account: trade numbers by the trade numbers of the account. */
  readonly #numbers = new Map<number, Uint32Array<ArrayBuffer>>();
  /** By account: those of its trades. */
  readonly #limbsOf = new Map<number, AppendedLimbs>();
  /** Trade number by row number of the order. */
  #tradeOf = new Uint32Array(0);
  #noteVersion = 0;
  /** Row numbers of the orders with notes on trades, by trade; `null` until they are needed. */
  #noted: Map<number, number[]> | null = null;

  constructor(orders: OrderTable) {
    this.#orders = orders;
    this.#table = new TradeTable(orders, (row) => this.tradeOf(row));
    const source = { table: this.#table, tradeOf: (row: number) => this.tradeOf(row) };
    this.list = new TradeList(source, orders);
  }

  /** Number of the trade that an order belongs to; 0 if the order does not count. */
  tradeOf(row: number): number {
    return this.#tradeOf[row] ?? 0;
  }

  /** IDs of the orders with which the notes on a trade are stored, the oldest first. */
  notedOrders(trade: number): string[] {
    const { times, ties, columns, tradeNotes } = this.#orders;
    this.#noted ??= Map.groupBy(tradeNotes.rows, (row) => this.tradeOf(row));
    return (this.#noted.get(trade) ?? [])
      .toSorted((a, b) => float64At(times, a) - float64At(times, b) || numberAt(ties, a) - numberAt(ties, b) || b - a)
      .map((row) => columns.id.textOf(row));
  }

  /** The trades as the rows and notes are now. */
  current(): TradeList {
    const noteVersion = this.#orders.tradeNotes.version;
    if (this.#noteVersion !== noteVersion) this.#changed();
    this.#noteVersion = noteVersion;
    return this.list;
  }

  /** Adds what is new of an account's trades. `rows`: row numbers by those of the account, which all orders have. */
  take(account: number, { isNew, part, trades, tradeOf }: PartTrades, rows: Uint32Array): void {
    let numbers = this.#numbers.get(account) ?? new Uint32Array(0);
    if (isNew) {
      for (const number of numbers) if (number !== 0) this.#table.remove(number);
      numbers = new Uint32Array(0);
    }
    if (part !== null) {
      if (part.limbs !== null) this.#limbsOf.set(account, this.#table.decimals.append(part.limbs));
      numbers = grow(numbers, part.first + part.count);
      const limbs = this.#limbsOf.get(account) as AppendedLimbs;
      this.#table.putPart(part, { limbs, rows, numberOf: (own) => this.#numberFor(numbers, own) });
    }
    for (const [own, trade] of trades) {
      numbers = grow(numbers, own + 1);
      const before = uint32At(numbers, own);
      if (before !== 0) this.#table.remove(before);
      numbers[own] =
        trade === null
          ? 0
          : this.#table.restore({ ...trade, first: uint32At(rows, trade.first), last: uint32At(rows, trade.last) });
    }
    this.#numbers.set(account, numbers);
    if (tradeOf !== null) {
      this.#tradeOf = grow(this.#tradeOf, this.#orders.size + 1);
      for (let row = 1; row < tradeOf.length; row++) {
        this.#tradeOf[uint32At(rows, row)] = numbers[uint32At(tradeOf, row)] ?? 0;
      }
    }
    if (isNew || part !== null || trades.length > 0 || tradeOf !== null) this.#changed();
  }

  #changed(): void {
    this.#noted = null;
    this.#table.changed();
  }

  /** The number of an account's trade, or a new one. */
  #numberFor(numbers: Uint32Array, own: number): number {
    if (numbers[own] === 0) numbers[own] = this.#table.nextNumber();
    return uint32At(numbers, own);
  }
}
