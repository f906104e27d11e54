import type { ListEntry } from '../../exchange/index.ts';
import type { Order } from '../../shared/contract/orders.ts';
import type { HistoryList } from '../../shared/orders/history.ts';
import { signOf } from '../../shared/values/decimal.ts';
import type { MarginMode, Timestamp } from '../../shared/values/domain.ts';
import {
  compareStates,
  type ExecutionSlice,
  type FetchedPage,
  type HistoryRows,
  type IndexedRow,
  identityOf,
  idWithSymbol,
} from '../rows.ts';
import type { ExecutionTable } from './execution-table.ts';
import { earliest, latest, type ModeState } from './mode-state.ts';
import { sameContent } from './row-content.ts';
import type { RowTable, StoredRow } from './row-table.ts';
import type { Cursor, Span, SpanIndex } from './spans.ts';
import { mergeTiedRows, type TiedRow, type TiePlace, tiesOf } from './tied-rows.ts';
import type { ChangedOrder } from './trade-rows.ts';
import type { StoredUnreadable, UnreadableTable } from './unreadable-table.ts';

/** Effect of a page. */
export interface SavedPage {
  /** Rows that are new or changed, for the index. */
  readonly rows: IndexedRow[];
  /** Number of new rows. */
  readonly added: number;
  /** New rows between rows that were contiguous before: the service inserted them late, or left them out. */
  readonly late: readonly Cursor[];
  /** Stored rows that have changed, as they were before and as they are now. */
  readonly changed: readonly ChangedOrder[];
  /** Rows that were found damaged on the disk, and replaced. */
  readonly damaged: readonly Cursor[];
  /** Row numbers of new and changed orders whose executions were seen, with all of their slices; none if the times are unknown again. */
  readonly observed: readonly (readonly [number: number, slices: readonly ExecutionSlice[]])[];
  /** True if an order is new or has changed of which a part was executed at a time that is not known. */
  readonly hasUnseen: boolean;
  /** IDs of new rows that another order has, too: one of the other margin mode, or of another symbol. */
  readonly sharedIds: readonly string[];
  /** Entries that contradict a later state of their order, of the same page or stored, and were left out. */
  readonly contradictions: number;
  /** The span that holds the page's rows now; `null` if the page has no entry with an ID, or is of one pair. */
  readonly span: Span | null;
}

/** Tables and coverage of one list. */
export interface ListTables<List extends HistoryList> {
  readonly rows: RowTable<List>;
  readonly unreadable: UnreadableTable;
  readonly modes: Readonly<Record<MarginMode, ModeState>>;
  readonly spans: SpanIndex;
  /** Keeps the earlier content of an entry; `null` for a row that was found late. */
  readonly recordChange: (id: string, marginMode: MarginMode, raw: string | null, at: Timestamp) => void;
  readonly recordedModes: (id: string) => RecordedModes;
  /** See `ExecutionTable`; `null` for plan orders. */
  readonly executions: ExecutionTable | null;
}

/** Margin modes of the earlier content of a row. */
export interface RecordedModes {
  /** Those of the earliest and of the latest content; `null` if none is kept. */
  readonly first: string | null;
  readonly last: string | null;
  /** How often they changed. */
  readonly moves: number;
}

/**
 * Which rows of a page are looked up before writing. `stored-range`: only rows within the stored time range of the margin mode, so that a
 * backfill needs no lookups; a stored row that now has another time or margin mode then fails with `RowExists`.
 */
export type LookupScope = 'stored-range' | 'all';

export class RowExists extends Error {}

/**
 * Moves between the margin modes after which a row stays in the mode in which it was first seen. An exchange that lists a row in both modes
 * would otherwise move it with each refresh.
 */
const maxMoves = 4;

/** Clocks of a service need not agree, so neighbors in the service's order can differ by this many milliseconds in time. */
export const clockNoiseMs = 60_000;

type Entry<List extends HistoryList> = ListEntry<HistoryRows[List]>;

