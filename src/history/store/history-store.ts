import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { LostRecords, ModeCoverage, OrderExecution, RowChange } from '../../shared/contract/history.ts';
import type { Observed, ObservedKeys, ObservedOrder } from '../../shared/contract/observed.ts';
import type { PlanOrder } from '../../shared/contract/orders.ts';
import type { PlanLife } from '../../shared/contract/plans.ts';
import { type HistoryList, historyLists, lostKinds } from '../../shared/orders/history.ts';
import { type MarginMode, marginModes, type Timestamp } from '../../shared/values/domain.ts';
import { smallest } from '../../shared/values/extremes.ts';
import type { FetchedPage, HistoryBreak, HistoryRows } from '../rows.ts';
import { ColumnsFile } from './columns-file.ts';
import { type DatabaseOptions, IndexRepair, isWritable, limitLog, openDatabase } from './database.ts';
import { ExecutionTable } from './execution-table.ts';
import { FileCheck } from './file-check.ts';
import { type Fact, facts, isReadableFact, MetaTable } from './meta-table.ts';
import { ModeState } from './mode-state.ts';
import { NoteTable } from './note-table.ts';
import { type ListTables, type LookupScope, PageWriter, RowExists, type SavedPage } from './page-writer.ts';
import { type PlanLifeBatch, PlanLifeTable } from './plan-life-table.ts';
import { integer, prepareQuery, text } from './query.ts';
import { Records, type RecordTable } from './records.ts';
import { orderShape, planShape, type RowShape } from './row-shapes.ts';
import { RowTable } from './row-table.ts';
import { type Cursor, type Span, SpanIndex } from './spans.ts';
import { asStorageError, StorageError, UnexpectedContent } from './storage-error.ts';
import { TradeRows } from './trade-rows.ts';
import { UnreadableTable } from './unreadable-table.ts';

const defaultLogBytes = 2 ** 28;
/** Steps (ms) in which it is noted how far the clock is ahead, so that it is not written with every page. */
const clockStepMs = 1000;
/** Size of a file from which its check has a thread of its own. A check of a smaller one takes less than 50 ms. */
const largeBytes = 2 ** 24;

/** What every method needs of an open file. */
interface OpenFile {
  readonly database: DatabaseSync;
  readonly indexes: IndexRepair;
  readonly records: Records;
  readonly meta: MetaTable;
  /** The columns of the orders, and of the derived trades. */
  readonly columns: ColumnsFile;
  readonly tradeColumns: ColumnsFile;
  readonly lives: PlanLifeTable;
}

/** The tables of the file. After a failed write they are other ones. */
interface Tables {
  readonly spans: SpanIndex;
  readonly executions: ExecutionTable;
  readonly lists: { readonly [List in HistoryList]: ListTables<List> };
  /** Of plan orders. */
  readonly lives: PlanLifeTable;
}

export interface StoreOptions extends DatabaseOptions {
  /** Path of the file with the account's notes. */
  readonly notes: string | null;
  /** Paths of the account's archives of earlier keys, in which there may be notes. Default: none. */
  readonly earlierArchives?: readonly string[] | undefined;
}

/**
 * The history of one account: an SQLite file that one process writes and others may read, and one with the notes. Every method can throw a
 * `StorageError`; the file is then unchanged. A write is committed when the method returns.
 */
export class HistoryStore {
  readonly path: string;
  /** Why the file cannot be written; `null` if it can. */
  readonly readOnly: StorageError | null;
  readonly notes: NoteTable;
  readonly trades: TradeRows;
  /** The columns of the orders, and of the derived trades. */
  readonly columns: ColumnsFile;
  readonly tradeColumns: ColumnsFile;
  readonly #database: DatabaseSync;
  readonly #file: OpenFile;
  readonly #isReader: boolean;
  readonly #maxLogBytes: number;
  /** `null` after a failed write: the copy in memory may be ahead of the file. */
  #tables: Tables | null;
  /** Numbers of damaged records that could not be removed, because the file cannot be written. */
  readonly #unremoved = new Map<RecordTable, number>();
  /** The running check of the whole file. */
  #check: FileCheck | null = null;

