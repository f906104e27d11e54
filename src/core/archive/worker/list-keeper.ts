import { OrderglassError } from '../../../shared/errors.ts';
import type { HistoryList, HistoryWindow } from '../../../shared/history.ts';
import type { ArchivedRow, HistoryRows, TakenPage } from '../archived-rows.ts';
import type { ArchiveFile } from '../file/index.ts';
import { HistoryIndex } from '../index/history-index.ts';
import type { HistoryQuery } from '../index/history-query.ts';

/** Rows read into the index at once: a dozen milliseconds, so that other questions are answered in between. */
const rowsPerSlice = 2000;
/** The first rows are to be on the screen before everything else begins. */
const firstRowsMs = 300;

interface WindowQuestion {
  readonly question: HistoryQuery;
  readonly from: number;
  readonly count: number;
  readonly anchor: string | null;
}

/**
 * One list of an archive: its rows in the file, and what must be known of all of them at once in memory. That is read when it is first
 * needed; until then the newest rows are answered from the file alone.
 */
export class ListKeeper<List extends HistoryList> {
  readonly #file: ArchiveFile;
  readonly #list: List;
  readonly #index: HistoryIndex<List>;
  #loading: Promise<void> | null = null;
  #loadTimer: NodeJS.Timeout | null = null;
  #isLoaded = false;
  #isClosed = false;
  #version: number;

  /** `version`: above all that was told of this list before. */
  constructor(file: ArchiveFile, list: List, version: number) {
    this.#file = file;
    this.#list = list;
    this.#index = new HistoryIndex(list);
    this.#version = version;
  }

  /** Grows with every change of the rows. */
  get version(): number {
    return this.#version;
  }

  /** Takes note of what a page has brought. */
  put({ put }: TakenPage<List>): void {
    if (put.length === 0) return;
    this.#version++;
    // What has not been read yet is read as it is then.
    const read = this.#isLoaded ? put : put.filter((row) => row.number <= this.#index.size);
    if (read.length > 0) this.#index.put(read);
  }

  async window({ question, from, count, anchor }: WindowQuestion): Promise<HistoryWindow<HistoryRows[List]>> {
    if (!this.#isLoaded && isPlain(question)) {
      this.#loadSoon();
      return {
        rows: this.#file.newest(this.#list, count, from),
        total: this.#file.count(this.#list),
        version: this.#version,
        anchor: anchor === null ? null : this.#file.rankOf(this.#list, anchor),
      };
    }
    const index = await this.index();
    const selection = index.select(question);
    const { numbers, total } = selection;
    const number = anchor === null ? null : index.numberOf(anchor);
    return {
      rows: this.#file.read(this.#list, [...numbers.subarray(from, from + count)]),
      total,
      version: this.#version,
      anchor: number === null ? null : index.positionOf(selection, number),
    };
  }

  rows(numbers: readonly number[]): HistoryRows[List][] {
    return this.#file.read(this.#list, numbers);
  }

  /** With every row in it. */
  async index(): Promise<HistoryIndex<List>> {
    await this.#load();
    return this.#index;
  }

  close(): void {
    this.#isClosed = true;
    if (this.#loadTimer !== null) clearTimeout(this.#loadTimer);
  }

  /** The next question may need it. */
  #loadSoon(): void {
    this.#loadTimer ??= setTimeout(() => this.#load().catch(() => {}), firstRowsMs);
  }

  #load(): Promise<void> {
    this.#loading ??= this.#loadAll().catch((error: unknown) => {
      this.#loading = null;
      throw error;
    });
    return this.#loading;
  }

  async #loadAll(): Promise<void> {
    for (;;) {
      await otherQuestions();
      if (this.#isClosed) throw new OrderglassError('cancelled', 'the archive is closed');
      const rows: ArchivedRow<List>[] = this.#file.scan(this.#list, this.#index.size, rowsPerSlice);
      if (rows.length === 0) break;
      this.#index.put(rows);
    }
    this.#isLoaded = true;
    void this.#warm();
  }

  async #warm(): Promise<void> {
    for (const _ of this.#index.warm()) {
      await otherQuestions();
      if (this.#isClosed) return;
    }
  }
}

/** In the list's own order and without a filter: what the file has an index for. */
function isPlain({ filter, sort }: HistoryQuery): boolean {
  return sort.length === 0 && Object.values(filter).every((part) => part === undefined);
}

/** When what has been asked meanwhile is answered. */
function otherQuestions(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
