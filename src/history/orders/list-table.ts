import type { HistoryChoices, HistoryFilter, HistorySummary } from '../../shared/contract/history.ts';
import type { Note } from '../../shared/contract/notes.ts';
import type { Results } from '../../shared/contract/results.ts';
import { historyParts } from '../../shared/orders/filter-parts.ts';
import type { HistoryList, HistorySortField } from '../../shared/orders/history.ts';
import { jointKey } from '../../shared/orders/joint.ts';
import type { NoteKind } from '../../shared/orders/notes.ts';
import {
  type DecimalKind,
  type FieldOf,
  isDecimal,
  type ListField,
  type OrderField,
  type orderFields,
  type ShownField,
} from '../../shared/orders/order-fields.ts';
import { type PositionSide, positionSides } from '../../shared/orders/trades.ts';
import { withoutZero } from '../../shared/values/decimal.ts';
import { marginModes, sides, type Timestamp, vocabularies } from '../../shared/values/domain.ts';
import { float64At, numberAt } from '../../shared/values/elements.ts';
import { type IndexedRow, type SharedColumns, type UserWords, valueFields } from '../rows.ts';
import { CodeColumn } from '../table/code-column.ts';
import { DecimalColumn } from '../table/decimal-column.ts';
import type { AppendedLimbs } from '../table/exact-decimals.ts';
import { type Conditions, columnConditions, noteConditions } from '../table/filter-conditions.ts';
import type { NumberArray } from '../table/growing-arrays.ts';
import { NoteColumn } from '../table/note-column.ts';
import { resultOf, type Steps } from '../table/steps.ts';
import { type ColumnsOf, type FieldKind, type ImagedColumns, Table, type TableQuery } from '../table/table.ts';
import { type ColumnImage, type CopyValue, type TableImage, type TablePart, textIn } from '../table/table-image.ts';
import type { RowFees } from '../table/turnover-sums.ts';
import { countOutcomes } from './plan-outcomes.ts';
import { resultsOf } from './results.ts';
import { summarizeRows } from './summary.ts';
import { rowsLackingPnl } from './unknown-pnl.ts';

export type HistoryQuery = TableQuery<HistoryFilter, HistorySortField>;

type KindOf<Name extends OrderField> = Name extends 'id'
  ? 'id'
  : (typeof orderFields)[Name]['kind'] extends 'time' | DecimalKind
    ? (typeof orderFields)[Name]['kind'] extends 'time'
      ? 'time'
      : 'decimal'
    : readonly string[];
type FieldsOf<List extends HistoryList> = { readonly [Name in FieldOf<List> & ShownField]: KindOf<Name> };
/** The fields of both lists, and those that only orders have. */
type ListFields = Pick<FieldsOf<'order-history'>, keyof FieldsOf<'order-history'> & keyof FieldsOf<'plan-history'>> &
  Partial<Pick<FieldsOf<'order-history'>, 'action' | 'pnl'>> &
  Partial<Pick<FieldsOf<'plan-history'>, 'triggerDirection' | 'triggerPrice'>> & {
    readonly endedAt?: 'decimal';
    readonly positionSide?: readonly string[];
    /** Only in a joint archive. */
    readonly account?: readonly string[];
  };

/** A column of a field, and the index of its values in `IndexedRow.values`. */
interface PlacedColumn<Column> {
  readonly name: string;
  readonly column: Column;
  readonly index: number;
  readonly zeroIsNone: boolean;
}

/** One list of an account's history, or of a joint archive. Holds no text of a row except its ID. */
export class ListTable extends Table<ListFields, HistoryFilter, 'created'> {
  readonly list: HistoryList;
  /** IDs of the accounts of a joint archive, in their order; otherwise none. */
  readonly accounts: readonly string[];
  readonly notes = new NoteColumn();
  /** Symbols as the exchange sent them: the column `symbol`, unless the user says that some are others. */
  readonly sentSymbol: CodeColumn;
  protected readonly dates = { created: () => this.times };
  protected readonly conditions: Conditions = {
    ...columnConditions(historyParts, this.columns, (symbol) => this.nameOf(symbol)),
    ids: (mask, ids: readonly string[]) => mask.keepIds(this.columns.id, ids),
    ...noteConditions(this.notes),
    text: (mask, text: string) => {
      const { notes } = this;
      const ids = this.columns.id.folded;
      return mask.keepText(this.sentSymbol, ids, text, function* (word, found, bytes, share) {
        yield* ids.findWord(word, bytes, found, share);
        for (const row of notes.rowsWithWord(word)) found[row] = 1;
      });
    },
  };
  /** Times at which plan orders were first missing from the open ones, by key. */
  readonly #ends = new Map<string, string>();
  readonly #words: PlacedColumn<CodeColumn>[] = [];
  readonly #decimals: PlacedColumn<DecimalColumn>[] = [];

