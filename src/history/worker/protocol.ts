import type { MessagePort } from 'node:worker_threads';
import type { Priority } from '../../exchange/index.ts';
import type { Failure } from '../../shared/contract/failure.ts';
import type { HistoryState } from '../../shared/contract/history.ts';
import type { Note, Noted } from '../../shared/contract/notes.ts';
import type { Observed, ObservedKeys } from '../../shared/contract/observed.ts';
import type { Order, PlanOrder } from '../../shared/contract/orders.ts';
import type { AnswerOf, QuestionName, QuestionOf } from '../../shared/contract/questions.ts';
import type { TrackedPlans } from '../../shared/contract/tracked-plans.ts';
import type { Trade } from '../../shared/contract/trades.ts';
import type { Fees, Rates } from '../../shared/orders/fees.ts';
import type { HistoryList } from '../../shared/orders/history.ts';
import type { CostMethod } from '../../shared/orders/trades.ts';
import type { Decimal, MarginMode, Timestamp } from '../../shared/values/domain.ts';
import type { JointCalls } from '../joint/joint-archive.ts';
import type { PartCursor, SentPart } from '../joint/part.ts';
import type { HistoryQuery } from '../orders/list-table.ts';
import type { OpenPlanList, PlanUpdate } from '../plans/open-plans.ts';
import type { FetchedPage, UserWords } from '../rows.ts';
import type { SentRows } from '../store/row-shapes.ts';
import type { PageQuery } from '../sync/exchange.ts';
import type { TradeQuery } from '../trades/trade-list.ts';

/** Data that an archive is started with in a worker thread. */
export interface WorkerOptions {
  /** Absolute path of the database; it is created with its folder if it is missing. */
  readonly file: string;
  /** Absolute path of the file with the account's notes; it is created if it is missing. `null` if a reader must not know them. */
  readonly notes: string | null;
  /** Absolute paths of the account's archives of earlier keys, in which there may be notes. Default: none. */
  readonly earlierArchives?: readonly string[];
  /** True to delete what an earlier session stored. */
  readonly discardExisting: boolean;
  /** See `DatabaseOptions.isReader`. */
  readonly isReader?: boolean;
  /** Higher than every version of a list that was reported before, in this session or an earlier one. */
  readonly firstVersion: number;
  /** Default: none. */
  readonly words?: UserWords;
}

/** Data that a joint archive is started with in a worker thread. */
export interface JointWorkerOptions {
  /** IDs of the accounts, in the order in which their column is sorted. */
  readonly accounts: readonly string[];
}

/** Starts an archive in a worker thread, which then talks through the port. */
export interface HostMessage {
  readonly options: WorkerOptions | JointWorkerOptions;
  readonly port: MessagePort;
}

export type ListStatus = Omit<HistoryState, 'account'>;

/** Row numbers of a selection, valid as long as the database is not reset. */
export interface Selection {
  readonly numbers: Uint32Array;
  readonly generation: number;
}

/** Of which selected rows, and the rates of the account, if their fees are wanted. */
export interface SelectedPart {
  readonly numbers: readonly number[];
  readonly generation: number;
  readonly rates?: Rates | undefined;
  /** True for the rows alone, without `PnlFacts`. */
  readonly isPlain?: boolean;
}

/** What an export says of a row beside its PnL. Plan orders have no PnL. */
export interface PnlFacts {
  /** `null` if the orders do not tell. */
  readonly costMethod?: CostMethod | null;
  /** Missing without rates; `null` if nothing was executed. */
  readonly fees?: Fees | null | undefined;
}

/** What is not stored with rows: of all of them, and of some by their places. */
export interface RowFacts {
  readonly ofAll: PnlFacts;
  readonly ofSome: readonly (readonly [place: number, facts: Noted & PnlFacts & Pick<PlanOrder, 'ended'>])[];
}

/** Answers all questions of the contract. `now`: epoch milliseconds that date presets refer to. Each answer rejects as `ArchiveCalls` do. */
export type Answers = {
  readonly [Name in QuestionName]: (
    question: QuestionOf<Name>,
    now: Timestamp,
  ) => AnswerOf<Name> | Promise<AnswerOf<Name>>;
};

