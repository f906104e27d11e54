import type { Decimal } from '../../shared/domain.ts';
import { DecimalRankIndex } from './decimal-rank-index.ts';
import { type ExactDecimals, limbDigits } from './exact-decimals.ts';
import { growFloats, growWords } from './growing-arrays.ts';
import type { RadixSorter } from './radix-sorter.ts';

/** What the columns of a list share. */
export interface ColumnContext {
  readonly decimals: ExactDecimals;
  readonly sorter: RadixSorter;
  /** Rows of the list. */
  readonly size: number;
}

/** A decimal of each row, by the row's number; see `ExactDecimals` for what is kept of it. */
export class DecimalColumn {
  readonly decimals: ExactDecimals;
  readonly ranks: DecimalRankIndex;
  /** NaN: no value. */
  keys = new Float64Array(0);
  details = new Uint32Array(0);
  /** There is, or was, a row with a long decimal. */
  hasLong = false;

  constructor(context: ColumnContext) {
    this.decimals = context.decimals;
    this.ranks = new DecimalRankIndex(this, context);
  }

  /** `isNew`: the number had no row before. */
  set(number: number, text: Decimal | null, isNew: boolean): void {
    this.keys = growFloats(this.keys, number + 1);
    this.details = growWords(this.details, number + 1);
    const { decimals } = this;
    const used = decimals.used;
    if (text === null) {
      decimals.key = Number.NaN;
      decimals.detail = 0;
    } else {
      decimals.read(text);
    }
    if (!isNew) {
      if (this.#holds(number, decimals.key, decimals.detail)) {
        decimals.forgetFrom(used);
        return;
      }
      this.ranks.touch(number);
    }
    this.keys[number] = decimals.key;
    this.details[number] = decimals.detail;
    if (decimals.detail > limbDigits) this.hasLong = true;
  }

  #holds(number: number, key: number, detail: number): boolean {
    const held = this.keys[number] as number;
    if (Number.isNaN(held) || Number.isNaN(key)) return Number.isNaN(held) && Number.isNaN(key);
    return this.decimals.compare(held, this.details[number] as number, key, detail) === 0;
  }
}
