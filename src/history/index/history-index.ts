import { resolveDates } from '../../shared/days.ts';
import type { Timestamp } from '../../shared/domain.ts';
import type {
  HistoryChoices,
  HistoryFilter,
  HistoryList,
  HistorySort,
  HistorySummary,
  Results,
} from '../../shared/history.ts';
import type { IndexedRow } from '../rows.ts';
import type { HistoryQuery, HistorySelection } from './history-query.ts';
import { type ColumnsOf, makeColumns } from './list-columns.ts';
import { LocalHours } from './local-hours.ts';
import { LruCache } from './lru-cache.ts';
import { resultsOf } from './results.ts';
import { maskRows, type RowMask } from './row-mask.ts';
import { type SortPart, sortByFields } from './row-sort.ts';
import { finish } from './sort-source.ts';
import { summarizeRows } from './summary.ts';

/** Each is a megabyte for a million rows. */
const keptMasks = 4;
/** Each is up to four megabytes for a million rows. */
const keptSelections = 6;
/** Each is four megabytes for a million rows. */
const keptZones = 2;

/** One list of an account's archive in memory: what is asked of all its rows is answered here, for a million of them at once. */
export class HistoryIndex<List extends HistoryList> {
  readonly list: List;
  readonly #columns: ColumnsOf<List>;
  readonly #masks = new LruCache<RowMask>(keptMasks);
  readonly #selections = new LruCache<HistorySelection>(keptSelections);
  readonly #localHours = new LruCache<LocalHours>(keptZones);
  #version = 0;

  constructor(list: List) {
    this.list = list;
    this.#columns = makeColumns(list);
  }

  /** Grows with every `put` of at least one row. */
  get version(): number {
    return this.#version;
  }

  /** Rows of the list; the highest number. */
  get size(): number {
    return this.#columns.size;
  }

  /**
   * Takes rows that are new, and rows that have changed since in place of what they were. New numbers go on from `size` without
   * a gap, in any order within one call; a number's margin mode and id are for good. Throws a RangeError otherwise, and takes nothing.
   */
  put(rows: readonly IndexedRow<List>[]): void {
    if (rows.length === 0) return;
    const ordered = inOrder(rows);
    this.#check(ordered);
    const { timeChanges } = this.#columns;
    for (const row of ordered) this.#columns.put(row);
    if (timeChanges !== this.#columns.timeChanges) this.#localHours.clear();
    this.#version++;
    this.#masks.clear();
    this.#selections.clear();
  }

  /** Throws a RangeError where the filter asks for days or hours in a zone that this machine does not know. */
  select(question: HistoryQuery): HistorySelection {
    const sort = this.#effective(question.sort);
    const filter = this.#filterKey(question.filter, question.zone, question.now);
    return this.#selections.getOrCompute(JSON.stringify([filter, sort]), () => {
      const mask = this.#mask(question.filter, question.zone, question.now);
      const numbers = this.#sorted(mask, sort);
      return { version: this.#version, total: numbers.length, numbers };
    });
  }

  /** Where the row is in the selection, from 0; `null` where it is not in it. */
  positionOf(selection: HistorySelection, number: number): number | null {
    const position = selection.numbers.indexOf(number);
    return position < 0 ? null : position;
  }

  /**
   * Prepares what the first questions would otherwise have to wait for, in slices of a dozen milliseconds: to be stepped
   * through while there is nothing else to do. It may be given up at any point, and rows may be put between two steps.
   */
  *warm(): Generator<void, void, void> {
    yield* this.#columns.timeOrder.prepare();
    for (const source of this.#columns.sources.values()) {
      yield;
      yield* source.prepare();
    }
  }

  /** Throws as `select` does. */
  summarize(filter: HistoryFilter, zone: string, now: Timestamp): HistorySummary {
    return { version: this.#version, ...summarizeRows(this.#columns, this.#mask(filter, zone, now)) };
  }

  /**
   * `quote`: the currency that is asked about; that with the most rows where it is not among those of the filtered rows. Throws a
   * RangeError where this machine does not know the zone.
   */
  results(filter: HistoryFilter, zone: string, now: Timestamp, quote?: string): Results {
    const mask = this.#mask(filter, zone, now);
    return { version: this.#version, ...resultsOf(this.#columns, mask, this.#hoursIn(zone), quote) };
  }

  /** Symbols and kinds by text, statuses in the order in which they are sorted. */
  choices(): HistoryChoices {
    const { symbol, kind, status } = this.#columns;
    return { version: this.#version, symbols: symbol.choices(), kinds: kind.choices(), statuses: status.choices() };
  }

  #check(rows: readonly IndexedRow<List>[]): void {
    const { ids } = this.#columns;
    let next = this.size + 1;
    for (const row of rows) {
      const { number } = row;
      if (number === next) {
        next++;
      } else if (!Number.isInteger(number) || number < 1 || number > next) {
        throw new RangeError(`Row ${number} does not follow row ${next - 1}.`);
      } else if (number <= this.size) {
        if (!ids.isSame(number, row.id)) throw new RangeError(`Row ${number} is another order.`);
      }
    }
  }

  /** What has an effect: a field that the list does not have has none, nor has the newest first at the end, which is the default. */
  #effective(sort: readonly HistorySort[]): HistorySort[] {
    const parts = sort.filter(
      ({ field }, place) =>
        this.#columns.sources.has(field) && sort.findIndex((other) => other.field === field) === place,
    );
    while (parts.at(-1)?.field === 'createdAt' && parts.at(-1)?.direction === 'descending') parts.pop();
    return parts;
  }

  #sorted({ bytes, total }: RowMask, sort: readonly HistorySort[]): Uint32Array {
    const all = this.#columns.timeOrder.read();
    if (!bytes && sort.length === 0) return all;
    const numbers = bytes ? filtered(all, bytes, total) : all.slice();
    if (sort.length > 0) sortByFields(numbers, this.#parts(sort), this.#columns.sorter);
    return numbers;
  }

  #parts(sort: readonly HistorySort[]): SortPart[] {
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

  /** The same for questions that mean the same rows at the current version. */
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

/** By number; of several with the same number the last in the list is the last here too. */
function inOrder<Row extends { number: number }>(rows: readonly Row[]): readonly Row[] {
  const isInOrder = rows.every((row, place) => place === 0 || (rows[place - 1]?.number ?? 0) <= row.number);
  return isInOrder ? rows : rows.toSorted((a, b) => a.number - b.number);
}

function filtered(numbers: Uint32Array, bytes: Uint8Array, total: number): Uint32Array {
  // One longer: what is not kept is written where the next one will be, which is faster than a branch.
  const kept = new Uint32Array(total + 1);
  let count = 0;
  for (let place = 0; place < numbers.length; place++) {
    const number = numbers[place] as number;
    kept[count] = number;
    count += bytes[number] as number;
  }
  return kept.subarray(0, total);
}