  private constructor(
    path: string,
    { file, tables }: { file: OpenFile; tables: Tables },
    readOnly: StorageError | null,
    notes: NoteTable,
    { isReader = false, maxLogBytes = defaultLogBytes }: Pick<StoreOptions, 'isReader' | 'maxLogBytes'>,
  ) {
    this.path = path;
    this.#isReader = isReader;
    this.#maxLogBytes = maxLogBytes;
    this.readOnly = readOnly;
    this.notes = notes;
    this.columns = file.columns;
    this.tradeColumns = file.tradeColumns;
    this.#database = file.database;
    this.#file = file;
    this.#tables = tables;
    this.trades = new TradeRows(file, {
      isReadOnly: readOnly !== null,
      read: <Result>(work: () => Result) => this.read(work),
      write: <Result>(work: () => Result) => this.#write(work),
    });
  }

  /**
   * Opens or creates the file. A damaged one is renamed to `backupName` and replaced by an empty one; see `readOnly` for a file without
   * write permission. Throws `StorageError`: `locked` while another process keeps the file for itself, `newer-version`, `older-version` and
   * `unknown-schema` for a file that stays unchanged (`findVersion`), `disk-full`, `other`, and `read-only` if nothing can be read either.
   * `notesBackupName`: the same of the file with the notes.
   */
  static open({ notes: notesPath, earlierArchives = [], ...options }: StoreOptions): {
    store: HistoryStore;
    backupName: string | null;
    notesBackupName: string | null;
  } {
    // First, because a step of the schema deletes the table of notes.
    const { notes, backupName: notesBackupName } = NoteTable.open({
      path: notesPath,
      now: options.now,
      isReader: options.isReader,
      archives: [options.path, ...earlierArchives],
    });
    const { path, isReader } = options;
    const columns = new ColumnsFile(path, 'columns', isReader);
    const tradeColumns = new ColumnsFile(path, 'trades', isReader);
    try {
      const { opened, backupName, readOnly } = openDatabase(options, (database) => {
        const records = new Records(database, isReadableFact);
        const meta = new MetaTable(database, records);
        const lives = new PlanLifeTable(database, records);
        const file = { database, records, indexes: new IndexRepair(database), meta, columns, tradeColumns, lives };
        return { file, tables: load(file) };
      });
      if (backupName !== null) for (const each of [columns, tradeColumns]) each.forget();
      const store = new HistoryStore(path, opened, readOnly, notes, options);
      try {
        store.trades.open();
        return { store, backupName, notesBackupName };
      } catch (error) {
        store.close();
        throw error;
      }
    } catch (error) {
      notes.close();
      throw error;
    }
  }

