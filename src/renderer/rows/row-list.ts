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
  /** Position + `#base`: what is put on top moves the base alone, not the 100,000 rows below. */
  readonly #places = new Map<string, number>();
  #base = 0;

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
      this.#places.set(row.key, this.#rows.length + this.#base);
      this.#rows.push(row);
    }
    return fresh.length;
  }

  /** On top, in the order of the page; rows that are already held are updated where they are. Answers how many were new. */
  prepend(page: readonly Row[]): number {
    const fresh = this.#update(page);
    if (fresh.length === 0) return 0;
    this.#rows = fresh.concat(this.#rows);
    this.#base -= fresh.length;
    fresh.forEach((row, position) => {
      this.#places.set(row.key, position + this.#base);
    });
    return fresh.length;
  }

  /**
   * Lays a page that was read from somewhere in the list over it: held rows are updated, each new one goes behind the row that
   * it follows in the page, unless it is older than the row that is there: then it moved up because others left, and
   * comes again with the pages towards the past. Answers how many rows were put on top, or `null` if no row of the page is
   * held: then nothing says where they belong, and nothing is done.
   */
  weave(page: readonly Row[]): number | null {
    const anchor = page.findIndex((row) => this.#places.has(row.key));
    if (anchor < 0) return null;
    const fresh = new Set(this.#update(page));
    const onTop: Row[] = [];
    const following = new Map<string, Row[]>();
    let group = onTop;
    for (const row of page) {
      if (fresh.has(row)) {
        group.push(row);
      } else if (this.#places.has(row.key)) {
        group = following.get(row.key) ?? [];
        following.set(row.key, group);
      }
    }
    if (onTop.length === fresh.size) return this.prepend(onTop);
    const rows = [...onTop];
    this.#rows.forEach((row, position) => {
      rows.push(row);
      const next = this.#rows[position + 1];
      for (const follower of following.get(row.key) ?? []) {
        if (next === undefined || follower.createdAt >= next.createdAt) rows.push(follower);
      }
    });
    this.#reset(rows);
    return onTop.length;
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
    return place === undefined ? undefined : this.#rows[place - this.#base];
  }

  /** Updates the rows that are held and answers the others, each key once, as the page has it last. */
  #update(page: readonly Row[]): Row[] {
    const fresh = new Map<string, Row>();
    let copied = false;
    for (const row of page) {
      const place = this.#places.get(row.key);
      if (place === undefined) {
        fresh.set(row.key, row);
        continue;
      }
      const position = place - this.#base;
      if (this.#rows[position]?.raw === row.raw) continue;
      if (!copied) this.#rows = this.#rows.slice();
      copied = true;
      this.#rows[position] = row;
    }
    return [...fresh.values()];
  }

  #reset(rows: Row[]): void {
    this.#rows = rows;
    this.#base = 0;
    this.#places.clear();
    rows.forEach((row, position) => {
      this.#places.set(row.key, position);
    });
  }
}
