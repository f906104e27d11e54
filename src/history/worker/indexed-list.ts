import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { WindowQuery } from '../../shared/contract/history.ts';
import type { HistoryWindow } from '../../shared/contract/lists.ts';
import type { Note, Noted } from '../../shared/contract/notes.ts';
import type { HistoryList } from '../../shared/orders/history.ts';
import type { NoteKind } from '../../shared/orders/notes.ts';
import type { Schedule } from '../../shared/time/clock.ts';
import type { Timestamp } from '../../shared/values/domain.ts';
import { OrderglassError } from '../../shared/values/errors.ts';
import type { PartCursor } from '../joint/part.ts';
import { PartReader, type ReadPart } from '../joint/part-reader.ts';
import { type HistoryQuery, ListTable, OrderTable } from '../orders/list-table.ts';
import {
  type HistoryBreak,
  type HistoryRows,
  type IndexedRow,
  noWords,
  type UnreadableOrder,
  type UserWords,
} from '../rows.ts';
import type { HistoryStore } from '../store/history-store.ts';
import type { SavedPage } from '../store/page-writer.ts';
import { inTurns, type Steps } from '../table/steps.ts';
import type { PreparedTradeQuery } from '../trades/trade-list.ts';
import { TradeStops } from '../trades/trade-stops.ts';
import { Trades } from '../trades/trades.ts';
import { withNotes } from './noted-rows.ts';

/** Rows that are loaded at a time: about 12 ms, so that calls are answered in between. */
const rowsPerSlice = 2000;
/** Trades that are stored at a time: about 10 ms. */
const tradesPerSave = 500;
/** Kinds of the notes on the rows of each list, and on what is derived from them. */
const noteKindsOf: Readonly<Record<HistoryList, readonly NoteKind[]>> = {
  'order-history': ['order', 'trade'],
  'plan-history': ['plan'],
};
/** Milliseconds after which a selection lets other calls in. Its last step then takes up to 20 ms more. */
const selectionTurnMs = 15;
/** Delay (ms) before the index is loaded, so that the first rows reach the screen first. */
const loadDelayMs = 300;
/** Milliseconds without a use after which the index is dropped. A page that shows the list asks for its state every 30 s. */
const keepIndexMs = 45_000;
/** Orders that are read as fast as their columns would be. */
const fewOrders = 20_000;
/** Share of the orders that may be missing from the file of columns, or have changed, before it is made again. */
const maxMissing = 1 / 20;

type WindowPart = Pick<WindowQuery, 'from' | 'count' | 'anchor'>;

/** One list: its rows in the database, and the index in memory. Until the index is loaded, the newest rows come from the database. */
export class IndexedList<List extends HistoryList> {
  readonly #store: HistoryStore;
  readonly #list: List;
  readonly #schedule: Schedule;
  #index: ListTable;
  /** `null` for plan orders, which form no trades. */
  #trades: Trades | null;
  #cancelDrop: () => void = () => {};
  #loading: Promise<void> | null = null;
  #loadTimer: NodeJS.Timeout | null = null;
  #isLoaded = false;
  #isClosed = false;
  #version: number;
  #breaks: readonly HistoryBreak[];
  #unreadable: readonly UnreadableOrder[];
  #words: UserWords;
  /** The trades whose orders by each field are being prepared, or are. */
  #warmed: Trades | null = null;
  /** Takes the trades of the archive. `null` until they are first needed. */
  #restoring: Promise<void> | null = null;
  #saving: Promise<void> | null = null;
  #isWriting = false;
  /** False while only joint archives have read the index. */
  #isUsed = false;
  readonly #plans: IndexedList<'plan-history'> | null;
  /** The stops that were seen, and versions of the plan orders and their lives then. */
  #stops: { readonly stops: TradeStops; readonly of: string } | null = null;
  /** `null` until a joint archive reads the list. */
  #parts: PartReader | null = null;
  /** Tables that calls wait for. */
  readonly #prepared = new Set<Promise<unknown>>();
  /** How many selections are being prepared. */
  #selections = 0;

