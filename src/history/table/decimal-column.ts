import type { Decimal } from '../../shared/values/domain.ts';
import { noElement, numberAt, signedAt, uint32At, uintAt } from '../../shared/values/elements.ts';
import { type AppendedLimbs, detailIn, type ExactDecimals, maxShortDetail } from './exact-decimals.ts';
import { grow, type NumberArray, type SignedArray, type WholeArray, widen, widenSigned } from './growing-arrays.ts';
import type { RadixSorter } from './radix-sorter.ts';
import { RankIndex } from './rank-index.ts';
import { type KeyWord, RefiningSort } from './refining-sort.ts';
import { finish } from './steps.ts';
import type { ColumnImage, CopyValue } from './table-image.ts';

/** Objects and figures that the columns of a list share. */
interface ColumnContext {
  readonly decimals: ExactDecimals;
  readonly sorter: RadixSorter;
  /** Rows of the list. */
  readonly size: number;
}

/** A decimal of each row, by row number, in the two numbers that `ExactDecimals` describes. */
export class DecimalColumn {
  readonly decimals: ExactDecimals;
  readonly rankIndex: DecimalRankIndex;
  /** NaN if the row has no value. */
  keys: SignedArray = new Int8Array(0);
  details: WholeArray = new Uint8Array(0);
  /** True if a row has, or once had, a long decimal, so that the details are wider than a byte. */
  hasLong = false;

  constructor(context: ColumnContext) {
    this.decimals = context.decimals;
    this.rankIndex = new DecimalRankIndex(this, context);
  }

  /** True if a row has a value. */
  hasValues(): boolean {
    finish(this.rankIndex.prepare());
    return this.rankIndex.rankCount > 0;
  }

  /** `size`: highest row number. The table has the limbs. */
  image(size: number): ColumnImage {
    return { arrays: { keys: this.keys.subarray(0, size + 1), details: this.details.subarray(0, size + 1) } };
  }

  /** Rows from `first` on, `end` not included. The table has the limbs. */
  part(first: number, end: number): ColumnImage {
    return { arrays: { keys: this.keys.subarray(first, end), details: this.details.subarray(first, end) } };
  }

  /** Returns a function that sets the value of a row to that of an index in a part of another column. `limbs`: see `ExactDecimals.append`. */
  copier({ arrays }: ColumnImage, limbs: AppendedLimbs): CopyValue {
    const { keys, details } = arrays as Record<'keys' | 'details', NumberArray>;
    const { decimals } = this;
    return (number, index, isNew) => {
      decimals.key = numberAt(keys, index);
      decimals.detail = detailIn(limbs, numberAt(details, index));
      if (Number.isNaN(decimals.detail)) {
        decimals.key = Number.NaN;
        decimals.detail = 0;
      }
      this.#store(number, isNew, decimals.limbCount);
    };
  }

  /** Takes the rows of an image. */
  restore({ arrays }: ColumnImage): void {
    this.keys = arrays.keys as SignedArray;
    this.details = arrays.details as WholeArray;
    this.hasLong = !(this.details instanceof Uint8Array);
  }

  /** Leaves all rows up to the number `size` without a value. */
  clear(size: number): void {
    this.keys = new Float64Array(size + 1).fill(Number.NaN);
    this.details = new Uint8Array(size + 1);
  }

  /** `isNew`: false if the row already has a value in this column. */
  set(number: number, text: Decimal | null, isNew: boolean): void {
    const { decimals } = this;
    const { limbCount } = decimals;
    if (text === null) {
      decimals.key = Number.NaN;
      decimals.detail = 0;
    } else {
      decimals.read(text);
    }
    this.#store(number, isNew, limbCount);
  }

  /** The same for the decimal `units / 10 ** places`. */
  setUnits(number: number, units: bigint, places: number, isNew: boolean): void {
    const { limbCount } = this.decimals;
    this.decimals.readUnits(units, places);
    this.#store(number, isNew, limbCount);
  }

  /** The same for a whole number of at most 15 digits; NaN if the row has no value. */
  setWhole(number: number, whole: number, isNew: boolean): void {
    const { decimals } = this;
    decimals.key = whole;
    decimals.detail = 0;
    this.#store(number, isNew, decimals.limbCount);
  }

  /** The same for the value of another column's row, which must have one. */
  copy(number: number, { keys, details, decimals }: DecimalColumn, row: number, isNew: boolean): void {
    this.set(number, decimals.textOf(signedAt(keys, row), uintAt(details, row)), isNew);
  }

  /** Stores the decimal that was read last. `limbCount`: before it was read. */
  #store(number: number, isNew: boolean, limbCount: number): void {
    const { decimals } = this;
    const { key, detail } = decimals;
    if (detail > maxShortDetail && !this.hasLong) {
      this.hasLong = true;
      this.details = widen(this.details, maxDetail);
    }
    // Both have one length. A call for each value, which sees arrays of every kind, would take a fifteenth of the time of deriving all trades.
    if (number >= this.keys.length) {
      this.keys = grow(this.keys, number + 1);
      this.details = grow(this.details, number + 1);
    }
    if (!isNew) {
      if (this.#isEqual(number, key, detail)) {
        decimals.truncate(limbCount);
        return;
      }
      this.rankIndex.markChanged(number);
    }
    this.details[number] = detail;
    this.keys[number] = key;
    const stored = this.keys[number] ?? noElement(number);
    if (stored === key || Number.isNaN(stored)) return;
    this.keys = widenSigned(this.keys, key);
    this.keys[number] = key;
  }

  /** Returns the float nearest to the value of a row; NaN if the row has none. */
  keyAt(number: number): number {
    return signedAt(this.keys, number);
  }

  /** Returns the value of a row without trailing zeros; `null` if the row has none, or for 0, which is no row. */
  textOf(number: number): Decimal | null {
    const key = number === 0 ? Number.NaN : this.keyAt(number);
    return Number.isNaN(key) ? null : this.decimals.textOf(key, uintAt(this.details, number));
  }

  /** Compares the values of two rows. Both must have a value. */
  compare(a: number, b: number): number {
    const { keys, details } = this;
    return this.decimals.compare(signedAt(keys, a), uintAt(details, a), signedAt(keys, b), uintAt(details, b));
  }

  #isEqual(number: number, key: number, detail: number): boolean {
    const current = this.keyAt(number);
    if (Number.isNaN(current) || Number.isNaN(key)) return Number.isNaN(current) && Number.isNaN(key);
    return this.decimals.compare(current, uintAt(this.details, number), key, detail) === 0;
  }
}

