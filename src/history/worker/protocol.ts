import type { OrderList, Priority } from '../../exchange/index.ts';
import type { Failure } from '../../shared/contract/failure.ts';
import type {
  HistoryChoices,
  HistoryFilter,
  HistoryState,
  HistorySummary,
  HistoryWindow,
  Results,
  RowChange,
} from '../../shared/contract/history.ts';
import type { ImportedNotes, Note, Noted, NoteOutcome, TagCount } from '../../shared/contract/notes.ts';
import type { Order, PlanOrder, UnreadableRow } from '../../shared/contract/orders.ts';
import type { PlanLife, PlansOfDay } from '../../shared/contract/plans.ts';
import type { Statement } from '../../shared/contract/statement.ts';
import type { TradeResults } from '../../shared/contract/trade-results.ts';
import type {
  ContractSize,
  Positions,
  Trade,
  TradeFilter,
  TradeOrders,
  TradeSummary,
} from '../../shared/contract/trades.ts';
import type { Day, MarginMode, Timestamp } from '../../shared/domain.ts';
import type { HistoryList, SyncAction } from '../../shared/history.ts';
import type { NoteKind } from '../../shared/notes.ts';
import type { HistoryQuery } from '../index/history-index.ts';
import type { FetchedPage } from '../rows.ts';
import type { OpenPlanLives, PlanLifeBatch } from '../store/plan-life-table.ts';
import type { PageQuery } from '../sync/exchange.ts';
import type { TradeQuery } from '../trades/trade-list.ts';

/** Data that the worker thread is started with. */
export interface WorkerOptions {
  /** Absolute path of the database; it is created with its folder if it is missing. */
  readonly file: string;
  /** True to delete what an earlier session stored. */
  readonly discardExisting: boolean;
  /** Higher than every version of a list that was reported before, in this session or an earlier one. */
  readonly firstVersion: number;
}

export type ListStatus = Omit<HistoryState, 'account'>;

/** A moment at which a position may have been open. */
interface PositionMoment {
  readonly symbol: string;
  readonly marginMode: MarginMode;
  readonly at: Timestamp;
}

interface Filtered {
  readonly filter: HistoryFilter;
  readonly zone: string;
  /** Epoch milliseconds that date presets refer to. */
  readonly now: Timestamp;
}

/** Row numbers of a selection, valid as long as the database is not reset. */
export interface Selection {
  readonly numbers: Uint32Array;
  readonly generation: number;
}