/** An entry of the page, or the row that the page follows, with its stored state. */
interface Item<List extends HistoryList> {
  /** The stored one: see `idWithSymbol`. */
  readonly id: string;
  /** The exchange's. */
  readonly wireId: string;
  /** `null` for the row that the page follows. */
  readonly entry: Entry<List> | null;
  readonly stored: StoredRow | null;
  readonly unreadable: StoredUnreadable | null;
  /** `null` if no readable state of the entry is known. */
  readonly createdAt: Timestamp | null;
  /** Number of the row; `null` for an entry that is only known unreadable, and for one of the other margin mode. */
  readonly number: number | null;
  /** True if the row stays in the other margin mode (`maxMoves`). Of such an entry, only its place in the list counts. */
  readonly isOfOtherMode: boolean;
  /** True if the stored row has a later state of the order (`compareStates`), and stays as it is. */
  readonly isOutdated: boolean;
}

/** Writes one page of a list: rows, changes, unreadable entries, coverage and the order of rows of the same time. */
export class PageWriter<List extends HistoryList> {
  readonly #tables: ListTables<List>;
  readonly #page: FetchedPage<List>;
  readonly #lookup: LookupScope;
  readonly #mode: ModeState;
  /** By row number. */
  readonly #changed = new Map<number, IndexedRow>();
  readonly #damaged: Cursor[] = [];
  /** Numbers of damaged rows that belong to an entry with another ID. */
  readonly #claimed = new Set<number>();
  /** Stored rows before and after their changes. */
  readonly #rewritten: ChangedOrder[] = [];
  readonly #sharedIds: string[] = [];
  #hasUnseen = false;
  readonly #observed: (readonly [number: number, slices: readonly ExecutionSlice[]])[] = [];
  /** IDs that entries of several symbols have, and the symbol whose entry keeps each of them. */
  readonly #symbolsOfIds = new Map<string, string>();
  readonly #idsOfSymbols = new Set<string>();
  #rowCount: number;
  #added = 0;
  #contradictions = 0;

  constructor(tables: ListTables<List>, page: FetchedPage<List>, lookup: LookupScope) {
    this.#tables = tables;
    this.#page = page;
    this.#lookup = lookup;
    this.#mode = tables.modes[page.marginMode];
    this.#rowCount = tables.modes.isolated.rows + tables.modes.cross.rows;
  }

