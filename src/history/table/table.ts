import type { DateCondition } from '../../shared/contract/filters.ts';
import type { SortDirection } from '../../shared/rows/sort-rows.ts';
import { resolveDates } from '../../shared/time/periods.ts';
import type { Timestamp } from '../../shared/values/domain.ts';
import { numberAt } from '../../shared/values/elements.ts';
import { CodeColumn } from './code-column.ts';
import { DecimalColumn } from './decimal-column.ts';
import { ExactDecimals } from './exact-decimals.ts';
import type { Conditions } from './filter-conditions.ts';
import { grow, type NumberArray, type SignedArray, widenSigned } from './growing-arrays.ts';
import { IdColumn, IdRankIndex } from './id-column.ts';
import { LocalHours } from './local-hours.ts';
import { RadixSorter } from './radix-sorter.ts';
import { keepRows, type LocalFilter, MaskBuilder, type RowMask } from './row-mask.ts';
import { type RankSource, type SortPart, sortByFields } from './row-sort.ts';
import { finish, resultOf, type Steps } from './steps.ts';
import { type ColumnImage, isAlike, type TableImage, type TablePart } from './table-image.ts';
import { TimeOrder, TimeRankIndex } from './time-order.ts';

/** Cached filter results: 1 MB each for 1,000,000 rows. */
const maxMasks = 4;
/** Cached selections: up to 4 MB each for 1,000,000 rows. */
const maxSelections = 6;
/** Time zones with cached local hours: 4 MB each for 1,000,000 rows. */
const maxZones = 2;

/**
 * Kind of a field. `time`: the time of the default order, in epoch milliseconds. `id`: a text that identifies the row. An array: a word, with
 * the words that are sorted first, in their order.
 */
export type FieldKind = 'time' | 'id' | 'decimal' | readonly string[];
export type TableFields = Readonly<Record<string, FieldKind>>;

type ColumnOf<Kind> = Kind extends undefined
  ? undefined
  : Kind extends 'decimal'
    ? DecimalColumn
    : Kind extends 'id'
      ? IdColumn
      : CodeColumn;
/** The columns of a table by its fields. The time is `Table.times`. */
export type ColumnsOf<Fields> = {
  readonly [Name in keyof Fields as Fields[Name] extends 'time' ? never : Name]: ColumnOf<Fields[Name]>;
};

export type ImagedColumns = Readonly<Record<string, CodeColumn | DecimalColumn | IdColumn>>;

/** Selects rows and sorts them. */
export interface TableQuery<Filter, Field extends string = string> {
  readonly filter: Filter;
  /** The first field decides; each further one if the fields before it are equal. Fields that the table does not have are ignored. */
  readonly sort: readonly { readonly field: Field; readonly direction: SortDirection }[];
  /** Time zone of the filter's days and hours, as an IANA name. */
  readonly zone: string;
  /** Current time, for the date presets of the filter. */
  readonly now: Timestamp;
}

/** Without a filter, all rows are selected. */
export type PreparedQuery<Filter, Field extends string = string> = Pick<TableQuery<Filter, Field>, 'sort'> &
  Partial<TableQuery<Filter, Field>>;

interface MaskInProgress {
  readonly steps: Steps<RowMask>;
  /** `null` until the last step. */
  mask: RowMask | null;
}

/**
 * Rows in memory as columns: arrays by row number, from 1. Filters and sorts them, and keeps the results until a row changes. A subclass
 * describes fields and filter, and puts the rows. `Dates`: the parts of the filter that are spans of time.
 */
export abstract class Table<
  Fields extends TableFields,
  Filter extends LocalFilter & { readonly [Part in Dates]?: DateCondition | undefined },
  Dates extends keyof Filter & string,
