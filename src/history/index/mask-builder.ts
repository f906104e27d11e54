import type { TimeRange } from '../../shared/days.ts';
import type { Decimal } from '../../shared/domain.ts';
import { type DecimalRange, type PnlSign, pnlSigns } from '../../shared/history.ts';
import { foldText } from '../../shared/rows/fold-text.ts';
import type { CodeColumn } from './code-column.ts';
import type { DecimalColumn } from './decimal-column.ts';
import { limbDigits } from './exact-decimals.ts';
import type { RowMask } from './row-mask.ts';
import type { TextBytes } from './text-bytes.ts';
import { findWord } from './text-search.ts';

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

  keepRange(column: DecimalColumn, { from, to }: DecimalRange): void {
    if (from !== undefined) this.#keepBeyond(column, from, 'above');
    if (to !== undefined) this.#keepBeyond(column, to, 'below');
  }

  #keepBeyond(column: DecimalColumn, bound: Decimal, side: 'above' | 'below'): void {
    const { keys, details, decimals } = column;
    const used = decimals.used;
    decimals.read(bound);
    const { key, detail } = decimals;
    const keepNear = side === 'above' ? keepFrom : keepTo;
    this.#keep((bytes, size) => {
      keepNear(bytes, size, keys, key);
      if (!column.hasLong && detail <= limbDigits) return;
      for (let number = 1; number <= size; number++) {
        if (keys[number] !== key) continue;
        const difference = decimals.compare(key, details[number] as number, key, detail);
        if (side === 'above' ? difference < 0 : difference > 0) bytes[number] = 0;
      }
    });
    decimals.forgetFrom(used);
  }

  keepSigns({ keys }: DecimalColumn, signs: readonly PnlSign[]): void {
    const isMeant = pnlSigns.map((sign) => Number(signs.includes(sign)));
    const [profit = 0, loss = 0, zero = 0, none = 0] = isMeant;
    this.#keep((bytes, size) => {
      for (let number = 1; number <= size; number++) {
        const key = keys[number] as number;
        const isNone = Number(Number.isNaN(key));
        const isKept =
          (profit & Number(key > 0)) | (loss & Number(key < 0)) | (zero & Number(key === 0)) | (none & isNone);
        bytes[number] = (bytes[number] as number) & isKept;
      }
    });
  }

  keepTimes(times: Float64Array, { from, to }: TimeRange): void {
    if (from === Number.NEGATIVE_INFINITY && to === Number.POSITIVE_INFINITY) return;
    this.#keep((bytes, size) => {
      for (let number = 1; number <= size; number++) {
        const time = times[number] as number;
        bytes[number] = (bytes[number] as number) & Number(time >= from) & Number(time < to);
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
    const words = [...new Set(foldText(text).split(/\s+/))].filter((word) => word !== '');
    // Long words are rare, and the words after them are looked for in the remaining rows only.
    for (const word of words.toSorted((one, other) => other.length - one.length)) {
      const inSymbols = symbols.tableOf((symbol) => symbol !== null && foldText(symbol).includes(word));
      if (inSymbols.every((isIn) => isIn === 1)) continue;
      this.#keep((bytes, size) => {
        const found = new Uint8Array(size + 1);
        findWord(foldedIds, word, bytes, found);
        const { codes } = symbols;
        for (let number = 1; number <= size; number++) {
          const isIn = (found[number] as number) | (inSymbols[codes[number] as number] as number);
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

// The two comparisons as numbers and without a branch, which the processor would guess wrong for half of the rows.

function keepFrom(bytes: Uint8Array, size: number, keys: Float64Array, key: number): void {
  for (let number = 1; number <= size; number++) {
    bytes[number] = (bytes[number] as number) & Number((keys[number] as number) >= key);
  }
}

function keepTo(bytes: Uint8Array, size: number, keys: Float64Array, key: number): void {
  for (let number = 1; number <= size; number++) {
    bytes[number] = (bytes[number] as number) & Number((keys[number] as number) <= key);
  }
}
