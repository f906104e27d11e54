import type { ListEntry } from '../../../exchange/index.ts';
import type { Timestamp, UnreadableRow } from '../../../shared/domain.ts';
import type { HistoryList } from '../../../shared/history.ts';
import type { ArchivedRow, FetchedPage, HistoryRows, TakenPage } from '../archived-rows.ts';
import { chainOf, type Link, placeChain, placeOf, spanOf } from './chain.ts';
import { sameContent } from './content.ts';
import type { ListArchive } from './list-archive.ts';
import { makeRoom } from './make-room.ts';
import type { ModeTotals } from './mode-totals.ts';
import type { RowTable, StoredRow } from './row-table.ts';
import { earliest, latest, type Span, type SpanBook } from './spans.ts';
import { TieKeeper } from './tie-keeper.ts';
import type { StoredUnreadable, UnreadableTable } from './unreadable-table.ts';

type Entry<List extends HistoryList> = ListEntry<HistoryRows[List]>;

/** An entry of a page, or the one that it goes on from, with what is known of it. */
interface PageLink<List extends HistoryList> extends Link {
  /** `null`: it is only gone on from. */
  readonly entry: Entry<List> | null;
  readonly row: StoredRow | null;
  readonly unreadable: StoredUnreadable | null;
}

/**
 * For which rows of a page the archive is asked what it knows of them. `where-known`: those of times of which rows are known, so that
 * reading the past need not ask. A row that has left such a time fails then, as one that is there already (`isRepeatedId`).
 */
export type LookUp = 'where-known' | 'all';

/** Takes one page into a list: rows, changes, neighbours, order. */
export class PageTaker<List extends HistoryList> {
  readonly #rows: RowTable<List>;
  readonly #unreadable: UnreadableTable;
  readonly #totals: ModeTotals;
  readonly #book: SpanBook;
  readonly #page: FetchedPage<List>;
  readonly #archive: ListArchive<List>;
  readonly #lookUp: LookUp;
  readonly #logChange: (id: string, raw: string) => void;
  /** Of rows that are new or have changed. */
  readonly #put = new Map<number, ArchivedRow<List>>();
  readonly #ties: TieKeeper<List>;
  #added = 0;

  constructor(
    archive: ListArchive<List>,
    book: SpanBook,
    page: FetchedPage<List>,
    lookUp: LookUp,
    logChange: (id: string, raw: string) => void,
  ) {
    this.#archive = archive;
    this.#rows = archive.rows;
    this.#unreadable = archive.unreadable;
    this.#totals = archive.totals[page.marginMode];
    this.#book = book;
    this.#page = page;
    this.#lookUp = lookUp;
    this.#logChange = logChange;
    this.#ties = new TieKeeper(archive.rows, this.#totals, book);
  }

  take(): TakenPage<List> {
    const { symbol } = this.#page;
    const links = this.#readEntries();
    if (symbol === null) this.#takeNeighbours(links);
    else this.#takeApart(links);
    this.#totals.save();
    this.#book.save();
    return { put: this.#putRows(), added: this.#added };
  }

  /** The entries with an id, the newest first; of an entry that occurs more than once its last state. Keeps the others. */
  #readEntries(): PageLink<List>[] {
    const { entries, direct, marginMode, fetchedAt } = this.#page;
    const byId = new Map<string, Entry<List>>();
    for (const entry of entries) {
      if (entry.id !== null) byId.set(entry.id, entry);
      else {
        const place = { id: null, marginMode, seenAt: fetchedAt, span: null, position: null };
        this.#unreadable.insert(entry.unreadable, place);
      }
    }
    const links = Array.from(byId, ([id, entry]) => this.#link(id, entry));
    return direct === 'prev' ? links : links.reverse();
  }

  #link(id: string, entry: Entry<List> | null): PageLink<List> {
    const { marginMode } = this.#page;
    const row = this.#isSurelyNew(entry) ? null : this.#rows.find(id, marginMode);
    const unreadable = this.#unreadable.find(id, marginMode);
    const span = row?.span ?? unreadable?.span ?? null;
    const position = row?.position ?? unreadable?.position ?? null;
    return {
      id,
      entry,
      row,
      unreadable,
      createdAt: entry !== null && 'row' in entry ? entry.row.createdAt : (row?.createdAt ?? null),
      isKnown: row !== null || unreadable !== null,
      written: span === null || position === null ? null : { span, position },
    };
  }

