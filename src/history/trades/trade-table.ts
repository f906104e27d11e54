import type { Trade, TradeFilter } from '../../shared/contract/trades.ts';
import { quoteOf } from '../../shared/market/symbols.ts';
import { tradeParts } from '../../shared/orders/filter-parts.ts';
import {
  executionMarks,
  type IncompleteReason,
  incompleteReasons,
  positionSides,
  type TradeField,
  type TradeFieldKind,
  tradeFieldKinds,
  tradeFields,
  tradeStates,
} from '../../shared/orders/trades.ts';
import { compareDecimals } from '../../shared/values/decimal.ts';
import { type Decimal, marginModes } from '../../shared/values/domain.ts';
import { float64At, numberAt, uint8At, uint32At, uintAt } from '../../shared/values/elements.ts';
import type { OrderTable } from '../orders/list-table.ts';
import type { StoredTrade } from '../rows.ts';
import type { ChangeLog } from '../table/change-log.ts';
import { CodeColumn } from '../table/code-column.ts';
import type { DecimalColumn } from '../table/decimal-column.ts';
import type { AppendedLimbs } from '../table/exact-decimals.ts';
import { type Conditions, columnConditions, noteConditions } from '../table/filter-conditions.ts';
import { grow, type NumberArray } from '../table/growing-arrays.ts';
import { type FieldKind, type ImagedColumns, Table } from '../table/table.ts';
import { type ColumnImage, type TableImage, type TablePart, textIn } from '../table/table-image.ts';
import type { Units } from '../table/units.ts';
import type { MeasuredTrade } from './trade-stops.ts';

/** Kinds of the columns. Whole numbers are decimals, too. */
const columnKinds = {
  symbol: [],
  'margin-mode': marginModes,
  side: positionSides,
  state: tradeStates,
  opening: 'time',
  time: 'decimal',
  executions: executionMarks,
  duration: 'decimal',
  count: 'decimal',
  quantity: 'decimal',
  price: 'decimal',
  sum: 'decimal',
  profit: 'decimal',
  percent: 'decimal',
  leverage: 'decimal',
} as const satisfies Record<TradeFieldKind, FieldKind>;
const wholeKinds: ReadonlySet<TradeFieldKind> = new Set(['time', 'duration', 'count']);

type FieldKinds = { readonly [Field in TradeField]: (typeof columnKinds)[(typeof tradeFieldKinds)[Field]] };
/** `r`: measured from the stops that were seen, and not stored. `account`: of the first order; only in a joint archive. */
type ColumnKinds = FieldKinds & { readonly r: 'decimal'; readonly account?: readonly string[] };
/** A decimal is a text if it comes from the archive. */
type ValueOf<Kind> = Kind extends 'decimal'
  ? Units | string | number | null
  : Kind extends 'time'
    ? number
    : string | null;

/** A trade as it is stored. */
export interface TradeContent {
  /** Row numbers of its first and last order. */
  readonly first: number;
  readonly last: number;
  /** Earliest creation of its orders, which may be before the first one. */
  readonly firstCreated: number;
  /** See `membersOf`. */
  readonly members: number;
  /** See `IndexedRow.tie`; of its first order. */
  readonly tie: number;
  /** See `reasonBits`. */
  readonly reasons: number;
  /** See docs/trades.md 5. */
  readonly values: { readonly [Field in TradeField]: ValueOf<FieldKinds[Field]> };
}

/** The R multiple of a trade, which no archive has. */
export interface WithMultiple {
  readonly r?: Decimal | null;
}

/** The values of a trade that depend on when its orders were executed, and not on their figures. */
export type ExecutionFacts = Pick<
  TradeContent['values'],
  'openedAt' | 'openedBy' | 'closedAt' | 'closedBy' | 'duration' | 'executions'
>;

/** A field with its column; `null` for the time of opening, which is `Table.times`. */
interface TradeColumn {
  readonly field: TradeField;
  readonly column: CodeColumn | DecimalColumn | null;
  readonly isWhole: boolean;
}

const openedAt = tradeFields.indexOf('openedAt');
const marginMode = tradeFields.indexOf('marginMode');

/** In the order of `tradeFields`. */
const measuredFields = (
  ['symbol', 'marginMode', 'side', 'state', 'entryPrice', 'exitPrice', 'openedAt', 'openedBy', 'closedAt'] as const
).map((field) => tradeFields.indexOf(field));