  /** Throws `RowExists` if `LookupScope` left out a row that is stored. */
  write(): SavedPage {
    const items = this.#readEntries();
    const isContiguous = this.#page.symbol === null;
    const chain = isContiguous ? this.#chainOf(items) : items;
    const before = chain.map((item) => this.#spanOf(item)).find((span) => span !== null);
    const covered = before && { newest: before.newest.createdAt, oldest: before.oldest.createdAt };
    const span = isContiguous ? this.#connect(chain) : null;
    const ties = isContiguous ? this.#orderChain(chain) : this.#orderApart(items);
    for (const item of items) this.#writeItem(item, span?.id ?? 0, ties);
    if (span !== null) this.#assignSpan(chain, span);
    this.#writeTies(ties);
    if (isContiguous) this.#recordNewestPage(span);
    this.#mode.save();
    this.#tables.spans.save();
    const late = isContiguous && covered ? lateRows(items, covered) : [];
    return {
      rows: [...this.#changed.values()],
      added: this.#added,
      late,
      changed: this.#rewritten,
      damaged: this.#damaged,
      observed: this.#observed,
      hasUnseen: this.#hasUnseen,
      sharedIds: this.#sharedIds,
      contradictions: this.#contradictions,
      span,
    };
  }

  /** Returns the entries with an ID, the newest first, once each with the latest state. Stores entries without an ID. */
  #readEntries(): Item<List>[] {
    const { entries, marginMode, fetchedAt } = this.#page;
    const kept: (Entry<List> & { readonly id: string })[] = [];
    const seen = new Set<string>();
    for (const entry of entries) {
      if (entry.id === null) {
        this.#tables.unreadable.insert(null, entry.unreadable, marginMode, fetchedAt);
        continue;
      }
      if (!seen.has(entry.id)) {
        seen.add(entry.id);
        kept.push(entry);
        continue;
      }
      const index = kept.findIndex((other) => other.id === entry.id && isOfOneSymbol(other, entry));
      const earlier = kept[index];
      if (earlier === undefined) {
        kept.push(entry);
        this.#idsOfSymbols.add(entry.id);
        continue;
      }
      if (!sameContent(textOf(earlier), textOf(entry))) this.#contradictions++;
      if (!isLaterState(earlier, entry)) kept[index] = entry;
    }
    this.#rejectMoved(kept);
    return kept.map((entry) => this.#itemOf(entry.id, entry));
  }

  /** Throws `RowExists` if a row that is not looked up may have moved from the other margin mode. */
  #rejectMoved(entries: readonly Entry<List>[]): void {
    const { rows, modes } = this.#tables;
    const { marginMode } = this.#page;
    const isOtherEmpty = Object.values(modes).every((mode) => mode.marginMode === marginMode || mode.rows === 0);
    if (isOtherEmpty) return;
    const added = entries.flatMap((entry) => (this.#isSurelyNew(entry) && entry.id !== null ? [entry.id] : []));
    const known = added.length === 0 ? null : rows.firstInOtherMode(added, marginMode);
    if (known !== null) throw new RowExists(known);
  }

  #itemOf(wireId: string, received: Entry<List> | null): Item<List> {
    let [id, entry] = [wireId, received];
    let row = entry !== null && 'row' in entry ? entry.row : null;
    let found = this.#find(id, entry, row);
    if (row !== null && this.#isOfAnotherSymbol(row, found)) {
      id = idWithSymbol(wireId, row.symbol);
      row = { ...row, id, key: `${row.marginMode}:${id}` };
      entry = { id, row };
      found = this.#find(id, entry, row);
      if (found === null) this.#sharedIds.push(id);
    }
    const isAnother = found !== null && row !== null && this.#isAnotherOrder(row, found);
    if (isAnother) this.#sharedIds.push(id);
    const stored = isAnother ? null : found;
    const isOutdated = stored !== null && row !== null && this.#isLaterThan(stored, row);
    const createdAt = (isOutdated ? null : row?.createdAt) ?? stored?.createdAt ?? null;
    if (stored !== null && this.#staysInOtherMode(stored)) {
      return {
        id,
        wireId,
        entry,
        stored: null,
        unreadable: null,
        createdAt,
        number: null,
        isOfOtherMode: true,
        isOutdated,
      };
    }
    return {
      id,
      wireId,
      entry,
      stored,
      unreadable: this.#tables.unreadable.find(id),
      createdAt,
      number: stored?.number ?? (row === null ? null : ++this.#rowCount),
      isOfOtherMode: false,
      isOutdated,
    };
  }

  #find(id: string, entry: Entry<List> | null, row: HistoryRows[List] | null): StoredRow | null {
    if (this.#isSurelyNew(entry)) return null;
    return this.#tables.rows.find(id, this.#page.marginMode) ?? (row && this.#findDamaged(row));
  }

  /**
   * True if the ID of a row belongs to an order of another symbol and the same margin mode. A stored row of another symbol is the same order
   * under a new name if all else that cannot change is equal, and the exchange sends no row of the old name with it.
   */
  #isOfAnotherSymbol(row: HistoryRows[List], found: StoredRow | null): boolean {
    const { id, symbol } = row;
    const { marginMode } = this.#page;
    const isStored = found !== null && found.id === id && found.marginMode === marginMode && found.damage === null;
    const storedSymbol = isStored ? this.#valueOf(found, 'symbol') : null;
    const owner = storedSymbol ?? this.#symbolsOfIds.get(id) ?? symbol;
    if (owner !== symbol) {
      const own = idWithSymbol(id, symbol);
      const isRenamed = isStored && this.#hasIdentityOf({ ...row, symbol: String(storedSymbol) }, found);
      const isStoredApart = this.#tables.rows.find(own, marginMode)?.marginMode === marginMode;
      if (!isRenamed || isStoredApart || this.#idsOfSymbols.has(id)) return true;
    }
    if (this.#idsOfSymbols.has(id)) this.#symbolsOfIds.set(id, symbol);
    return false;
  }

  #valueOf({ values }: StoredRow, column: string) {
    return values[this.#tables.rows.shape.columns.indexOf(column)] ?? null;
  }

  /**
   * The damaged row of an entry whose ID no row has. The row is recognized by its text, or by its identity if the text is damaged, too. A
   * row that has lost its ID, its text and its identity is not recognized, and remains damaged.
   */
  #findDamaged(row: HistoryRows[List]): StoredRow | null {
    const { rows } = this.#tables;
    const { entries, from } = this.#page;
    const hasOwnEntry = ({ id }: StoredRow) => id === from || entries.some((entry) => entry.id === id);
    const found =
      rows.findDamaged(row.raw) ??
      rows
        .damagedAt(row.createdAt)
        .find(
          (stored) => this.#hasIdentityOf(row, stored) && !this.#claimed.has(stored.number) && !hasOwnEntry(stored),
        );
    if (found !== undefined) this.#claimed.add(found.number);
    return found ?? null;
  }

  /** True if a row of the other margin mode is another order with the same ID. */
  #isAnotherOrder(row: HistoryRows[List], stored: StoredRow): boolean {
    const { id, marginMode, damage } = stored;
    if (marginMode === this.#page.marginMode || damage !== null || id !== row.id) return false;
    return !this.#hasIdentityOf(row, stored);
  }

  #hasIdentityOf(row: HistoryRows[List], stored: StoredRow): boolean {
    const known = {
      createdAt: stored.createdAt,
      symbol: this.#valueOf(stored, 'symbol'),
      side: this.#valueOf(stored, 'side'),
      action: this.#valueOf(stored, 'action'),
      quantity: this.#valueOf(stored, 'quantity'),
    };
    return identityOf(known) === identityOf(row);
  }

  #staysInOtherMode({ id, marginMode, damage }: StoredRow): boolean {
    if (marginMode === this.#page.marginMode || damage !== null) return false;
    const { first, last, moves } = this.#tables.recordedModes(id);
    return first === marginMode && moves + (last === marginMode ? 0 : 1) >= maxMoves;
  }

  #isSurelyNew(entry: Entry<List> | null): boolean {
    if (this.#lookup === 'all' || entry === null || !('row' in entry)) return false;
    const { newestAt, oldestAt } = this.#mode;
    const { createdAt } = entry.row;
    return newestAt === null || oldestAt === null || createdAt > newestAt || createdAt < oldestAt;
  }

  /** The page's entries together with the row that they follow. */
  #chainOf(items: readonly Item<List>[]): readonly Item<List>[] {
    const { from } = this.#page;
    if (from === null || items.some(({ wireId }) => wireId === from)) return items;
    const item = this.#itemOf(from, null);
    // The end of a span tells about when an unreadable row was created.
    return [{ ...item, createdAt: item.createdAt ?? this.#spanOf(item)?.oldest.createdAt ?? null }, ...items];
  }

  #spanOf({ wireId, stored }: Item<List>): Span | null {
    const { list, marginMode } = this.#page;
    const { spans } = this.#tables;
    const span = spans.find(stored?.span ?? 0);
    if (span?.marginMode === marginMode) return span;
    // An unreadable row can be the end of a span, or one of the other margin mode.
    return (
      spans.of(list, marginMode).find(({ newest, oldest }) => newest.id === wireId || oldest.id === wireId) ?? null
    );
  }

  /** Merges all spans of a chain into one, or begins one, and moves its ends. */
  #connect(chain: readonly Item<List>[]): Span | null {
    const { spans } = this.#tables;
    const { list, marginMode, from, fetchedAt } = this.#page;
    const [first, last] = [chain.at(0), chain.at(-1)];
    if (first === undefined || last === undefined) return null;
    let span: Span | null = null;
    let lastKnown = -1;
    for (const [index, item] of chain.entries()) {
      const own = this.#spanOf(item);
      if (own === null) continue;
      if (span !== null && own !== span) spans.merge(span, own);
      span ??= own;
      lastKnown = index;
    }
    const times = chain.flatMap(({ createdAt }) => createdAt ?? []);
    const oldest = { id: last.wireId, createdAt: last.createdAt ?? times.at(-1) ?? null };
    const joined: Span = span ?? spans.begin(list, marginMode, { id: first.wireId, createdAt: null }, fetchedAt);
    const isExtended =
      lastKnown < chain.length - 1 &&
      (span === null || chain[lastKnown]?.wireId === joined.oldest.id || isOlder(oldest, joined.oldest));
    // The newest page has the span's rows in another order: an earlier page was reversed, and too short to be recognized as such.
    const isCorrected =
      from === null &&
      lastKnown === chain.length - 1 &&
      chain.slice(0, -1).some(({ wireId }) => wireId === joined.oldest.id);
    if (isExtended || isCorrected) {
      joined.oldest = oldest;
      joined.isEnded = false;
    }
    const newestAt = times.reduce(latest, joined.newest.createdAt);
    joined.newest = { id: from === null ? first.wireId : joined.newest.id, createdAt: newestAt };
    spans.touch(joined);
    const others = spans.of(list, marginMode).filter((other) => other !== joined);
    const ids = new Set(others.length === 0 ? [] : chain.map(({ wireId }) => wireId));
    for (const other of others) {
      const isInChain = ids.has(other.newest.id) && ids.has(other.oldest.id);
      if (isInChain || isInside(other, joined)) spans.absorb(joined, other);
    }
    return joined;
  }

  #assignSpan(chain: readonly Item<List>[], span: Span): void {
    const { rows, spans } = this.#tables;
    for (const { stored } of chain) {
      if (stored !== null && spans.find(stored.span) !== span) rows.setSpan(stored.number, span.id);
    }
  }

