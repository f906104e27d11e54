import type { HistoryFilter } from '../../shared/contract/history.ts';
import type { NoteFilter } from '../../shared/contract/notes.ts';
import type { DecimalRange } from '../../shared/contract/values.ts';
import type { TimeRange } from '../../shared/days.ts';
import type { Decimal } from '../../shared/domain.ts';
import { type PnlSign, pnlSigns } from '../../shared/history.ts';
import { foldText } from '../../shared/rows/fold-text.ts';
import { searchWords } from '../../shared/rows/text-filter.ts';
import type { CodeColumn } from './code-column.ts';
import type { DecimalColumn } from './decimal-column.ts';
import { maxShortDetail } from './exact-decimals.ts';
import type { IdColumn } from './id-column.ts';
import type { ListColumns } from './list-columns.ts';
import type { NoteColumn } from './note-column.ts';
import type { TextBytes } from './text-bytes.ts';

const hoursPerWeek = 168;
/** Hour of the week, from Monday, of the local hour 0: 1970-01-01 was a Thursday. */
const weekHourOfEpoch = 72;

/** Returns the hour of the week, from Monday, of a local hour (see `localHours`). */
export function weekHour(localHour: number): number {
  const hour = (localHour + weekHourOfEpoch) % hoursPerWeek;
  return hour < 0 ? hour + hoursPerWeek : hour;
}

/** The rows that a filter keeps. */
export interface RowMask {
  /** By row number: 1 if the row is kept; `null`: all rows are kept. */
  bytes: Uint8Array | null;
  /** Number of rows that are kept. */
  total: number;
}

/** Inputs of a filter that depend on the time zone or on the current time. */
export interface FilterTimes {
  /** See `resolveDates`. */
  created: TimeRange;
  /** Returns the local hour of creation by row number; see `LocalHours`. */
  localHours(): Int32Array;
}

/** Returns the rows that the filter keeps. Ignores parts of the filter for which the list has no column. */
export function maskRows(columns: ListColumns, filter: HistoryFilter, times: FilterTimes): RowMask {
  const mask = new MaskBuilder(columns.size);
  const { symbols, sides, kinds, actions, statuses, marginModes, leverage, weekdays, hours, pnlSigns, pnl } = filter;
  const { withoutSymbols, withoutKinds, withoutStatuses } = filter;
  if (symbols) mask.keepValues(columns.symbol, symbols);
  if (withoutSymbols?.length) mask.dropValues(columns.symbol, withoutSymbols);
  if (sides) mask.keepKnownValues(columns.side, sides);
  if (kinds) mask.keepValues(columns.kind, kinds);
  if (withoutKinds?.length) mask.dropValues(columns.kind, withoutKinds);
  if (actions && columns.action) mask.keepKnownValues(columns.action, actions);
  if (statuses) mask.keepValues(columns.status, statuses);
  if (withoutStatuses?.length) mask.dropValues(columns.status, withoutStatuses);
  if (marginModes) mask.keepValues(columns.marginMode, marginModes);
  if (leverage) mask.keepRange(columns.leverage, leverage);
  mask.keepTimes(columns.createdAt, times.created);
  if (weekdays || hours) mask.keepLocalTimes(times.localHours(), weekdays, hours);
  if (pnlSigns && columns.pnl) mask.keepSigns(columns.pnl, pnlSigns);
  if (pnl && columns.pnl) mask.keepRange(columns.pnl, pnl);
  if (filter.ids) mask.keepIds(columns.ids, filter.ids);
  mask.keepNotes(columns.notes, filter, (row) => row);
  if (filter.text !== undefined) {
    const ids = columns.ids.folded;
    mask.keepText(columns.symbol, ids, filter.text, (word, found, bytes, share) => {
      ids.findWord(word, bytes, found, share);
      for (const row of columns.notes.rowsWithWord(word)) found[row] = 1;
    });
  }
  return mask.finish();
}