> {
  /** Highest row number. */
  size = 0;
  readonly columns: ColumnsOf<Fields>;
  readonly sorter = new RadixSorter();
  readonly decimals = new ExactDecimals();
  /** Time of each row in epoch milliseconds. */
  times = new Float64Array(0);
  /** Position among the rows of one time: the higher, the newer. */
  ties: SignedArray = new Int8Array(0);
  /** Decides among rows of one time before `ties` does. */
  readonly tieBreaker: CodeColumn;
  /** The default order: the newest rows first. */
  readonly timeOrder = new TimeOrder(this, this.sorter);
  protected abstract readonly conditions: Conditions;
  /** Times in epoch milliseconds, by row number, to which the dates of a filter refer. */
  protected abstract readonly dates: { readonly [Part in Dates]: () => SignedArray };
  /** Ranks of the rows by each field. */
  readonly #sources: ReadonlyMap<string, RankSource>;
  readonly #timeField: string;
  readonly #caches: LruCache<unknown>[] = [];
  readonly #masks = this.cache<MaskInProgress>(maxMasks);
  readonly #selections = this.cache<Uint32Array>(maxSelections);
  readonly #localHours = new LruCache<LocalHours>(maxZones);
  /** Row numbers of removed rows, which are used again. */
  readonly #free = new Set<number>();
  /** The same in the order of removal, and numbers that are in use again. */
  readonly #removed: number[] = [];
  #version = 0;

  /** `tieBreaker`: the field of the tie breaker, a word. */
  constructor(fields: Fields, tieBreaker: keyof Fields & string) {
    const columns: Record<string, CodeColumn | DecimalColumn | IdColumn> = {};
    const source = (name: string, kind: FieldKind): RankSource => {
      if (kind === 'time') return new TimeRankIndex(this.timeOrder, this);
      if (kind === 'decimal') {
        const column = new DecimalColumn(this);
        columns[name] = column;
        return column.rankIndex;
      }
      const column = kind === 'id' ? new IdColumn() : new CodeColumn(kind);
      columns[name] = column;
      return column instanceof IdColumn ? new IdRankIndex(column, this.sorter) : column;
    };
    this.#sources = new Map(Object.entries<FieldKind>(fields).map(([name, kind]) => [name, source(name, kind)]));
    this.#timeField = Object.keys(fields).find((name) => fields[name] === 'time') ?? '';
    this.columns = columns as ColumnsOf<Fields>;
    this.tieBreaker = columns[tieBreaker] as CodeColumn;
  }

  /** Grows with every change that `changed` was called for. */
  get version(): number {
    return this.#version;
  }

  /** Number of rows. */
  get count(): number {
    return this.size - this.#free.size;
  }

  /** Numbers of removed rows. */
  protected get free(): Iterable<number> {
    return this.#free;
  }

  /** False for the number of a row that was removed. */
  has(number: number): boolean {
    return number <= this.size && (this.#free.size === 0 || !this.#free.has(number));
  }

  /** Returns the numbers of the selected rows, sorted. Shared with other callers: must not be changed. Throws a RangeError for an unknown zone. */
  select({ filter, sort, zone, now }: TableQuery<Filter>): Uint32Array {
    const effective = this.#effectiveSort(sort);
    return this.#selections.getOrCompute(JSON.stringify([this.filterKey(filter, zone, now), effective]), () => {
      const { bytes, total } = this.mask(filter, zone, now);
      const all = this.timeOrder.read();
      if (!bytes && effective.length === 0) return all;
      const numbers = bytes ? keepRows(all, bytes, total) : all.slice();
      if (effective.length > 0) this.sortRows(numbers, effective);
      return numbers;
    });
  }

  /**
   * Ranks and filters the rows in steps for a selection, so that other calls can be answered in between. Rows may be put between two steps: then the
   * selection itself filters them.
   */
  *prepareSelection({ filter, sort, zone, now }: PreparedQuery<Filter>): Generator<void, void, void> {
    yield* this.timeOrder.prepare();
    for (const { field } of this.#effectiveSort(sort)) yield* this.#sources.get(field)?.prepare() ?? [];
    if (filter === undefined || zone === undefined || now === undefined) return;
    const version = this.#version;
    const steps = this.maskSteps(filter, zone, now);
    while (version === this.#version && !steps.next().done) yield;
  }

  /** Sorts rows in place. Equal rows keep their order. */
  sortRows(numbers: Uint32Array, sort: TableQuery<Filter>['sort']): void {
    const parts = sort.flatMap(({ field, direction }): SortPart[] => {
      const source = this.#sources.get(field);
      if (source === undefined) return [];
      finish(source.prepare());
      return [{ source, direction }];
    });
    sortByFields(numbers, parts, this.sorter);
  }

  /** Returns the rows that the filter keeps. Throws a RangeError if this machine does not know the zone. */
  mask(filter: Filter, zone: string, now: Timestamp): RowMask {
    return resultOf(this.maskSteps(filter, zone, now));
  }

  /** The same in steps. Begins again if rows change between two steps. Calls with the same filter share the steps. */
  *maskSteps(filter: Filter, zone: string, now: Timestamp): Steps<RowMask> {
    const key = this.filterKey(filter, zone, now);
    for (;;) {
      const version = this.#version;
      const making = this.#masks.getOrCompute(key, () => ({ steps: this.#makeMask(filter, zone, now), mask: null }));
      while (version === this.#version) {
        try {
          making.mask ??= making.steps.next().value ?? null;
        } catch (error) {
          this.#masks.clear();
          throw error;
        }
        if (making.mask !== null) return making.mask;
        yield;
      }
    }
  }

  *#makeMask(filter: Filter, zone: string, now: Timestamp): Steps<RowMask> {
    const mask = new MaskBuilder(this.size);
    const { weekdays, hours } = filter;
    if (this.#free.size > 0) mask.dropRows(this.#free);
    for (const [, times, range] of this.#spans(filter, zone, now)) mask.keepTimes(times, range);
    if (weekdays || hours) mask.keepLocalTimes(this.localHours(zone).hours, weekdays, hours);
    for (const [part, keep] of Object.entries(this.conditions)) {
      const value = (filter as Readonly<Record<string, unknown>>)[part];
      if (value === undefined) continue;
      yield;
      yield* keep(mask, value as never) ?? [];
    }
    yield;
    return mask.finish();
  }

  /** Returns the same text for filters that keep the same rows at the current version. */
  filterKey(filter: Filter, zone: string, now: Timestamp): string {
    const spans = this.#spans(filter, zone, now).map(([part, , { from, to }]) => [part, [from, to]]);
    return JSON.stringify([{ ...filter, ...Object.fromEntries(spans) }, filter.weekdays || filter.hours ? zone : '']);
  }

  /** Returns the local hours of all rows. Throws a RangeError if this machine does not know the zone. */
  localHours(zone: string): LocalHours {
    const local = this.#localHours.getOrCompute(zone, () => new LocalHours(zone));
    local.update(this.times, this.size);
    return local;
  }

  /**
   * Ranks the rows in steps (see `rowsPerStep`) by every field but the time, whose ranks follow from the default order, so that the first sort by
   * a field is fast. The caller runs the steps in idle time, may stop after any step, and may put rows between two steps.
   */
  *warm(): Generator<void, void, void> {
    yield* this.timeOrder.prepare();
    for (const [name, source] of this.#sources) {
      if (name === this.#timeField) continue;
      yield;
      yield* source.prepare();
    }
    this.sorter.freeBuffers();
  }

  /** Returns the rows as they are now, the removed ones with their last values. The arrays are those of the table, and change with it. */
  image(): TableImage {
    const { size, times, ties } = this;
    const heads = { times: times.subarray(0, size + 1), ties: ties.subarray(0, size + 1) };
    const columns = Object.entries(this.imaged()).map(([name, column]) => [name, column.image(size)] as const);
    return {
      size,
      columns: {
        '': { arrays: { ...heads, limbs: this.decimals.limbs, order: this.timeOrder.image() } },
        ...Object.fromEntries(columns),
      },
    };
  }

  /** Returns rows from a number on. The arrays are those of the table, and change with it. Removed rows have their last values. */
  part(first: number, count: number): TablePart {
    const end = first + count;
    const heads = { times: this.times.subarray(first, end), ties: this.ties.subarray(first, end) };
    const columns = Object.entries(this.imaged()).map(([name, column]) => [name, column.part(first, end)] as const);
    return {
      first,
      count,
      columns: { '': { arrays: heads }, ...Object.fromEntries(columns) },
      limbs: first === 1 ? this.decimals.limbs : null,
    };
  }

  /** Takes the rows of an image into an empty table. Returns false, and takes nothing, if the image is one of other columns. */
  takeImage(image: TableImage): boolean {
    const { size, columns } = image;
    const imaged = Object.entries(this.imaged());
    const fits = ([name, column]: (typeof imaged)[number]) =>
      !(column instanceof CodeColumn) || column.fits(columns[name] as ColumnImage);
    if (!isAlike(image, this.image()) || !imaged.every(fits)) return false;
    const { times, ties, limbs, order } = (columns[''] as ColumnImage).arrays as Record<string, NumberArray>;
    this.times = times as Float64Array<ArrayBuffer>;
    this.ties = ties as SignedArray;
    this.decimals.restore(limbs as Float64Array<ArrayBuffer>);
    for (const [name, column] of imaged) column.restore(columns[name] as ColumnImage, size);
    this.size = size;
    this.timeOrder.restore(order as Uint32Array<ArrayBuffer>);
    this.changed();
    return true;
  }

  /** The columns of an image by name. */
  protected imaged(): ImagedColumns {
    return this.columns as ImagedColumns;
  }

  /** Returns a cache that is emptied by every change. */
  cache<Value>(maxEntries: number): LruCache<Value> {
    const cache = new LruCache<Value>(maxEntries);
    this.#caches.push(cache);
    return cache;
  }

  /** Compares rows of one time and tie breaker: the one with the higher tie is the newer one, and comes first. */
  compareTies(a: number, b: number): number {
    return numberAt(this.ties, b) - numberAt(this.ties, a);
  }

  /** Must be called after rows have changed. */
  changed(): void {
    this.#version++;
    for (const cache of this.#caches) cache.clear();
  }

  /** Stores the head of a row whose number is at most `size + 1`. Returns true for a new number. */
  protected place(number: number, time: Timestamp, tie: number, tieBreaker: string | null): boolean {
    const isNew = number > this.size;
    if (isNew) {
      this.size = number;
      this.times = grow(this.times, number + 1);
      this.ties = grow(this.ties, number + 1);
    } else {
      const hasOtherTime = this.times[number] !== time;
      if (hasOtherTime) this.#localHours.clear();
      if (hasOtherTime || this.ties[number] !== tie || this.tieBreaker.textOf(number) !== tieBreaker) {
        this.timeOrder.markChanged(number);
      }
      this.#free.delete(number);
    }
    this.times[number] = time;
    this.ties = widenSigned(this.ties, tie);
    this.ties[number] = tie;
    this.tieBreaker.set(number, tieBreaker);
    return isNew;
  }

  /** Number for a row that will be placed next. */
  nextNumber(): number {
    let last = this.#removed.at(-1);
    while (last !== undefined && !this.#free.has(last)) {
      this.#removed.pop();
      last = this.#removed.at(-1);
    }
    return last ?? this.size + 1;
  }

  remove(number: number): void {
    this.#free.add(number);
    this.#removed.push(number);
  }

  #spans(filter: Filter, zone: string, now: Timestamp) {
    return Object.entries<() => SignedArray>(this.dates).map(
      ([part, times]) => [part, times(), resolveDates(filter[part as Dates], zone, now)] as const,
    );
  }

  /** Removes what has no effect: unknown and repeated fields, and the default order (newest first) at the end. */
  #effectiveSort(sort: TableQuery<Filter>['sort']): TableQuery<Filter>['sort'] {
    const effective = sort.filter(
      ({ field }, i) => this.#sources.has(field) && sort.findIndex((other) => other.field === field) === i,
    );
    while (effective.at(-1)?.field === this.#timeField && effective.at(-1)?.direction === 'descending') effective.pop();
    return effective;
  }
}

/** LRU cache: a value that is added to a full cache replaces the value that was least recently used. */
class LruCache<Value> {
  readonly #maxEntries: number;
  /** The most recently used entry is last. */
  readonly #entries = new Map<string, Value>();

  constructor(maxEntries: number) {
    this.#maxEntries = maxEntries;
  }

  get(key: string): Value | undefined {
    return this.#entries.get(key);
  }

  getOrCompute(key: string, compute: () => Value): Value {
    const value = this.#entries.get(key) ?? compute();
    this.#entries.delete(key);
    this.#entries.set(key, value);
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#maxEntries) break;
      this.#entries.delete(oldest);
    }
    return value;
  }

  clear(): void {
    this.#entries.clear();
  }
}
