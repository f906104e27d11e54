import { rmSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { type MarginMode, marginModes, type Timestamp, type UnreadableRow } from '../../../shared/domain.ts';
import type { HistoryList, RowChange } from '../../../shared/history.ts';
import type { ArchivedRow, FetchedPage, HistoryRows, TakenPage } from '../archived-rows.ts';
import { ArchiveError, asArchiveError, isRepeatedId } from './archive-error.ts';
import type { KnownCoverage } from './coverage.ts';
import { ListArchive } from './list-archive.ts';
import { mayBeWritten, openDatabase, removeDraft } from './open-database.ts';
import type { LookUp } from './page-taker.ts';
import { isWithin, newerNeighbour, placeOf, retreat, type SpanEndName } from './retreat.ts';
import { orderShape, planShape, text } from './row-shapes.ts';
import { companions, setAsideDatabase } from './set-aside-database.ts';
import { SpanBook } from './spans.ts';
import { prepareQuery } from './statements.ts';
import { isWhole } from './structure.ts';
import { groupUnfinished, type UnfinishedGroup } from './unfinished.ts';

export interface ArchiveFileOptions {
  readonly path: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Called with every connection before it is used: for limits in tests. */
  readonly onConnect?: (database: DatabaseSync) => void;
}

/** What was read of a file and what may change with every page. */
interface Contents {
  readonly book: SpanBook;
  readonly lists: { readonly [List in HistoryList]: ListArchive<List> };
}

/**
 * The archive of an account: one SQLite file, for one process at a time. Every function may throw an `ArchiveError`, and
 * then the file is as it was before the call.
 */
export class ArchiveFile {
  readonly path: string;
  readonly #database: DatabaseSync;
  /** `null` after a failure: what is in memory may be ahead of the file. */
  #contents: Contents | null;

  /** Why nothing can be written; `null`: it can be. */
  readonly readOnly: ArchiveError | null;

  private constructor(path: string, database: DatabaseSync, contents: Contents, readOnly: ArchiveError | null) {
    this.path = path;
    this.readOnly = readOnly;
    this.#database = database;
    this.#contents = contents;
  }

  /**
   * Opens the archive in a file, and begins it where there is none. A damaged file is set aside under the name answered, never
   * replaced. One that may not be written can be read as it is, see `readOnly`. Throws `ArchiveError`: `locked` while another
   * process has it, `newer-version` for a file of a later version of the program, `disk-full`, `other`, and `read-only` where there
   * is nothing that could be read.
   */
  static open(options: ArchiveFileOptions): { file: ArchiveFile; setAside: string | null } {
    const { path } = options;
    const { opened, setAside, readOnly } = openDatabase(options, (database) => ({
      database,
      contents: load(database),
    }));
    return { file: new ArchiveFile(path, opened.database, opened.contents, readOnly), setAside };
  }

  /**
   * Makes room where an open file turned out to be damaged (`ArchiveError` of that kind): close it first. Answers the name that it
   * has now.
   */
  static setAside(path: string, now: number): string {
    try {
      return setAsideDatabase(path, new Date(now));
    } catch (error) {
      throw asArchiveError(error, path);
    }
  }

  /** Whether what kept it from being written may be over: then it is to be closed and opened again. */
  get isWorthReopening(): boolean {
    return this.readOnly !== null && mayBeWritten(this.path);
  }

  /** Deletes an archive that nobody has open, all of it. Files that were set aside stay. */
  static remove(path: string): void {
    try {
      removeDraft(path);
      // The log first: left behind without its file, it would be set aside by the next one.
      for (const companion of [...companions, '']) rmSync(path + companion, { force: true });
    } catch (error) {
      throw asArchiveError(error, path);
    }
  }

  /** May be called again. */
  close(): void {
    if (this.#database.isOpen) this.#database.close();
  }

  /** Reads the whole file, which takes some seconds for 1,000,000 rows. False: it is damaged. */
  checkIntegrity(): boolean {
    try {
      return this.#read(() => isWhole(this.#database));
    } catch (error) {
      if (error instanceof ArchiveError && error.kind === 'damaged') return false;
      throw error;
    }
  }

  /** Takes a page with all that it says, or nothing of it. */
  takePage<List extends HistoryList>(page: FetchedPage<List>): TakenPage<List> {
    const [taken] = this.takePages([page]);
    if (taken === undefined) throw new Error('a page was taken without an answer');
    return taken;
  }

  /** Takes many pages, or none of them: several times as fast as one by one. */
  takePages<List extends HistoryList>(pages: readonly FetchedPage<List>[]): TakenPage<List>[] {
    const take = (lookUp: LookUp) =>
      this.#write(({ lists }) => pages.map((page) => lists[page.list].take(page, lookUp)));
    try {
      return take('where-known');
    } catch (error) {
      // The service has moved a row to a time where nothing was known.
      if (!isRepeatedId(error)) throw error;
      return take('all');
    }
  }

  /** Whether any of the entries is in the unbroken run that ends with an entry: then they cannot follow it. */
  isWithinRun(end: SpanEndName, ids: readonly string[]): boolean {
    return this.#read(({ lists, book }) => isWithin(lists[end.list], book, end, ids));
  }

  /** Gives up so many entries at an end of an unbroken run: they stay, and what is next to them is not known any more. */
  retreat(end: SpanEndName, count: number): void {
    this.#write(({ lists, book }) => {
      retreat(lists[end.list], book, end, count);
      book.save();
    });
  }

  coverage(list: HistoryList): KnownCoverage[] {
    return this.#read(({ lists }) => marginModes.map((marginMode) => lists[list].coverage(marginMode)));
  }

  /** Rows of the list, of both margin modes. */
  count(list: HistoryList): number {
    return this.#read(({ lists }) => lists[list].count);
  }

  /** Rows in the order asked for. Throws a RangeError for a number that no row has. */
  read<List extends HistoryList>(list: List, numbers: readonly number[]): HistoryRows[List][] {
    return this.#read(({ lists }) => numbers.map((number) => lists[list].rows.row(number)));
  }

  /** Up to `limit` rows with numbers above `after`, in the order of their numbers. */
  scan<List extends HistoryList>(list: List, after: number, limit: number): ArchivedRow<List>[] {
    return this.#read(({ lists }) => lists[list].rows.scan(after, limit));
  }

  /** Rows in the default order. */
  newest<List extends HistoryList>(list: List, count: number, offset: number): HistoryRows[List][] {
    return this.#read(({ lists }) => lists[list].rows.newest(count, offset));
  }

  /** How many rows come before a row in the default order; `null` where there is none of this key. */
  rankOf(list: HistoryList, key: string): number | null {
    return this.#read(({ lists }) => lists[list].rankOf(key));
  }

  /** Rows that are not final, in so many groups at most. */
  unfinished(list: HistoryList, marginMode: MarginMode, mostGroups: number): UnfinishedGroup[] {
    return this.#read(({ lists, book }) => groupUnfinished(lists[list], book, marginMode, mostGroups));
  }

  /** Whether an entry, readable or not, was fetched among its neighbours: only then is it asked for again until it is final. */
  isPlaced(list: HistoryList, marginMode: MarginMode, id: string): boolean {
    return this.#read(({ lists, book }) => placeOf(lists[list], book, marginMode, id) !== null);
  }

  /** The entry with an id so many places from another one in its run, on the newer side, or the newest of the run; `null`: it is that. */
  newerNeighbour(list: HistoryList, marginMode: MarginMode, id: string, distance = 1): string | null {
    return this.#read(({ lists, book }) => newerNeighbour(lists[list], book, marginMode, id, distance));
  }

  /** The row that a page is to be asked from, so that it reaches what was created at a moment; `null`: from the newest. */
  startFor(list: HistoryList, marginMode: MarginMode, createdAt: Timestamp): string | null {
    return this.#read(({ lists }) => lists[list].rows.nextAfter(marginMode, createdAt));
  }

  /** What a row was before, the latest change first. */
  changes(list: HistoryList, key: string): RowChange[] {
    return this.#read(({ lists }) => lists[list].changes(key));
  }

  /** Entries that could not be read, the latest first. */
  unreadable(list: HistoryList, limit: number): UnreadableRow[] {
    return this.#read(({ lists }) => lists[list].unreadable.latest(limit));
  }

  countUnreadable(list: HistoryList): number {
    return this.#read(({ lists }) => lists[list].unreadable.count);
  }

  /** Keeps a text under a name, in place of the one before. */
  remember(name: string, value: string): void {
    this.#write(() => {
      this.#database.prepare('INSERT OR REPLACE INTO notes VALUES (?, ?)').run(name, value);
    });
  }

  /** `null` where nothing was kept. */
  recall(name: string): string | null {
    return this.#read(() => {
      const found = prepareQuery(this.#database, 'SELECT text FROM notes WHERE name = ?').first(name);
      return found === undefined ? null : text(found[0]);
    });
  }

  #read<Answer>(work: (contents: Contents) => Answer): Answer {
    try {
      this.#contents ??= load(this.#database);
      return work(this.#contents);
    } catch (error) {
      throw asArchiveError(error, this.path);
    }
  }

  #write<Answer>(work: (contents: Contents) => Answer): Answer {
    if (this.readOnly !== null) throw this.readOnly;
    return this.#read((contents) => {
      this.#database.exec('BEGIN IMMEDIATE');
      try {
        const answer = work(contents);
        this.#database.exec('COMMIT');
        return answer;
      } catch (error) {
        this.#contents = null;
        // After some errors SQLite has done so itself.
        if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
        throw error;
      }
    });
  }
}

function load(database: DatabaseSync): Contents {
  const book = new SpanBook(database);
  return {
    book,
    lists: {
      'order-history': new ListArchive(database, 'order-history', orderShape, book),
      'plan-history': new ListArchive(database, 'plan-history', planShape, book),
    },
  };
}
