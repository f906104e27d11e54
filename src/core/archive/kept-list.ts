import type { MarginMode, Timestamp } from '../../shared/domain.ts';
import type { HistoryList } from '../../shared/history.ts';
import type { FetchedPage } from './archived-rows.ts';
import type { ExpectedPlace, ExpectedRow, ExpectedRows } from './sync/late-rows.ts';
import type { ListArchive, PageOutcome, Spans, UnfinishedGroup } from './sync/list-archive.ts';
import type { ArchiveOperations, ListStanding } from './worker/archive-operations.ts';

/** Asks the worker of an archive. */
export type AskArchive = <Name extends keyof ArchiveOperations>(
  name: Name,
  input: ArchiveOperations[Name]['input'],
) => Promise<ArchiveOperations[Name]['output']>;

/** A list that a worker keeps, and how it stood at the last answer. */
export class KeptList<List extends HistoryList> implements ListArchive<List> {
  readonly list: List;
  readonly #ask: AskArchive;
  #standing: ListStanding;

  constructor(list: List, ask: AskArchive, standing: ListStanding) {
    this.list = list;
    this.#ask = ask;
    this.#standing = standing;
  }

  get standing(): ListStanding {
    return this.#standing;
  }

  /** The file has begun anew. */
  set standing(standing: ListStanding) {
    this.#standing = standing;
  }

  get spans(): Spans {
    return this.#standing.spans;
  }

  get checkedAt(): Timestamp | null {
    return this.#standing.checkedAt;
  }

  async take(page: FetchedPage<List>, goesOn: boolean): Promise<PageOutcome> {
    const { standing, ...outcome } = await this.#ask('take', { page, goesOn });
    this.#standing = standing;
    return outcome;
  }

  newerNeighbour(marginMode: MarginMode, id: string, distance: number): Promise<string | null> {
    return this.#ask('newerNeighbour', { list: this.list, marginMode, id, distance });
  }

  withinRun(marginMode: MarginMode, oldest: string, ids: readonly string[]): Promise<readonly string[]> {
    return this.#ask('withinRun', { list: this.list, marginMode, oldest, ids });
  }

  unfinished(marginMode: MarginMode, mostGroups: number): Promise<readonly UnfinishedGroup[]> {
    return this.#ask('unfinished', { list: this.list, marginMode, mostGroups });
  }

  recallExpected(marginMode: MarginMode): Promise<ExpectedRows> {
    return this.#ask('recallExpected', { list: this.list, marginMode });
  }

  async rememberExpected(marginMode: MarginMode, expected: ExpectedRows): Promise<void> {
    await this.#ask('rememberExpected', { list: this.list, marginMode, expected });
  }

  placesFor(marginMode: MarginMode, rows: readonly ExpectedRow[]): Promise<readonly ExpectedPlace[]> {
    return this.#ask('placesFor', { list: this.list, marginMode, rows });
  }
}
