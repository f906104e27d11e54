import { type Atom, createAtom } from '@tanstack/react-store';
import type { Failure } from '../../../../shared/contract/failure.ts';
import type { RowIndex } from '../../../ui/table/column.ts';
import {
  type ReadWindow,
  type RowInView,
  readInView,
  readVersion,
  type View,
  withoutRejection,
} from './read-window.ts';
import { blockSize, LoadedRows, neededBlocks } from './window-blocks.ts';

interface WindowedRowsState<Row> extends RowIndex<Row> {
  /** All rows are of one version of one list. */
  rowCount: number;
  /** `undefined` for a row that is not loaded. */
  rowAt: (position: number) => Row | undefined;
  /** Grows when another list replaces the current one. */
  list: number;
  /** `null` before the first response. */
  version: number | null;
  /** Number of positions by which the rows in sight have moved down, because rows came in above them. */
  movedDown: number;
  /** True while the rows are those of the previous list, because the requested list has not been loaded. */
  outdated: boolean;
  /** Failure of the latest request, until one succeeds. */
  failure: Failure | null;
}

/** Maximum number of attempts to read a range from one version. */
const maxRangeAttempts = 5;

/**
 * A list of any length of which only the rows around the view are loaded. All rows are of one version. When the list
 * changes, the rows in sight are read again and replaced together. The view follows them.
 */
export class WindowedRows<Row extends { key: string }> {
  #read: ReadWindow<Row> | null = null;
  #loaded: LoadedRows<Row> | null = null;
  #view: View = { first: 0, end: 0, atTop: true };
  /** True if the latest scroll was toward the end. */
  #isDownwards = true;
  #list = 0;
  #movedDown = 0;
  #outdated = false;
  #failure: Failure | null = null;
  /** The newest version that is known to exist. */
  #newestVersion = Number.NEGATIVE_INFINITY;
  /** Running requests, by block. */
  readonly #requests = new Map<number, AbortController>();
  /** The running request that replaces all rows. */
  #renewal: { controller: AbortController; done: Promise<void> } | null = null;

  /** Shows another list from its top. The current rows stay until it has been loaded. */
  show(read: ReadWindow<Row>): void {
    this.#abortAll();
    this.#read = withoutRejection(read);
    this.#newestVersion = Number.NEGATIVE_INFINITY;
    this.#outdated = this.#loaded !== null;
    this.#renew(true);
    this.#changed();
  }