/** Returns the numbers that a mask keeps, in their order. `total`: of the mask. */
export function keepRows(numbers: Uint32Array, bytes: Uint8Array, total: number): Uint32Array {
  // One entry more: a number that is not kept is overwritten by the next one, which is faster than a branch.
  const kept = new Uint32Array(total + 1);
  let count = 0;
  for (let i = 0; i < numbers.length; i++) {
    const number = numbers[i] as number;
    kept[count] = number;
    count += bytes[number] as number;
  }
  return kept.subarray(0, total);
}

/**
 * Removes rows from a mask, one part of a filter after the other. The loops have no branches, because the processor could not predict
 * them; a loop over 1,000,000 rows takes about 2 ms.
 */
export class MaskBuilder {
  readonly #size: number;
  #bytes: Uint8Array | null = null;

  constructor(size: number) {
    this.#size = size;
  }

  finish(): RowMask {
    const bytes = this.#bytes;
    if (!bytes) return { bytes, total: this.#size };
    let total = 0;
    for (let number = 1; number <= this.#size; number++) total += bytes[number] as number;
    return { bytes, total };
  }

  keepValues(column: CodeColumn, values: readonly string[]): void {
    const kept = new Set<string | null>(values);
    this.#keepCodes(column, (value) => kept.has(value));
  }

  dropValues(column: CodeColumn, values: readonly string[]): void {
    const dropped = new Set<string | null>(values);
    this.#keepCodes(column, (value) => !dropped.has(value));
  }

  /** Like `keepValues`; `other` keeps rows without a value and with a value that the column does not know. */
  keepKnownValues(column: CodeColumn, values: readonly string[]): void {
    const kept = new Set<string | null>(values);
    this.#keepCodes(column, (value) => kept.has(column.isKnown(value) ? value : 'other'));
  }

  /** Both bounds belong to the range. Rows without a value are removed. */
  keepRange(column: DecimalColumn, { from, to }: DecimalRange): void {
    if (from !== undefined) this.#keepBeyond(column, from, 'above');
    if (to !== undefined) this.#keepBeyond(column, to, 'below');
  }

  keepTimes(times: Float64Array, { from, to }: TimeRange): void {
    if (from === Number.NEGATIVE_INFINITY && to === Number.POSITIVE_INFINITY) return;
    const bytes = this.#startMask();
    for (let number = 1; number <= this.#size; number++) {
      const time = times[number] as number;
      bytes[number] = (bytes[number] as number) & Number(time >= from) & Number(time < to);
    }
  }

  /** `weekdays`: from 1, Monday. `hours`: from 0. */
  keepLocalTimes(localHours: Int32Array, weekdays?: readonly number[], hours?: readonly number[]): void {
    const kept = Uint8Array.from({ length: hoursPerWeek }, (_, hour) => {
      const isDay = weekdays?.includes(Math.floor(hour / 24) + 1) ?? true;
      const isHour = hours?.includes(hour % 24) ?? true;
      return Number(isDay && isHour);
    });
    const bytes = this.#startMask();
    for (let number = 1; number <= this.#size; number++) {
      bytes[number] = (bytes[number] as number) & (kept[weekHour(localHours[number] as number)] as number);
    }
  }

  keepSigns({ keys }: DecimalColumn, signs: readonly PnlSign[]): void {
    const [profit = 0, loss = 0, zero = 0, none = 0] = pnlSigns.map((sign) => Number(signs.includes(sign)));
    const bytes = this.#startMask();
    for (let number = 1; number <= this.#size; number++) {
      const key = keys[number] as number;
      const isKept =
        (profit & Number(key > 0)) |
        (loss & Number(key < 0)) |
        (zero & Number(key === 0)) |
        (none & Number(Number.isNaN(key)));
      bytes[number] = (bytes[number] as number) & isKept;
    }
  }

  /** `numberOf`: returns the number for which the note of a row counts. */
  keepNotes(notes: NoteColumn, { tags, withoutTags, noted }: NoteFilter, numberOf: (row: number) => number): void {
    const keepFound = (rows: Iterable<number>, kept: 0 | 1) => {
      const found = new Uint8Array(this.#size + 1);
      for (const row of rows) found[numberOf(row)] = 1;
      const bytes = this.#startMask();
      for (let number = 1; number <= this.#size; number++) {
        bytes[number] = (bytes[number] as number) & Number(found[number] === kept);
      }
    };
    if (tags) keepFound(notes.rowsWith(tags), 1);
    if (withoutTags?.length) keepFound(notes.rowsWith(withoutTags), 0);
    if (noted) keepFound(notes.rows, noted === 'only' ? 1 : 0);
  }

  keepWhere(condition: (number: number) => boolean): void {
    const bytes = this.#startMask();
    for (let number = 1; number <= this.#size; number++) {
      bytes[number] = (bytes[number] as number) & Number(condition(number));
    }
  }

  keepIds(column: IdColumn, ids: readonly string[]): void {
    const bytes = this.#startMask();
    const found = column.findIds(new Set(ids), bytes);
    bytes.fill(0);
    for (const number of found) bytes[number] = 1;
  }

  /**
   * Keeps the rows with every word of the text in their symbol or another text, all of them folded. `findElsewhere`: sets `found[number]` to
   * 1 for each row of the mask with the word in another text. `share`: see `TextBytes.shareOf`.
   */
  keepText(
    symbols: CodeColumn,
    ids: TextBytes,
    text: string,
    findElsewhere: (word: string, found: Uint8Array, bytes: Uint8Array, share: number) => void,
  ): void {
    const searches = [...new Set(searchWords(text))].flatMap((word) => {
      const inSymbol = symbols.codesWhere((symbol) => symbol !== null && foldText(symbol).includes(word));
      return inSymbol.every((isFound) => isFound === 1) ? [] : { word, inSymbol, share: ids.shareOf(word) };
    });
    // Rare words first: they keep few rows, and later words are only searched in these rows.
    for (const { word, inSymbol, share } of searches.sort((a, b) => a.share - b.share)) {
      const bytes = this.#startMask();
      const found = new Uint8Array(this.#size + 1);
      findElsewhere(word, found, bytes, share);
      const { codes } = symbols;
      for (let number = 1; number <= this.#size; number++) {
        const isFound = (found[number] as number) | (inSymbol[codes[number] as number] as number);
        bytes[number] = (bytes[number] as number) & isFound;
      }
    }
  }

  #keepCodes(column: CodeColumn, condition: (value: string | null) => boolean): void {
    const kept = column.codesWhere(condition);
    const { codes } = column;
    const bytes = this.#startMask();
    for (let number = 1; number <= this.#size; number++) {
      bytes[number] = (bytes[number] as number) & (kept[codes[number] as number] as number);
    }
  }

  #keepBeyond(column: DecimalColumn, bound: Decimal, side: 'above' | 'below'): void {
    const { keys, details, decimals } = column;
    const { limbCount } = decimals;
    decimals.read(bound);
    const { key, detail } = decimals;
    const bytes = this.#startMask();
    // A loop for each side: a comparison that varies within the loop would be a branch.
    if (side === 'above') {
      for (let number = 1; number <= this.#size; number++) {
        bytes[number] = (bytes[number] as number) & Number((keys[number] as number) >= key);
      }
    } else {
      for (let number = 1; number <= this.#size; number++) {
        bytes[number] = (bytes[number] as number) & Number((keys[number] as number) <= key);
      }
    }
    if (column.hasLong || detail > maxShortDetail) {
      for (let number = 1; number <= this.#size; number++) {
        if (keys[number] !== key) continue;
        const difference = decimals.compare(key, details[number] as number, key, detail);
        if (side === 'above' ? difference < 0 : difference > 0) bytes[number] = 0;
      }
    }
    decimals.truncate(limbCount);
  }

  /** Returns the mask, which keeps all rows at first. */
  #startMask(): Uint8Array {
    if (!this.#bytes) {
      this.#bytes = new Uint8Array(this.#size + 1).fill(1);
      this.#bytes[0] = 0;
    }
    return this.#bytes;
  }
}
