import type { Failure } from '../../../shared/errors.ts';
import type { HistoryWindow } from '../../../shared/history.ts';
import type { Result } from '../../../shared/result.ts';
import { type HeldRow, shiftBetween } from './row-shift.ts';
import {
  blockOf,
  blockSize,
  clampRange,
  mostRowsAsked,
  type RowRange,
  wantedBlocks,
  wholeBlocks,
} from './window-blocks.ts';

export interface WindowQuestion {
  from: number;
  count: number;
  anchor?: string;
}

/** Asks for a part of one filtered, sorted list. */
export type ReadWindow<Row> = (question: WindowQuestion, signal: AbortSignal) => Promise<Result<HistoryWindow<Row>>>;

export interface WindowedRowsState<Row> {
  /** `rowAt` answers `undefined` for a row that is not held. All that it answers is of one version of one list. */
  rowCount: number;
  rowAt: (position: number) => Row | undefined;
  /** Grows when another list takes the place of the one before. */
  list: number;
  /** `null` until a first answer has come. */
  version: number | null;
  /** By how many places the rows in sight have moved down in this list because others came in above them. */
  movedDown: number;
  /** The rows are those of the list before: the first ones of the list that was asked for are on their way. */
  outdated: boolean;
  /** Of the latest question that failed, until one succeeds. */
  failure: Failure | null;
}

interface Shown<Row> {
  version: number;
  total: number;
  /** By number, the one that was wanted last at the end. */
  blocks: Map<number, readonly Row[]>;
}

interface View extends RowRange {
  atTop: boolean;
}

/** As many as a view and what is fetched around it can need, so that a list of any length costs the same memory. */
const mostBlocks = 6;
/** Rows beyond those in sight that a renewal brings along on each side. */
const margin = 50;
/** A list that changes faster than it can be read is shown with rows missing rather than not at all. */
const mostRenewalTries = 4;
const mostRangeTries = 5;

/**
 * A list of any length of which only the parts that are looked at are held, as a store for React's `useSyncExternalStore`.
 * What is shown is always of one version: when the list changes, the rows in sight are read anew, found again by the key of
 * the first of them, and swapped in at once.
 */
export class WindowedRows<Row extends { key: string }> {
  #read: ReadWindow<Row> | null = null;
  #shown: Shown<Row> | null = null;
  #view: View = { first: 0, end: 0, atTop: true };
  /** Whether the view moved towards the end last. */
  #downwards = true;
  #list = 0;
  #movedDown = 0;
  #outdated = false;
  #failure: Failure | null = null;
  /** The newest version that anybody told of. */
  #toldVersion = Number.NEGATIVE_INFINITY;
  /** Questions under way, by block. */
  readonly #underWay = new Map<number, AbortController>();
  #renewal: { ending: AbortController; done: Promise<void> } | null = null;

  readonly #listeners = new Set<() => void>();
  #state: WindowedRowsState<Row> | null = null;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The same object until something changes. */
  readonly getState = (): WindowedRowsState<Row> => {
    this.#state ??= {
      rowCount: this.#shown?.total ?? 0,
      rowAt: rowsOf(this.#shown),
      list: this.#list,
      version: this.#shown?.version ?? null,
      movedDown: this.#movedDown,
      outdated: this.#outdated,
      failure: this.#failure,
    };
    return this.#state;
  };

  /** Another list: it is shown from its top as soon as that has come, and the one before until then. */
  show(read: ReadWindow<Row>): void {
    this.#endQuestions();
    this.#read = read;
    this.#toldVersion = Number.NEGATIVE_INFINITY;
    this.#outdated = this.#shown !== null;
    this.#renew(true);
    this.#changed();
  }