  /** Ties of the rows of a contiguous page that have a new place among rows of the same time, by row number. */
  #orderChain(chain: readonly Item<List>[]): Map<number, number> {
    const ties = new Map<number, number>();
    const groups = [...this.#rowsByTime(chain)];
    for (const [index, [createdAt, received]] of groups.entries()) {
      const place = index === 0 ? firstPlace(chain) : 'top';
      if (place !== 'bottom' && isInOrder(received)) continue;
      const stored = this.#storedGroup(createdAt);
      // A row without others of its time needs no place among them. Most rows of a download are such.
      if (stored.length === 0 && received.length === 1) continue;
      const order = mergeTiedRows(stored, received, place);
      for (const [number, tie] of tiesOf(order)) ties.set(number, tie);
    }
    return ties;
  }

  /** Puts new rows of a page of one pair above the stored ones: such a page does not say which rows are neighbors. */
  #orderApart(items: readonly Item<List>[]): Map<number, number> {
    const ties = new Map<number, number>();
    for (const [createdAt, received] of this.#rowsByTime(items)) {
      const added = received.filter(({ tie }) => tie === null);
      if (added.length === 0) continue;
      const order = mergeTiedRows(this.#storedGroup(createdAt), added, 'top');
      for (const [number, tie] of tiesOf(order)) ties.set(number, tie);
    }
    return ties;
  }

