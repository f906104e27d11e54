import type { Timestamp } from '../../../shared/domain.ts';
import type { AnsweredPage } from './answered-page.ts';
import { badAnswer } from './answered-page.ts';
import type { SpanEnd } from './list-archive.ts';

/** A row that is not in the list yet. */
export interface ExpectedRow {
  readonly id: string;
  readonly createdAt: Timestamp;
  /** How often it was looked for in vain since it was gone from where it waited. */
  readonly misses: number;
}

/** Where a row is to be looked for. */
export interface ExpectedPlace {
  readonly id: string;
  readonly isKnown: boolean;
  /** The row before its place in the service's order; `null`: it is among the newest. */
  readonly from: string | null;
}

export interface LateRowsOptions {
  /** Rows that wait; `null`: from the newest. */
  readonly askWaiting: (from: SpanEnd | null) => Promise<AnsweredPage<{ createdAt: Timestamp }>>;
  readonly recall: () => Promise<readonly ExpectedRow[]>;
  readonly remember: (rows: readonly ExpectedRow[]) => Promise<void>;
  readonly findPlaces: (rows: readonly ExpectedRow[]) => Promise<readonly ExpectedPlace[]>;
  /** Puts what follows a row into the archive, as far as the place of another one. Answers the ids. */
  readonly lookBehind: (from: string | null, row: ExpectedRow) => Promise<ReadonlySet<string>>;
}

/** What was never found is not in the list, whatever became of it. */
const mostMisses = 5;

/**
 * Rows that come into a list late, at the place that their creation gives them: a plan order waits, for months perhaps, and is in the
 * history once it is over. Nobody who goes on from the newest row would find it. So what waits is kept in mind before the newest rows
 * are asked for, and what waits no longer is looked for.
 */
export class LateRows {
  readonly #options: LateRowsOptions;
  #waiting: readonly ExpectedRow[] = [];
  #gone: readonly ExpectedRow[] = [];

  constructor(options: LateRowsOptions) {
    this.#options = options;
  }

  /** To be called before the newest rows are asked for: what comes into the list from then on is known to be expected. */
  async note(): Promise<void> {
    const { recall, remember } = this.#options;
    const before = await recall();
    const waiting = await this.#readWaiting();
    this.#waiting = [...waiting.values()];
    this.#gone = before.filter(({ id }) => !waiting.has(id));
    await remember([...this.#waiting, ...this.#gone]);
  }

  /** To be called afterwards: looks for what waits no longer. */
  async find(): Promise<void> {
    if (this.#gone.length === 0) return;
    const { findPlaces, lookBehind, remember } = this.#options;
    const found = new Set<string>();
    const rows = new Map(this.#gone.map((row) => [row.id, row]));
    for (const { id, isKnown, from } of await findPlaces(this.#gone)) {
      const row = rows.get(id);
      if (isKnown) found.add(id);
      if (row !== undefined && !found.has(id)) for (const seen of await lookBehind(from, row)) found.add(seen);
    }
    const missed = this.#gone.filter(({ id }) => !found.has(id)).map((row) => ({ ...row, misses: row.misses + 1 }));
    this.#gone = missed.filter(({ misses }) => misses < mostMisses);
    await remember([...this.#waiting, ...this.#gone]);
  }

  async #readWaiting(): Promise<ReadonlyMap<string, ExpectedRow>> {
    const waiting = new Map<string, ExpectedRow>();
    for (let from: SpanEnd | null = null; ; ) {
      const { entries, last }: AnsweredPage<{ createdAt: Timestamp }> = await this.#options.askWaiting(from);
      for (const entry of entries) {
        if (entry.id === null) continue;
        if (waiting.has(entry.id) && from !== null) throw badAnswer('what waits comes again');
        // What cannot be read is not known by its place.
        if ('row' in entry) waiting.set(entry.id, { id: entry.id, createdAt: entry.row.createdAt, misses: 0 });
      }
      if (last === null && entries.length > 0) throw badAnswer('nothing that waits has an id to go on from');
      if (last === null) return waiting;
      from = last;
    }
  }
}
