import type { MarginMode, Timestamp } from '../../shared/domain.ts';
import { OrderglassError } from '../../shared/errors.ts';
import type { ListReader, TimedRow } from './list-reader.ts';
import { fingerprint, type Step, stepsOf } from './steps.ts';

/** The most that the service gives at once (docs/service.md 8). */
const rowsPerRequest = 100;

export interface StreamStart<Row> {
  readonly marginMode: MarginMode;
  readonly direct: 'prev' | 'next';
  /** The row that was handed on last; `null` before the first. */
  readonly at: string | null;
  /** Where nothing was handed on: the row to begin with. What stands before it came later. */
  readonly begin?: Beginning | null;
  readonly hasEnded?: boolean;
  /** When the next row was created, where that is known without reading it again. */
  readonly nextTime?: Timestamp | null;
  /** Fingerprints of ids that must not come: an answer with one of them does not go on from where it was asked to. */
  readonly mustNotCome?: readonly string[];
  /** The rows that come next, where they have been read already. */
  readonly leftover?: Leftover<Row> | undefined;
  readonly maximumRequests: number;
}

export interface Beginning {
  readonly id: string;
  /** When it was created, where that is known. */
  readonly time: Timestamp | null;
}

export interface Leftover<Row> {
  readonly steps: readonly Step<Row>[];
  readonly fetchedAt: Timestamp;
}

/** The rows of one margin mode in the service's order, read page by page as they are needed. */
export class ModeStream<Row extends TimedRow> {
  readonly marginMode: MarginMode;
  /** The service has nothing more. */
  hasEnded: boolean;
  /** The ids that were handed on: the first, the last but one, the last. The latter two go back to before this stream. */
  readonly handedOn: { first: string | null; previous: string | null; last: string | null };
  /** The first two ids of the first page that was read. */
  firstIds: readonly string[] = [];
  /** An id that can only come again if the service goes round in a circle; `null` where none is newer than those told of it. */
  mustNotCome: string | null = null;
  /** The oldest of the times at which something was fetched that this stream handed on or learnt. */
  fetchedAt: Timestamp | null = null;
  readonly #read: ListReader<Row>;
  readonly #direct: 'prev' | 'next';
  readonly #knownIds: Set<string>;
  readonly #forbidden: ReadonlySet<string>;
  #buffer: Leftover<Row>;
  #place = 0;
  #readTo: string | null;
  #begin: Beginning | null;
  /** What has been read while the row to begin with was not found. */
  readonly #held: Step<Row>[] = [];
  #nextTime: Timestamp | null;
  #requestsLeft: number;

  constructor(read: ListReader<Row>, start: StreamStart<Row>) {
    this.marginMode = start.marginMode;
    this.hasEnded = start.hasEnded ?? false;
    this.handedOn = { first: null, previous: null, last: start.at };
    this.#read = read;
    this.#direct = start.direct;
    this.#buffer = start.leftover ?? { steps: [], fetchedAt: 0 };
    this.#knownIds = new Set(this.#buffer.steps.map((step) => step.id));
    this.#forbidden = new Set(start.mustNotCome);
    this.#readTo = this.#buffer.steps.at(-1)?.id ?? start.at;
    this.#begin = start.leftover === undefined ? (start.begin ?? null) : null;
    this.#nextTime = start.nextTime ?? null;
    this.#requestsLeft = start.maximumRequests;
  }

  /** The next row, where it has been read. */
  get head(): Step<Row> | null {
    return this.#buffer.steps[this.#place] ?? null;
  }

  /** When the next row was created; `null` where that is not known, or where the next row cannot be read. */
  get nextTime(): Timestamp | null {
    return this.head === null ? this.#nextTime : (this.head.row?.createdAt ?? null);
  }

  get isOver(): boolean {
    return this.hasEnded && this.head === null;
  }

  get mayFetch(): boolean {
    return this.#requestsLeft > 0;
  }

  /** What has been read and not been handed on. */
  get leftover(): Leftover<Row> | null {
    if (this.head === null) return null;
    return { steps: this.#buffer.steps.slice(this.#place), fetchedAt: this.#buffer.fetchedAt };
  }

  /** Hands the next row on. */
  take(): Step<Row> | null {
    const step = this.head;
    if (step === null) return null;
    if (this.#place === 0) this.mustNotCome = step.id;
    this.#place++;
    this.handedOn.first ??= step.id;
    this.handedOn.previous = this.handedOn.last;
    this.handedOn.last = step.id;
    this.#noteFetch(this.#buffer.fetchedAt);
    return step;
  }

  /** Reads the next page; to be called while `head` is `null`. Rejects with what the request fails with, and with `bad-answer`. */
  async fetch(): Promise<void> {
    this.#requestsLeft--;
    const from = this.#readTo ?? undefined;
    const query = { marginMode: this.marginMode, direct: this.#direct, limit: rowsPerRequest };
    const list = await this.#read(from === undefined ? query : { ...query, from });
    const { steps, hasRowsWithoutId, repeated } = stepsOf(list, from, (id) => this.#isKnown(id));
    if (repeated !== null) {
      this.mustNotCome = repeated;
      throw new OrderglassError(
        'bad-answer',
        'the exchange repeats rows: it does not go on from where it was asked to',
      );
    }
    // Towards the present such rows wait for one with an id to come; towards the past there would be no end.
    if (steps.length === 0 && hasRowsWithoutId && this.#direct === 'prev') {
      throw new OrderglassError('bad-answer', 'no row of the page has an id to go on from');
    }
    this.#noteFetch(list.fetchedAt);
    this.#buffer = { steps: this.#sinceBeginning(steps), fetchedAt: list.fetchedAt };
    this.#place = 0;
    this.#nextTime = null;
    for (const step of steps) this.#knownIds.add(step.id);
    const [first, second] = steps;
    if (first === undefined) {
      this.hasEnded = true;
      return;
    }
    if (this.firstIds.length === 0) this.firstIds = second === undefined ? [first.id] : [first.id, second.id];
    this.#readTo = steps.at(-1)?.id ?? null;
  }

  /**
   * Drops what stands before the row to begin with, however many pages that takes. If that row is gone from the list, its
   * time tells where it was; without its time nothing does.
   */
  #sinceBeginning(steps: readonly Step<Row>[]): readonly Step<Row>[] {
    if (this.#begin === null) return steps;
    const { id, time } = this.#begin;
    this.#held.push(...steps);
    let place = this.#held.findIndex((step) => step.id === id);
    if (place < 0 && steps.length > 0 && this.mayFetch) return [];
    if (place < 0 && time === null) place = 0;
    if (place < 0) place = this.#held.findIndex((step) => step.row !== null && step.row.createdAt <= (time ?? 0));
    this.#begin = null;
    return place < 0 ? [] : this.#held.slice(place);
  }

  #isKnown(id: string): boolean {
    return this.#knownIds.has(id) || (this.#forbidden.size > 0 && this.#forbidden.has(fingerprint(id)));
  }

  #noteFetch(time: Timestamp): void {
    this.fetchedAt = Math.min(this.fetchedAt ?? time, time);
  }
}