  /**
   * `version`: higher than every version of this list that was reported before. `plans`: the list of plan orders, for the R multiples of trades;
   * without it, they are unknown.
   */
  constructor(
    store: HistoryStore,
    list: List,
    version: number,
    schedule: Schedule,
    words = noWords,
    plans: IndexedList<'plan-history'> | null = null,
  ) {
    this.#plans = plans;
    this.#store = store;
    this.#list = list;
    this.#schedule = schedule;
    [this.#index, this.#trades] = tablesOf(list, words);
    this.#version = version;
    this.#words = words;
    this.#breaks = store.breaks(list);
    this.#unreadable = store.read(({ lists }) => lists[list].unreadable.orders());
  }

  /** Grows with every change of the rows. */
  get version(): number {
    return this.#version;
  }

  /** Adds rows that were stored, and when they were executed. */
  put({ rows, observed }: Pick<SavedPage, 'rows' | 'observed'>): void {
    for (const [row, slices] of observed) this.#trades?.observe(row, slices);
    if (rows.length === 0) return;
    this.#version++;
    this.#parts?.noteRows(rows.map(({ number }) => number));
    // Rows that are not loaded yet will be loaded with their new content.
    const loaded = this.#isLoaded ? rows : rows.filter(({ number }) => number <= this.#index.size);
    if (loaded.length > 0) this.#put(loaded);
  }

  /** Puts rows into the index, which is dropped if a row had a damaged ID when it was loaded. */
  #put(rows: readonly IndexedRow[]): void {
    try {
      this.#index.put(rows);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.#store.columns.forget();
      this.#drop();
    }
  }

  /** Sets notes that were stored. */
  setNotes(notes: readonly Note[]): void {
    if (notes.length === 0) return;
    this.#version++;
    this.#parts?.noteNotes(notes);
    for (const note of notes) {
      const numbers = this.#store.read(({ lists }) => lists[this.#list].rows.numbersOf(note.id));
      for (const number of numbers.length === 0 ? [null] : numbers) this.#index.setNote(note, number);
    }
  }

  /** Sets when plan orders were seen to end; `null`: they are open again. */
  setEnds(ends: readonly (readonly [string, Timestamp | null])[]): void {
    if (this.#list !== 'plan-history' || ends.length === 0) return;
    this.#version++;
    this.#parts?.noteEnds(ends);
    for (const [key, missedAt] of ends) {
      this.#index.setEnd(key, missedAt, this.#isLoaded ? this.#store.numberOf(this.#list, key) : null);
    }
  }

  /** Gives the notes of IDs that belong to two rows to both of them. */
  shareNotes(ids: readonly string[]): void {
    if (ids.length === 0) return;
    const { notes } = this.#store;
    this.setNotes(
      noteKindsOf[this.#list].flatMap((kind) =>
        Array.from(notes.texts(kind, ids), ([id, text]): Note => ({ kind, id, text })),
      ),
    );
  }

  /** Keeps the index for a while, because the list is on a screen. */
  touch(): void {
    this.#cancelDrop();
    if (this.#loading === null) return;
    this.#writeColumns();
    this.#cancelDrop = this.#schedule(() => (this.#isLoaded ? this.#drop() : this.touch()), keepIndexMs);
  }

  async window(query: HistoryQuery, part: WindowPart): Promise<HistoryWindow<HistoryRows[List] & Noted>> {
    const window = await this.#window(query, part);
    if (this.#list === 'order-history') return { ...window, rows: withNotes(this.#store, 'order', window.rows) };
    return { ...window, rows: this.#store.withEnds(withNotes(this.#store, 'plan', window.rows)) };
  }

  async #window(query: HistoryQuery, { from, count, anchor }: WindowPart): Promise<HistoryWindow<HistoryRows[List]>> {
    const store = this.#store;
    const list: List = this.#list;
    if (!this.#isLoaded && isDefault(query)) {
      // A failure is reported by the next call that needs the index.
      this.#loadTimer ??= setTimeout(() => this.index().catch(() => {}), loadDelayMs);
      return {
        rows: store.read(({ lists }) => lists[list].rows.newest(count, from)),
        total: store.count(list),
        version: this.#version,
        anchor: anchor === undefined ? null : store.rankOf(list, anchor),
      };
    }
    const index = await this.indexFor(query);
    const numbers = index.select(query);
    const number = anchor === undefined ? null : store.numberOf(list, anchor);
    const position = number === null ? -1 : numbers.indexOf(number);
    return {
      rows: store.read(({ lists }) => lists[list].rows.rows([...numbers.subarray(from, from + count)])),
      total: numbers.length,
      version: this.#version,
      anchor: position < 0 ? null : position,
    };
  }

  /**
   * See `PartReader.read`. Rejects for the trades of plan orders. Once the reader has a whole list that nobody else uses, the index is
   * dropped, until something changes.
   */
  async readPart(since: PartCursor | null, withTrades: boolean): Promise<ReadPart> {
    this.noteBreaks();
    this.#parts ??= new PartReader(this.#store, this.#list, noteKindsOf[this.#list]);
    const read = await this.#parts.read(since, {
      // Plan orders change the R multiples of the trades. Both versions grow.
      version: () => this.#version + (withTrades ? (this.#plans?.version ?? 0) : 0),
      table: () => this.#readIndex(),
      trades: withTrades ? () => this.#readMeasured() : null,
    });
    const wasRead = since !== null && (withTrades ? since.tradesVersion : since.version) !== null;
    if (read.isLast && !wasRead) void this.#dropUnused();
    return read;
  }

  async #dropUnused(): Promise<void> {
    const index = this.#index;
    await this.#saving;
    if (index === this.#index && !this.#isUsed && !this.#isClosed) this.#drop();
  }

  /** The index with every row in it. */
  async index(): Promise<ListTable> {
    await this.#readIndex();
    this.#use();
    return this.#index;
  }

  /** The same, prepared for a selection. */
  indexFor(query: HistoryQuery): Promise<ListTable> {
    return this.#ahead(this.#indexFor(query));
  }

  async #indexFor(query: HistoryQuery): Promise<ListTable> {
    const index = await this.index();
    const isReady = await this.#prepare(index.prepareSelection(query), () => index === this.#index);
    return isReady ? index : this.#indexFor(query);
  }