  readonly #renamed: UserWords['renamed'];
  readonly #lackingPnl = this.cache<Uint32Array>(1);

  /** `renamed`: see `UserWords`. Rows are sorted, filtered and summed by the new names. */
  constructor(list: HistoryList, accounts: readonly string[] = [], renamed: UserWords['renamed'] = {}) {
    const fields = valueFields(list).filter(({ column }) => column !== null);
    const kinds = fields.map((field) => [field.name, kindOf(field)] as const);
    super(
      {
        createdAt: 'time',
        marginMode: marginModes,
        id: 'id',
        ...Object.fromEntries(kinds),
        ...(list === 'plan-history' ? { endedAt: 'decimal' } : { positionSide: positionSides }),
        ...(accounts.length === 0 ? {} : { account: accounts }),
      } as unknown as ListFields,
      'marginMode',
    );
    this.list = list;
    this.accounts = accounts;
    this.#renamed = renamed;
    this.sentSymbol = Object.keys(renamed).length === 0 ? this.columns.symbol : new CodeColumn();
    for (const [index, { name, column: shownIn, zeroIsNone }] of valueFields(list).entries()) {
      if (shownIn === null) continue;
      const column = name === 'symbol' ? this.sentSymbol : this.columns[name as keyof typeof this.columns];
      if (column instanceof DecimalColumn) this.#decimals.push({ name, column, index, zeroIsNone });
      else if (column instanceof CodeColumn) this.#words.push({ name, column, index, zeroIsNone });
    }
  }

