import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { ModeCoverage, RowChange } from '../../shared/contract/history.ts';
import type { UnreadableRow } from '../../shared/contract/orders.ts';
import type { PlanLife, PlansOfDay } from '../../shared/contract/plans.ts';
import { type MarginMode, marginModes, type Timestamp } from '../../shared/domain.ts';
import { type HistoryList, historyLists } from '../../shared/history.ts';
import type { FetchedPage, HistoryBreak, HistoryRows, IndexedRow } from '../rows.ts';
import { type DatabaseOptions, IndexRepair, isWritable, latestBackup, openDatabase } from './database.ts';
import { ModeState } from './mode-state.ts';
import { NoteJournal } from './note-journal.ts';
import { salvageNotes } from './note-salvage.ts';
import { NoteTable } from './note-table.ts';
import { type ListTables, type LookupScope, PageWriter, RowExists, type SavedPage } from './page-writer.ts';
import { type OpenPlanLives, type PlanLifeBatch, PlanLifeTable } from './plan-life-table.ts';
import { integer, integerOrNull, prepareQuery, text } from './query.ts';
import { orderShape, planShape, type RowShape } from './row-shapes.ts';
import { RowTable } from './row-table.ts';
import { type Cursor, type Span, SpanIndex } from './spans.ts';
import { asStorageError, StorageError, UnexpectedContent } from './storage-error.ts';
import { UnreadableTable } from './unreadable-table.ts';

/** A plan order that is watched until it is in the plan history. */
export interface WatchedPlan {
  readonly id: string;
  readonly createdAt: Timestamp;
  /** When the plan was first missing from the open ones; `null` while it is open. */
  readonly closedAt: Timestamp | null;
  /** Lookups in the history that did not find it. */
  readonly misses: number;
}

/** Content that may change with every page. */
interface Contents {
  readonly spans: SpanIndex;
  readonly lists: { readonly [List in HistoryList]: ListTables<List> };
}

/**
 * The history of one account: an SQLite file that one process has open at a time. Every method can throw a `StorageError`; the file is
 * then unchanged. A write is committed when the method returns.
 */
export class HistoryStore {
  readonly path: string;
  /** Why the file cannot be written; `null` if it can. */
  readonly readOnly: StorageError | null;
  readonly notes: NoteTable;
  readonly #database: DatabaseSync;
  readonly #indexes: IndexRepair;
  /** `null` after a failed write: the copy in memory may be ahead of the file. */
  #contents: Contents | null;

  private constructor(
    path: string,
    { database, indexes, contents }: { database: DatabaseSync; indexes: IndexRepair; contents: Contents },
    readOnly: StorageError | null,
  ) {
    this.path = path;
    this.readOnly = readOnly;
    this.#database = database;
    this.#indexes = indexes;
    this.#contents = contents;
    const access = {
      read: <Result>(work: () => Result) => this.#read(work),
      write: <Result>(work: () => Result) => this.#writeDurably(work),
      recall: (name: string) => this.recall(name),
      keep: (name: string, value: string) => this.#keep(name, value),
    };
    this.notes = new NoteTable(database, access, new NoteJournal(path));
  }

  /**
   * Opens or creates the file. A damaged one is renamed to `backupName` and replaced by an empty one; see `readOnly` for a file without
   * write permission. Throws `StorageError`: `locked` while another process has the file, `newer-version`, `older-version` and
   * `unknown-schema` for a file that stays unchanged (`findVersion`), `disk-full`, `other`, and `read-only` if nothing can be read either.
   * A new file gets the notes of the journal and those that can be read from the damaged one, unless `startsAnew` is true.
   */
  static open(options: DatabaseOptions & { readonly startsAnew?: boolean }): {
    store: HistoryStore;
    backupName: string | null;
  } {
    if (options.startsAnew === true) new NoteJournal(options.path).remove();
    const { opened, backupName, readOnly } = openDatabase(options, (database) => {
      const indexes = new IndexRepair(database);
      return { database, indexes, contents: load(database, indexes) };
    });
    const store = new HistoryStore(options.path, opened, readOnly);
    try {
      if (readOnly === null) store.#restoreNotes(options.startsAnew !== true, options.now());
      return { store, backupName };
    } catch (error) {
      store.close();
      throw error;
    }
  }

  /** True if the reason for `readOnly` may be over: close the store and open it again. */
  get isWorthReopening(): boolean {
    return this.readOnly !== null && isWritable(this.path);
  }

  /** Gives back the memory of pages of the file that are cached. */
  releaseMemory(): void {
    this.#read(() => this.#database.exec('PRAGMA shrink_memory'));
  }