/** Calls of the core that are no questions of the contract. Each rejects with `storage-failed` if the database cannot be used. */
export interface ArchiveCalls {
  /** Retries failed syncs: all of them after a change of the credentials, otherwise those whose failure may have ended. */
  retryFailed(input: { kind: 'any' | 'passing' }): null;
  /** Replaces what the user says of the account's orders. */
  setWords(input: UserWords): null;
  /** Saves a page that was fetched for another purpose. */
  savePage(input: { page: FetchedPage }): null;
  select(input: { list: HistoryList; query: HistoryQuery }): Selection;
  /** Rows in the order of the numbers. Rejects with `storage-failed` if the database was reset since the selection. */
  rows(input: { list: HistoryList } & SelectedPart): ((Order | PlanOrder) & Noted & PnlFacts)[];
  /** The same rows by columns, which `readRows` puts together. */
  rowColumns(input: { list: HistoryList } & SelectedPart): RowFacts & SentRows;
  /** Row numbers of the first orders of the selected trades, which `tradeRows` reads. */
  selectTrades(input: { query: TradeQuery }): Selection;
  /** Trades that contain orders, in the order of the numbers. Rejects with `storage-failed` if the database was reset since the selection. */
  tradeRows(input: SelectedPart): (Trade & PnlFacts)[];
  /**
   * Returns the next part of a list behind a cursor, for a joint archive; `null` for the first one. `withTrades`: the trades, too, after the
   * rows.
   */
  readPart(input: { list: HistoryList; since: PartCursor | null; withTrades: boolean }): SentPart;
  /** The texts of the notes on trades that are stored with orders, by the IDs of the orders. */
  tradeNotes(input: { ids: readonly string[] }): ReadonlyMap<string, string>;
  /** Reads the newest orders and those that wait, unless they were read within the last seconds. */
  followOrders(input: null): null;
  /**
   * See `OpenPlans`. Events are sent before the call is answered. False: the list was not taken, because the worker has just started and needs
   * `tracked`. Does not reject: reports need no database.
   */
  followPlans(input: FollowedPlans): boolean;
  /** What only this computer has seen, a part at a time. `from`: `null` for the first part. */
  readObserved(input: { from: ObservedFrom | null }): { observed: Observed; next: ObservedFrom | null };
  /** Adds what another computer has seen, and notes, where there is nothing. Returns what was added; `isTrial`: what would be. */
  addObserved(input: { observed: Observed; notes: readonly Note[]; isTrial: boolean }): AddedObserved;
  /** Takes back what `addObserved` has added, but the orders themselves. A note that was changed since then stays. */
  removeObserved(input: AddedObserved): null;
  /** Ends everything and closes the database. No call may follow. */
  close(input: null): null;
}
/** Row numbers and numbers of lives after which a part begins; `null` at their end. */
export interface ObservedFrom {
  readonly orders: number | null;
  readonly plans: number | null;
}

/** What was added from another computer. */
export interface AddedObserved {
  readonly keys: ObservedKeys;
  readonly notes: readonly Note[];
}

/** What a poll has fetched: a list (see `OpenPlans.take`), or last prices by symbol. */
export type FollowedPlans =
  | {
      readonly kind: 'list';
      readonly list: OpenPlanList;
      /** What was stored of the last update. `null`: not sent, because only the first list after a start of the worker needs it. */
      readonly tracked: TrackedPlans | null;
      readonly marksOrphans: boolean;
    }
  | { readonly kind: 'prices'; readonly last: ReadonlyMap<string, Decimal>; readonly at: Timestamp };

export type CallName = keyof ArchiveCalls;
export type CallInput<Name extends CallName> = Parameters<ArchiveCalls[Name]>[0];
export type CallOutput<Name extends CallName> = ReturnType<ArchiveCalls[Name]>;

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
  | {
      readonly kind: 'question';
      readonly id: number;
      readonly name: QuestionName;
      readonly question: unknown;
      readonly now: Timestamp;
    }
  | { readonly kind: 'call'; readonly id: number; readonly name: CallName; readonly input: unknown }
  | {
      readonly kind: 'fetched';
      readonly id: number;
      readonly outcome: Outcome;
      /** True if requests are waiting for the rate limiter. */
      readonly isSaturated: boolean;
    };

/** A call of a joint archive, which sends answers alone. */
export interface JointMessage {
  readonly id: number;
  readonly name: keyof JointCalls;
  readonly input: unknown;
}

export type MessageFromWorker =
  | { readonly kind: 'answer'; readonly id: number; readonly outcome: Outcome }
  | { readonly kind: 'fetch'; readonly id: number; readonly request: FetchRequest }
  /** The sync no longer needs the fetch. */
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'status'; readonly status: ListStatus }
  | { readonly kind: 'notes-changed' }
  /** See `EngineOptions.onNotesQuarantined`. */
  | { readonly kind: 'notes-quarantined'; readonly backupName: string }
  | { readonly kind: 'plans'; readonly update: PlanUpdate }
  /** A sync failed with another error than before. */
  | { readonly kind: 'sync-failed'; readonly list: HistoryList; readonly outcome: Outcome & { ok: false } };