/** A bit for each reason. */
export function reasonBits(reason: IncompleteReason): number {
  return 1 << incompleteReasons.indexOf(reason);
}

/** Reasons of an order without a leg, which has no other one. */
export const unplacedBits = reasonBits('unplaced');

/** `bits`: see `reasonBits`. */
export function reasonsOf(bits: number): IncompleteReason[] {
  return incompleteReasons.filter((_, bit) => (bits >> bit) % 2 === 1);
}

/** Returns a number from the row numbers of a trade's orders and their order, which changes if they do. */
export function membersOf(rows: Uint32Array, start: number, end: number): number {
  let hash = 0;
  for (let index = start; index < end; index++) hash = (Math.imul(hash, 31) + uint32At(rows, index)) >>> 0;
  return hash;
}

/** All trades. The number of a trade that is removed is used again. */
export class TradeTable extends Table<ColumnKinds, TradeFilter, 'opened' | 'closed'> {
  /** Row numbers of the first and the last order. */
  firstRows = new Uint32Array(0);
  lastRows = new Uint32Array(0);
  /** Creation of the first order. */
  #createdFirst = new Float64Array(0);
  /** Earliest creation of the orders. */
  firstCreated = new Float64Array(0);
  /** See `membersOf`. */
  members = new Uint32Array(0);
  /** See `reasonBits`. */
  reasons = new Uint8Array(0);
  protected readonly dates = { opened: () => this.times, closed: () => this.columns.closedAt.keys };
  protected readonly conditions: Conditions;
  /** Notes the number of each trade that changes, for readers that have its earlier state; `null` if there are none. */
  changes: ChangeLog<number> | null = null;
  /** Trades that have changed and whose R multiples are to be measured again; `null` before the first measurement. */
  unmeasured: Set<number> | null = null;
  readonly #orders: OrderTable;
  readonly #tradeOf: (row: number) => number;
  /** By row number: 1 for the first order of a trade that the archive does not have as it is. */
  #unsaved = new Uint8Array(0);
  /** No trade that begins with an earlier row is unsaved. */
  #firstUnsaved = 1;
  /** First orders of trades that were removed, or that begin with another order. */
  readonly #removed = new Set<number>();
  /** In the order of `tradeFields`, as in `StoredTrade.values`. */
  readonly #fields: readonly TradeColumn[];

