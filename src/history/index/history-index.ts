import type { HistoryChoices, HistoryFilter, HistorySort, HistorySummary } from '../../shared/contract/history.ts';
import type { Note } from '../../shared/contract/notes.ts';
import type { Results } from '../../shared/contract/results.ts';
import { resolveDates } from '../../shared/days.ts';
import type { Timestamp } from '../../shared/domain.ts';
import type { HistoryList } from '../../shared/history.ts';
import type { IndexedRow } from '../rows.ts';
import { TradeList } from '../trades/trade-list.ts';
import { ListColumns, OrderColumns } from './list-columns.ts';
import { LocalHours } from './local-hours.ts';
import { LruCache } from './lru-cache.ts';
import { resultsOf } from './results.ts';
import { keepRows, maskRows, type RowMask } from './row-mask.ts';
import { type SortPart, sortByFields } from './row-sort.ts';
import { finish } from './steps.ts';
import { summarizeRows } from './summary.ts';

/** Cached filter results: 1 MB each for 1,000,000 rows. */
const maxMasks = 4;
/** Cached selections: up to 4 MB each for 1,000,000 rows. */
const maxSelections = 6;
/** Time zones with cached local hours: 4 MB each for 1,000,000 rows. */
const maxZones = 2;

/** Selects rows of one list and their order. */
export interface HistoryQuery {
  filter: HistoryFilter;
  /** The first field decides; each further one if the fields before it are equal. Fields that the list does not have are ignored. */
  sort: readonly HistorySort[];
  /** Time zone of the filter's days and hours, as an IANA name. */
  zone: string;
  /** Current time, for the date presets of the filter. */
  now: Timestamp;
}

/** The result of a query at one version of the index. Does not change when rows are put later. */
export interface HistorySelection {
  version: number;
  /** Number of selected rows. */
  total: number;
  /** Numbers of the selected rows, sorted. Shared with other callers: must not be changed. */
  numbers: Uint32Array;
}

/** One list of an account's history in memory. Filters, sorts and sums all of its rows; holds no text of a row except its ID. */
export class HistoryIndex<List extends HistoryList> {
  readonly list: List;
  /** The trades that the orders form; `null` for plan orders. They are derived when they are first read. */
  readonly trades: TradeList | null;
  readonly #columns: ListColumns;
  readonly #masks = new LruCache<RowMask>(maxMasks);
  readonly #selections = new LruCache<HistorySelection>(maxSelections);
  readonly #localHours = new LruCache<LocalHours>(maxZones);
  #version = 0;

  constructor(list: List) {
    this.list = list;
    const columns = list === 'order-history' ? new OrderColumns() : new ListColumns(list);
    this.#columns = columns;
    this.trades = columns instanceof OrderColumns ? new TradeList(columns) : null;
  }

  /** Grows by 1 with every `put` of at least one row, and with every `setNote`. */
  get version(): number {
    return this.#version;
  }

  /** Rows of the list, and the highest row number. */
  get size(): number {
    return this.#columns.size;
  }

  /**
   * Adds new rows and replaces existing ones. New rows have the numbers from `size + 1` on without a gap, in any order within one call.
   * Throws a RangeError, and stores nothing, if there is a gap or an existing row has another ID.
   */
  put(rows: readonly IndexedRow[]): void {
    if (rows.length === 0) return;
    const sorted = sortByNumber(rows);
    this.#check(sorted);
    const { timeChanges } = this.#columns;
    for (const row of sorted) {
      this.#columns.put(row);
      this.trades?.markChanged(row.number);
    }
    if (timeChanges !== this.#columns.timeChanges) this.#localHours.clear();
    this.#changed();
  }

  /** Sets the note of a row; an empty text removes the note. A note of a row that the index does not have waits for the row. */
  setNote({ kind, id, text }: Note, row: number | null): void {
    const columns = this.#columns;
    const notes = kind === 'trade' && columns instanceof OrderColumns ? columns.tradeNotes : columns.notes;
    notes.set(id, row !== null && row <= this.size ? row : null, text);
    this.#changed();
  }

  /** Throws a RangeError if the filter needs a time zone that this machine does not know. */
  select(query: HistoryQuery): HistorySelection {
    const sort = this.#effectiveSort(query.sort);
    const filter = this.#filterKey(query.filter, query.zone, query.now);
    return this.#selections.getOrCompute(JSON.stringify([filter, sort]), () => {
      const mask = this.#mask(query.filter, query.zone, query.now);
      const numbers = this.#sorted(mask, sort);
      return { version: this.#version, total: numbers.length, numbers };
    });
  }

