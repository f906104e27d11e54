import type { DecimalRange } from '../../shared/contract/values.ts';
import { type PnlSign, pnlSigns } from '../../shared/orders/history.ts';
import { foldText } from '../../shared/rows/fold-text.ts';
import { hasWord, searchWords } from '../../shared/rows/text-filter.ts';
import type { TimeRange } from '../../shared/time/days.ts';
import type { Decimal } from '../../shared/values/domain.ts';
import { int32At, noElement, uint8At, uintAt } from '../../shared/values/elements.ts';
import type { CodeColumn } from './code-column.ts';
import type { DecimalColumn } from './decimal-column.ts';
import { maxShortDetail } from './exact-decimals.ts';
import type { SignedArray } from './growing-arrays.ts';
import type { IdColumn } from './id-column.ts';
import { hoursPerWeek, weekHour } from './local-hours.ts';
import type { TextBytes } from './text-bytes.ts';

/** The rows that a filter keeps. */
export interface RowMask {
  /** By row number: 1 if the row is kept; `null`: all rows are kept. */
  bytes: Uint8Array | null;
  /** Number of rows that are kept. */
  total: number;
}

/** Parts of a filter that every table has. They refer to the time of a row in the time zone of the query. */
export interface LocalFilter {
  /** From 1, Monday. */
  readonly weekdays?: readonly number[] | undefined;
  /** From 0. */
  readonly hours?: readonly number[] | undefined;
}