  /** Returns the latest name of a symbol. */
  readonly nameOf = (symbol: string): string => {
    if (this.sentSymbol === this.columns.symbol) return symbol;
    let name = symbol;
    // A circle of names ends.
    for (const _ of Object.keys(this.#renamed)) {
      const next = Object.hasOwn(this.#renamed, name) ? this.#renamed[name] : undefined;
      if (next === undefined || next === symbol) break;
      name = next;
    }
    return name;
  };

  /** The latest names of the symbols that were renamed. */
  newNames(): Record<string, string> {
    return Object.fromEntries(Object.keys(this.#renamed).map((symbol) => [symbol, this.nameOf(symbol)]));
  }

  /**
   * Adds new rows and replaces existing ones. New rows have the numbers from `size + 1` on without a gap, in any order within one call.
   * Throws a RangeError, and stores nothing, if there is a gap or an existing row has another ID.
   */
  put(rows: readonly IndexedRow[]): void {
    if (rows.length === 0) return;
    const sorted = sortByNumber(rows);
    this.#check(sorted);
    for (const row of sorted) this.putRow(row);
    this.changed();
  }

  /**
   * Sets the note of a row; an empty text removes the note. A note of a row that the table does not have waits for the row. In a joint
   * archive, the ID is that of `idIn`, as is the key of `setEnd`.
   */
  setNote({ kind, id, text }: Note, row: number | null): void {
    this.notesOf(kind).set(id, row !== null && row <= this.size ? row : null, text);
    this.changed();
  }

  /** Sets when a plan order was seen to end; `null` if it was not. `row`: `null` if the table does not have it yet. */
  setEnd(key: string, missedAt: Timestamp | null, row: number | null): void {
    if (missedAt === null) this.#ends.delete(key);
    else this.#ends.set(key, String(missedAt));
    if (row === null || row > this.size) return;
    this.columns.endedAt?.set(row, this.#ends.get(key) ?? null, false);
    this.changed();
  }

  /** Adds rows of an account's own table behind the last row. `limbs`: of that table. `tieOf`: returns the tie of a row from the one there. */
  putPart(
    { count, columns }: TablePart,
    { account, limbs, tieOf }: { account: string; limbs: AppendedLimbs; tieOf: (tie: number) => number },
  ): void {
    const { times, ties } = (columns[''] as ColumnImage).arrays as Record<'times' | 'ties', NumberArray>;
    const marginMode = columns.marginMode as ColumnImage;
    const copiers: CopyValue[] = [];
    for (const [name, column] of Object.entries(this.imaged())) {
      const part = columns[name];
      if (part === undefined || column === this.tieBreaker) continue;
      if (column instanceof CodeColumn) copiers.push(column.copier(part));
      else if (column instanceof DecimalColumn) copiers.push(column.copier(part, limbs));
    }
    this.columns.id.appendPart(columns.id as ColumnImage);
    for (let index = 0; index < count; index++) {
      const number = this.size + 1;
      this.place(number, numberAt(times, index), tieOf(numberAt(ties, index)), textIn(marginMode, index));
      for (const copy of copiers) copy(number, index, true);
      this.columns.account?.set(number, account);
    }
    this.changed();
  }

  /** Returns columns of some rows. */
  shared(numbers: readonly number[]): SharedColumns {
    const words = this.#words.map(({ name, column }) => [name, column.coded(numbers)] as const);
    const texts = { ...Object.fromEntries(words), marginMode: this.columns.marginMode.coded(numbers) };
    const times = new Float64Array(numbers.length);
    let place = 0;
    for (const number of numbers) times[place++] = float64At(this.times, number);
    return { times, texts };
  }

  /** Takes the rows of an image, whose symbols are those that the exchange sent, into an empty table. Notes are set afterwards. */
  override takeImage(image: TableImage): boolean {
    if (!super.takeImage(image)) return false;
    if (this.sentSymbol !== this.columns.symbol) for (let row = 1; row <= this.size; row++) this.#nameSymbol(row);
    return true;
  }

  protected override imaged(): ImagedColumns {
    return { ...super.imaged(), symbol: this.sentSymbol };
  }

  /** Throws a RangeError if this machine does not know the zone. No row may change between two steps. */
  *summarySteps(filter: HistoryFilter, zone: string, now: Timestamp, fees?: RowFees): Steps<HistorySummary> {
    const mask = yield* this.maskSteps(filter, zone, now);
    yield;
    return { version: this.version, ...summarizeRows(this, mask, fees) };
  }

  /** The same in one step. */
  summarize(...query: Parameters<ListTable['summarySteps']>): HistorySummary {
    return resultOf(this.summarySteps(...query));
  }

  /** See `rowsLackingPnl`. A removed row is no longer in any mask. */
  lackingPnl(): Uint32Array {
    return this.#lackingPnl.getOrCompute('', () => rowsLackingPnl(this.columns, this.size));
  }

  /** Counts plan orders by outcome. Throws a RangeError if this machine does not know the zone. */
  planOutcomes(filter: HistoryFilter, zone: string, now: Timestamp) {
    return countOutcomes(this, this.mask(filter, zone, now));
  }

  /**
   * Returns the results of one quote currency: `quote`, or the one with the most rows if no filtered row has it. Throws a RangeError if
   * this machine does not know the zone. No row may change between two steps.
   */
  *resultSteps(filter: HistoryFilter, zone: string, now: Timestamp, quote?: string, fees?: RowFees): Steps<Results> {
    const mask = yield* this.maskSteps(filter, zone, now);
    yield;
    const local = this.localHours(zone);
    yield;
    return { version: this.version, ...(yield* resultsOf(this, mask, local, quote, fees)) };
  }

  /** The same in one step. */
  results(...query: Parameters<ListTable['resultSteps']>): Results {
    return resultOf(this.resultSteps(...query));
  }

  /** Returns the values of all rows: symbols and kinds by text, statuses in the order in which they are sorted. */
  choices(): HistoryChoices {
    const { symbol, kind, status } = this.columns;
    return { version: this.version, symbols: symbol.choices(), kinds: kind.choices(), statuses: status.choices() };
  }

  /** Stores a row whose number is at most `size + 1`. The ID of an existing row must not differ. */
  protected putRow({ number, id, createdAt, tie, marginMode, values, account }: IndexedRow): void {
    const isNew = this.place(number, createdAt, tie, marginMode);
    if (isNew) {
      this.columns.id.append(id);
      this.placeNotes(idIn(account, id), number);
    }
    this.columns.account?.set(number, account ?? null);
    this.columns.endedAt?.set(number, this.#ends.get(idIn(account, `${marginMode}:${id}`)) ?? null, isNew);
    for (const { column, index } of this.#words) column.set(number, values[index] ?? null);
    const { side, action } = this.columns;
    this.columns.positionSide?.set(number, positionSideOf(side.textOf(number), action?.textOf(number) ?? null));
    if (this.sentSymbol !== this.columns.symbol) this.#nameSymbol(number);
    for (const { column, index, zeroIsNone } of this.#decimals) {
      const value = values[index] ?? null;
      column.set(number, zeroIsNone ? withoutZero(value) : value, isNew);
    }
  }

  protected notesOf(_kind: NoteKind): NoteColumn {
    return this.notes;
  }

  /** Gives a new row the notes that have waited for it. */
  protected placeNotes(id: string, number: number): void {
    this.notes.place(id, number);
  }

  /** Sets the latest name of a row's symbol. */
  #nameSymbol(number: number): void {
    const sent = this.sentSymbol.textOf(number);
    this.columns.symbol.set(number, sent === null ? null : this.nameOf(sent));
  }

  #check(rows: readonly IndexedRow[]): void {
    let next = this.size + 1;
    for (const { number, id } of rows) {
      if (number === next) {
        next++;
      } else if (!Number.isInteger(number) || number < 1 || number > next) {
        throw new RangeError(`Row ${number} does not follow row ${next - 1}.`);
      } else if (number <= this.size && !this.columns.id.isSame(number, id)) {
        throw new RangeError(`Row ${number} is another order.`);
      }
    }
  }
}

/** Historical orders (docs/service.md 2.2). */
export class OrderTable extends ListTable {
  declare readonly columns: ColumnsOf<FieldsOf<'order-history'> & Pick<ListFields, 'account'>>;
  /** Notes on trades, by the order that they are stored with (docs/trades.md 10). */
  readonly tradeNotes = new NoteColumn();
  /** Called with the number of each order that was put. */
  onPut: (row: number) => void = () => {};

  constructor(accounts: readonly string[] = [], renamed: UserWords['renamed'] = {}) {
    super('order-history', accounts, renamed);
  }

  protected override putRow(row: IndexedRow): void {
    super.putRow(row);
    this.onPut(row.number);
  }

  protected override notesOf(kind: NoteKind): NoteColumn {
    return kind === 'trade' ? this.tradeNotes : this.notes;
  }

  protected override placeNotes(id: string, number: number): void {
    super.placeNotes(id, number);
    this.tradeNotes.place(id, number);
  }
}

/** Returns the name of an ID, or of a key, among those of a joint archive; of an account's own table, the ID. */
export function idIn(account: string | undefined, id: string): string {
  return account === undefined ? id : jointKey(account, id);
}

/** Returns the side of the position that an order opens or closes; `null` if its side or its action is not known. */
function positionSideOf(side: string | null, action: string | null): PositionSide | null {
  if ((side !== 'buy' && side !== 'sell') || (action !== 'open' && action !== 'close')) return null;
  return (side === 'buy') === (action === 'open') ? 'long' : 'short';
}

function kindOf(field: ListField): FieldKind {
  if (isDecimal(field.kind)) return 'decimal';
  if (field.kind === 'side') return sides;
  return field.vocabulary === null ? [] : vocabularies[field.vocabulary].words;
}

/** Of several rows with one number, the last of the call stays the last. */
function sortByNumber<Row extends { number: number }>(rows: readonly Row[]): readonly Row[] {
  const isSorted = rows.every((row, i) => i === 0 || (rows[i - 1] as Row).number <= row.number);
  return isSorted ? rows : rows.toSorted((a, b) => a.number - b.number);
}
