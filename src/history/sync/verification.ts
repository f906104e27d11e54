import type { FoundRows } from '../../shared/contract/history.ts';
import type { HistoryList } from '../../shared/orders/history.ts';
import { ageOf } from '../../shared/time/clock.ts';
import type { Timestamp } from '../../shared/values/domain.ts';
import { greatest, smallest } from '../../shared/values/extremes.ts';
import { type Fact, facts, type UnfinishedVerification } from '../store/meta-table.ts';
import type { SavedPage } from '../store/page-writer.ts';
import type { Cursor } from '../store/spans.ts';
import type { SyncTrigger } from './exchange.ts';
import type { ModePages } from './mode-pages.ts';
import { reread } from './reread.ts';

/** Rows that a comparison of the newest rows reads at least, and at most. */
const minComparedRows = 300;
const maxComparedRows = 2000;
/** A comparison reads a fifth further than any row was ever found late. */
const depthFactor = 1.2;
/** Milliseconds between two comparisons by the program. */
const comparisonIntervalMs = 900_000;
/** Milliseconds after the start of a complete verification until the program begins the next one. */
const verificationIntervalMs = 86_400_000;
/** Pages that the program verifies with each sync: about 6 a minute, so 100,000 rows take 3 hours. */
const pagesPerSync = 3;

export interface VerificationOptions<List extends HistoryList> {
  readonly pages: ModePages<List>;
  /** Epoch milliseconds. */
  readonly now: () => Timestamp;
  /** Milliseconds from an arbitrary start, never set back. */
  readonly monotonicNow: () => number;
  /** True for a row that comes late by design. */
  readonly isExpected: (row: Cursor) => boolean;
  /** Reads what the exchange has by now behind the end of the list. */
  readonly readBehindEnd: (signal: AbortSignal) => Promise<void>;
  /** Called with rows that were missing. */
  readonly onFound: (found: FoundRows) => void;
  /** Called after each page of a verification. */
  readonly onProgress: () => void;
}

/**
 * Reads stored rows again and compares them with the exchange: rows can enter a list late, or change after they were final, or be left
 * out of a page. The newest rows are compared often; a verification slowly walks through the whole list.
 */
export class Verification<List extends HistoryList> {
  /** A run that was requested while another one is running. */
  wanted: SyncTrigger | null = null;
  readonly #options: VerificationOptions<List>;
  readonly #pages: ModePages<List>;
  #comparedAt = Number.NEGATIVE_INFINITY;
  #isRequested = false;

  constructor(options: VerificationOptions<List>) {
    this.#options = options;
    this.#pages = options.pages;
  }

  /** True from the user's request until the whole list is verified. */
  get isRequested(): boolean {
    return this.#isRequested;
  }

  /** Rows that the current verification has read. */
  get verifiedRows(): number {
    return this.#unfinished?.rows ?? 0;
  }

  /** Verifies the whole list with the next `run`, from its newest row. */
  request(): void {
    this.#isRequested = true;
    this.#unfinished = null;
  }

  cancel(): void {
    this.#isRequested = false;
  }

  /** Compares the newest rows if that is due, and then verifies the next pages, or the whole list if the user requested it. */
  async run(signal: AbortSignal): Promise<void> {
    do {
      const trigger = this.wanted ?? 'program';
      this.wanted = null;
      await this.#compareNewest(trigger, signal);
      await this.#advance(signal);
    } while (this.wanted !== null && !signal.aborted);
  }

  /** Compares the newest rows, as far back as rows were ever found late. */
  async #compareNewest(trigger: SyncTrigger, signal: AbortSignal): Promise<void> {
    const { monotonicNow, now } = this.#options;
    const [top] = this.#pages.spans;
    // All of it was read a moment ago.
    if (top === undefined || ageOf(top.readSince, now()) < comparisonIntervalMs) return;
    if (trigger === 'program' && monotonicNow() - this.#comparedAt < comparisonIntervalMs) return;
    this.#comparedAt = monotonicNow();
    await reread(this.#pages, {
      start: null,
      maxRows: Math.min(maxComparedRows, Math.max(minComparedRows, this.#depth * depthFactor)),
      priority: 'background',
      signal,
      onPage: () => {},
    });
  }

  async #advance(signal: AbortSignal): Promise<void> {
    const { pages, now, onProgress } = this.#options;
    const { spans, store, list, marginMode, exchange } = pages;
    const age = greatest(spans.map(({ readSince }) => ageOf(readSince, now())));
    const isDue = this.#unfinished !== null || age >= verificationIntervalMs;
    // Only the idle part of the rate limit is used, and only after the past has been read.
    if (!this.#isRequested && (!isDue || exchange.isSaturated || spans.some(({ isEnded }) => !isEnded))) return;
    const earlier = this.#unfinished;
    const startedAt = earlier?.startedAt ?? now();
    let rows = earlier?.rows ?? 0;
    const outcome = await reread(pages, {
      start: earlier?.cursor ?? null,
      maxPages: this.#isRequested ? Number.POSITIVE_INFINITY : pagesPerSync,
      priority: 'background',
      signal,
      onPage: (cursor, count) => {
        rows += count;
        this.#unfinished = { startedAt, cursor, rows };
        onProgress();
      },
    });
    if (outcome === 'limited') return;
    if (outcome === 'done') await this.#options.readBehindEnd(signal);
    this.#unfinished = null;
    if (outcome === 'lost') return;
    this.#isRequested = false;
    store.markVerified(list, marginMode, startedAt);
  }

  /** Reports rows that came late. Must be called with each saved page. */
  recordLate({ late }: SavedPage): void {
    const { store, list, marginMode } = this.#pages;
    const found = late.filter((row) => !this.#options.isExpected(row));
    const times = found.flatMap(({ createdAt }) => createdAt ?? []);
    if (times.length === 0) return;
    const foundAt = this.#options.now();
    const [oldest, newest] = [smallest(times), greatest(times)];
    store.recordFound(list, marginMode, found, foundAt);
    const depth = store.read(({ lists }) => lists[list].rows.countNewer(marginMode, oldest));
    if (depth > this.#depth) store.remember(facts.lateDepth[list][marginMode], depth);
    this.#options.onFound({ rows: times.length, oldest, newest, foundAt });
  }

  /** Rows from the newest to the deepest one that was ever found late. */
  get #depth(): number {
    const { store, list, marginMode } = this.#pages;
    return store.recall(facts.lateDepth[list][marginMode]) ?? 0;
  }

  get #unfinished(): UnfinishedVerification | null {
    return this.#pages.store.recall(this.#unfinishedFact);
  }

  set #unfinished(unfinished: UnfinishedVerification | null) {
    this.#pages.store.remember(this.#unfinishedFact, unfinished);
  }

  get #unfinishedFact(): Fact<UnfinishedVerification> {
    return facts.verification[this.#pages.list][this.#pages.marginMode];
  }
}