  #isSurelyNew(entry: Entry<List> | null): boolean {
    if (this.#lookUp === 'all' || entry === null || !('row' in entry)) return false;
    const { newestAt, oldestAt } = this.#totals;
    const { createdAt } = entry.row;
    return newestAt === null || oldestAt === null || createdAt > newestAt || createdAt < oldestAt;
  }

  /** A page of all pairs: its entries are neighbours. */
  #takeNeighbours(links: readonly PageLink<List>[]): void {
    const { direct, from, list, marginMode } = this.#page;
    const anchor = from === null ? null : this.#link(from, null);
    const chain = chainOf(direct, links, anchor?.isKnown ? anchor : null, this.#book);
    const run = spanOf(chain, this.#book, (id) => this.#book.begin(list, marginMode, id));
    if (run !== null) {
      const { span, isJoined } = run;
      const placements = placeChain(chain, span, this.#book, {
        nextTo: (direction, position) => this.#nextTo(direction, span, position),
        makeRoom: (position, count) => makeRoom(this.#archive, this.#book, { span, position }, count),
      });
      const unsettled = new Set<Timestamp>();
      for (const { side, entries } of placements) {
        // Upwards each is above all before, downwards below.
        for (const { entry, position } of side === 'above' ? entries.toReversed() : entries) {
          const place = { span: span.id, position };
          const createdAt = this.#write(entry, place, side === 'above' ? 'above' : 'below');
          if (createdAt !== null && (side === 'middle' || entry.isKnown)) unsettled.add(createdAt);
        }
      }
      for (const link of links) {
        // Those that had no place have been given one, and are written.
        if (link.written === null) continue;
        const createdAt = this.#write(link, null, 'below');
        if (createdAt !== null && createdAt !== link.row?.createdAt) unsettled.add(createdAt);
      }
      for (const { createdAt } of chain) {
        if (createdAt === null) continue;
        span.newestAt = latest(span.newestAt, createdAt);
        span.oldestAt = earliest(span.oldestAt, createdAt);
        if (isJoined) unsettled.add(createdAt);
      }
      for (const createdAt of unsettled) this.#ties.settle(createdAt, span);
    }
    this.#takeEnds(run?.span ?? null);
  }

  /** A page of one pair: it does not tell which entries are neighbours. */
  #takeApart(links: readonly PageLink<List>[]): void {
    const unsettled = new Map<Timestamp, Set<Span>>();
    for (const link of links) {
      const createdAt = this.#write(link, null, 'below');
      if (createdAt === null || createdAt === link.row?.createdAt) continue;
      // What could not be read before, or was of another time, may have its place among neighbours from earlier pages.
      const place = placeOf(link, this.#book);
      const spans = unsettled.get(createdAt) ?? new Set();
      unsettled.set(createdAt, place === null ? spans : spans.add(place.span));
    }
    const ids = links.map(({ id }) => id);
    const known = new Set(links.flatMap(({ row }) => row?.number ?? []));
    for (const [createdAt, spans] of unsettled) {
      this.#ties.settleApart(createdAt, ids, known);
      for (const span of spans) this.#ties.settle(createdAt, span);
    }
  }

  /** What a page says of the ends of a list. */
  #takeEnds(span: Span | null): void {
    const { list, marginMode, direct, from, entries, fetchedAt } = this.#page;
    const isEmpty = entries.length === 0;
    if (from === null) {
      if (direct === 'next') return;
      const isNothing = isEmpty && this.#book.of(list, marginMode).length === 0;
      this.#totals.emptyAt = isNothing ? latest(this.#totals.emptyAt, fetchedAt) : null;
      // Rows without an id, or none at all where some are known, do not tell which is the newest.
      if (span === null && !isNothing) return;
      this.#totals.checkedAt = latest(this.#totals.checkedAt, fetchedAt);
      if (span !== null) this.#confirmNewest(span);
      return;
    }
    if (!isEmpty || span === null) return;
    if (direct === 'prev' && span.oldest.id === from) {
      span.oldEndReached = true;
      this.#book.touch(span);
    }
    if (direct === 'next' && span.newest.id === from) {
      this.#totals.checkedAt = latest(this.#totals.checkedAt, fetchedAt);
      this.#confirmNewest(span);
    }
  }

  #confirmNewest(span: Span): void {
    span.newestCheckedAt = latest(span.newestCheckedAt, this.#page.fetchedAt);
    this.#book.touch(span);
  }