  /** Can be called again. */
  close(): void {
    if (this.#database.isOpen) this.#database.close();
  }

  /**
   * Reads the whole file, which takes a second or two for 1,000,000 rows, and rebuilds indexes that do not match the rows. False if the file
   * is damaged. `checkRows` checks the content of the rows.
   */
  checkIntegrity(): boolean {
    try {
      return this.#read(() => this.#indexes.check(this.readOnly === null));
    } catch (error) {
      if (error instanceof StorageError && error.kind === 'damaged') return false;
      throw error;
    }
  }

  /**
   * Checks at most `limit` rows with numbers above `after` against their checksums. Marks damaged rows, so that they are requested again, and
   * returns those that were not marked before. `next`: the last number; `null` at the end of the list.
   */
  checkRows(list: HistoryList, after: number, limit: number): { damaged: Cursor[]; next: number | null } {
    const rows = this.#read(({ lists }) => lists[list].rows.wholeRows(after, limit));
    const damaged = rows.filter(({ damage }) => damage === 'new');
    if (damaged.length > 0 && this.readOnly === null) {
      this.#write(({ lists }) => {
        for (const { number } of damaged) lists[list].rows.markDamaged(number);
      });
    }
    return { damaged, next: rows.at(-1)?.number ?? null };
  }

  savePage<List extends HistoryList>(page: FetchedPage<List>): SavedPage {
    const [saved] = this.savePages([page]);
    if (saved === undefined) throw new Error('a page was saved without a result');
    return saved;
  }

  /** Saves all of the pages or none of them, several times as fast as one by one. */
  savePages<List extends HistoryList>(pages: readonly FetchedPage<List>[]): SavedPage[] {
    const save = (lookup: LookupScope) =>
      this.#write(({ lists }) => pages.map((page) => new PageWriter(lists[page.list], page, lookup).write()));
    try {
      return save('stored-range');
    } catch (error) {
      if (!(error instanceof RowExists)) throw error;
      return save('all');
    }
  }

  /** Marks a span as reaching back to the oldest row that the service has. */
  markEnded(span: Span): void {
    this.#write(({ spans }) => {
      const current = spans.find(span.id);
      if (current === null) return;
      current.isEnded = true;
      spans.touch(current);
      spans.save();
    });
  }

  /** Records that the newest page of a margin mode was read, if the page itself is not saved. */
  markChecked(list: HistoryList, marginMode: MarginMode, checkedAt: Timestamp): void {
    this.#write(({ lists }) => {
      const mode = lists[list].modes[marginMode];
      mode.checkedAt = checkedAt;
      mode.save();
    });
  }

  /** Records that every row of a list of one margin mode was read again at this time or later. */
  markVerified(list: HistoryList, marginMode: MarginMode, readSince: Timestamp): void {
    this.#write(({ spans }) => {
      for (const span of spans.of(list, marginMode)) {
        span.readSince = readSince;
        spans.touch(span);
      }
      spans.save();
    });
  }

  /** Records rows that were missing from a part of the list that had been read before. */
  recordFound(list: HistoryList, marginMode: MarginMode, rows: readonly Cursor[], at: Timestamp): void {
    this.#write(({ lists }) => {
      for (const { id } of rows) lists[list].recordChange(id, marginMode, null, at);
    });
  }

  /** Spans of a list, first the one with the newest page, then by time, the newest first. They change with the next page. */
  spans(list: HistoryList, marginMode: MarginMode): readonly Span[] {
    return this.#read(({ spans, lists }) => {
      const top = spans.find(lists[list].modes[marginMode].topSpan ?? 0);
      const others = spans.of(list, marginMode).filter((span) => span !== top);
      return top === null ? others : [top, ...others];
    });
  }

  /** The span that a span belongs to by now: spans are merged when they turn out to be adjacent. */
  currentSpan(span: Span): Span | null {
    return this.#read(({ spans }) => spans.find(span.id));
  }

  coverage(list: HistoryList): Omit<ModeCoverage, 'blocked'>[] {
    return marginModes.map((marginMode) => {
      const spans = this.spans(list, marginMode);
      const { rows, newestAt, oldestAt, checkedAt, emptyAt } = this.#mode(list, marginMode);
      const isWhole = spans.length === 1 && spans[0]?.isEnded === true && checkedAt !== null;
      const complete = spans.length === 0 ? rows === 0 && emptyAt !== null : isWhole;
      const verifiedAt = complete ? (spans[0]?.readSince ?? emptyAt) : null;
      return { marginMode, rows, oldest: oldestAt, newest: newestAt, complete, verifiedAt, gaps: gapsBetween(spans) };
    });
  }

  /** Places at which rows of a list may be missing: gaps, and the past that has not been read yet. */
  breaks(list: HistoryList): HistoryBreak[] {
    return marginModes.flatMap((marginMode): HistoryBreak[] => {
      const spans = this.spans(list, marginMode);
      const gaps = gapsBetween(spans).map(({ from, to }) => ({ marginMode, after: from, before: to }));
      const hasPast = spans.length === 0 ? this.#mode(list, marginMode).rows > 0 : spans.at(-1)?.isEnded === false;
      return hasPast ? [...gaps, { marginMode, after: null, before: null }] : gaps;
    });
  }

  /** When the newest page of both margin modes was last read; `null` if one never was. */
  checkedAt(list: HistoryList): Timestamp | null {
    const times = marginModes.map((marginMode) => this.#mode(list, marginMode).checkedAt);
    return times.every((time) => time !== null) ? Math.min(...times) : null;
  }

  /** Number of rows of both margin modes. */
  count(list: HistoryList): number {
    return this.#read(({ lists }) => countOf(lists[list]));
  }

  /** Rows by their numbers, in that order. Throws a RangeError for a number that no row has. */
  rows<List extends HistoryList>(list: List, numbers: readonly number[]): HistoryRows[List][] {
    return this.#read(({ lists }) => numbers.map((number) => lists[list].rows.row(number)));
  }

  /** At most `limit` rows with numbers above `after`, by number. */
  scan<List extends HistoryList>(list: List, after: number, limit: number): IndexedRow[] {
    return this.#read(({ lists }) => lists[list].rows.scan(after, limit));
  }

  /** Rows in the default order: by creation, the newest first. */
  newest<List extends HistoryList>(list: List, count: number, offset: number): HistoryRows[List][] {
    return this.#read(({ lists }) => lists[list].rows.newest(count, offset));
  }

  /** Number of the row with a key; `null` if there is none. */
  numberOf(list: HistoryList, key: string): number | null {
    return this.numberOfId(list, idOf(key));
  }

  /** Number of the row with an ID; `null` if there is none. */
  numberOfId(list: HistoryList, id: string): number | null {
    return this.#read(({ lists }) => lists[list].rows.find(id)?.number ?? null);
  }

  /** Number of rows before a row in the default order; `null` if there is no row with this key. */
  rankOf(list: HistoryList, key: string): number | null {
    return this.#read(({ lists }) => lists[list].rows.rank(idOf(key)));
  }

  /** Number of rows of a margin mode that were created after a time. */
  countNewer(list: HistoryList, marginMode: MarginMode, createdAt: Timestamp): number {
    return this.#read(({ lists }) => lists[list].rows.countNewer(marginMode, createdAt));
  }

  /** The span of a row; `null` if the row was fetched without its neighbors, or is not stored. */
  spanOf(list: HistoryList, marginMode: MarginMode, row: Cursor): Span | null {
    return this.#read(({ lists, spans }) => {
      const span = spans.find(lists[list].rows.find(row.id)?.span ?? 0);
      if (span?.marginMode === marginMode) return span;
      // The end of a span can be unreadable, or have moved to the other margin mode.
      return spans.of(list, marginMode).find(({ oldest }) => oldest.id === row.id) ?? null;
    });
  }

  /** The row `distance` places before a row, if both belong to one span; `null` otherwise. */
  newerRow(list: HistoryList, marginMode: MarginMode, row: Cursor, distance: number): Cursor | null {
    return this.#read(({ lists, spans }) => {
      const { rows } = lists[list];
      const { createdAt, tie } = rows.find(row.id) ?? { createdAt: row.createdAt, tie: Number.MAX_SAFE_INTEGER };
      const newer = createdAt === null ? null : rows.newer(marginMode, { createdAt, tie }, distance);
      return newer !== null && spans.find(newer.span) === this.spanOf(list, marginMode, row) ? newer : null;
    });
  }

  /** The row before the place that a time of creation has in a list; `null` if that place is among the newest. */
  rowBefore(list: HistoryList, marginMode: MarginMode, createdAt: Timestamp): Cursor | null {
    return this.#read(({ lists }) =>
      lists[list].rows.newer(marginMode, { createdAt, tie: Number.MAX_SAFE_INTEGER }, 1),
    );
  }

  /** True if an entry, readable or not, is stored and belongs to a span, that is to say was fetched with its neighbors. */
  isPlaced(list: HistoryList, id: string): boolean {
    return this.#read(({ lists }) => {
      const row = lists[list].rows.find(id);
      return row === null ? lists[list].unreadable.find(id) !== null : row.span !== 0;
    });
  }

  /** Rows of spans that the service may still change, and damaged ones, the newest first. */
  unfinished(list: HistoryList, marginMode: MarginMode, limit: number): readonly Cursor[] {
    return this.#read(({ lists }) => lists[list].rows.unfinished(marginMode, limit).filter(({ span }) => span !== 0));
  }

  /** Earlier content of a row, the latest change first. */
  changes(list: HistoryList, key: string): RowChange[] {
    return this.#read(() =>
      prepareQuery(this.#database, 'SELECT at, raw FROM changes WHERE list = ? AND id = ? ORDER BY number DESC')
        .all(list, idOf(key))
        .map(([at, raw]) => ({ at: integer(at), raw: raw === null ? null : text(raw) })),
    );
  }

  /** Entries that could not be read, the latest first. */
  unreadable(list: HistoryList, limit: number): UnreadableRow[] {
    return this.#read(({ lists }) => lists[list].unreadable.latest(limit));
  }

  countUnreadable(list: HistoryList): number {
    return this.#read(({ lists }) => lists[list].unreadable.count);
  }

  watchedPlans(marginMode: MarginMode): WatchedPlan[] {
    return this.#read(() =>
      prepareQuery(this.#database, 'SELECT id, created_at, closed_at, misses FROM watched_plans WHERE margin_mode = ?')
        .all(marginMode)
        .map(([id, createdAt, closedAt, misses]) => ({
          id: text(id),
          createdAt: integer(createdAt),
          closedAt: integerOrNull(closedAt ?? null),
          misses: integer(misses),
        })),
    );
  }

  /** Replaces the watched plans of a margin mode. Does not write if nothing changes. */
  watchPlans(marginMode: MarginMode, plans: readonly WatchedPlan[]): void {
    const sorted = (list: readonly WatchedPlan[]) =>
      JSON.stringify(list.map(({ id, createdAt, closedAt, misses }) => [id, createdAt, closedAt, misses]).sort());
    if (sorted(this.watchedPlans(marginMode)) === sorted(plans)) return;
    this.#write(() => {
      this.#database.prepare('DELETE FROM watched_plans WHERE margin_mode = ?').run(marginMode);
      const insert = this.#database.prepare('INSERT OR REPLACE INTO watched_plans VALUES (?, ?, ?, ?, ?)');
      for (const { id, createdAt, closedAt, misses } of plans) insert.run(marginMode, id, createdAt, closedAt, misses);
    });
  }

  openPlanLives(): OpenPlanLives {
    return this.#read(() => new PlanLifeTable(this.#database).open());
  }

  savePlanLives(batch: PlanLifeBatch): void {
    this.#write(() => new PlanLifeTable(this.#database).save(batch));
  }

  /** The life of a plan order as far as it was seen; `null` if it never was. */
  planLife(key: string): PlanLife | null {
    return this.#read(({ lists }) => {
      const life = new PlanLifeTable(this.#database).life(key);
      if (life === null) return null;
      const { rows } = lists['plan-history'];
      const found = rows.find(idOf(key));
      if (found === null) return { ...life, outcome: null };
      const { status, filledQuantity } = rows.row(found.number);
      return { ...life, outcome: { status, filledQuantity } };
    });
  }

  /** Plan orders that were waiting at some time from `from` up to but excluding `before`. */
  plansWaiting(from: Timestamp, before: Timestamp): PlansOfDay {
    return this.#read(() => new PlanLifeTable(this.#database).waiting(from, before));
  }

  /** Stores a text under a name. Does not write if it is stored already. */
  remember(name: string, value: string): void {
    if (this.recall(name) === value) return;
    this.#write(() => this.#keep(name, value));
  }

  #keep(name: string, value: string): void {
    this.#database.prepare('INSERT OR REPLACE INTO notes VALUES (?, ?)').run(name, value);
  }

  /** `null` if nothing is stored under the name. */
  recall(name: string): string | null {
    return this.#read(() => {
      const found = prepareQuery(this.#database, 'SELECT text FROM notes WHERE name = ?').first(name);
      return found === undefined ? null : text(found[0]);
    });
  }

  #mode(list: HistoryList, marginMode: MarginMode): ModeState {
    return this.#read(({ lists }) => lists[list].modes[marginMode]);
  }

  #read<Result>(work: (contents: Contents) => Result): Result {
    try {
      this.#contents ??= load(this.#database, this.#indexes);
      return work(this.#contents);
    } catch (error) {
      throw asStorageError(error, this.path);
    }
  }

  /**
   * Stores the notes of the journal that the file lacks, and those of the latest damaged file, once. The name of that file is stored after
   * them, so that a program that is killed before takes them at its next start. A file in which no note could be read is tried again on
   * another day, unless the journal had them all. `isWanted`: if false, nothing is taken from the damaged file.
   */
  #restoreNotes(isWanted: boolean, now: Timestamp): void {
    const damaged = latestBackup(this.path);
    const today = `${damaged} ${Math.floor(now / dayMs)}`;
    const isDone = damaged === null || this.recall(notesTakenFrom) === damaged;
    const isDue = !isDone && isWanted && this.recall(notesSoughtIn) !== today;
    const salvaged = isDue ? salvageNotes(path.join(path.dirname(this.path), damaged)) : null;
    const hadAll = this.notes.restore(salvaged);
    if (isDone || (isWanted && !isDue)) return;
    if (!isWanted || hadAll || salvaged?.isWhole || (salvaged?.notes.size ?? 0) > 0) {
      this.remember(notesTakenFrom, damaged);
    } else if (salvaged !== null) this.remember(notesSoughtIn, today);
  }

  /** Like `#write`. The change survives a power cut, too, as soon as the method returns. */
  #writeDurably<Result>(work: () => Result): Result {
    try {
      this.#database.exec('PRAGMA synchronous = FULL');
      return this.#write(work);
    } finally {
      this.#database.exec('PRAGMA synchronous = NORMAL');
    }
  }

  #write<Result>(work: (contents: Contents) => Result): Result {
    if (this.readOnly !== null) throw this.readOnly;
    return this.#read((contents) => {
      this.#database.exec('BEGIN IMMEDIATE');
      try {
        const result = work(contents);
        this.#database.exec('COMMIT');
        return result;
      } catch (error) {
        this.#contents = null;
        this.#indexes.forget();
        // SQLite rolls some errors back itself.
        if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
        throw error;
      }
    });
  }
}

