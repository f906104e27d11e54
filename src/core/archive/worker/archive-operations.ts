import type { MarginMode, Order, PlanOrder, Timestamp, UnreadableRow } from '../../../shared/domain.ts';
import type {
  ArchiveProblem,
  HistoryChoices,
  HistoryFilter,
  HistoryList,
  HistorySummary,
  HistoryWindow,
  Results,
  RowChange,
} from '../../../shared/history.ts';
import type { ArchivedCoverage, FetchedPage } from '../archived-rows.ts';
import type { HistoryQuery } from '../index/history-query.ts';
import type { ExpectedPlace, ExpectedRow, ExpectedRows } from '../sync/late-rows.ts';
import type { Spans, UnfinishedGroup } from '../sync/list-archive.ts';

/** What the worker of one archive is started with. */
export interface ArchivePlace {
  /** Absolute; made with its folder where it is missing. */
  readonly file: string;
  /** Whether what is there from an earlier session is of no use. */
  readonly beginsAnew: boolean;
  /** Above every version of its lists that was told before, in this session or an earlier one. */
  readonly version: number;
}

/** How a list stands in the archive. */
export interface ListStanding {
  readonly version: number;
  readonly rows: number;
  readonly unreadable: number;
  readonly modes: ArchivedCoverage[];
  readonly spans: Spans;
  /** When the newest rows of both margin modes were last asked for and answered; `null`: never. */
  readonly checkedAt: Timestamp | null;
}

export interface Opening {
  readonly standings: Readonly<Record<HistoryList, ListStanding>>;
  readonly paused: Readonly<Record<HistoryList, boolean>>;
  /** Why nothing can be added, where rows can only be read; asked again, it is tried again. `null`: it can. */
  readonly readOnly: string | null;
}

interface Filtered {
  readonly filter: HistoryFilter;
  readonly zone: string;
  /** What date presets are counted from. */
  readonly now: Timestamp;
}

interface ModeOfList {
  readonly list: HistoryList;
  readonly marginMode: MarginMode;
}

interface Operation<Input, Output> {
  readonly input: Input;
  readonly output: Output;
}

/**
 * All that the worker of an archive can be asked. Everything rejects with `storage-failed` where the file cannot be used; `problem` then
 * tells why.
 */
export type ArchiveOperations = {
  open: Operation<null, Opening>;
  problem: Operation<null, ArchiveProblem | null>;
  /** Committed when it is answered. */
  take: Operation<
    {
      readonly page: FetchedPage;
      /** Whether nothing of the run that it is asked from may come again. */
      readonly goesOn: boolean;
    },
    {
      readonly added: number;
      /** Something of that run has come all the same, and nothing was taken. */
      readonly isRepeated: boolean;
      readonly standing: ListStanding;
    }
  >;
  newerNeighbour: Operation<ModeOfList & { readonly id: string; readonly distance: number }, string | null>;
  withinRun: Operation<ModeOfList & { readonly oldest: string; readonly ids: readonly string[] }, readonly string[]>;
  unfinished: Operation<ModeOfList & { readonly mostGroups: number }, readonly UnfinishedGroup[]>;
  recallExpected: Operation<ModeOfList, ExpectedRows>;
  rememberExpected: Operation<ModeOfList & { readonly expected: ExpectedRows }, null>;
  placesFor: Operation<ModeOfList & { readonly rows: readonly ExpectedRow[] }, readonly ExpectedPlace[]>;
  /** Kept over sessions. */
  setPaused: Operation<{ readonly list: HistoryList; readonly isPaused: boolean }, null>;
  window: Operation<
    {
      readonly list: HistoryList;
      readonly question: HistoryQuery;
      readonly from: number;
      readonly count: number;
      readonly anchor: string | null;
    },
    HistoryWindow<Order | PlanOrder>
  >;
  /** The numbers of all rows in the order that was asked for. */
  select: Operation<{ readonly list: HistoryList; readonly question: HistoryQuery }, Uint32Array>;
  /** Whole rows, in the order of the numbers. */
  rows: Operation<{ readonly list: HistoryList; readonly numbers: readonly number[] }, (Order | PlanOrder)[]>;
  summarize: Operation<Filtered & { readonly list: HistoryList }, HistorySummary>;
  results: Operation<Filtered & { readonly quote: string | null }, Results>;
  choices: Operation<{ readonly list: HistoryList }, HistoryChoices>;
  changes: Operation<{ readonly list: HistoryList; readonly key: string }, RowChange[]>;
  unreadable: Operation<{ readonly list: HistoryList }, UnreadableRow[]>;
  /** Puts everything away; afterwards nothing can be asked any more. */
  close: Operation<null, null>;
};
