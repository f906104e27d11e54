import type { UnreadableRow } from '../../shared/domain.ts';

/** The rows of a list that could not be read, each raw text once. */
export class UnreadableList {
  #rows: readonly UnreadableRow[] = [];
  readonly #texts = new Set<string>();

  /** A new array whenever it changes. */
  get rows(): readonly UnreadableRow[] {
    return this.#rows;
  }

  /** Answers how many of them were new. */
  add(rows: readonly UnreadableRow[]): number {
    const fresh: UnreadableRow[] = [];
    for (const row of rows) {
      if (this.#texts.has(row.raw)) continue;
      this.#texts.add(row.raw);
      fresh.push(row);
    }
    if (fresh.length > 0) this.#rows = [...this.#rows, ...fresh];
    return fresh.length;
  }
}
