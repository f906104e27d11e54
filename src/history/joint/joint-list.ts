import type { HistoryList } from '../../shared/orders/history.ts';
import type { Timestamp } from '../../shared/values/domain.ts';
import { uint32At } from '../../shared/values/elements.ts';
import { idIn, ListTable, OrderTable } from '../orders/list-table.ts';
import type { IndexedRow } from '../rows.ts';
import type { AppendedLimbs } from '../table/exact-decimals.ts';
import { grow } from '../table/growing-arrays.ts';
import type { TablePart } from '../table/table-image.ts';
import { JointTrades } from './joint-trades.ts';
import type { EndOfRow, ListPart, NoteOfRows } from './part.ts';

/** A row of an account: the account's position among those of the archive, and the number of the row there. */
export interface OwnRow {
  readonly account: number;
  readonly row: number;
}

const noLimbs: AppendedLimbs = { start: 0, count: 0 };

/** A list of several accounts in one table, and the trades of its orders, which each account has derived. */
export class JointList {
  readonly table: ListTable;
  /** `null` for plan orders, which form no trades. */
  readonly trades: JointTrades | null;
  readonly #accounts: readonly string[];
  /** Row numbers by the row numbers of each account. */
  readonly #rowsOf: Uint32Array<ArrayBuffer>[];
  /** Of the rows of each account. */
  readonly #limbsOf: AppendedLimbs[] = [];
  /** Account and number there, by row number. */
  #accountOf = new Uint32Array(0);
  #ownOf = new Uint32Array(0);

  constructor(list: HistoryList, accounts: readonly string[]) {
    this.#accounts = accounts;
    this.#rowsOf = accounts.map(() => new Uint32Array(0));
    if (list === 'order-history') {
      const orders = new OrderTable(accounts);
      this.table = orders;
      this.trades = new JointTrades(orders);
    } else {
      this.table = new ListTable(list, accounts);
      this.trades = null;
    }
  }

  /** Adds what is new in the list of an account. `account`: its position. */
  take(account: number, { part, rows, notes, ends, trades }: ListPart): void {
    if (part !== null) this.#takePart(account, part);
    this.#takeRows(account, rows);
    for (const note of notes) this.#takeNote(account, note);
    for (const end of ends) this.#takeEnd(account, end);
    if (trades !== null) this.trades?.take(account, trades, this.#rowsOf[account] ?? new Uint32Array(0));
  }

  ownOf(row: number): OwnRow {
    return { account: uint32At(this.#accountOf, row), row: uint32At(this.#ownOf, row) };
  }

  /** Number of the row with an account's key; 0 if there is none. */
  find(account: string, key: string): number {
    const { marginMode, id, account: column } = this.table.columns;
    const idStart = key.indexOf(':') + 1;
    const among = new Uint8Array(this.table.size + 1);
    const code = column?.codeOf(account) ?? -1;
    for (let row = 1; row <= this.table.size; row++) among[row] = Number(column?.codes[row] === code);
    const rows = id.findIds(new Set([key.slice(idStart)]), among);
    return rows.find((row) => marginMode.textOf(row) === key.slice(0, idStart - 1)) ?? 0;
  }

  #takePart(account: number, part: TablePart): void {
    const { first, count } = part;
    const before = this.table.size;
    if (part.limbs !== null) this.#limbsOf[account] = this.table.decimals.append(part.limbs);
    this.table.putPart(part, {
      account: this.#accounts[account] as string,
      limbs: this.#limbsOf[account] ?? noLimbs,
      tieOf: (tie) => this.#tieOf(account, tie),
    });
    const numbers = grow(this.#rowsOf[account] ?? new Uint32Array(0), first + count);
    this.#rowsOf[account] = numbers;
    this.#accountOf = grow(this.#accountOf, before + count + 1);
    this.#ownOf = grow(this.#ownOf, before + count + 1);
    for (let index = 0; index < count; index++) {
      numbers[first + index] = before + 1 + index;
      this.#accountOf[before + 1 + index] = account;
      this.#ownOf[before + 1 + index] = first + index;
    }
  }

  #takeRows(account: number, rows: readonly IndexedRow[]): void {
    const last = Math.max(0, ...rows.map(({ number }) => number));
    const numbers = grow(this.#rowsOf[account] ?? new Uint32Array(0), last + 1);
    this.#rowsOf[account] = numbers;
    let { size } = this.table;
    const placed = rows.map((row): IndexedRow => {
      if (numbers[row.number] === 0) numbers[row.number] = ++size;
      const number = uint32At(numbers, row.number);
      this.#accountOf = grow(this.#accountOf, number + 1);
      this.#ownOf = grow(this.#ownOf, number + 1);
      this.#accountOf[number] = account;
      this.#ownOf[number] = row.number;
      return { ...row, number, tie: this.#tieOf(account, row.tie), account: this.#accounts[account] as string };
    });
    this.table.put(placed);
  }

  /** Keeps the order of an account's rows, and puts equal rows of several accounts in the order of the accounts. */
  #tieOf(account: number, tie: number): number {
    const { length } = this.#accounts;
    return tie * length + length - 1 - account;
  }

  #takeNote(account: number, { note, rows }: NoteOfRows): void {
    const numbers = rows.flatMap((row) => this.numberOf(account, row) ?? []);
    const scoped = { ...note, id: idIn(this.#accounts[account], note.id) };
    for (const number of numbers.length === 0 ? [null] : numbers) this.table.setNote(scoped, number);
  }

  #takeEnd(account: number, { key, missedAt, row }: EndOfRow): void {
    const end: Timestamp | null = missedAt;
    this.table.setEnd(idIn(this.#accounts[account], key), end, row === null ? null : this.numberOf(account, row));
  }

  /** `null` if the table does not have the row yet. */
  numberOf(account: number, row: number): number | null {
    return this.#rowsOf[account]?.[row] || null;
  }
}