  /** Loads the rows in sight and those ahead of the scroll direction. */
  readonly setView = ({ first, end, atTop }: View): void => {
    if (first !== this.#view.first) this.#isDownwards = first > this.#view.first;
    this.#view = { first, end, atTop };
    this.#loadBlocks();
  };

  /** Reads the rows in sight again if the list has a newer version. */
  readonly acceptVersion = (version: number): void => {
    if (version <= this.#newestVersion) return;
    this.#newestVersion = version;
    this.#renewIfOutdated();
  };

  /** Repeats what failed. */
  readonly retry = (): void => {
    if (!this.#renewal) this.#renew(this.#loaded === null || this.#outdated);
  };

  /** Reads rows of the current list, whether loaded or not. Returns `null` if they cannot be read. */
  readonly readRange = async (from: number, count: number): Promise<Row[] | null> => {
    const list = this.#list;
    const movedBefore = this.#movedDown;
    for (let attempt = 0; attempt < maxRangeAttempts; attempt++) {
      await this.#renewal?.done;
      const version = this.#loaded?.version;
      if (version === undefined || this.#list !== list || this.#outdated) return null;
      if (!this.#read) return [];
      const first = from + this.#movedDown - movedBefore;
      const rows = await readVersion(this.#read, { first, end: first + count }, version);
      if (rows === null || Array.isArray(rows)) return rows;
      this.#renewFor(rows.newVersion);
    }
    return null;
  };

  /** The same object until something changes. */
  readonly state: Atom<WindowedRowsState<Row>> = createAtom(this.#currentState());

  /** Returns the row as it is now; `undefined` if it is not loaded. */
  find(key: string): Row | undefined {
    return this.#loaded?.find(key);
  }

  /** Aborts all requests. `show` starts again. */
  stop(): void {
    this.#abortAll();
    this.#read = null;
  }

  #abortAll(): void {
    this.#renewal?.controller.abort();
    this.#renewal = null;
    this.#abortBlocks();
  }

  #abortBlocks(): void {
    for (const controller of this.#requests.values()) controller.abort();
    this.#requests.clear();
  }

  /** Requests the needed blocks that are not loaded, and aborts requests of other blocks. */
  #loadBlocks(): void {
    const loaded = this.#loaded;
    if (!loaded || this.#outdated || this.#renewal || !this.#read) return;
    const needed = this.#neededBlocks(loaded);
    for (const [block, controller] of this.#requests) {
      if (needed.includes(block)) continue;
      controller.abort();
      this.#requests.delete(block);
    }
    loaded.keep(needed);
    for (const block of needed) {
      if (!loaded.has(block) && !this.#requests.has(block)) void this.#loadBlock(block, this.#read);
    }
  }

  #neededBlocks({ total }: LoadedRows<Row>): number[] {
    return neededBlocks(this.#view, total, this.#isDownwards);
  }

  async #loadBlock(block: number, read: ReadWindow<Row>): Promise<void> {
    const controller = new AbortController();
    this.#requests.set(block, controller);
    const result = await read({ from: block * blockSize, count: blockSize }, controller.signal);
    if (controller.signal.aborted) return;
    this.#requests.delete(block);
    if (!result.ok) {
      this.#failure = result.error;
      this.#changed();
      return;
    }
    const { rows, version, total } = result.data;
    const loaded = this.#loaded;
    if (!loaded || loaded.version !== version || loaded.total !== total) {
      this.#renewFor(version);
      return;
    }
    this.#failure = null;
    loaded.add(block, rows, this.#neededBlocks(loaded));
    this.#changed();
    this.#loadBlocks();
  }

  /** Handles a response of another version than the loaded one. */
  #renewFor(version: number): void {
    this.#newestVersion = Math.max(this.#newestVersion, version);
    this.#renew(false);
  }

  #renewIfOutdated(): void {
    if (this.#loaded && !this.#renewal && this.#read && this.#loaded.version < this.#newestVersion) this.#renew(false);
  }

  /** Replaces all rows: by the top of another list, or by the newest version of the rows in sight. */
  #renew(isOtherList: boolean): void {
    if (this.#renewal || !this.#read) return;
    this.#abortBlocks();
    const controller = new AbortController();
    this.#renewal = { controller, done: this.#renewNow(this.#read, isOtherList, controller.signal) };
  }

  async #renewNow(read: ReadWindow<Row>, isOtherList: boolean, signal: AbortSignal): Promise<void> {
    const outcome = isOtherList ? await this.#readTop(read, signal) : await this.#readAgain(read, signal);
    if (signal.aborted || outcome === null) return;
    this.#renewal = null;
    const isLoaded = outcome instanceof LoadedRows;
    if (isLoaded) {
      this.#failure = null;
      this.#loaded = outcome;
      this.#newestVersion = Math.max(this.#newestVersion, outcome.version);
    } else {
      this.#failure = outcome;
      if (isOtherList) this.#loaded = null;
    }
    if (isOtherList) {
      this.#list += 1;
      this.#movedDown = 0;
      this.#outdated = false;
    }
    this.#changed();
    if (!isLoaded) return;
    this.#renewIfOutdated();
    this.#loadBlocks();
  }

  async #readTop(read: ReadWindow<Row>, signal: AbortSignal): Promise<LoadedRows<Row> | Failure | null> {
    const result = await read({ from: 0, count: blockSize }, signal);
    if (signal.aborted) return null;
    if (!result.ok) return result.error;
    this.#view = { first: 0, end: this.#view.end - this.#view.first, atTop: true };
    return new LoadedRows(result.data, 0);
  }

  async #readAgain(read: ReadWindow<Row>, signal: AbortSignal): Promise<LoadedRows<Row> | Failure | null> {
    const result = await readInView(read, () => this.#view, this.#rowsInView(), signal);
    if (result === null || 'code' in result) return result;
    this.#movedDown += result.shift;
    this.#view = result.view;
    return new LoadedRows(result.window, result.from);
  }

  #rowsInView(): RowInView[] {
    const rows: RowInView[] = [];
    for (let position = this.#view.first; position < this.#view.end; position++) {
      const row = this.#loaded?.rowAt(position);
      if (row) rows.push({ key: row.key, position });
    }
    return rows;
  }

  #changed(): void {
    this.state.set(this.#currentState());
  }

  #currentState(): WindowedRowsState<Row> {
    const loaded = this.#loaded;
    return {
      rowCount: loaded?.total ?? 0,
      rowAt: (position) => loaded?.rowAt(position),
      list: this.#list,
      version: loaded?.version ?? null,
      movedDown: this.#movedDown,
      outdated: this.#outdated,
      failure: this.#failure,
      setView: this.setView,
      readRange: this.readRange,
    };
  }
}