function load(database: DatabaseSync, indexes: IndexRepair): Contents {
  const spans = new SpanIndex(database);
  const tablesOf = <List extends HistoryList>(list: List, shape: RowShape<List>): ListTables<List> => {
    const insertChange = database.prepare(
      'INSERT INTO changes (list, id, at, margin_mode, raw) VALUES (?, ?, ?, ?, ?)',
    );
    const findModes = prepareQuery(
      database,
      'SELECT margin_mode FROM changes WHERE list = ? AND id = ? ORDER BY number',
    );
    return {
      spans,
      rows: new RowTable(database, shape, indexes),
      unreadable: new UnreadableTable(database, list),
      modes: {
        isolated: new ModeState(database, list, 'isolated'),
        cross: new ModeState(database, list, 'cross'),
      },
      recordChange: (id, marginMode, raw, at) => void insertChange.run(list, id, at, marginMode, raw),
      recordedModes: (id) => {
        const modes = findModes.all(list, id).map(([mode]) => text(mode));
        const moves = modes.filter((mode, place) => place > 0 && mode !== modes[place - 1]).length;
        return { first: modes.at(0) ?? null, last: modes.at(-1) ?? null, moves };
      },
    };
  };
  const lists = {
    'order-history': tablesOf('order-history', orderShape),
    'plan-history': tablesOf('plan-history', planShape),
  };
  for (const list of historyLists) {
    const count = countOf(lists[list]);
    if (lists[list].rows.lastNumber() !== count) throw new UnexpectedContent(`${list} does not have ${count} rows`);
  }
  return { spans, lists };
}

function countOf({ modes }: Pick<ListTables<HistoryList>, 'modes'>): number {
  return modes.isolated.rows + modes.cross.rows;
}

/** Under this name, the store remembers the name of the damaged file whose notes it has. */
const notesTakenFrom = 'notes-taken-from';
/** Under this name, it remembers the name of a damaged file in which no note could be read, and the day. */
const notesSoughtIn = 'notes-sought-in';
const dayMs = 86_400_000;

/** The ID in a row's key. */
export function idOf(key: string): string {
  return key.slice(key.indexOf(':') + 1);
}

function gapsBetween(spans: readonly Span[]): { from: Timestamp; to: Timestamp }[] {
  return spans.slice(1).flatMap((older, place) => {
    const [from, to] = [older.newest.createdAt, spans[place]?.oldest.createdAt ?? null];
    return from === null || to === null ? [] : [{ from: Math.min(from, to), to }];
  });
}
