import { withoutZero } from '../../shared/decimal.ts';
import { marginModes, sides, vocabularies } from '../../shared/domain.ts';
import type { HistoryField, HistoryList } from '../../shared/history.ts';
import { isDecimal, type ListField, type OrderField } from '../../shared/order-fields.ts';
import { type IndexedRow, valueFields } from '../rows.ts';
import { CodeColumn } from './code-column.ts';
import { DecimalColumn } from './decimal-column.ts';
import { ExactDecimals } from './exact-decimals.ts';
import { grow } from './growing-arrays.ts';
import { IdColumn, IdRankIndex } from './id-column.ts';
import { NoteColumn } from './note-column.ts';
import { RadixSorter } from './radix-sorter.ts';
import type { RankSource } from './row-sort.ts';
import { TimeOrder, TimeRankIndex } from './time-order.ts';

/** A column of a field, and the place of its values in `IndexedRow.values`. */
interface FieldColumn<Column> {
  readonly field: OrderField;
  readonly column: Column;
  readonly place: number;
  readonly zeroIsNone: boolean;
}

/** The rows of one list as columns: arrays by row number, from 1. */
export class ListColumns {
  /** Rows of the list, and the highest row number. */
  size = 0;
  /** Counts the rows whose `createdAt` was replaced by another one. */
  timeChanges = 0;
  readonly sorter = new RadixSorter();
  readonly decimals = new ExactDecimals();
  /** Epoch milliseconds. */
  createdAt = new Float64Array(0);
  /** See `IndexedRow.tie`. */
  ties = new Float64Array(0);
  readonly marginMode = new CodeColumn(marginModes);
  readonly ids = new IdColumn();
  readonly notes = new NoteColumn();
  readonly symbol: CodeColumn;
  readonly side: CodeColumn;
  readonly kind: CodeColumn;
  readonly status: CodeColumn;
  readonly leverage: DecimalColumn;
  /** `null` for plan orders. */
  readonly action: CodeColumn | null = null;
  /** `null` for plan orders. */
  readonly pnl: DecimalColumn | null = null;
  readonly timeOrder = new TimeOrder(this, this.sorter);
  readonly timeRanks = new TimeRankIndex(this.timeOrder, this);
  readonly idRanks = new IdRankIndex(this.ids, this.sorter);
  /** The order of the rows by each field. */
  readonly sources: ReadonlyMap<HistoryField, RankSource>;
  readonly #codes: FieldColumn<CodeColumn>[] = [];
  readonly #decimals: FieldColumn<DecimalColumn>[] = [];

  constructor(list: HistoryList) {
    for (const [place, field] of valueFields(list).entries()) {
      const { name, kind, column: shownIn, zeroIsNone } = field;
      if (shownIn === null) continue;
      const placed = { field: name, place, zeroIsNone };
      if (isDecimal(kind)) this.#decimals.push({ ...placed, column: new DecimalColumn(this) });
      else this.#codes.push({ ...placed, column: new CodeColumn(knownWords(field)) });
    }
    this.sources = new Map<OrderField, RankSource>([
      ['createdAt', this.timeRanks],
      ['marginMode', this.marginMode],
      ['id', this.idRanks],
      ...this.#codes.map(({ field, column }) => [field, column] as const),
      ...this.#decimals.map(({ field, column }) => [field, column.rankIndex] as const),
    ]) as Map<HistoryField, RankSource>;
    this.symbol = this.codesOf('symbol');
    this.side = this.codesOf('side');
    this.kind = this.codesOf('kind');
    this.status = this.codesOf('status');
    this.leverage = this.decimalsOf('leverage');
  }

  protected codesOf(field: OrderField): CodeColumn {
    return columnOf(field, this.#codes);
  }

  protected decimalsOf(field: OrderField): DecimalColumn {
    return columnOf(field, this.#decimals);
  }

  /** Stores a row whose number is at most `size + 1`. The ID of an existing row must not differ. */
  put(row: IndexedRow): void {
    const { number, values } = row;
    const isNew = number > this.size;
    if (isNew) {
      this.ids.append(row.id);
      this.placeNotes(row.id, number);
      this.size = number;
      this.createdAt = grow(this.createdAt, number + 1);
      this.ties = grow(this.ties, number + 1);
    } else {
      this.#noteMove(row);
    }
    this.createdAt[number] = row.createdAt;
    this.ties[number] = row.tie;
    this.marginMode.set(number, row.marginMode);
    for (const { column, place } of this.#codes) column.set(number, values[place] ?? null);
    for (const { column, place, zeroIsNone } of this.#decimals) {
      const value = values[place] ?? null;
      column.set(number, zeroIsNone ? withoutZero(value) : value, isNew);
    }
  }

  /** Gives a new row the notes that have waited for it. */
  protected placeNotes(id: string, number: number): void {
    this.notes.place(id, number);
  }

  /** Notes whether the new content of a row changes the row's position in the default order. */
  #noteMove({ number, createdAt, marginMode, tie }: IndexedRow): void {
    const hasOtherTime = this.createdAt[number] !== createdAt;
    const hasOtherMode = this.marginMode.valueOf(this.marginMode.codes[number] as number) !== marginMode;
    if (hasOtherTime) this.timeChanges++;
    if (hasOtherTime || hasOtherMode || this.ties[number] !== tie) this.timeOrder.markChanged(number);
  }
}

/** Historical orders (docs/service.md 2.2). */
export class OrderColumns extends ListColumns {
  override readonly action = this.codesOf('action');
  override readonly pnl = this.decimalsOf('pnl');
  readonly averagePrice = this.decimalsOf('averagePrice');
  readonly filledQuantity = this.decimalsOf('filledQuantity');
  /** Notes on trades, by the order that they are stored with (docs/trades.md 10). */
  readonly tradeNotes = new NoteColumn();

  constructor() {
    super('order-history');
  }

  protected override placeNotes(id: string, number: number): void {
    super.placeNotes(id, number);
    this.tradeNotes.place(id, number);
  }
}

/** Words that a column sorts first, in their order. */
function knownWords({ kind, vocabulary }: ListField): readonly string[] {
  if (kind === 'side') return sides;
  return vocabulary === null ? [] : vocabularies[vocabulary].words;
}

function columnOf<Column>(field: OrderField, columns: readonly FieldColumn<Column>[]): Column {
  const found = columns.find((each) => each.field === field);
  if (found === undefined) throw new Error(`the list has no column for ${field}`);
  return found.column;
}
