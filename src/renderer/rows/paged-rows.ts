import type { Page, Timestamp, UnreadableRow } from '../../shared/domain.ts';
import type { Failure } from '../../shared/errors.ts';
import type { Result } from '../../shared/result.ts';
import { Lane } from './lane.ts';
import { ProgressCheck } from './progress-check.ts';
import { type ListedRow, RowList } from './row-list.ts';
import { UnreadableList } from './unreadable-list.ts';

export interface PagedRowsState<Row> {
  /**
   * Newest first, each key once. While rows are only appended this stays the same, growing array (`version` tells); any other
   * change puts a new array in its place. So `extendOrder` may be used for as long as the array is the same.
   */
  rows: readonly Row[];
  /** Grows with every change of anything here. */
  version: number;
  /** How many rows have been put above the first one since the start. */
  addedAtTop: number;
  /** Each raw text once. */
  unreadable: readonly UnreadableRow[];
  /** The way to the past, the first page included. */
  older: 'idle' | 'loading' | 'failed' | 'complete';
  /** `replaceAll`, once there has been a first page. */
  again: 'idle' | 'loading' | 'failed';
  /** Of the last attempt that failed, until one of the same kind succeeds: never `null` while `older` or `again` is "failed". */
  failure: Failure | null;
  /** When the newest page was fetched last: what is at the top was so then. */
  fetchedAt: Timestamp | null;
  loadingAll: boolean;
}

/** Where the page begins; without a cursor at the newest row. */
export interface PageQuestion {
  cursor?: string;
}

export type ReadPage<Row> = (question: PageQuestion) => Promise<Result<Page<Row>>>;

function internalFailure(error: unknown): Failure {
  return { code: 'internal', message: error instanceof Error ? error.message : 'A page could not be read.' };
}

const goesRoundInCircles: Failure = {
  code: 'bad-answer',
  message: 'Page after page brings no row that was not there before, and no end.',
};

/**
 * The state of one endless list, read page by page, as a store for React's `useSyncExternalStore`. None of its promises is
 * ever rejected: they are fulfilled when the work has ended, well or not, and the state says how. Pages are read one after the
 * other; `replaceAll` waits for the one that is being read and lets no other be read meanwhile.
 */
export class PagedRows<Row extends ListedRow> {
  readonly #read: ReadPage<Row>;
  readonly #list = new RowList<Row>();
  #unreadable = new UnreadableList();
  readonly #listeners = new Set<{ notify: () => void }>();
  readonly #lane = new Lane();

  #olderRun: Promise<void> | null = null;
  #replaceRun: Promise<void> | null = null;
  /** The latest failure of each kind; the one that was put in last is last. */
  readonly #failures = new Map<'older' | 'again', Failure>();

  #olderCursor: string | null = null;
  /** There has been a first page. */
  #begun = false;
  #complete = false;
  #loadingAll = false;
  #addedAtTop = 0;
  #fetchedAt: Timestamp | null = null;

  #version = 0;
  #state: PagedRowsState<Row> | null = null;
  #notifying = false;
  #disposed = false;

  constructor(read: ReadPage<Row>) {
    this.#read = read;
  }

  /** Answers a function that ends the subscription. */
  readonly subscribe = (listener: () => void): (() => void) => {
    const entry = { notify: listener };
    this.#listeners.add(entry);
    return () => this.#listeners.delete(entry);
  };

  /** The same object until something changes. */
  readonly getState = (): PagedRowsState<Row> => {
    this.#state ??= {
      rows: this.#list.rows,
      version: this.#version,
      addedAtTop: this.#addedAtTop,
      unreadable: this.#unreadable.rows,
      older: this.#olderStatus(),
      again: this.#againStatus(),
      failure: [...this.#failures.values()].at(-1) ?? null,
      fetchedAt: this.#fetchedAt,
      loadingAll: this.#loadingAll,
    };
    return this.#state;
  };