  /** Rows by their time of creation, both in the order of the chain. */
  #rowsByTime(chain: readonly Item<List>[]): Map<Timestamp, TiedRow[]> {
    const { marginMode } = this.#page;
    const groups = new Map<Timestamp, TiedRow[]>();
    for (const { createdAt, number, stored } of chain) {
      if (createdAt === null) continue;
      const group = groups.get(createdAt) ?? [];
      groups.set(createdAt, group);
      const isInGroup = stored?.createdAt === createdAt && stored.marginMode === marginMode;
      if (number !== null) group.push({ number, tie: isInGroup ? stored.tie : null });
    }
    return groups;
  }

  #storedGroup(createdAt: Timestamp): TiedRow[] {
    const { marginMode, newestAt, oldestAt } = this.#mode;
    if (newestAt === null || oldestAt === null || createdAt > newestAt || createdAt < oldestAt) return [];
    return this.#tables.rows.group(marginMode, createdAt);
  }

  #writeTies(ties: ReadonlyMap<number, number>): void {
    const { rows } = this.#tables;
    for (const [number, tie] of ties) {
      const known = this.#changed.get(number);
      // A new row has been inserted with its tie.
      if (known?.tie === tie) continue;
      rows.setTie(number, tie);
      const row = known ?? rows.indexed(number);
      this.#rewritten.push(this.#orderOf(row));
      this.#changed.set(number, { ...row, tie });
    }
  }

  #writeItem(item: Item<List>, span: number, ties: Map<number, number>): void {
    const { id, entry, stored, unreadable, number } = item;
    if (entry === null || item.isOfOtherMode) return;
    const { marginMode, fetchedAt } = this.#page;
    const { recordChange } = this.#tables;
    const received = textOf(entry);
    // A damaged row is not what the exchange sent.
    const earlier = stored?.damage === null ? stored : null;
    const latestRaw = unreadable?.raw ?? earlier?.raw ?? null;
    const isMoved = earlier !== null && earlier.marginMode !== marginMode;
    if ('row' in entry && item.isOutdated) {
      this.#contradictions++;
      this.#noteReading(entry.row, number, earlier, true);
      return;
    }
    if (latestRaw !== null && (isMoved || !sameContent(latestRaw, received))) {
      recordChange(id, earlier?.marginMode ?? marginMode, latestRaw, fetchedAt);
    }
    if ('row' in entry) {
      if (unreadable !== null) this.#tables.unreadable.delete(unreadable.number);
      if (stored !== null) this.#rewrite(entry.row, stored);
      else if (number !== null) this.#insert(entry.row, number, span, ties.get(number) ?? 0);
      this.#noteReading(entry.row, number, earlier);
    } else if (unreadable !== null) {
      const isSame = entry.unreadable.raw === unreadable.raw && entry.unreadable.reason === unreadable.reason;
      if (!isSame) this.#tables.unreadable.update(unreadable, entry.unreadable, fetchedAt);
    } else if (stored === null || !sameContent(stored.raw, received)) {
      this.#tables.unreadable.insert(id, entry.unreadable, marginMode, fetchedAt);
    }
  }

  /** True if a stored row has a later state than the received one: the exchange has sent that state before. */
  #isLaterThan(stored: StoredRow, row: HistoryRows[List]): boolean {
    if (stored.damage !== null || stored.marginMode !== row.marginMode) return false;
    const quantity = this.#valueOf(stored, 'filled_quantity');
    const state = {
      status: String(this.#valueOf(stored, 'status')),
      filledQuantity: quantity === null ? null : String(quantity),
    };
    return compareStates(state, row) > 0;
  }

  /** `isOutdated`: the stored row has a later state. */
  #noteReading(row: HistoryRows[List], number: number | null, earlier: StoredRow | null, isOutdated = false): void {
    const { readAt } = this.#page;
    const { executions } = this.#tables;
    if (executions === null || number === null || !('pnl' in row)) return;
    const hasChanged = this.#changed.has(number);
    const storedStatus = (earlier && this.#valueOf(earlier, 'status')) as Order['status'] | null;
    const isNoted = readAt !== undefined && executions.note({ number, row, storedStatus, hasChanged }, readAt);
    if (!hasChanged && !isOutdated) return;
    const slices = isNoted ? executions.of(number, row).slices : [];
    if (isNoted) this.#observed.push([number, slices]);
    const { kind, filledQuantity } = row;
    const isExecuted = filledQuantity === null || signOf(filledQuantity) !== 0;
    // A market order is executed when it is created.
    if (slices.length === 0 && isExecuted && kind !== 'market') this.#hasUnseen = true;
  }

  #insert(row: HistoryRows[List], number: number, span: number, tie: number): void {
    const { rows, unreadable } = this.#tables;
    if (!rows.insert(row, { number, tie, span })) throw new RowExists(row.id);
    unreadable.deleteNameless(row.raw, row.marginMode);
    const mode = this.#mode;
    mode.rows++;
    mode.newestAt = latest(mode.newestAt, row.createdAt);
    mode.oldestAt = earliest(mode.oldestAt, row.createdAt);
    this.#changed.set(number, rows.shape.indexedOf(row, number, tie));
    this.#added++;
  }

  #rewrite(row: HistoryRows[List], stored: StoredRow): void {
    const { rows, modes } = this.#tables;
    if (stored.damage !== null) {
      this.#noteRewrite(row, stored);
      this.#repair(row, stored);
      return;
    }
    const values = rows.shape.values(row);
    // The last value is the text itself.
    const isRead = values.slice(0, -1).every((value, index) => value === stored.values[index]);
    const isInPlace = row.createdAt === stored.createdAt && row.marginMode === stored.marginMode;
    if (isInPlace && isRead && sameContent(stored.raw, row.raw)) return;
    this.#noteRewrite(row, stored);
    rows.update(stored.number, row);
    if (!isInPlace) {
      modes[stored.marginMode].rows--;
      modes[row.marginMode].rows++;
      for (const mode of new Set([modes[stored.marginMode], modes[row.marginMode]])) this.#saveRange(mode);
    }
    this.#changed.set(stored.number, rows.shape.indexedOf(row, stored.number, stored.tie));
  }

  #noteRewrite({ symbol, marginMode, createdAt }: HistoryRows[List], stored: StoredRow): void {
    this.#rewritten.push({ symbol, marginMode, createdAt }, this.#orderOf(stored));
  }

  #orderOf({ values, marginMode, createdAt }: Pick<StoredRow, 'values' | 'marginMode' | 'createdAt'>): ChangedOrder {
    return { symbol: String(values[this.#tables.rows.shape.columns.indexOf('symbol')]), marginMode, createdAt };
  }

  /**
   * Replaces a row that is damaged on the disk, possibly in its ID, its margin mode or its time. The counts of the margin modes are stored
   * elsewhere, and remain.
   */
  #repair(row: HistoryRows[List], { number, tie, damage }: StoredRow): void {
    const { rows, modes } = this.#tables;
    rows.repair(number, row);
    for (const mode of Object.values(modes)) this.#saveRange(mode);
    this.#changed.set(number, rows.shape.indexedOf(row, number, tie));
    if (damage === 'new') this.#damaged.push({ id: row.id, createdAt: row.createdAt });
  }

  #saveRange(mode: ModeState): void {
    const range = this.#tables.rows.timeRange(mode.marginMode);
    mode.newestAt = range.newest;
    mode.oldestAt = range.oldest;
    mode.save();
  }

  #recordNewestPage(span: Span | null): void {
    const { list, marginMode, from, entries, fetchedAt } = this.#page;
    if (from !== null) return;
    const isEmpty = entries.length === 0 && this.#tables.spans.of(list, marginMode).length === 0;
    this.#mode.emptyAt = isEmpty ? fetchedAt : null;
    if (span !== null) this.#mode.topSpan = span.id;
    // Entries without an ID do not say which row is the newest, nor does an empty page if rows are known.
    if (span !== null || isEmpty) this.#mode.checkedAt = fetchedAt;
  }
}