  /** Returns the position of a row in the selection, from 0; `null` if the selection does not contain the row. */
  positionOf(selection: HistorySelection, number: number): number | null {
    const position = selection.numbers.indexOf(number);
    return position < 0 ? null : position;
  }

  /**
   * Prepares every order in steps (see `rowsPerStep`), so that the first sort by a field need not. The caller runs the steps in idle time, may
   * stop after any step, and may put rows between two steps.
   */
  *warm(): Generator<void, void, void> {
    yield* this.#columns.timeOrder.prepare();
    for (const source of this.#columns.sources.values()) {
      yield;
      yield* source.prepare();
    }
  }

  /** Throws a RangeError if the filter needs a time zone that this machine does not know. */
  summarize(filter: HistoryFilter, zone: string, now: Timestamp): HistorySummary {
    return { version: this.#version, ...summarizeRows(this.#columns, this.#mask(filter, zone, now)) };
  }

  /**
   * Returns the results of one quote currency: `quote`, or the one with the most rows if no filtered row has it. Throws a RangeError if
   * this machine does not know the zone.
   */
  results(filter: HistoryFilter, zone: string, now: Timestamp, quote?: string): Results {
    const mask = this.#mask(filter, zone, now);
    return { version: this.#version, ...resultsOf(this.#columns, mask, this.#hoursIn(zone), quote) };
  }

  /** Returns the values of all rows: symbols and kinds by text, statuses in the order in which they are sorted. */
  choices(): HistoryChoices {
    const { symbol, kind, status } = this.#columns;
    return { version: this.#version, symbols: symbol.choices(), kinds: kind.choices(), statuses: status.choices() };
  }

  #changed(): void {
    this.#version++;
    this.#masks.clear();
    this.#selections.clear();
  }

  #check(rows: readonly IndexedRow[]): void {
    let next = this.size + 1;
    for (const { number, id } of rows) {
      if (number === next) {
        next++;
      } else if (!Number.isInteger(number) || number < 1 || number > next) {
        throw new RangeError(`Row ${number} does not follow row ${next - 1}.`);
      } else if (number <= this.size && !this.#columns.ids.isSame(number, id)) {
        throw new RangeError(`Row ${number} is another order.`);
      }
    }
  }

  /** Removes what has no effect: unknown and repeated fields, and the default order (newest first) at the end. */
  #effectiveSort(sort: readonly HistorySort[]): HistorySort[] {
    const effective = sort.filter(
      ({ field }, i) => this.#columns.sources.has(field) && sort.findIndex((other) => other.field === field) === i,
    );
    while (effective.at(-1)?.field === 'createdAt' && effective.at(-1)?.direction === 'descending') effective.pop();
    return effective;
  }

  #sorted({ bytes, total }: RowMask, sort: readonly HistorySort[]): Uint32Array {
    const all = this.#columns.timeOrder.read();
    if (!bytes && sort.length === 0) return all;
    const numbers = bytes ? keepRows(all, bytes, total) : all.slice();
    if (sort.length > 0) sortByFields(numbers, this.#partsOf(sort), this.#columns.sorter);
    return numbers;
  }

  #partsOf(sort: readonly HistorySort[]): SortPart[] {
    return sort.flatMap(({ field, direction }) => {
      const source = this.#columns.sources.get(field);
      if (!source) return [];
      finish(source.prepare());
      return { source, direction };
    });
  }

  #mask(filter: HistoryFilter, zone: string, now: Timestamp): RowMask {
    return this.#masks.getOrCompute(this.#filterKey(filter, zone, now), () =>
      maskRows(this.#columns, filter, {
        created: resolveDates(filter.created, zone, now),
        localHours: () => this.#hoursIn(zone).hours,
      }),
    );
  }

  /** Returns the same text for filters that keep the same rows at the current version. */
  #filterKey({ created, ...rest }: HistoryFilter, zone: string, now: Timestamp): string {
    const { from, to } = resolveDates(created, zone, now);
    return JSON.stringify([rest, from, to, rest.weekdays || rest.hours ? zone : '']);
  }

  #hoursIn(zone: string): LocalHours {
    const local = this.#localHours.getOrCompute(zone, () => new LocalHours(zone));
    local.update(this.#columns.createdAt, this.size);
    return local;
  }
}

/** Of several rows with one number, the last of the call stays the last. */
function sortByNumber<Row extends { number: number }>(rows: readonly Row[]): readonly Row[] {
  const isSorted = rows.every((row, i) => i === 0 || (rows[i - 1] as Row).number <= row.number);
  return isSorted ? rows : rows.toSorted((a, b) => a.number - b.number);
}
