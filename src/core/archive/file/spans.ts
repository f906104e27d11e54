import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { type MarginMode, marginModes, type Timestamp } from '../../../shared/domain.ts';
import { type HistoryList, historyLists } from '../../../shared/history.ts';
import { UnexpectedContent } from './archive-error.ts';
import { integer, integerOrNull, text } from './row-shapes.ts';
import { prepareQuery } from './statements.ts';

/** Between neighbours, so that there is room for rows that turn up between them later. 2^53 positions are enough for 2^33 rows. */
export const step = 2 ** 20;

export interface SpanEdge {
  readonly id: string;
  readonly position: number;
}

/**
 * An unbroken run of a list of one margin mode in the service's order: nothing that the service had between its ends when it
 * was asked is missing. Positions grow towards the newest.
 */
export interface Span {
  readonly id: number;
  readonly list: HistoryList;
  readonly marginMode: MarginMode;
  /** Itself, and the spans that were joined to it. Entries keep the span that they were written with. */
  parts: SpanPart[];
  newest: SpanEdge;
  oldest: SpanEdge;
  /** Creation of its readable rows; `null` while there is none. */
  newestAt: Timestamp | null;
  oldestAt: Timestamp | null;
  oldEndReached: boolean;
  newestCheckedAt: Timestamp | null;
}

export interface SpanPart {
  readonly id: number;
  /** What makes a position of the span out of one of the part. */
  shift: number;
  /** The part's own highest and lowest position. */
  top: number;
  bottom: number;
}

/** Where an entry is in a span. */
export interface Place {
  readonly span: Span;
  readonly position: number;
}

/** Every span of a file, in memory; `save` writes what has changed. */
export class SpanBook {
  readonly #spans = new Set<Span>();
  readonly #byPart = new Map<number, { span: Span; part: SpanPart }>();
  /** Parts to be written. */
  readonly #changed = new Set<SpanPart>();
  readonly #write: StatementSync;
  readonly #delete: StatementSync;
  #lastId = 0;

  constructor(database: DatabaseSync) {
    this.#write = database.prepare('INSERT OR REPLACE INTO spans VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
    this.#delete = database.prepare('DELETE FROM spans WHERE root = ?');
    // A root comes before its parts: it is the first of its own root.
    const rows = prepareQuery(database, 'SELECT * FROM spans ORDER BY root, id <> root').all();
    for (const values of rows) this.#load(values);
  }

  #load(values: readonly Parameters<typeof integer>[0][]): void {
    const id = integer(values[0]);
    const root = integer(values[3]);
    const part = { id, shift: integer(values[4]), top: integer(values[5]), bottom: integer(values[6]) };
    this.#lastId = Math.max(this.#lastId, id);
    if (id !== root) {
      const span = this.#byPart.get(root)?.span;
      if (span === undefined || span.id !== root) throw new UnexpectedContent(`span ${id} has no root`);
      span.parts.push(part);
      this.#byPart.set(id, { span, part });
      return;
    }
    const list = historyLists.find((name) => name === values[1]);
    const marginMode = marginModes.find((name) => name === values[2]);
    if (list === undefined || marginMode === undefined) throw new UnexpectedContent(`span ${id} has no list`);
    this.#add({
      id,
      list,
      marginMode,
      parts: [part],
      newest: { id: text(values[7]), position: integer(values[8]) },
      newestAt: integerOrNull(values[9]),
      oldest: { id: text(values[10]), position: integer(values[11]) },
      oldestAt: integerOrNull(values[12]),
      oldEndReached: values[13] === 1,
      newestCheckedAt: integerOrNull(values[14]),
    });
  }

  #add(span: Span): void {
    this.#spans.add(span);
    for (const part of span.parts) this.#byPart.set(part.id, { span, part });
  }

  of(list: HistoryList, marginMode: MarginMode): Span[] {
    return [...this.#spans].filter((span) => span.list === list && span.marginMode === marginMode);
  }

  /** Where an entry is that was written with a span and a position. */
  placeOf(writtenSpan: number, writtenPosition: number): Place {
    const found = this.#byPart.get(writtenSpan);
    if (found === undefined) throw new UnexpectedContent(`span ${writtenSpan} is missing`);
    return { span: found.span, position: writtenPosition + found.part.shift };
  }

  /** A span of a single entry. */
  begin(list: HistoryList, marginMode: MarginMode, id: string): Span {
    this.#lastId++;
    const span: Span = {
      id: this.#lastId,
      list,
      marginMode,
      parts: [{ id: this.#lastId, shift: 0, top: 0, bottom: 0 }],
      newest: { id, position: 0 },
      oldest: { id, position: 0 },
      newestAt: null,
      oldestAt: null,
      oldEndReached: false,
      newestCheckedAt: null,
    };
    this.#add(span);
    this.touch(span);
    return span;
  }

  /** To be called for every span that was changed by hand. */
  touch(span: Span): void {
    const own = this.#byPart.get(span.id);
    if (own) this.#changed.add(own.part);
  }

  /** To be called for every entry of a span that has got another position, which is one of the span itself. */
  moved(span: Span, id: string, position: number): void {
    if (span.newest.id === id) span.newest = { id, position };
    if (span.oldest.id === id) span.oldest = { id, position };
    const own = this.#byPart.get(span.id)?.part;
    if (own === undefined) return;
    own.top = Math.max(own.top, position);
    own.bottom = Math.min(own.bottom, position);
    this.#changed.add(own);
  }

  /** Makes one of two runs that are known to touch. */
  join(newer: Span, older: Span): Span {
    const distance = newer.oldest.position - step - older.newest.position;
    const [root, other] = newer.parts.length >= older.parts.length ? [newer, older] : [older, newer];
    const shift = root === newer ? distance : -distance;
    const moved = (edge: SpanEdge) => ({ id: edge.id, position: edge.position + shift });
    for (const part of other.parts) {
      part.shift += shift;
      this.#byPart.set(part.id, { span: root, part });
      this.#changed.add(part);
    }
    root.parts.push(...other.parts);
    if (root === newer) root.oldest = moved(older.oldest);
    else root.newest = moved(newer.newest);
    root.newestAt = latest(newer.newestAt, older.newestAt);
    root.oldestAt = earliest(newer.oldestAt, older.oldestAt);
    root.oldEndReached = older.oldEndReached;
    root.newestCheckedAt = latest(newer.newestCheckedAt, older.newestCheckedAt);
    this.#spans.delete(other);
    this.touch(root);
    return root;
  }

  /** Of a span that no entry is in any more. */
  remove(span: Span): void {
    this.#spans.delete(span);
    for (const part of span.parts) {
      this.#byPart.delete(part.id);
      this.#changed.delete(part);
    }
    this.#delete.run(span.id);
  }

  save(): void {
    for (const part of this.#changed) {
      const span = this.#byPart.get(part.id)?.span;
      if (span === undefined) continue;
      const isRoot = part.id === span.id;
      this.#write.run(
        part.id,
        span.list,
        span.marginMode,
        span.id,
        part.shift,
        part.top,
        part.bottom,
        ...(isRoot ? [span.newest.id, span.newest.position, span.newestAt] : [null, null, null]),
        ...(isRoot ? [span.oldest.id, span.oldest.position, span.oldestAt] : [null, null, null]),
        isRoot ? Number(span.oldEndReached) : null,
        isRoot ? span.newestCheckedAt : null,
      );
    }
    this.#changed.clear();
  }
}

export function latest(one: Timestamp | null, other: Timestamp | null): Timestamp | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other);
}

export function earliest(one: Timestamp | null, other: Timestamp | null): Timestamp | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other);
}