  #nextTo(direction: 'below' | 'above', span: Span, position: number): number | null {
    const [nearest] = this.#archive.neighbours(direction, { span, position }, 1);
    return nearest?.position ?? null;
  }

  /** Writes what has come of an entry. Answers when the row was created whose order among others is to be found. */
  #write(
    link: PageLink<List>,
    place: { span: number; position: number } | null,
    side: 'below' | 'above',
  ): Timestamp | null {
    const { entry, row, unreadable } = link;
    const newest = unreadable?.raw ?? row?.raw ?? null;
    const received = entry === null ? null : 'row' in entry ? entry.row.raw : entry.unreadable.raw;
    if (newest !== null && received !== null && !sameContent(newest, received)) this.#logChange(link.id, newest);

    if (row !== null) {
      if (place !== null) this.#rows.setPlace(row.number, place.span, place.position);
      return this.#rewrite(link, row, place !== null);
    }
    if (entry !== null && 'row' in entry) {
      if (unreadable !== null) this.#unreadable.delete(unreadable.number);
      return this.#insert(entry.row, place ?? link.written, side);
    }
    if (unreadable !== null) {
      if (place !== null) this.#unreadable.setPlace(unreadable.number, place.span, place.position);
      if (
        entry !== null &&
        (entry.unreadable.raw !== unreadable.raw || entry.unreadable.reason !== unreadable.reason)
      ) {
        this.#unreadable.update(unreadable.number, entry.unreadable, this.#page.fetchedAt);
      }
    } else if (entry !== null) {
      this.#keepUnreadable(link.id, entry.unreadable, place);
    }
    return null;
  }

  #keepUnreadable(id: string, row: UnreadableRow, place: { span: number; position: number } | null): void {
    const { marginMode, fetchedAt } = this.#page;
    const { span, position } = place ?? { span: null, position: null };
    this.#unreadable.insert(row, { id, marginMode, seenAt: fetchedAt, span, position });
  }

  #insert(
    row: HistoryRows[List],
    place: { span: number; position: number } | null,
    side: 'below' | 'above',
  ): Timestamp | null {
    const number = this.#archive.count + 1;
    const tie = this.#ties.beside(row.createdAt, side);
    const { span, position } = place ?? { span: null, position: null };
    this.#rows.insert(row, { number, tie, span, position });
    this.#unreadable.deleteNameless(row.raw, row.marginMode);
    this.#totals.rows++;
    this.#totals.newestAt = latest(this.#totals.newestAt, row.createdAt);
    this.#totals.oldestAt = earliest(this.#totals.oldestAt, row.createdAt);
    this.#put.set(number, this.#rows.shape.withoutRaw(row, number, tie));
    this.#added++;
    return row.createdAt;
  }

  /** A row that is there, as it came again. */
  #rewrite(link: PageLink<List>, known: StoredRow, isPlaced: boolean): Timestamp | null {
    const { entry, unreadable } = link;
    const unchanged = isPlaced ? known.createdAt : null;
    if (entry === null) return unchanged;
    if (!('row' in entry)) {
      if (unreadable !== null) this.#unreadable.update(unreadable.number, entry.unreadable, this.#page.fetchedAt);
      else if (!sameContent(known.raw, entry.unreadable.raw)) this.#keepUnreadable(link.id, entry.unreadable, null);
      return unchanged;
    }
    if (unreadable !== null) this.#unreadable.delete(unreadable.number);
    const { row } = entry;
    const values = this.#rows.shape.values(row);
    const isMoved = row.createdAt !== known.createdAt;
    // The last of them is the text itself.
    const isRead = values.slice(0, -1).every((value, index) => value === known.values[index]);
    if (!isMoved && isRead && sameContent(known.raw, row.raw)) return unchanged;
    this.#rows.update(known.number, row);
    if (isMoved) {
      const range = this.#rows.timeRange(row.marginMode);
      this.#totals.newestAt = range.newest;
      this.#totals.oldestAt = range.oldest;
    }
    this.#put.set(known.number, this.#rows.shape.withoutRaw(row, known.number, known.tie));
    return isMoved || isPlaced ? row.createdAt : null;
  }

  #putRows(): ArchivedRow<List>[] {
    for (const [number, tie] of this.#ties.changed) {
      const row = this.#put.get(number) ?? this.#rows.archived(number);
      this.#put.set(number, { ...row, tie });
    }
    return [...this.#put.values()];
  }
}
