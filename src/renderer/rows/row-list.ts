import type { Timestamp } from '../../shared/domain.ts';

export interface ListedRow {
  /** Unique in its list. */
  readonly key: string;
  readonly createdAt: Timestamp;
  /** The row as it was received: where it is the same, so is the row. */
  readonly raw: string;
}

/**
 * Rows, newest first, each key once. `rows` is one array that grows while rows are appended; every other change puts a new
 * array in its place, so the same array means: nothing but appended since. A row whose `raw` did not change stays the same object.
 */
export class RowList<Row extends ListedRow> {
  #rows: Row[] = [];
  readonly #places = new Map<string, number>();

  get rows(): readonly Row[] {
    return this.#rows;
  }

  get length(): number {
    return this.#rows.length;
  }

  /** At the end; rows that are already held are updated where they are. Answers how many were new. */
  append(page: readonly Row[]): number {
    const fresh = this.#update(page);
    for (const row of fresh) {
      this.#places.set(row.key, this.#rows.length);
      this.#rows.push(row);
    }
    return fresh.length;
  }

  /** Exactly the rows of the other list instead. Answers how many stand above the first one that was held before. */
  replaceBy(other: RowList<Row>): number {
    const rows = other.rows.map((row) => {
      const held = this.#find(row.key);
      return held?.raw === row.raw ? held : row;
    });
    const firstHeld = rows.findIndex((row) => this.#places.has(row.key));
    const same = rows.length === this.#rows.length && rows.every((row, position) => row === this.#rows[position]);
    if (!same) this.#reset(rows);
    return Math.max(0, firstHeld);
  }

  #find(key: string): Row | undefined {
    const place = this.#places.get(key);
    return place === undefined ? undefined : this.#rows[place];
  }

  /** Updates the rows that are held and answers the others, each key once, as the page has it last. */
  #update(page: readonly Row[]): Row[] {
    const fresh = new Map<string, Row>();
    let copied = false;
    for (const row of page) {
      const position = this.#places.get(row.key);
      if (position === undefined) {
        fresh.set(row.key, row);
        continue;
      }
      if (this.#rows[position]?.raw === row.raw) continue;
      if (!copied) this.#rows = this.#rows.slice();
      copied = true;
      this.#rows[position] = row;
    }
    return [...fresh.values()];
  }

  #reset(rows: Row[]): void {
    this.#rows = rows;
    this.#places.clear();
    rows.forEach((row, position) => {
      this.#places.set(row.key, position);
    });
  }
}
