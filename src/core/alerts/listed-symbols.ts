import type { UnreadableRow } from '../../shared/contract/orders.ts';

/** Finds the symbols that leave a list of tickers, and the watched ones that come into it. */
export class ListedSymbols {
  #listed: ReadonlySet<string>;
  /** Symbols that the latest poll lacked. */
  #missing: ReadonlySet<string> = new Set();
  /** Watched symbols that the list lacks, and whether the latest poll had them. */
  readonly #absent: Map<string, boolean>;

  /** `listed` and `absent`: symbols that were in the list, and that it lacked, when the program last ran. */
  constructor(listed: readonly string[], absent: readonly string[] = []) {
    this.#listed = new Set(listed);
    this.#absent = new Map(absent.map((symbol) => [symbol, false]));
  }

  /** Watched symbols that the list lacks. */
  get absent(): string[] {
    return [...this.#absent.keys()].sort();
  }

  has(symbol: string): boolean {
    return this.#listed.has(symbol);
  }

  /**
   * Returns the symbols that this poll and the one before lack, and the watched ones that both have and that the list lacked before. A list
   * without most of its symbols is a failure, and no news.
   */
  fetched(
    rows: ReadonlyMap<string, unknown>,
    unreadable: readonly UnreadableRow[],
    watched: Iterable<string> = [],
  ): { left: readonly string[]; appeared: readonly string[] } {
    const isLacking = (symbol: string) =>
      !rows.has(symbol) && !unreadable.some(({ raw }) => raw.includes(JSON.stringify(symbol)));
    const missing = [...this.#listed].filter(isLacking);
    if (rows.size === 0 || missing.length > rows.size) return { left: [], appeared: [] };
    const left = missing.filter((symbol) => this.#missing.has(symbol));
    this.#missing = new Set(missing.filter((symbol) => !this.#missing.has(symbol)));
    const isSame = missing.length === 0 && unreadable.length === 0 && rows.size === this.#listed.size;
    if (!isSame) this.#listed = new Set([...rows.keys(), ...this.#missing]);
    return { left, appeared: this.#appeared(rows, new Set(watched), isLacking) };
  }

  #appeared(
    rows: ReadonlyMap<string, unknown>,
    watched: ReadonlySet<string>,
    isLacking: (symbol: string) => boolean,
  ): string[] {
    const appeared: string[] = [];
    for (const [symbol, wasThere] of this.#absent) {
      const isThere = rows.has(symbol);
      if (isThere && wasThere) appeared.push(symbol);
      if (!watched.has(symbol) || (isThere && wasThere)) this.#absent.delete(symbol);
      else this.#absent.set(symbol, isThere);
    }
    for (const symbol of watched) {
      if (isLacking(symbol) && !this.#missing.has(symbol) && !this.#absent.has(symbol)) this.#absent.set(symbol, false);
    }
    return appeared;
  }

  reset(): void {
    this.#listed = new Set();
    this.#missing = new Set();
    this.#absent.clear();
  }
}