/** Calls that the worker answers. Each rejects with `storage-failed` if the database cannot be used. */
export interface HistoryCalls {
  /** Starts a sync of the list if the last one is some time ago, and keeps the list fresh for a while. */
  status(input: { list: HistoryList }): ListStatus;
  control(input: { list: HistoryList; action: SyncAction }): ListStatus;
  /** Retries failed syncs: all of them after a change of the credentials, otherwise those whose failure may have ended. */
  retryFailed(input: { kind: 'any' | 'passing' }): null;
  /** Saves a page that was fetched for another purpose. */
  savePage(input: { page: FetchedPage }): null;
  /** Rows of the list at positions from `from`, counted from 0. `anchor`: key of the row whose position is wanted, too. */
  window(input: {
    list: HistoryList;
    query: HistoryQuery;
    from: number;
    count: number;
    anchor: string | null;
  }): HistoryWindow<(Order | PlanOrder) & Noted>;
  select(input: { list: HistoryList; query: HistoryQuery }): Selection;
  /** Rows in the order of the numbers. Rejects with `storage-failed` if the database was reset since the selection. */
  rows(input: { list: HistoryList; numbers: readonly number[]; generation: number }): ((Order | PlanOrder) & Noted)[];
  summarize(input: Filtered & { list: HistoryList }): HistorySummary;
  results(input: Filtered & { quote: string | null }): Results;
  /** Trades at positions from `from`. `anchor`: key of an order of the trade whose position is wanted, too. */
  tradeWindow(input: { query: TradeQuery; from: number; count: number; anchor: string | null }): HistoryWindow<Trade>;
  /** Row numbers of the first orders of the selected trades, which `tradeRows` reads. */
  selectTrades(input: { query: TradeQuery }): Selection;
  /** Trades that contain orders, in the order of the numbers. Rejects with `storage-failed` if the database was reset since the selection. */
  tradeRows(input: { numbers: readonly number[]; generation: number }): Trade[];
  summarizeTrades(input: { filter: TradeFilter; zone: string; now: Timestamp }): TradeSummary;
  tradeResults(input: { filter: TradeFilter; zone: string; now: Timestamp; quote: string | null }): TradeResults;
  /** Orders at positions from `from` of the trade that contains the order with this key. */
  tradeOrders(input: { key: string; from: number; count: number }): TradeOrders;
  contractSize(input: { symbol: string }): ContractSize;
  positions(input: { moments: readonly PositionMoment[] }): Positions;
  /** `from` and `to`: first and last day. */
  statement(input: { from: Day; to: Day; zone: string }): Statement;
  choices(input: { list: HistoryList }): HistoryChoices;
  changes(input: { list: HistoryList; key: string }): RowChange[];
  unreadable(input: { list: HistoryList }): UnreadableRow[];
  /** The notes on plan orders that have one. */
  planNotes(input: { keys: readonly string[] }): { key: string; text: string }[];
  /** Stores the note on the row with this key, or on the trade of the order with this key. See `NoteChange`. */
  saveNote(input: { kind: NoteKind; key: string; text: string; before: string }): NoteOutcome;
  /** At most `count` notes by kind and ID. `after`: the last note of the part before; `null` for the first part. */
  notes(input: { after: Pick<Note, 'kind' | 'id'> | null; count: number }): Note[];
  countNotes(input: null): number;
  /** Adds notes. A row that has another note keeps it. */
  importNotes(input: { notes: readonly Note[] }): ImportedNotes;
  /** Tags of the notes of one kind, or of all: those of the most notes first. */
  tags(input: { kind: NoteKind | null }): TagCount[];
  /** The lives of open plan orders. None of these calls syncs a list. */
  openPlanLives(input: null): OpenPlanLives;
  savePlanLives(input: PlanLifeBatch): null;
  planLife(input: { key: string }): PlanLife | null;
  plansWaiting(input: { from: Timestamp; before: Timestamp }): PlansOfDay;
  /** Ends everything and closes the database. No call may follow. */
  close(input: null): null;
}

export type CallName = keyof HistoryCalls;
export type CallInput<Name extends CallName> = Parameters<HistoryCalls[Name]>[0];
export type CallOutput<Name extends CallName> = ReturnType<HistoryCalls[Name]>;

export type CallHandlers = {
  readonly [Name in CallName]: (input: CallInput<Name>) => CallOutput<Name> | Promise<CallOutput<Name>>;
};

/** Pages of a history list, or all open plan orders of a margin mode. */
export type FetchRequest =
  | { readonly list: HistoryList; readonly query: PageQuery; readonly priority: Priority }
  | { readonly list: 'open-plans'; readonly marginMode: MarginMode; readonly priority: Priority };

/** Outcome of a call or a fetch as it crosses the thread: data, never a thrown exception. */
export type Outcome =
  | { readonly ok: true; readonly value: unknown }
  /** `unexpected`: an error without a code, for the log only, because it may quote anything. */
  | { readonly ok: false; readonly failure: Failure; readonly unexpected?: unknown };

export type MessageToWorker =
  | { readonly kind: 'call'; readonly id: number; readonly name: CallName; readonly input: unknown }
  | {
      readonly kind: 'fetched';
      readonly id: number;
      readonly outcome: Outcome;
      /** True if requests are waiting for the rate limiter. */
      readonly isSaturated: boolean;
    };

export type MessageFromWorker =
  | { readonly kind: 'answer'; readonly id: number; readonly outcome: Outcome }
  | { readonly kind: 'fetch'; readonly id: number; readonly request: FetchRequest }
  /** The sync no longer needs the fetch. */
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'status'; readonly status: ListStatus }
  /** A sync failed with another error than before. */
  | { readonly kind: 'sync-failed'; readonly list: HistoryList; readonly outcome: Outcome & { ok: false } };

export type FetchedList = OrderList<{ readonly createdAt: Timestamp }>;