  /**
   * Gives `work` the tables, and returns its result. `work` must neither keep nor change a table. It runs a second time if it has met damaged
   * records, which are removed in between.
   */
  read<Result>(work: (tables: Tables) => Result): Result {
    try {
      this.#tables ??= load(this.#file);
      // The damaged records that `load` has met are removed before the rows are used.
      if (this.#removeDamaged()) this.#tables = load(this.#file);
      const result = work(this.#tables);
      if (!this.#removeDamaged()) return result;
      this.#tables = load(this.#file);
      return work(this.#tables);
    } catch (error) {
      throw asStorageError(error, this.path);
    }
  }

  /** False if rows or notes cannot be written. */
  get isWritable(): boolean {
    return this.readOnly === null && this.notes.readOnly === null;
  }

  /** True if the reason for that may be over: close the store and open it again. */
  get isWorthReopening(): boolean {
    return !this.#isReader && [this, this.notes].some(({ readOnly, path }) => readOnly !== null && isWritable(path));
  }

  /** Gives back the memory of pages of the files that are cached. */
  releaseMemory(): void {
    this.read(() => this.#database.exec('PRAGMA shrink_memory'));
    this.notes.releaseMemory();
  }

  /** Can be called again. */
  close(): void {
    this.notes.close();
    if (!this.#database.isOpen) return;
    this.#check?.waitUntilClosed();
    this.#database.close();
    this.columns.leave();
    this.tradeColumns.leave();
  }

  /** As `checkIntegrity`, but a large file that is open for writing is read in a thread of its own. True if the store is closed meanwhile. */
  async isIntact(): Promise<boolean> {
    if (this.readOnly === null && statSync(this.path).size >= largeBytes) {
      this.#check = new FileCheck(this.path);
      const isSound = await this.#check.isSound;
      this.#check = null;
      if (isSound || !this.#database.isOpen) return true;
    }
    return this.checkIntegrity();
  }

  /**
   * Reads the whole file, which takes a second or two for 1,000,000 rows, and rebuilds indexes that do not match the rows. False if the file
   * is damaged. `checkRows` checks the content of the rows.
   */
  checkIntegrity(): boolean {
    try {
      return this.read(() => this.#file.indexes.check(this.readOnly === null));
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
    const rows = this.read(({ lists }) => lists[list].rows.wholeRows(after, limit));
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
      this.#write(({ lists }) =>
        pages.map((page) => {
          const saved = new PageWriter(lists[page.list], page, lookup).write();
          if (page.list === 'order-history') {
            this.trades.forget(saved.changed);
            this.#noteUnseen(saved.hasUnseen, page.readAt?.latest ?? null);
            this.#noteClock(page);
          }
          if (saved.sharedIds.length > 0) this.#countSharedIds(page.list, saved.sharedIds.length);
          return saved;
        }),
      );
    try {
      return save('stored-range');
    } catch (error) {
      if (!(error instanceof RowExists)) throw error;
      return save('all');
    }
  }

  /** `readAt`: when the page was read; `null` if that is not known. */
  #noteUnseen(hasUnseen: boolean, readAt: Timestamp | null): void {
    const { meta } = this.#file;
    const known = meta.get(facts.unseenBy);
    // Every stored order that is final was so when the page was read, at the latest.
    const unseenBy = known === null ? readAt : hasUnseen ? readAt && Math.max(readAt, known) : known;
    if (unseenBy !== known) meta.set(facts.unseenBy, unseenBy);
  }

  #noteClock({ fetchedAt, readAt }: FetchedPage): void {
    if (readAt === undefined) return;
    const { meta } = this.#file;
    // The least by which it is ahead, or behind.
    const aheadMs = Math.max(0, fetchedAt - readAt.latest) - Math.max(0, readAt.earliest - fetchedAt);
    const noted = Math.ceil(aheadMs / clockStepMs) * clockStepMs || null;
    if (noted !== meta.get(facts.clockAhead)) meta.set(facts.clockAhead, noted);
  }

  #countSharedIds(list: HistoryList, added: number): void {
    const { meta } = this.#file;
    meta.set(facts.sharedIds[list], (meta.get(facts.sharedIds[list]) ?? 0) + added);
  }

  /** Milliseconds by which the computer's clock was ahead of the exchange's when orders were last read, below zero if behind; 0 if that is not known. */
  get clockAhead(): number {
    return this.recall(facts.clockAhead) ?? 0;
  }

  /** Returns a time of the computer's clock by the exchange's, which dates orders: date presets refer to its day. */
  exchangeTime(time: Timestamp): Timestamp {
    return time - this.clockAhead;
  }

  /** Number of IDs that belong to different rows, in both margin modes or of two symbols. */
  sharedIds(list: HistoryList): number {
    return this.recall(facts.sharedIds[list]) ?? 0;
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
    return this.read(({ spans, lists }) => {
      const top = spans.find(lists[list].modes[marginMode].topSpan ?? 0);
      const others = spans.of(list, marginMode).filter((span) => span !== top);
      return top === null ? others : [top, ...others];
    });
  }

  /** The span that a span belongs to by now: spans are merged when they turn out to be adjacent. */
  currentSpan(span: Span): Span | null {
    return this.read(({ spans }) => spans.find(span.id));
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

  /** When the newest page of both margin modes was last read, by the computer's clock; `null` if one never was. */
  checkedAt(list: HistoryList): Timestamp | null {
    const times = marginModes.map((marginMode) => this.#mode(list, marginMode).checkedAt);
    return times.every((time) => time !== null) ? smallest(times) : null;
  }

  /** Number of rows of both margin modes. */
  count(list: HistoryList): number {
    return this.read(({ lists }) => countOf(lists[list]));
  }

  /** Number of the row with a key; `null` if there is none. */
  numberOf(list: HistoryList, key: string): number | null {
    return this.read(({ lists }) => lists[list].rows.find(idOf(key), modeOf(key))?.number ?? null);
  }

  /** Number of rows before a row in the default order; `null` if there is no row with this key. */
  rankOf(list: HistoryList, key: string): number | null {
    const number = this.numberOf(list, key);
    return number === null ? null : this.read(({ lists }) => lists[list].rows.rank(number));
  }

  /** The span of a row; `null` if the row was fetched without its neighbors, or is not stored. */
  spanOf(list: HistoryList, marginMode: MarginMode, row: Cursor): Span | null {
    return this.read(({ lists, spans }) => {
      const span = spans.find(lists[list].rows.find(row.id, marginMode)?.span ?? 0);
      if (span?.marginMode === marginMode) return span;
      // The end of a span can be unreadable, or have moved to the other margin mode.
      return spans.of(list, marginMode).find(({ oldest }) => oldest.id === row.id) ?? null;
    });
  }

  /** The row `distance` places before a row, if both belong to one span; `null` otherwise. */
  newerRow(list: HistoryList, marginMode: MarginMode, row: Cursor, distance: number): Cursor | null {
    return this.read(({ lists, spans }) => {
      const { rows } = lists[list];
      const { createdAt, tie } = rows.find(row.id, marginMode) ?? {
        createdAt: row.createdAt,
        tie: Number.MAX_SAFE_INTEGER,
      };
      const newer = createdAt === null ? null : rows.newer(marginMode, { createdAt, tie }, distance);
      return newer !== null && spans.find(newer.span) === this.spanOf(list, marginMode, row) ? newer : null;
    });
  }

  /** The row before the place that a time of creation has in a list; `null` if that place is among the newest. */
  rowBefore(list: HistoryList, marginMode: MarginMode, createdAt: Timestamp): Cursor | null {
    return this.read(({ lists }) => lists[list].rows.newer(marginMode, { createdAt, tie: Number.MAX_SAFE_INTEGER }, 1));
  }

  /** True if an entry, readable or not, is stored and belongs to a span, that is to say was fetched with its neighbors. */
  isPlaced(list: HistoryList, marginMode: MarginMode, { id, createdAt }: Cursor): boolean {
    return this.read(({ lists }) => {
      const row = lists[list].rows.find(id, marginMode);
      if (row === null) return lists[list].unreadable.find(id) !== null;
      // A row of the other margin mode can be another one with the same ID.
      return row.span !== 0 && (row.marginMode === marginMode || row.createdAt === createdAt);
    });
  }

  /** Rows of spans that the service may still change, and damaged ones, the newest first. */
  unfinished(list: HistoryList, marginMode: MarginMode, limit: number): readonly Cursor[] {
    return this.read(({ lists }) => lists[list].rows.unfinished(marginMode, limit).filter(({ span }) => span !== 0));
  }

  /** Earlier content of a row, the latest change first. */
  changes(list: HistoryList, key: string): RowChange[] {
    return this.read(({ lists }) =>
      prepareQuery(
        this.#database,
        'SELECT at, raw FROM changes WHERE list = ? AND id = ? AND (margin_mode = ? OR ?) ORDER BY number DESC',
      )
        // A row that is alone with its ID can have moved.
        .all(list, idOf(key), modeOf(key), lists[list].rows.numbersOf(idOf(key)).length < 2 ? 1 : 0)
        .map(([at, raw]) => ({ at: integer(at), raw: raw === null ? null : text(raw) })),
    );
  }

  /** When an order was executed, as far as it was seen. */
  executionOf(key: string): OrderExecution {
    return this.read(({ lists, executions }) => {
      const { rows } = lists['order-history'];
      const found = rows.find(idOf(key), modeOf(key));
      return found === null ? { slices: [], waitingAt: null } : executions.of(found.number, rows.row(found.number));
    });
  }

  /** A part of what this computer has seen of orders: of at most `limit` orders with row numbers above `after`. */
  observedOrders(after: number, limit: number): { orders: ObservedOrder[]; next: number | null } {
    return this.read(({ lists, executions }) => {
      const found = [...executions.readings(after, limit)];
      const orders = found.map(([number, readings]) => ({ order: lists['order-history'].rows.row(number), readings }));
      return { orders, next: found.length < limit ? null : (found.at(-1)?.[0] ?? null) };
    });
  }

  /** Returns the part of what another computer has seen of which this one has seen nothing. */
  unseen({ orders, plans, watches }: Observed): Observed {
    return this.read(({ lists, executions, lives }) => ({
      orders: orders.filter(({ order }) => {
        const found = lists['order-history'].rows.find(order.id, order.marginMode);
        return found === null || !executions.has(found.number);
      }),
      plans: plans.filter(({ key }) => !lives.has(key)),
      watches: watches.filter(({ from }) => !lives.hasWatch(from)),
    }));
  }

  /** Adds what another computer has seen, a part of `unseen`. Orders that are not stored are left out. */
  addObserved({ orders, plans, watches }: Observed): void {
    this.#write(({ lists, executions, lives }) => {
      for (const { order, readings } of orders) {
        const found = lists['order-history'].rows.find(order.id, order.marginMode);
        if (found === null) continue;
        executions.add(found.number, readings);
        this.trades.forget([order]);
      }
      for (const plan of plans) lives.addObserved(plan);
      for (const watch of watches) lives.addWatch(watch);
    });
  }

  /** Takes back what `addObserved` has added. */
  removeObserved({ orders, plans, watches }: ObservedKeys): void {
    this.#write(({ lists, executions, lives }) => {
      for (const key of orders) {
        const { rows } = lists['order-history'];
        const found = rows.find(idOf(key), modeOf(key));
        if (found === null) continue;
        executions.remove(found.number);
        this.trades.forget([rows.row(found.number)]);
      }
      for (const key of plans) lives.removeObserved(key);
      for (const from of watches) lives.removeWatch(from);
    });
  }

  /** Replaces the numbers of misses of closed plan orders, by ID; `null` forgets the plan order. */
  savePlanLookups(marginMode: MarginMode, misses: ReadonlyMap<string, number | null>): void {
    if (misses.size === 0) return;
    this.#write(({ lives }) => {
      for (const [id, count] of misses) lives.setLookups(`${marginMode}:${id}`, count);
    });
  }

  /** See `PlanLifeTable.save`. */
  savePlanLives(batch: PlanLifeBatch): void {
    this.#write(({ lives }) => lives.save(batch));
  }

  /** True if the plan order was ever seen open. */
  wasOpen(marginMode: MarginMode, id: string): boolean {
    return this.read(({ lives }) => lives.latest(`${marginMode}:${id}`) !== null);
  }

  /** The life of a plan order as far as it was seen; `null` if it never was. */
  planLife(key: string): PlanLife | null {
    return this.read(({ lists, lives }) => {
      const life = lives.life(key);
      if (life === null) return null;
      const { rows } = lists['plan-history'];
      const found = rows.find(idOf(key), modeOf(key));
      if (found === null) return { ...life, outcome: null };
      const { status, filledQuantity } = rows.row(found.number);
      return { ...life, outcome: { status, filledQuantity } };
    });
  }

  /** A row of a list; `null` if it is not stored. */
  row<List extends HistoryList>(list: List, key: string): HistoryRows[List] | null {
    return this.read(({ lists }) => {
      const { rows } = lists[list];
      const found = rows.find(idOf(key), modeOf(key));
      return found === null || found.marginMode !== modeOf(key) ? null : rows.row(found.number);
    });
  }

  /** Returns plan orders with when they were seen to end. */
  withEnds<Row extends { key: string }>(rows: readonly Row[]): (Row & Pick<PlanOrder, 'ended'>)[] {
    return this.read(({ lives }) =>
      rows.map((row) => {
        const ended = lives.end(row.key);
        return ended === null ? row : { ...row, ended };
      }),
    );
  }

  /** Stores a fact; `null` removes it. Does not write if nothing changes. */
  remember<Value>(fact: Fact<Value>, value: Value | null): void {
    const stored = this.recall(fact);
    if (stored === null ? value === null : value !== null && fact.write(stored) === fact.write(value)) return;
    this.#write(() => this.#file.meta.set(fact, value));
  }

  /** `null` if the fact is not stored. */
  recall<Value>(fact: Fact<Value>): Value | null {
    return this.read(() => this.#file.meta.get(fact));
  }

  /** Damaged records, which are not used, until `dismissLost`. `null` if there are none. */
  lost(): LostRecords | null {
    return addLost(this.recall(facts.lost), this.#unremoved);
  }

  dismissLost(): void {
    this.#unremoved.clear();
    this.remember(facts.lost, null);
  }

  /** Reads all records of a small table, so that damaged ones are found: about a second for 200,000. */
  checkRecords(table: RecordTable): void {
    this.read(() => this.#file.records.check(table));
  }

  #mode(list: HistoryList, marginMode: MarginMode): ModeState {
    return this.read(({ lists }) => lists[list].modes[marginMode]);
  }

  /**
   * Removes the damaged records of the tables in which one was met, and adds them to those that the user is told of. True if the file has
   * changed. Does nothing in a transaction, which `#write` repeats.
   */
  #removeDamaged(): boolean {
    const { records, meta } = this.#file;
    if (records.damaged.size === 0 || this.#database.isTransaction) return false;
    const counts = [...records.damaged].map((table) => [table, records.count(table)] as const);
    const found = new Map(counts.filter(([, count]) => count > 0));
    try {
      if (found.size === 0) return false;
      if (this.readOnly !== null) throw this.readOnly;
      this.#transaction(() => {
        for (const table of found.keys()) records.removeDamaged(table);
        if (found.has('execution_states')) {
          this.tradeColumns.forget();
          meta.set(facts.unseenBy, null);
        }
        // A plan order may have closed unseen, so the whole plan history is read again.
        if (found.has('plan_lives') || found.has('plan_states'))
          for (const mode of marginModes) meta.set(facts.plansCheckedTo[mode], null);
        meta.set(facts.lost, addLost(meta.get(facts.lost), found));
      });
    } catch (error) {
      // They are left out nevertheless.
      for (const [table, count] of found) this.#unremoved.set(table, count);
      const known = asStorageError(error, this.path);
      if (known instanceof StorageError && known.kind !== 'damaged') return false;
      throw error;
    } finally {
      records.damaged.clear();
    }
    return true;
  }

  #write<Result>(work: (tables: Tables) => Result): Result {
    if (this.readOnly !== null) throw this.readOnly;
    limitLog(this.#database, this.path, this.#maxLogBytes);
    const { records } = this.#file;
    const attempt = (isFirst: boolean) =>
      this.read((tables) =>
        this.#transaction(() => {
          const result = work(tables);
          // A damaged record is removed and counted before another one takes its place.
          return isFirst && records.damaged.size > 0 ? null : { result };
        }),
      );
    return (attempt(true) ?? (attempt(false) as { result: Result })).result;
  }

  /** Undoes everything if the work throws, or returns `null`. */
  #transaction<Result>(work: () => Result): Result {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.#database.exec(result === null ? 'ROLLBACK' : 'COMMIT');
      if (result === null) this.#forget();
      return result;
    } catch (error) {
      this.#forget();
      // SQLite rolls some errors back itself.
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  /** Must be called after a transaction was undone. */
  #forget(): void {
    this.#tables = null;
    this.#file.indexes.forget();
  }
}

