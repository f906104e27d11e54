import type { SortDirection } from '../../shared/rows/row-order.ts';
import { rankTexts } from '../../shared/rows/text-order.ts';
import { growWords } from './growing-arrays.ts';
import { noRank, type SortSource } from './sort-source.ts';

/** A text of each row that many rows share, by the row's number: each different text is kept once and has a code. */
export class CodeColumn implements SortSource {
  codes = new Uint32Array(0);
  readonly #codeOf = new Map<string | null, number>();
  readonly #values: (string | null)[] = [];
  /** Rows with each code. */
  readonly #counts: number[] = [];
  readonly #named: number;
  #ranks = new Uint32Array(0);
  #rankCount = 0;
  #rankedValues = -1;

  /** `names`: they have the codes from 0 on and come first in the order, as they are here; the others after them, by text. */
  constructor(names: readonly string[] = []) {
    for (const name of names) this.#codeFor(name);
    this.#named = names.length;
  }

  /** How many codes there are. */
  get codeCount(): number {
    return this.#values.length;
  }

  /** `null`: no row has ever had the value. */
  codeOf(value: string | null): number | null {
    return this.#codeOf.get(value) ?? null;
  }

  valueOf(code: number): string | null {
    return this.#values[code] ?? null;
  }

  /** One of those that the column was made with. */
  isName(value: string | null): boolean {
    return (this.#codeOf.get(value) ?? this.#named) < this.#named;
  }

  /** `isNew`: the number had no row before. */
  set(number: number, value: string | null, isNew: boolean): void {
    this.codes = growWords(this.codes, number + 1);
    const code = this.#codeOf.get(value) ?? this.#codeFor(value);
    if (!isNew) {
      const before = this.codes[number] as number;
      if (before === code) return;
      this.#counts[before] = (this.#counts[before] as number) - 1;
    }
    this.#counts[code] = (this.#counts[code] as number) + 1;
    this.codes[number] = code;
  }

  /** By code: 1 where the value is one of those meant. */
  tableOf(isMeant: (value: string | null) => boolean): Uint8Array {
    return Uint8Array.from(this.#values, (value) => (isMeant(value) ? 1 : 0));
  }

  /** The values that rows have, in their order, with the number of rows of each. */
  choices(): { value: string; rows: number }[] {
    this.#rank();
    return this.#values
      .map((value, code) => ({ value, rows: this.#counts[code] as number, rank: this.#ranks[code] as number }))
      .filter(
        (choice): choice is { value: string; rows: number; rank: number } => choice.value !== null && choice.rows > 0,
      )
      .sort((a, b) => a.rank - b.rank)
      .map(({ value, rows }) => ({ value, rows }));
  }

  prepare(): Iterable<void> {
    this.#rank();
    return [];
  }

  get rankCount(): number {
    return this.#rankCount;
  }

  appendDigits(rows: Uint32Array, digits: Uint32Array, direction: SortDirection): void {
    const radix = this.#rankCount + 1;
    const digitOf = this.#ranks.map((rank) =>
      rank === noRank ? this.#rankCount : direction === 'ascending' ? rank : this.#rankCount - 1 - rank,
    );
    const { codes } = this;
    for (let i = 0; i < rows.length; i++) {
      const digit = digitOf[codes[rows[i] as number] as number] as number;
      digits[i] = (digits[i] as number) * radix + digit;
    }
  }

  #codeFor(value: string | null): number {
    const code = this.#values.push(value) - 1;
    this.#codeOf.set(value, code);
    this.#counts.push(0);
    return code;
  }

  /** Ranks by code. */
  #rank(): void {
    if (this.#rankedValues === this.#values.length) return;
    const others = rankTexts(this.#values.slice(this.#named));
    this.#ranks = Uint32Array.from(this.#values, (value, code) =>
      value === null ? noRank : code < this.#named ? code : this.#named + (others[code - this.#named] as number),
    );
    this.#rankCount = this.#values.length;
    this.#rankedValues = this.#values.length;
  }
}