/** Returns the numbers that a mask keeps, in their order. `total`: of the mask. */
export function keepRows(numbers: Uint32Array, bytes: Uint8Array, total: number): Uint32Array {
  // One entry more: a number that is not kept is overwritten by the next one, which is faster than a branch.
  const kept = new Uint32Array(total + 1);
  let count = 0;
  for (let i = 0; i < numbers.length; i++) {
    const number = numbers[i] ?? noElement(i);
    kept[count] = number;
    count += bytes[number] ?? noElement(number);
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
    for (let number = 1; number <= this.#size; number++) total += bytes[number] ?? noElement(number);
    return { bytes, total };
  }

  keepValues(column: CodeColumn, values: readonly string[]): void {
    const kept = new Set<string | null>(values);
    this.#keepCodes(column, (value) => kept.has(value));
  }

  dropValues(column: CodeColumn, values: readonly string[]): void {
    if (values.length === 0) return;
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
    if (from === undefined && to === undefined) return;
    const { keys, details, decimals } = column;
    const { limbCount } = decimals;
    const read = (bound: Decimal) => {
      decimals.read(bound);
      return { key: decimals.key, detail: decimals.detail };
    };
    const low = from === undefined ? null : read(from);
    const high = to === undefined ? null : read(to);
    const [least, most] = [low?.key ?? Number.NEGATIVE_INFINITY, high?.key ?? Number.POSITIVE_INFINITY];
    const bytes = this.#startMask();
    for (let number = 1; number <= this.#size; number++) {
      const key = keys[number] ?? noElement(number);
      bytes[number] = (bytes[number] ?? noElement(number)) & Number(key >= least) & Number(key <= most);
    }
    // Equal keys may belong to different decimals if one of them is long.
    for (const { bound, outside } of [
      { bound: low, outside: -1 },
      { bound: high, outside: 1 },
    ]) {
      if (bound === null || !(column.hasLong || bound.detail > maxShortDetail)) continue;
      const { key, detail } = bound;
      for (let number = 1; number <= this.#size; number++) {
        if (keys[number] !== key) continue;
        if (decimals.compare(key, uintAt(details, number), key, detail) * outside > 0) bytes[number] = 0;
      }
    }
    decimals.truncate(limbCount);
  }

  /** Keeps the rows that have a price within the range in one of the columns. Zero is no price. */
  keepAnyPrice(columns: readonly DecimalColumn[], range: DecimalRange): void {
    if (range.from === undefined && range.to === undefined) return;
    const found = new Uint8Array(this.#size + 1);
    for (const column of columns) {
      const own = new MaskBuilder(this.#size);
      own.keepRange(column, range);
      const within = own.#startMask();
      const { keys } = column;
      for (let number = 1; number <= this.#size; number++) {
        found[number] =
          (found[number] ?? noElement(number)) | ((within[number] ?? noElement(number)) & Number(keys[number] !== 0));
      }
    }
    const bytes = this.#startMask();
    for (let number = 1; number <= this.#size; number++) {
      bytes[number] = (bytes[number] ?? noElement(number)) & (found[number] ?? noElement(number));
    }
  }

  keepTimes(times: SignedArray, { from, to }: TimeRange): void {
    if (from === Number.NEGATIVE_INFINITY && to === Number.POSITIVE_INFINITY) return;
    const bytes = this.#startMask();
    for (let number = 1; number <= this.#size; number++) {
      const time = times[number] ?? noElement(number);
      bytes[number] = (bytes[number] ?? noElement(number)) & Number(time >= from) & Number(time < to);
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
      bytes[number] = (bytes[number] ?? noElement(number)) & uint8At(kept, weekHour(int32At(localHours, number)));
    }
  }

  keepSigns({ keys }: DecimalColumn, signs: readonly PnlSign[]): void {
    const [profit = 0, loss = 0, zero = 0, none = 0] = pnlSigns.map((sign) => Number(signs.includes(sign)));
    const bytes = this.#startMask();
    for (let number = 1; number <= this.#size; number++) {
      const key = keys[number] ?? noElement(number);
      const isKept =
        (profit & Number(key > 0)) |
        (loss & Number(key < 0)) |
        (zero & Number(key === 0)) |
        (none & Number(Number.isNaN(key)));
      bytes[number] = (bytes[number] ?? noElement(number)) & isKept;
    }
  }

  /** Keeps the rows that are among the noted ones, or those that are not. */
  keepNoted(noted: readonly number[], kept: boolean): void {
    if (noted.length === 0 && !kept) return;
    const found = new Uint8Array(this.#size + 1);
    for (const number of noted) found[number] = 1;
    const wanted = Number(kept);
    const bytes = this.#startMask();
    for (let number = 1; number <= this.#size; number++) {
      bytes[number] = (bytes[number] ?? noElement(number)) & Number(found[number] === wanted);
    }
  }

  dropRows(rows: Iterable<number>): void {
    const bytes = this.#startMask();
    for (const number of rows) bytes[number] = 0;
  }

  keepWhere(condition: (number: number) => boolean): void {
    const bytes = this.#startMask();
    for (let number = 1; number <= this.#size; number++) {
      bytes[number] = (bytes[number] ?? noElement(number)) & Number(condition(number));
    }
  }

  keepIds(column: IdColumn, ids: readonly string[]): void {
    const bytes = this.#startMask();
    const found = column.findIds(new Set(ids), bytes);
    bytes.fill(0);
    for (const number of found) bytes[number] = 1;
  }

  /**
   * Keeps in steps the rows with every word of the text in `texts` or elsewhere, all of them folded. `findElsewhere`: sets in steps
   * `found[number]` to 1 for each row of the mask with the word in another text, most of which are in `others`. `share`: see `TextBytes.shareOf`.
   */
  *keepText(
    texts: CodeColumn,
    others: TextBytes,
    text: string,
    findElsewhere: (word: string, found: Uint8Array, bytes: Uint8Array, share: number) => Iterable<void>,
  ): Generator<void, void, void> {
    const searches = [...new Set(searchWords(text))].flatMap((word) => {
      const matches = texts.codesWhere((value) => value !== null && hasWord(foldText(value), word));
      return matches.every((isFound) => isFound === 1) ? [] : { word, matches, share: others.shareOf(word) };
    });
    // Rare words first: they keep few rows, and later words are only searched in these rows.
    for (const { word, matches, share } of searches.sort((a, b) => a.share - b.share)) {
      const bytes = this.#startMask();
      const found = new Uint8Array(this.#size + 1);
      yield* findElsewhere(word, found, bytes, share);
      yield;
      const { codes } = texts;
      for (let number = 1; number <= this.#size; number++) {
        const code = codes[number] ?? noElement(number);
        const isFound = (found[number] ?? noElement(number)) | (matches[code] ?? noElement(code));
        bytes[number] = (bytes[number] ?? noElement(number)) & isFound;
      }
    }
  }

  #keepCodes(column: CodeColumn, condition: (value: string | null) => boolean): void {
    const kept = column.codesWhere(condition);
    const { codes } = column;
    const bytes = this.#startMask();
    for (let number = 1; number <= this.#size; number++) {
      const code = codes[number] ?? noElement(number);
      bytes[number] = (bytes[number] ?? noElement(number)) & (kept[code] ?? noElement(code));
    }
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