function load({ database, indexes, records, columns, tradeColumns, lives }: OpenFile): Tables {
  const spans = new SpanIndex(database, records);
  const executions = new ExecutionTable(database, records, (number) => tradeColumns.noteUpdated(number));
  const noteUpdated = (number: number) => {
    columns.noteUpdated(number);
    tradeColumns.noteUpdated(number);
  };
  const tablesOf = <List extends HistoryList>(
    list: List,
    shape: RowShape<List>,
    own: ExecutionTable | null,
  ): ListTables<List> => {
    const lastChange = prepareQuery(database, 'SELECT coalesce(max(number), 0) FROM main.changes');
    const putChange = records.writer('changes');
    const findModes = prepareQuery(
      database,
      'SELECT margin_mode FROM changes WHERE list = ? AND id = ? ORDER BY number',
    );
    return {
      spans,
      executions: own,
      rows: new RowTable(database, shape, indexes, own === null ? undefined : noteUpdated),
      unreadable: new UnreadableTable(database, records, list),
      modes: {
        isolated: new ModeState(database, records, list, 'isolated'),
        cross: new ModeState(database, records, list, 'cross'),
      },
      recordChange: (id, marginMode, raw, at) =>
        void putChange(integer(lastChange.first()?.[0]) + 1, list, id, at, marginMode, raw),
      recordedModes: (id) => {
        const modes = findModes.all(list, id).map(([mode]) => text(mode));
        const moves = modes.filter((mode, index) => index > 0 && mode !== modes[index - 1]).length;
        return { first: modes.at(0) ?? null, last: modes.at(-1) ?? null, moves };
      },
    };
  };
  const lists = {
    'order-history': tablesOf('order-history', orderShape, executions),
    'plan-history': tablesOf('plan-history', planShape, null),
  };
  for (const list of historyLists) {
    restoreModes(lists[list]);
    const count = countOf(lists[list]);
    if (lists[list].rows.lastNumber() !== count) throw new UnexpectedContent(`${list} does not have ${count} rows`);
  }
  return { spans, executions, lists, lives };
}