function textOf(entry: Entry<HistoryList>): string {
  return 'row' in entry ? entry.row.raw : entry.unreadable.raw;
}

/** True if two entries with one ID are one order, as far as can be told. */
function isOfOneSymbol(one: Entry<HistoryList>, other: Entry<HistoryList>): boolean {
  if (!('row' in one) || !('row' in other)) return true;
  return one.row.symbol === other.row.symbol;
}

/** True if an entry tells more of an order than another one: it can be read, or has a later state. */
function isLaterState(one: Entry<HistoryList>, other: Entry<HistoryList>): boolean {
  if ('row' in one && 'row' in other) return compareStates(one.row, other.row) > 0;
  return 'row' in one;
}

/** Place of the first time of a chain among the stored rows of that time; the other times begin above theirs. */
function firstPlace([first]: readonly Item<HistoryList>[]): TiePlace {
  return first?.entry === null && first.number === null ? 'bottom' : 'anchor';
}

function isInOrder(rows: readonly TiedRow[]): boolean {
  return rows.every(({ tie }, index) => tie !== null && (index === 0 || tie < (rows[index - 1]?.tie ?? tie)));
}

/** True if the creation of a row is known to be before that of another one. */
function isOlder(one: Cursor, other: Cursor): boolean {
  return one.createdAt !== null && other.createdAt !== null && one.createdAt < other.createdAt;
}

/** True if a span lies within the times of another one: the service no longer has its rows, otherwise they would have come. */
function isInside(inner: Span, outer: Span): boolean {
  const times = [inner.newest, inner.oldest, outer.newest, outer.oldest].map(({ createdAt }) => createdAt);
  const [innerNewest = null, innerOldest = null, outerNewest = null, outerOldest = null] = times;
  if (innerNewest === null || innerOldest === null || outerNewest === null || outerOldest === null) return false;
  return innerNewest <= outerNewest - clockNoiseMs && innerOldest >= outerOldest + clockNoiseMs;
}

function lateRows<List extends HistoryList>(
  items: readonly Item<List>[],
  { newest, oldest }: { newest: Timestamp | null; oldest: Timestamp | null },
): Cursor[] {
  if (newest === null || oldest === null) return [];
  return items.filter(
    ({ stored, isOfOtherMode, createdAt }) =>
      stored === null && !isOfOtherMode && createdAt !== null && createdAt < newest && createdAt > oldest,
  );
}