  /** The trades, prepared for a selection. */
  async #tradesFor(query: PreparedTradeQuery): Promise<Trades> {
    const trades = await this.trades();
    const isReady = await this.#prepare(trades.prepareSelection(query), () => trades === this.#trades);
    return isReady ? trades : this.#tradesFor(query);
  }

  /** Runs the short steps of a selection, before the long tasks beside it. Returns false once the table is another one. */
  async #prepare(steps: Iterable<void>, isCurrent: () => boolean): Promise<boolean> {
    this.#selections++;
    try {
      let begunAt = performance.now();
      for (const _ of steps) {
        if (performance.now() - begunAt < selectionTurnMs) continue;
        await this.#nextTurn();
        if (!isCurrent()) return false;
        begunAt = performance.now();
      }
      return true;
    } finally {
      this.#selections--;
    }
  }

  /** The trades with their R multiples, prepared for a selection. */
  measuredTrades(query: PreparedTradeQuery): Promise<Trades> {
    return this.#ahead(this.#measuredTrades(query));
  }

  async #measuredTrades(query: PreparedTradeQuery): Promise<Trades> {
    for (;;) {
      const trades = await this.#tradesFor(query);
      if (!(await this.#measure(trades))) return trades;
    }
  }

  async #readMeasured(): Promise<Trades> {
    for (;;) {
      const trades = await this.#readTrades();
      if (!(await this.#measure(trades))) return trades;
    }
  }

  /** The stops that were seen, also of trades that are still open. */
  async stops(): Promise<TradeStops | null> {
    if (this.#plans === null) return null;
    const of = JSON.stringify([this.#plans.version, this.#store.read(({ lives }) => lives.version)]);
    if (this.#stops?.of !== of) {
      const history = await this.#plans.#readIndex();
      const states = this.#store.read(({ lives }) => lives.states());
      const stops = await this.#resultOf(TradeStops.read(states, history));
      this.#stops = { stops, of };
    }
    return this.#stops.stops;
  }

  /** Brings the R multiples of trades up to date. Returns true if the trades may not be as they were, because that took time. */
  async #measure(trades: Trades): Promise<boolean> {
    const stops = await this.stops();
    if (stops === null || trades.isMeasuredBy(stops)) return trades !== this.#trades;
    if (await this.#resultOf(trades.measure(stops))) this.#version++;
    return true;
  }

  /** Runs a task in turns. Rejects if the list is closed meanwhile. */
  async #resultOf<Result>(steps: Steps<Result>): Promise<Result> {
    let step = steps.next();
    for (; !step.done; step = steps.next()) await this.#longTurn();
    return step.value;
  }

  /** Resolves in a later turn, for a step of a long task: once no selection is being prepared. */
  async #longTurn(): Promise<void> {
    do await this.#nextTurn();
    while (this.#selections > 0);
  }

  async #nextTurn(): Promise<void> {
    await nextTurn();
    if (this.#isClosed) throw new OrderglassError('canceled', 'the history is closed');
  }

  /** Runs a question on the rows in turns: see `inTurns`. */
  askIndex<Result>(question: (index: ListTable) => Steps<Result>): Promise<Result> {
    return inTurns(
      async () => question(await this.index()),
      () => this.#openVersion(),
    );
  }

  /** The same on the trades. `query`: of a selection in it, for which the R multiples are measured. */
  askTrades<Result>(question: (trades: Trades) => Steps<Result>, query?: PreparedTradeQuery): Promise<Result> {
    return inTurns(
      async () => question(await (query === undefined ? this.trades() : this.measuredTrades(query))),
      () => this.#openVersion(),
    );
  }

  #openVersion(): number {
    if (this.#isClosed) throw new OrderglassError('canceled', 'the history is closed');
    return this.#version;
  }

  async #readIndex(): Promise<ListTable> {
    await this.#load();
    this.touch();
    return this.#index;
  }

  /** Notes that the index is used by its own account: then it is prepared for all sorts. */
  #use(): void {
    if (this.#isUsed) return;
    this.#isUsed = true;
    void this.#run(this.#index.warm());
  }

  /** The trades of the orders, all of them derived. Rejects for plan orders, which form no trades. */
  trades(): Promise<Trades> {
    return this.#ahead(this.#allTrades());
  }

  async #allTrades(): Promise<Trades> {
    await this.index();
    const trades = await this.#readTrades();
    if (this.#warmed !== trades) {
      this.#warmed = trades;
      void this.#run(trades.warm());
    }
    return trades;
  }

  async #readTrades(): Promise<Trades> {
    await this.#readIndex();
    const trades = this.#trades;
    if (trades === null) throw new OrderglassError('invalid-request', 'plan orders form no trades');
    this.#restoring ??= this.#restore(trades).catch((error: unknown) => {
      this.#restoring = null;
      throw error;
    });
    await this.#restoring;
    for (const _ of trades.prepare()) await this.#longTurn();
    if (trades !== this.#trades) return this.#readTrades();
    this.noteBreaks();
    trades.setBreaks(this.#breaks);
    trades.setUnreadable(this.#unreadable);
    trades.setWords(this.#words);
    for (const _ of trades.prepare()) await nextTurn();
    if (trades !== this.#trades) return this.#readTrades();
    this.#saving ??= this.#save(trades).finally(() => {
      this.#saving = null;
    });
    return trades;
  }

  /** Resolves when the trades that were read last are in the archive, unless it cannot be written. */
  async saved(): Promise<void> {
    await this.#saving;
  }

  /** Must be called before `version` is read, because the trades also depend on where rows may be missing or could not be read. */
  noteBreaks(): void {
    if (this.#trades === null) return;
    const breaks = this.#store.breaks(this.#list);
    const unreadable = this.#store.read(({ lists }) => lists[this.#list].unreadable.orders());
    if (unreadable === this.#unreadable && JSON.stringify(breaks) === JSON.stringify(this.#breaks)) return;
    this.#breaks = breaks;
    this.#unreadable = unreadable;
    this.#version++;
    this.#store.trades.noteOutdated();
  }

  /** Replaces what the user says of the orders. */
  setWords(words: UserWords): void {
    if (isDeepStrictEqual(words, this.#words)) return;
    const hasNewNames = !isDeepStrictEqual(words.renamed, this.#words.renamed);
    this.#words = words;
    this.#version++;
    // Rows are kept by the names of their symbols.
    if (hasNewNames) this.#drop();
    this.#store.trades.noteOutdated();
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelDrop();
    if (this.#loadTimer !== null) clearTimeout(this.#loadTimer);
  }

  #drop(): void {
    this.#cancelDrop();
    this.#isLoaded = false;
    this.#isUsed = false;
    this.#loading = null;
    this.#loadTimer = null;
    [this.#index, this.#trades] = tablesOf(this.#list, this.#words);
    this.#restoring = null;
    this.#store.releaseMemory();
  }

  #load(): Promise<void> {
    this.#loading ??= this.#loadAll().catch((error: unknown) => {
      this.#loading = null;
      throw error;
    });
    return this.#loading;
  }

  async #loadAll(): Promise<void> {
    const index = this.#index;
    await this.#loadColumns(index);
    await this.#loadNotes();
    if (this.#list === 'plan-history') {
      for (const [key, { missedAt }] of this.#store.read(({ lives }) => lives.ends()))
        index.setEnd(key, missedAt, null);
    }
    for (;;) {
      await this.#nextTurn();
      if (index !== this.#index) return this.#load();
      const rows = this.#store.read(({ lists }) => lists[this.#list].rows.scan(this.#index.size, rowsPerSlice));
      if (rows.length === 0) break;
      this.#index.put(rows);
    }
    this.#isLoaded = true;
    // Pages of the file are of no use beside the index.
    if (index.size >= fewOrders) this.#store.releaseMemory();
    if (this.#store.sharedIds(this.#list) > 0)
      this.shareNotes(this.#store.read(({ lists }) => lists[this.#list].rows.idsOfBothModes()));
    this.touch();
  }

  /** Takes the orders from the file of columns, as far as it has them. */
  async #loadColumns(index: ListTable): Promise<void> {
    if (this.#list !== 'order-history') return;
    const changed = await this.#store.columns.read(
      async () => {},
      (image) => index === this.#index && index.takeImage(image),
    );
    for (let from = 0; from < (changed?.length ?? 0); from += rowsPerSlice) {
      await nextTurn();
      if (this.#isClosed || index !== this.#index) return;
      const numbers = changed?.slice(from, from + rowsPerSlice) ?? [];
      this.#put(
        this.#store.read(({ lists }) => numbers.flatMap((number) => lists[this.#list].rows.scan(number - 1, 1))),
      );
    }
  }

  /** Writes the file of columns in the background if it lacks many orders. */
  #writeColumns(): void {
    const { columns, readOnly } = this.#store;
    const { size } = this.#index;
    if (this.#list !== 'order-history' || !this.#isLoaded || this.#isWriting || readOnly !== null) return;
    if (size < fewOrders || columns.missing(size) <= size * maxMissing) return;
    this.#isWriting = true;
    void this.#writeIndex().finally(() => {
      this.#isWriting = false;
    });
  }

  /** The file has the order of the rows, too. */
  async #writeIndex(): Promise<void> {
    const index = this.#index;
    for (const _ of index.prepareSelection({ sort: [] })) await this.#idleTurn();
    if (!this.#isClosed && index === this.#index) await this.#store.columns.write(index.image());
  }

  async #restore(trades: Trades): Promise<void> {
    const isKnown = await this.#takeTrades(trades);
    for (let after: number | null = 0; after !== null; ) {
      await this.#nextTurn();
      if (trades !== this.#trades) return;
      const last: number = after;
      const part = this.#store.read(({ executions }) => executions.scan(last, rowsPerSlice));
      for (const [row, slices] of part.slices) trades.observe(row, slices, isKnown);
      after = part.next;
    }
    if (isKnown) return;
    for (let after: number | null = 0; after !== null; ) {
      await this.#nextTurn();
      if (trades !== this.#trades) return;
      const part = this.#store.trades.scan(after, rowsPerSlice);
      trades.restore(part.trades);
      after = part.next;
    }
  }

  /** Takes the trades of the file of their columns. Returns false if that is not possible. */
  async #takeTrades(trades: Trades): Promise<boolean> {
    // Otherwise the archive lacks trades that the file has.
    if (this.#store.trades.reach === null) return false;
    const changed = await this.#store.tradeColumns.read(
      (image) => this.#resultOf(trades.readImage(image)),
      (image, legs) => trades === this.#trades && trades.takeImage(image, legs),
    );
    if (changed !== null) trades.markChanged(changed);
    return changed !== null;
  }

  /** Writes the file of the trades' columns if it lacks those of many orders. */
  async #writeTrades(trades: Trades): Promise<void> {
    const { tradeColumns } = this.#store;
    const { size } = trades.orders;
    if (size < fewOrders || tradeColumns.missing(size) <= size * maxMissing) return;
    for (const _ of trades.prepareSelection({ sort: [] })) await this.#idleTurn();
    if (this.#isClosed || trades !== this.#trades) return;
    const version = this.#version;
    const steps = trades.image();
    let step = steps.next();
    for (; !step.done; step = steps.next()) {
      await this.#idleTurn();
      if (this.#isClosed || trades !== this.#trades || version !== this.#version) return;
    }
    if (step.value !== null) await tradeColumns.write(step.value, () => version === this.#version);
  }

  /** Stores the trades that the archive does not have, in the background. */
  async #save(trades: Trades): Promise<void> {
    if (this.#store.readOnly !== null) return;
    const { trades: stored } = this.#store;
    let saved = 0;
    try {
      for (let isLast = false; !isLast; ) {
        await this.#idleTurn();
        if (this.#isClosed || trades !== this.#trades) return;
        const part = trades.takeUnsaved(stored.takeForgotten(), tradesPerSave);
        ({ isLast } = part);
        const reach = isLast ? trades.orders.size : null;
        const isNew = part.trades.length > 0 || part.removed.length > 0 || reach !== stored.reach;
        if (isNew) stored.save(part.removed, part.trades, reach);
        saved += part.trades.length;
      }
      // The pages of so many trades are not needed again.
      if (saved >= fewOrders) this.#store.releaseMemory();
      await this.#writeTrades(trades);
    } catch (error) {
      // The next page that cannot be stored reports it. The archive never has a wrong trade, because a change of an order deletes it.
      if (!(error instanceof OrderglassError)) throw error;
    }
  }

  /** Loads the notes before the rows, except those of the file of columns. Each row then finds its own. */
  async #loadNotes(): Promise<void> {
    for (const kind of noteKindsOf[this.#list]) {
      for (let last: Note | null = { kind, id: '', text: '' }; last !== null; ) {
        await nextTurn();
        if (this.#isClosed) throw new OrderglassError('canceled', 'the history is closed');
        const notes: Note[] = this.#store.notes.page(last, rowsPerSlice).filter((note) => note.kind === kind);
        for (const note of notes) {
          const rows =
            this.#index.size === 0 ? [] : this.#store.read(({ lists }) => lists[this.#list].rows.numbersOf(note.id));
          for (const row of rows.length === 0 ? [null] : rows) this.#index.setNote(note, row);
        }
        last = notes.at(-1) ?? null;
      }
    }
  }

  /** Lets background tasks wait for a table. */
  async #ahead<Table>(prepared: Promise<Table>): Promise<Table> {
    this.#prepared.add(prepared);
    try {
      return await prepared;
    } finally {
      this.#prepared.delete(prepared);
    }
  }

  /** Resolves in a later turn in which no call waits for a table. */
  async #idleTurn(): Promise<void> {
    await nextTurn();
    while (this.#prepared.size > 0) await Promise.allSettled(this.#prepared);
  }

  /** Runs a background task of the index, unless the index is dropped. */
  async #run(steps: Iterator<void>): Promise<void> {
    const index = this.#index;
    do {
      await this.#idleTurn();
      if (this.#isClosed || this.#index !== index) return;
    } while (!steps.next().done);
  }
}

/** The table of a list, and the trades of the orders. */
function tablesOf(list: HistoryList, { renamed }: UserWords): [ListTable, Trades | null] {
  if (list !== 'order-history') return [new ListTable(list, [], renamed), null];
  const orders = new OrderTable([], renamed);
  return [orders, new Trades(orders)];
}

/** True for the default order without a filter, for which the database has an index. */
function isDefault({ filter, sort }: HistoryQuery): boolean {
  return sort.length === 0 && Object.values(filter).every((part) => part === undefined);
}