/** Counts the rows again of a margin mode whose record is missing, for example because it was damaged. */
function restoreModes({ rows, modes, spans }: Pick<ListTables<HistoryList>, 'rows' | 'modes' | 'spans'>): void {
  const { isolated, cross } = modes;
  const last = rows.lastNumber();
  // A row whose damaged mode is neither of both counts as isolated.
  if (!cross.isStored) cross.rows = isolated.isStored ? last - isolated.rows : rows.count('cross');
  if (!isolated.isStored) isolated.rows = last - cross.rows;
  for (const mode of [isolated, cross]) {
    const { list, marginMode, topSpan } = mode;
    const top = spans.find(topSpan ?? 0);
    if (top?.list !== list || top.marginMode !== marginMode) mode.topSpan = null;
    if (mode.isStored) continue;
    const { newest, oldest } = rows.timeRange(marginMode);
    mode.newestAt = newest;
    mode.oldestAt = oldest;
  }
}

function countOf({ modes }: Pick<ListTables<HistoryList>, 'modes'>): number {
  return modes.isolated.rows + modes.cross.rows;
}

const kindOf: Readonly<Record<RecordTable, (typeof lostKinds)[number]>> = {
  changes: 'changes',
  execution_states: 'changes',
  unreadable: 'unreadable',
  plan_lives: 'plan-lives',
  plan_states: 'plan-lives',
  plan_watches: 'plan-lives',
  meta: 'sync',
  spans: 'sync',
  margin_modes: 'sync',
};

/** `null` if there are none. */
function addLost(earlier: LostRecords | null, found: ReadonlyMap<RecordTable, number>): LostRecords | null {
  const lost = earlier ?? { changes: 0, unreadable: 0, 'plan-lives': 0, sync: 0 };
  const sum = { ...lost };
  for (const [table, count] of found) sum[kindOf[table]] += count;
  return lostKinds.some((kind) => sum[kind] > 0) ? sum : null;
}

/** The margin mode in a row's key. A row that has moved can have a key of the other mode. */
function modeOf(key: string): string {
  return key.slice(0, key.indexOf(':'));
}

/** The ID in a row's key. */
export function idOf(key: string): string {
  return key.slice(key.indexOf(':') + 1);
}

function gapsBetween(spans: readonly Span[]): { from: Timestamp; to: Timestamp }[] {
  return spans.slice(1).flatMap((older, index) => {
    const [from, to] = [older.newest.createdAt, spans[index]?.oldest.createdAt ?? null];
    return from === null || to === null ? [] : [{ from: Math.min(from, to), to }];
  });
}