/** Above the numbers of all rows. */
const firstKept = 2 ** 31;
/** Above the details of all decimals. */
const maxDetail = 2 ** 32 - 1;

/** A value of a column: see `ExactDecimals`. */
interface Value {
  readonly key: number;
  readonly detail: number;
}

/** Exact ranks of a column of decimals. */
class DecimalRankIndex extends RankIndex {
  readonly #column: DecimalColumn;
  readonly #context: ColumnContext;
  /** The values of ranks whose rows have other ones by now. */
  #kept: Value[] = [];

  constructor(column: DecimalColumn, context: ColumnContext) {
    super();
    this.#column = column;
    this.#context = context;
  }

  /** Returns the lowest rank whose value is above a decimal, or equal to it if it is included; one above all if none is. Current after `prepare`. */
  firstRankFrom(bound: Decimal, isIncluded: boolean): number {
    const { decimals } = this.#column;
    const { limbCount } = decimals;
    decimals.read(bound);
    const { key, detail } = decimals;
    const first = this.firstRankWhere((row) => {
      const value = this.#valueOf(row);
      const order = decimals.compare(value.key, value.detail, key, detail);
      return isIncluded ? order >= 0 : order > 0;
    });
    decimals.truncate(limbCount);
    return first;
  }

  /** Returns the value of a rank without trailing zeros. Current after `prepare`. */
  textOf(rank: number): Decimal {
    const { key, detail } = this.#valueOf(this.rowOf(rank));
    return this.#column.decimals.textOf(key, detail);
  }

  protected get size(): number {
    return this.#context.size;
  }

  protected hasValue(number: number): boolean {
    return !Number.isNaN(this.#column.keys[number]);
  }

  protected compareRows(a: number, b: number): number {
    if (a < firstKept) return this.#column.compare(a, b);
    const { keys, details, decimals } = this.#column;
    const { key, detail } = this.#valueOf(a);
    return decimals.compare(key, detail, signedAt(keys, b), uintAt(details, b));
  }

  protected keepValue(number: number): number {
    return firstKept + this.#kept.push(this.#valueOf(number)) - 1;
  }

  protected forgetValues(): void {
    this.#kept = [];
  }

  /** `row`: also a number that `keepValue` has returned. */
  #valueOf(row: number): Value {
    if (row >= firstKept) return this.#kept[row - firstKept] as Value;
    const { keys, details } = this.#column;
    return { key: signedAt(keys, row), detail: uintAt(details, row) };
  }

  protected *sortRows(size: number): Generator<void, RefiningSort, void> {
    const { keys, hasLong } = this.#column;
    const rows = new Uint32Array(size);
    let count = 0;
    for (let number = 1; number <= size; number++) {
      if (!Number.isNaN(keys[number])) rows[count++] = number;
    }
    yield;
    const sort = new RefiningSort(rows.subarray(0, count), this.#context.sorter);
    for (const word of keyWords(keys)) yield* sort.refine(word);
    // Equal keys may belong to different decimals if one of them is long.
    if (hasLong) yield* sort.settle((a, b) => this.compareRows(a, b));
    return sort;
  }
}

const isLittleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;
const highHalf = isLittleEndian ? 1 : 0;
const lowHalf = 1 - highHalf;
const signBit = 0x80000000;
const largest = 0xffffffff;

/** The keys of rows as key words. */
function keyWords(keys: SignedArray): KeyWord[] {
  if (!(keys instanceof Float64Array)) return [wholeWord(keys)];
  const bits = new Uint32Array(keys.buffer, keys.byteOffset, 2 * keys.length);
  return [highWord(bits), lowWord(bits)];
}

function wholeWord(keys: Exclude<SignedArray, Float64Array>): KeyWord {
  const values = 256 ** keys.BYTES_PER_ELEMENT;
  return {
    largest: values - 1,
    fill: (rows, words) => {
      for (let i = 0; i < rows.length; i++) {
        const row = uint32At(rows, i);
        words[i] = (keys[row] ?? noElement(row)) + values / 2;
      }
    },
  };
}

/** The upper 32 bits of each float as a key word. `bits`: the floats by row number, none of them NaN or -0. */
function highWord(bits: Uint32Array): KeyWord {
  return {
    largest,
    fill: (rows, words) => {
      for (let i = 0; i < rows.length; i++) {
        const high = uint32At(bits, 2 * uint32At(rows, i) + highHalf);
        words[i] = high >= signBit ? ~high : high | signBit;
      }
    },
  };
}

/** The lower 32 bits, which decide if the upper ones are equal. See `highWord`. */
function lowWord(bits: Uint32Array): KeyWord {
  return {
    largest,
    fill: (rows, words) => {
      for (let i = 0; i < rows.length; i++) {
        const start = 2 * uint32At(rows, i);
        const low = uint32At(bits, start + lowHalf);
        words[i] = uint32At(bits, start + highHalf) >= signBit ? ~low : low;
      }
    },
  };
}