  /** The first page, or the next one towards the past that brings a row. While that is under way: waits for it. */
  loadOlder(): Promise<void> {
    if (this.#disposed || this.#complete) return Promise.resolve();
    if (this.#olderRun === null) {
      this.#olderRun = this.#pageOlder();
      this.#changed();
    }
    return this.#olderRun;
  }

  /** Pages towards the past until the list is complete, a page fails or `stopLoadingAll` is called. */
  loadAll(): Promise<void> {
    if (this.#disposed || this.#complete) return Promise.resolve();
    if (!this.#loadingAll) {
      this.#loadingAll = true;
      this.#changed();
    }
    return this.loadOlder();
  }

  /** The page that is being read is still taken. */
  stopLoadingAll(): void {
    if (this.#disposed || !this.#loadingAll) return;
    this.#loadingAll = false;
    this.#changed();
  }

  /**
   * For lists whose rows also leave: reads again from the top as many rows as are held (all, if the list was complete) and
   * then swaps them in at once. Until then, and after a failure, the old rows stay.
   */
  replaceAll(): Promise<void> {
    if (!this.#begun) return this.loadOlder();
    if (this.#disposed) return Promise.resolve();
    if (this.#replaceRun === null) {
      this.#replaceRun = this.#replace();
      this.#changed();
    }
    return this.#replaceRun;
  }

  /** From here on nothing is read and nothing changes any more; answers that are still to come are dropped. */
  dispose(): void {
    this.#disposed = true;
    this.#listeners.clear();
  }

  async #pageOlder(): Promise<void> {
    const progress = new ProgressCheck();
    let goOn = true;
    // The lane is left after every page, so that `replaceAll` need not wait for the whole of `loadAll`.
    while (goOn) goOn = await this.#lane.run(() => this.#takeOlderPage(progress));
  }

  /** Answers whether to go on with the next page. */
  async #takeOlderPage(progress: ProgressCheck): Promise<boolean> {
    let outcome: Failure | 'more' | 'enough';
    try {
      outcome = await this.#readOlderPage(progress);
    } catch (error) {
      outcome = internalFailure(error);
    }
    if (this.#disposed) return false;
    const goOn = outcome === 'more';
    this.#settle('older', typeof outcome === 'string' ? null : outcome);
    if (!goOn) {
      // Here and not when the promise is fulfilled: a listener that asks for more when it hears of this must start anew.
      this.#olderRun = null;
      this.#loadingAll = false;
    }
    this.#changed();
    return goOn;
  }

  async #readOlderPage(progress: ProgressCheck): Promise<Failure | 'more' | 'enough'> {
    // What was waited for may have completed the list.
    if (this.#disposed || this.#complete) return 'enough';
    const asked = this.#olderCursor;
    const answer = await this.#read(asked === null ? {} : { cursor: asked });
    if (this.#disposed) return 'enough';
    if (!answer.ok) return answer.error;
    const page = answer.data;
    const rows = this.#list.append(page.rows);
    const unreadable = this.#unreadable.add(page.unreadable);
    if (!this.#begun) this.#takeTop(page);
    this.#takeEnd(page.older);
    if (page.older === null) return 'enough';
    if (progress.isStuck(rows + unreadable > 0, asked, page.older)) return goesRoundInCircles;
    return rows === 0 || this.#loadingAll ? 'more' : 'enough';
  }

  async #replace(): Promise<void> {
    let failure: Failure | null;
    try {
      failure = await this.#lane.run(() => this.#readAgain());
    } catch (error) {
      failure = internalFailure(error);
    }
    if (this.#disposed) return;
    this.#settle('again', failure);
    this.#replaceRun = null;
    this.#changed();
  }

  async #readAgain(): Promise<Failure | null> {
    const toTheEnd = this.#complete && this.#list.length > 0;
    const rows = new RowList<Row>();
    const unreadable = new UnreadableList();
    const progress = new ProgressCheck();
    let top: Page<Row> | null = null;
    let cursor: string | null = null;
    while (!this.#disposed) {
      const answer: Result<Page<Row>> = await this.#read(cursor === null ? {} : { cursor });
      if (this.#disposed) return null;
      if (!answer.ok) return answer.error;
      const page = answer.data;
      top ??= page;
      const fresh = rows.append(page.rows) + unreadable.add(page.unreadable);
      const enough = !toTheEnd && rows.length > 0 && rows.length >= this.#list.length;
      if (page.older === null || enough) {
        this.#swapIn(rows, unreadable, top, page.older);
        return null;
      }
      if (progress.isStuck(fresh > 0, cursor, page.older)) return goesRoundInCircles;
      cursor = page.older;
    }
    return null;
  }

  #swapIn(rows: RowList<Row>, unreadable: UnreadableList, top: Page<Row>, older: string | null): void {
    this.#addedAtTop += this.#list.replaceBy(rows);
    this.#unreadable = unreadable;
    this.#takeTop(top);
    this.#takeEnd(older);
  }

  #takeTop(page: Page<Row>): void {
    this.#begun = true;
    this.#fetchedAt = page.fetchedAt;
  }

  #takeEnd(older: string | null): void {
    this.#olderCursor = older;
    this.#complete = older === null;
    this.#failures.delete('older');
  }

  #settle(kind: 'older' | 'again', failure: Failure | null): void {
    this.#failures.delete(kind);
    if (failure !== null) this.#failures.set(kind, failure);
  }

  #olderStatus(): PagedRowsState<Row>['older'] {
    if (this.#olderRun !== null) return 'loading';
    if (this.#complete) return 'complete';
    return this.#failures.has('older') ? 'failed' : 'idle';
  }

  #againStatus(): PagedRowsState<Row>['again'] {
    if (this.#replaceRun !== null) return 'loading';
    return this.#failures.has('again') ? 'failed' : 'idle';
  }

  /** Makes a new state and tells the listeners, once for all that changes before they are told. */
  #changed(): void {
    this.#version += 1;
    this.#state = null;
    if (this.#notifying) return;
    this.#notifying = true;
    queueMicrotask(() => {
      this.#notifying = false;
      for (const listener of this.#listeners) listener.notify();
    });
  }
}