  /** `tradeOf`: returns the number of the trade that an order belongs to, or 0. */
  constructor(orders: OrderTable, tradeOf: (row: number) => number) {
    const kinds = tradeFields.map((field) => [field, columnKinds[tradeFieldKinds[field]]]);
    const ofAccounts = orders.accounts.length === 0 ? {} : { account: orders.accounts };
    super({ ...Object.fromEntries(kinds), r: 'decimal', ...ofAccounts } as ColumnKinds, 'marginMode');
    this.#orders = orders;
    const { columns } = this;
    this.#tradeOf = tradeOf;
    this.#fields = tradeFields.map((field) => ({
      field,
      column: field === 'openedAt' ? null : columns[field],
      isWhole: wholeKinds.has(tradeFieldKinds[field]),
    }));
    this.conditions = {
      ...columnConditions(tradeParts, columns, orders.nameOf),
      quotes: (mask, quotes: readonly string[]) => mask.keepValues(columns.symbol, symbolsOf(columns.symbol, quotes)),
      incomplete: (mask, wanted: 'only' | 'none') =>
        mask.keepWhere((number) => uint8At(this.reasons, number) > 0 === (wanted === 'only')),
      ...noteConditions(orders.tradeNotes, tradeOf),
      text: (mask, text: string) => {
        const ids = orders.columns.id.folded;
        return mask.keepText(columns.symbol, ids, text, function* (word, found, _bytes, share) {
          const inOrders = new Uint8Array(orders.size + 1);
          yield* ids.findWord(word, new Uint8Array(orders.size + 1).fill(1), inOrders, share);
          for (let row = 1; row <= orders.size; row++) if (inOrders[row] === 1) found[tradeOf(row)] = 1;
          for (const row of orders.tradeNotes.rowsWithWord(word)) found[tradeOf(row)] = 1;
        });
      },
    };
  }

  /** Stores a trade that was derived. `number`: of a stored trade, or `nextNumber`. */
  put(number: number, content: TradeContent): void {
    const { first, tie, values } = content;
    if (this.has(number) && this.firstRows[number] !== first) this.#removed.add(uint32At(this.firstRows, number));
    const isNew = this.place(number, values.openedAt, tie, values.marginMode);
    this.#putHead(number, content);
    for (const { field, column } of this.#fields) setValue(column, number, values[field], isNew);
    setValue(this.columns.r, number, null, isNew);
    this.#markUnsaved(number);
  }

  /** Sets the R multiple of a trade. Returns false if it had the same one. */
  setMultiple(number: number, multiple: Decimal | null): boolean {
    const { r } = this.columns;
    if (multiple === null ? Number.isNaN(r.keys[number]) : isEqualTo(r.textOf(number), multiple)) return false;
    r.set(number, multiple, false);
    this.changes?.add(number);
    return true;
  }

  /** Of trades that were opened at one time, the one whose first order is nearer to the newer end of the list of orders comes first. */
  override compareTies(a: number, b: number): number {
    return float64At(this.#createdFirst, b) - float64At(this.#createdFirst, a) || super.compareTies(a, b);
  }

  /** Changes when the orders of a trade were executed. */
  setExecution(number: number, facts: ExecutionFacts): void {
    const { closedAt, openedBy, closedBy, executions } = this.columns;
    const isSame =
      this.times[number] === facts.openedAt &&
      executions.textOf(number) === facts.executions &&
      [closedAt, openedBy, closedBy].every(({ keys }, index) =>
        Object.is(keys[number], [facts.closedAt, facts.openedBy, facts.closedBy][index] ?? Number.NaN),
      );
    if (isSame) return;
    this.place(number, facts.openedAt, numberAt(this.ties, number), this.columns.marginMode.textOf(number));
    for (const { field, column } of this.#fields) {
      if (field in facts) setValue(column, number, facts[field as keyof ExecutionFacts], false);
    }
    this.#markUnsaved(number);
  }

  /** Stores a trade of the archive. Returns its number. */
  restore({ first, last, firstCreated, members, incomplete, values, r = null }: StoredTrade & WithMultiple): number {
    const number = this.nextNumber();
    const isNew = this.place(
      number,
      Number(values[openedAt]),
      numberAt(this.#orders.ties, first),
      String(values[marginMode]),
    );
    const reasons = incomplete === '' ? [] : incomplete.split(' ').filter(isReason);
    const bits = reasons.reduce((all, reason) => all | reasonBits(reason), 0);
    this.#putHead(number, { first, last, firstCreated, members, reasons: bits });
    for (const [index, { column }] of this.#fields.entries()) setValue(column, number, values[index] ?? null, isNew);
    setValue(this.columns.r, number, r, isNew);
    this.columns.account?.set(number, this.#orders.columns.account?.textOf(first) ?? null);
    this.changes?.add(number);
    return number;
  }

  /** The R multiples are measured again. */
  protected override imaged(): ImagedColumns {
    const { r, ...columns } = super.imaged();
    return columns;
  }

  override image(): TableImage {
    const { columns, ...image } = super.image();
    const end = this.size + 1;
    const arrays = {
      firstRows: this.firstRows.subarray(0, end),
      lastRows: this.lastRows.subarray(0, end),
      createdFirst: this.#createdFirst.subarray(0, end),
      firstCreated: this.firstCreated.subarray(0, end),
      members: this.members.subarray(0, end),
      reasons: this.reasons.subarray(0, end),
      free: Uint32Array.from(this.free),
    };
    return { ...image, columns: { ...columns, heads: { arrays } } };
  }

  /** Takes trades that the archive has into an empty table. */
  override takeImage(image: TableImage): boolean {
    if (!super.takeImage(image)) return false;
    const heads = image.columns.heads?.arrays as Record<string, Uint32Array<ArrayBuffer>>;
    const { firstRows, lastRows, members } = heads as Record<'firstRows' | 'lastRows' | 'members', typeof this.members>;
    this.firstRows = firstRows;
    this.lastRows = lastRows;
    this.members = members;
    this.#createdFirst = heads.createdFirst as unknown as Float64Array<ArrayBuffer>;
    this.firstCreated = heads.firstCreated as unknown as Float64Array<ArrayBuffer>;
    this.reasons = heads.reasons as unknown as Uint8Array<ArrayBuffer>;
    this.columns.r.clear(this.size);
    for (const number of heads.free ?? []) super.remove(number);
    return true;
  }

  /** Trades from a number on, with what is not in a column. Those that were removed have 0 as their first row. */
  override part(first: number, count: number): TablePart {
    const { columns, ...part } = super.part(first, count);
    const end = first + count;
    const firstRows = this.firstRows.slice(first, end);
    for (let index = 0; index < count; index++) if (!this.has(first + index)) firstRows[index] = 0;
    const heads = {
      firstRows,
      lastRows: this.lastRows.subarray(first, end),
      firstCreated: this.firstCreated.subarray(first, end),
      members: this.members.subarray(first, end),
      reasons: this.reasons.subarray(first, end),
    };
    const r = this.columns.r.part(first, end);
    return { ...part, columns: { ...columns, r, heads: { arrays: heads } } };
  }

  /** Takes trades of an account's own table. `numberOf`: returns the number of a trade from the one there. `rows`: row numbers from those there. */
  putPart(
    { first, count, columns }: TablePart,
    { limbs, rows, numberOf }: { limbs: AppendedLimbs; rows: Uint32Array; numberOf: (own: number) => number },
  ): void {
    const { times } = (columns[''] as ColumnImage).arrays as Record<'times', NumberArray>;
    const { firstRows, lastRows, firstCreated, members, reasons } = (columns.heads as ColumnImage).arrays as Record<
      'firstRows' | 'lastRows' | 'firstCreated' | 'members' | 'reasons',
      NumberArray
    >;
    const modes = columns.marginMode as ColumnImage;
    const copiers = [...this.#fields, { field: 'r', column: this.columns.r }].flatMap(({ field, column }) =>
      column === null || column === this.tieBreaker ? [] : column.copier(columns[field] as ColumnImage, limbs),
    );
    for (let index = 0; index < count; index++) {
      if (firstRows[index] === 0) continue;
      const row = uint32At(rows, numberAt(firstRows, index));
      const number = numberOf(first + index);
      const tie = numberAt(this.#orders.ties, row);
      const isNew = this.place(number, numberAt(times, index), tie, textIn(modes, index));
      this.#putHead(number, {
        first: row,
        last: uint32At(rows, numberAt(lastRows, index)),
        firstCreated: numberAt(firstCreated, index),
        members: numberAt(members, index),
        reasons: numberAt(reasons, index),
      });
      for (const copy of copiers) copy(number, index, isNew);
      this.columns.account?.set(number, this.#orders.columns.account?.textOf(row) ?? null);
    }
  }

  /** True if the order of executions of a trade is uncertain. */
  isUncertain(number: number): boolean {
    return this.columns.executions.textOf(number) === 'uncertain';
  }

  /** Number of the trades of which the order of executions is uncertain. */
  countUncertain(trades: Uint32Array): number {
    const { executions } = this.columns;
    const isUncertain = executions.codesWhere((mark) => mark === 'uncertain');
    let count = 0;
    for (let at = 0; at < trades.length; at++) {
      count += uint8At(isUncertain, uintAt(executions.codes, uint32At(trades, at)));
    }
    return count;
  }

  override remove(number: number): void {
    super.remove(number);
    this.changes?.add(number);
    this.#removed.add(uint32At(this.firstRows, number));
  }

  /** `reasons`: see `reasonBits`. */
  setReasons(number: number, reasons: number): void {
    if (this.reasons[number] === reasons) return;
    this.reasons[number] = reasons;
    this.#markUnsaved(number);
  }

  /**
   * Returns at most `limit` trades that the archive does not have yet, and first orders of those that it must delete before. They count as
   * saved from then on. `isLast`: no further trade is left. `lost`: first orders of trades that the archive has lost.
   */
  takeUnsaved(lost: Iterable<number>, limit: number): { removed: number[]; trades: StoredTrade[]; isLast: boolean } {
    for (const first of lost) {
      const number = this.#tradeBeginningWith(first);
      if (number === 0) this.#removed.add(first);
      else this.#markUnsaved(number);
    }
    const removed = [...this.#removed];
    this.#removed.clear();
    const trades: StoredTrade[] = [];
    let row = this.#firstUnsaved;
    // By the order of the archive's rows, because it stores rows behind its last one in a third of the time.
    for (; row < this.#unsaved.length && trades.length < limit; row++) {
      if (this.#unsaved[row] !== 1) continue;
      this.#unsaved[row] = 0;
      const number = this.#tradeBeginningWith(row);
      if (number !== 0) trades.push(this.#stored(number));
    }
    this.#firstUnsaved = row;
    return { removed, trades, isLast: row >= this.#unsaved.length };
  }

  trade(number: number): Trade {
    const values = Object.fromEntries(this.#fields.map(({ field }, index) => [field, this.#valueAt(index, number)]));
    const id = this.#orders.columns.id.textOf(uint32At(this.firstRows, number));
    const key = `${values.marginMode}:${id}`;
    // The columns hold what the derivation has put.
    return {
      key,
      ...values,
      r: this.columns.r.textOf(number),
      incomplete: reasonsOf(uint8At(this.reasons, number)),
    } as unknown as Trade;
  }

  /** The values that the R multiple of a trade depends on; `null` if it is open, incomplete or removed, so that it has none. */
  measurable(number: number): MeasuredTrade | null {
    if (!this.has(number) || this.reasons[number] !== 0 || Number.isNaN(this.columns.closedAt.keys[number]))
      return null;
    const values = measuredFields.map((index) => [tradeFields[index], this.#valueAt(index, number)]);
    return { ...(Object.fromEntries(values) as Omit<MeasuredTrade, 'incomplete'>), incomplete: [] };
  }

  /** `null` for a trade that was removed. */
  stored(number: number): (StoredTrade & WithMultiple) | null {
    return this.has(number) ? { ...this.#stored(number), r: this.columns.r.textOf(number) } : null;
  }

  #stored(number: number): StoredTrade {
    return {
      first: uint32At(this.firstRows, number),
      last: uint32At(this.lastRows, number),
      firstCreated: float64At(this.firstCreated, number),
      members: uint32At(this.members, number),
      incomplete: reasonsOf(uint8At(this.reasons, number)).join(' '),
      values: this.#fields.map((_, index) => this.#valueAt(index, number)),
    };
  }

  #valueAt(index: number, number: number): string | number | null {
    const { column, isWhole } = this.#fields[index] as TradeColumn;
    if (column === null) return float64At(this.times, number);
    if (column instanceof CodeColumn || !isWhole) return column.textOf(number);
    const key = column.keyAt(number);
    return Number.isNaN(key) ? null : key;
  }

  /** 0 if no trade begins with the order. */
  #tradeBeginningWith(row: number): number {
    const number = this.#tradeOf(row);
    return number !== 0 && this.firstRows[number] === row ? number : 0;
  }

  #markUnsaved(number: number): void {
    this.changes?.add(number);
    this.unmeasured?.add(number);
    const first = uint32At(this.firstRows, number);
    this.#unsaved = grow(this.#unsaved, first + 1);
    this.#unsaved[first] = 1;
    this.#firstUnsaved = Math.min(this.#firstUnsaved, first);
  }

  #putHead(
    number: number,
    {
      first,
      last,
      firstCreated,
      members,
      reasons,
    }: Pick<TradeContent, 'first' | 'last' | 'firstCreated' | 'members' | 'reasons'>,
  ): void {
    this.#createdFirst = grow(this.#createdFirst, number + 1);
    this.firstRows = grow(this.firstRows, number + 1);
    this.lastRows = grow(this.lastRows, number + 1);
    this.firstCreated = grow(this.firstCreated, number + 1);
    this.members = grow(this.members, number + 1);
    this.reasons = grow(this.reasons, number + 1);
    const createdFirst = float64At(this.#orders.times, first);
    if (this.#createdFirst[number] !== createdFirst) this.timeOrder.markChanged(number);
    this.#createdFirst[number] = createdFirst;
    this.firstRows[number] = first;
    this.lastRows[number] = last;
    this.firstCreated[number] = firstCreated;
    this.members[number] = members;
    this.reasons[number] = reasons;
  }
}

function setValue(
  column: TradeColumn['column'],
  number: number,
  value: Units | string | number | null,
  isNew: boolean,
): void {
  if (column instanceof CodeColumn) column.set(number, value === null ? null : String(value));
  else if (typeof value === 'string') column?.set(number, value, isNew);
  else if (value === null || typeof value === 'number') column?.setWhole(number, value ?? Number.NaN, isNew);
  else column?.setUnits(number, value.units, value.places, isNew);
}

function isEqualTo(value: Decimal | null, other: Decimal): boolean {
  return value !== null && compareDecimals(value, other) === 0;
}

function isReason(word: string): word is IncompleteReason {
  return incompleteReasons.some((reason) => reason === word);
}

function symbolsOf(column: CodeColumn, quotes: readonly string[]): string[] {
  const symbols = Array.from({ length: column.codeCount }, (_, code) => column.valueOf(code) ?? '');
  return symbols.filter((symbol) => quotes.includes(quoteOf(symbol)));
}