  /** The rows in sight are asked for where they are not held, and those that lie ahead. */
  readonly setView = ({ first, end, atTop }: View): void => {
    if (first !== this.#view.first) this.#downwards = first > this.#view.first;
    this.#view = { first, end, atTop };
    this.#fill();
  };

  /** Somebody has heard that the list has a new version. */
  readonly tellVersion = (version: number): void => {
    if (version <= this.#toldVersion) return;
    this.#toldVersion = version;
    this.#renewIfOld();
  };

  /** Asks again for what could not be read. */
  readonly retry = (): void => {
    if (this.#renewal) return;
    if (this.#shown === null || this.#outdated) this.#renew(true);
    else this.#renew(false);
  };

  /** Rows of the list as it is shown, whether they are held or not; `null` where they cannot be had. */
  readonly readRange = async (from: number, count: number): Promise<Row[] | null> => {
    const list = this.#list;
    const movedBefore = this.#movedDown;
    for (let tries = 0; tries < mostRangeTries; tries++) {
      await this.#renewal?.done;
      const version = this.#shown?.version;
      if (version === undefined || this.#list !== list || this.#outdated) return null;
      const rows = await this.#readOneVersion(from + this.#movedDown - movedBefore, count, version);
      if (rows !== 'changed') return rows;
    }
    return null;
  };

  /** The row as it is now, if it is held. */
  find(key: string): Row | undefined {
    for (const rows of this.#shown?.blocks.values() ?? []) {
      const row = rows.find((each) => each.key === key);
      if (row) return row;
    }
    return undefined;
  }

  /** Ends all questions. A later `show` begins anew. */
  stop(): void {
    this.#endQuestions();
    this.#read = null;
  }

  #endQuestions(): void {
    this.#renewal?.ending.abort();
    this.#renewal = null;
    this.#endBlockQuestions();
  }

  #endBlockQuestions(): void {
    for (const ending of this.#underWay.values()) ending.abort();
    this.#underWay.clear();
  }

  /** Asks for the blocks that are wanted and not held; ends questions for others. */
  #fill(): void {
    const shown = this.#shown;
    if (!shown || this.#outdated || this.#renewal || !this.#read) return;
    const wanted = wantedBlocks(this.#view, shown.total, this.#downwards);
    for (const [block, ending] of this.#underWay) {
      if (wanted.includes(block)) continue;
      ending.abort();
      this.#underWay.delete(block);
    }
    // The first ones are the most wanted: they are put at the end, where nothing is dropped.
    for (const block of wanted.toReversed()) {
      const rows = shown.blocks.get(block);
      if (!rows) continue;
      shown.blocks.delete(block);
      shown.blocks.set(block, rows);
    }
    for (const block of wanted) {
      if (!shown.blocks.has(block) && !this.#underWay.has(block)) void this.#readBlock(block, this.#read);
    }
  }

  async #readBlock(block: number, read: ReadWindow<Row>): Promise<void> {
    const ending = new AbortController();
    this.#underWay.set(block, ending);
    const answer = await this.#ask(read, { from: block * blockSize, count: blockSize }, ending.signal);
    if (ending.signal.aborted) return;
    this.#underWay.delete(block);
    if (!answer.ok) {
      this.#failure = answer.error;
      this.#changed();
      return;
    }
    const { rows, version, total } = answer.data;
    const shown = this.#shown;
    if (!shown || shown.version !== version || shown.total !== total) {
      this.#renewFor(version);
      return;
    }
    this.#failure = null;
    shown.blocks.set(block, rows);
    this.#dropBlocks(shown);
    this.#changed();
    this.#fill();
  }

  #dropBlocks({ blocks, total }: Shown<Row>): void {
    const wanted = wantedBlocks(this.#view, total, this.#downwards);
    for (const block of [...blocks.keys()]) {
      if (blocks.size <= mostBlocks) return;
      if (!wanted.includes(block)) blocks.delete(block);
    }
  }

  /** An answer is of another version than what is shown. */
  #renewFor(version: number): void {
    this.#toldVersion = Math.max(this.#toldVersion, version);
    this.#renew(false);
  }

  #renewIfOld(): void {
    if (this.#shown && !this.#renewal && this.#read && this.#shown.version < this.#toldVersion) this.#renew(false);
  }

  /** Reads the rows in sight in their newest version, or the first ones of another list, and shows them instead. */
  #renew(anotherList: boolean): void {
    if (this.#renewal || !this.#read) return;
    this.#endBlockQuestions();
    const ending = new AbortController();
    this.#renewal = { ending, done: this.#renewNow(this.#read, anotherList, ending.signal) };
  }

  async #renewNow(read: ReadWindow<Row>, anotherList: boolean, signal: AbortSignal): Promise<void> {
    const outcome = anotherList ? await this.#readTop(read, signal) : await this.#readAgain(read, signal);
    if (signal.aborted || outcome === null) return;
    this.#renewal = null;
    if ('code' in outcome) {
      this.#failure = outcome;
      if (anotherList) this.#shown = null;
    } else {
      this.#failure = null;
      this.#shown = outcome;
      this.#toldVersion = Math.max(this.#toldVersion, outcome.version);
    }
    if (anotherList) {
      this.#list += 1;
      this.#movedDown = 0;
      this.#outdated = false;
    }
    this.#changed();
    if ('code' in outcome) return;
    this.#renewIfOld();
    this.#fill();
  }

  async #readTop(read: ReadWindow<Row>, signal: AbortSignal): Promise<Shown<Row> | Failure | null> {
    const answer = await this.#ask(read, { from: 0, count: blockSize }, signal);
    if (signal.aborted) return null;
    if (!answer.ok) return answer.error;
    this.#view = { first: 0, end: this.#view.end - this.#view.first, atTop: true };
    return shownFrom(answer.data, 0);
  }

  async #readAgain(read: ReadWindow<Row>, signal: AbortSignal): Promise<Shown<Row> | Failure | null> {
    const held = this.#heldInView();
    let shift = 0;
    for (let tries = 1; ; tries++) {
      const { first, end } = this.#shifted(shift);
      const asked = wholeBlocks({ first: Math.max(0, first - margin), end: end + margin });
      const anchor = held[0]?.key;
      const question = {
        from: asked.first,
        count: asked.end - asked.first,
        ...(anchor === undefined ? {} : { anchor }),
      };
      const answer = await this.#ask(read, question, signal);
      if (signal.aborted) return null;
      if (!answer.ok) return answer.error;
      const { rows, total } = answer.data;
      shift = shiftBetween(held, rows, asked.first, answer.data.anchor);
      const inSight = clampRange(this.#shifted(shift), total);
      const whole = asked.first <= inSight.first && inSight.end <= asked.first + rows.length;
      if (!whole && tries < mostRenewalTries) continue;
      this.#movedDown += shift;
      this.#view = { ...inSight, atTop: this.#view.atTop };
      return shownFrom(answer.data, asked.first);
    }
  }

  /** Where the rows in sight will be: a reader at the top stays there and sees what comes in. */
  #shifted(shift: number): RowRange {
    const { first, end, atTop } = this.#view;
    return atTop ? { first, end } : { first: Math.max(0, first + shift), end: Math.max(0, end + shift) };
  }

  #heldInView(): HeldRow[] {
    const rowAt = rowsOf(this.#shown);
    const held: HeldRow[] = [];
    for (let position = this.#view.first; position < this.#view.end; position++) {
      const row = rowAt(position);
      if (row) held.push({ key: row.key, position });
    }
    return held;
  }

  async #readOneVersion(from: number, count: number, version: number): Promise<Row[] | 'changed' | null> {
    const read = this.#read;
    const rows: Row[] = [];
    while (read && rows.length < count) {
      const question = { from: from + rows.length, count: Math.min(mostRowsAsked, count - rows.length) };
      const answer = await this.#ask(read, question, new AbortController().signal);
      if (!answer.ok) return null;
      if (answer.data.version !== version) {
        this.#renewFor(answer.data.version);
        return 'changed';
      }
      if (answer.data.rows.length === 0) break;
      rows.push(...answer.data.rows);
    }
    return rows;
  }

  async #ask(
    read: ReadWindow<Row>,
    question: WindowQuestion,
    signal: AbortSignal,
  ): Promise<Result<HistoryWindow<Row>>> {
    try {
      return await read(question, signal);
    } catch (error) {
      const message = error instanceof Error ? error.message : 'Rows could not be read.';
      return { ok: false, error: { code: 'internal', message } };
    }
  }

  #changed(): void {
    this.#state = null;
    for (const listener of this.#listeners) listener();
  }
}

function shownFrom<Row>({ version, total, rows }: HistoryWindow<Row>, from: number): Shown<Row> {
  const blocks = new Map<number, readonly Row[]>();
  for (let start = 0; start < rows.length; start += blockSize) {
    blocks.set(blockOf(from + start), rows.slice(start, start + blockSize));
  }
  return { version, total, blocks };
}

function rowsOf<Row>(shown: Shown<Row> | null): (position: number) => Row | undefined {
  if (!shown) return () => undefined;
  const { blocks } = shown;
  return (position) => blocks.get(blockOf(position))?.[position % blockSize];
}
