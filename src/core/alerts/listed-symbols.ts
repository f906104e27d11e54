import type { UnreadableRow } from '../../shared/contract/orders.ts';

/** Finds the symbols that leave a list of tickers. */
export class ListedSymbols {
  #listed: ReadonlySet<string>;
  /** Symbols that the latest poll lacked. */
  #missing: ReadonlySet<string> = new Set();

  /** `listed`: symbols that were in the list when the program last ran. */
  constructor(listed: readonly string[]) {
    this.#listed = new Set(listed);
  }

  has(symbol: string): boolean {
    return this.#listed.has(symbol);
  }

  /** Returns the symbols that this poll and the one before lack. A list without most of its symbols is a failure, and no news. */
  fetched(rows: ReadonlyMap<string, unknown>, unreadable: readonly UnreadableRow[]): readonly string[] {
    const missing: string[] = [];
    for (const symbol of this.#listed) {
      if (rows.has(symbol) || unreadable.some(({ raw }) => raw.includes(JSON.stringify(symbol)))) continue;
      missing.push(symbol);
    }
    if (rows.size === 0 || missing.length > rows.size) return [];
    const left = missing.filter((symbol) => this.#missing.has(symbol));
    this.#missing = new Set(missing.filter((symbol) => !this.#missing.has(symbol)));
    const isSame = missing.length === 0 && unreadable.length === 0 && rows.size === this.#listed.size;
    if (!isSame) this.#listed = new Set([...rows.keys(), ...this.#missing]);
    return left;
  }

  reset(): void {
    this.#listed = new Set();
    this.#missing = new Set();
  }
}
