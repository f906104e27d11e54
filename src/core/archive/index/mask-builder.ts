import type { TimeRange } from '../../../shared/days.ts';
import type { DecimalRange, PnlSign } from '../../../shared/history.ts';
import { foldText } from '../../../shared/rows/fold-text.ts';
import type { CodeColumn } from './code-column.ts';
import type { DecimalColumn } from './decimal-column.ts';
import { findInTexts } from './id-search.ts';
import type { RowMask } from './row-mask.ts';
import type { TextBytes } from './text-bytes.ts';

const hoursOfWeek = 168;
/** 1970-01-01, from which local hours are counted, was a Thursday. */
const firstHourOfWeek = 72;

/** Takes rows away, one part of a filter after the other. Loops of one comparison each: a million rows take a millisecond or two. */
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

  keepTexts(column: CodeColumn, texts: readonly string[]): void {
    const meant = new Set<string | null>(texts);
    this.#keepCodes(
      column,
      column.tableOf((value) => meant.has(value)),
    );
  }

  /** `other`: every value that is not one of the column's names, no value included. */
  keepNamed(column: CodeColumn, texts: readonly string[]): void {
    const meant = new Set<string | null>(texts);
    this.#keepCodes(
      column,
      column.tableOf((value) => meant.has(column.isName(value) ? value : 'other')),
    );
  }

  keepRange({ keys, details, decimals }: DecimalColumn, { from, to }: DecimalRange): void {
    const used = decimals.used;
    if (from !== undefined) {
      decimals.read(from);
      const { key, detail } = decimals;
      this.#keep((bytes, size) => {
        for (let number = 1; number <= size; number++) {
          const other = keys[number] as number;
          if (other > key) continue;
          if (other !== key || decimals.compare(other, details[number] as number, key, detail) < 0) bytes[number] = 0;
        }
      });
    }
    if (to !== undefined) {
      decimals.read(to);
      const { key, detail } = decimals;
      this.#keep((bytes, size) => {
        for (let number = 1; number <= size; number++) {
          const other = keys[number] as number;
          if (other < key) continue;
          if (other !== key || decimals.compare(other, details[number] as number, key, detail) > 0) bytes[number] = 0;
        }
      });
    }
    decimals.forgetFrom(used);
  }

  keepSigns({ keys }: DecimalColumn, signs: readonly PnlSign[]): void {
    const loss = signs.includes('loss') ? 1 : 0;
    const zero = signs.includes('zero') ? 1 : 0;
    const profit = signs.includes('profit') ? 1 : 0;
    const none = signs.includes('none') ? 1 : 0;
    this.#keep((bytes, size) => {
      for (let number = 1; number <= size; number++) {
        const key = keys[number] as number;
        const isMeant = key > 0 ? profit : key < 0 ? loss : key === 0 ? zero : none;
        bytes[number] = (bytes[number] as number) & isMeant;
      }
    });
  }

  keepTimes(times: Float64Array, { from, to }: TimeRange): void {
    if (from === Number.NEGATIVE_INFINITY && to === Number.POSITIVE_INFINITY) return;
    this.#keep((bytes, size) => {
      for (let number = 1; number <= size; number++) {
        const time = times[number] as number;
        if (time < from || time >= to) bytes[number] = 0;
      }
    });
  }

  /** Weekdays from 1, Monday; hours from 0. */
  keepLocalTimes(localHours: Int32Array, weekdays?: readonly number[], hours?: readonly number[]): void {
    const table = new Uint8Array(hoursOfWeek);
    for (let hour = 0; hour < hoursOfWeek; hour++) {
      const isDay = weekdays?.includes(Math.floor(hour / 24) + 1) ?? true;
      const isHour = hours?.includes(hour % 24) ?? true;
      if (isDay && isHour) table[hour] = 1;
    }
    this.#keep((bytes, size) => {
      for (let number = 1; number <= size; number++) {
        const hour = ((localHours[number] as number) + firstHourOfWeek) % hoursOfWeek;
        const isMeant = table[hour < 0 ? hour + hoursOfWeek : hour] as number;
        bytes[number] = (bytes[number] as number) & isMeant;
      }
    });
  }

  /** Every word of the text occurs in the symbol or in the id, all of them folded. */
  keepText(symbols: CodeColumn, foldedIds: TextBytes, text: string): void {
    for (const word of foldText(text).split(/\s+/)) {
      if (word === '') continue;
      const inSymbol = symbols.tableOf((symbol) => symbol !== null && foldText(symbol).includes(word));
      if (inSymbol.every((isIn) => isIn === 1)) continue;
      const { codes } = symbols;
      this.#keep((bytes, size) => {
        const found = new Uint8Array(size + 1);
        findInTexts(foldedIds, word, found);
        for (let number = 1; number <= size; number++) {
          const isIn = (found[number] as number) | (inSymbol[codes[number] as number] as number);
          bytes[number] = (bytes[number] as number) & isIn;
        }
      });
    }
  }

  #keepCodes({ codes }: CodeColumn, table: Uint8Array): void {
    this.#keep((bytes, size) => {
      for (let number = 1; number <= size; number++) {
        bytes[number] = (bytes[number] as number) & (table[codes[number] as number] as number);
      }
    });
  }

  #keep(take: (bytes: Uint8Array, size: number) => void): void {
    if (!this.#bytes) {
      this.#bytes = new Uint8Array(this.#size + 1).fill(1);
      this.#bytes[0] = 0;
    }
    take(this.#bytes, this.#size);
  }
}
