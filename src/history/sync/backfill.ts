import type { HistoryList } from '../../shared/orders/history.ts';
import type { Span } from '../store/spans.ts';
import { priorityOf, type SyncTrigger } from './exchange.ts';
import type { FairScheduler } from './fair-scheduler.ts';
import type { ModePages } from './mode-pages.ts';
import { Walk } from './walk.ts';

/** Milliseconds after which the exchange is asked again whether rows exist behind the end of the list. */
const endCheckIntervalMs = 600_000;
/** Pages that are read with interactive priority after the user has scrolled near the oldest row. */
const prioritizedPages = 4;

export interface BackfillOptions<List extends HistoryList> {
  readonly pages: ModePages<List>;
  readonly scheduler: FairScheduler;
  /** Milliseconds from an arbitrary start, never set back. */
  readonly monotonicNow: () => number;
}

/** Reads one margin mode back to its oldest row: gaps first, the newest one before others. */
export class Backfill<List extends HistoryList> {
  readonly #options: BackfillOptions<List>;
  readonly #pages: ModePages<List>;
  /** IDs of the oldest rows of spans behind which no row leads further. */
  readonly #blocked = new Set<string>();
  #endCheckedAt = Number.NEGATIVE_INFINITY;
  #prioritized = 0;
  /** Raises the request under way to interactive priority. */
  #raise: (() => void) | null = null;

  constructor(options: BackfillOptions<List>) {
    this.#options = options;
    this.#pages = options.pages;
  }

  /** The span to extend next; `null` if there is none. */
  get target(): Span | null {
    return this.#pages.spans.find((span) => !span.isEnded && !this.#blocked.has(span.oldest.id)) ?? null;
  }

  /** See `ModeCoverage.blocked`. */
  get isBlocked(): boolean {
    return this.#pages.spans.some((span) => !span.isEnded && this.#blocked.has(span.oldest.id));
  }

  async run(signal: AbortSignal): Promise<void> {
    const { scheduler } = this.#options;
    const { marginMode } = this.#pages;
    scheduler.join(marginMode);
    try {
      for (let span = this.target; span !== null && !signal.aborted; span = this.target) {
        await this.#extend(span, signal);
      }
    } finally {
      this.#raise = null;
      scheduler.leave(marginMode);
    }
  }

  /** Loads the next pages with interactive priority. */
  prioritize(): void {
    this.#prioritized = prioritizedPages;
    this.#raise?.();
  }

  /** Lets the backfill try the spans again from which no request brought older rows. */
  retryBlocked(): void {
    this.#blocked.clear();
  }

  /** Checks now and then whether the list still ends where it ended. A failure here proves nothing. */
  async checkEnd(trigger: SyncTrigger, signal: AbortSignal): Promise<void> {
    // A list that runs from old to new has its new rows there.
    const { isSortedOtherwise } = this.#pages;
    const isDue = isSortedOtherwise || this.#options.monotonicNow() - this.#endCheckedAt >= endCheckIntervalMs;
    if (isDue || trigger === 'user') this.retryBlocked();
    if (isDue) await this.readBehindEnd(signal).catch(() => {});
  }

  /** Saves the rows that the exchange has by now behind the end of the list. `run` reads on from them. */
  async readBehindEnd(signal: AbortSignal): Promise<void> {
    const ended = this.#pages.spans.filter(({ isEnded }) => isEnded);
    if (ended.length > 0) this.#endCheckedAt = this.#options.monotonicNow();
    for (const { oldest } of ended) {
      const page = await this.#pages.requestIfKnown(oldest, { priority: 'background', signal });
      if (page !== null && page.cursors.length > 0) this.#pages.save(page, oldest);
    }
  }

  /** Until the span meets the next one, or ends, or another span comes first. */
  async #extend(span: Span, signal: AbortSignal): Promise<void> {
    const { scheduler } = this.#options;
    const { store, marginMode } = this.#pages;
    const { length } = this.#pages.spans;
    let cursor = span.oldest;
    const walk = new Walk(this.#pages, { priority: 'background', signal });
    for (;;) {
      scheduler.reportProgress(marginMode, cursor.createdAt);
      await scheduler.wait(marginMode, signal);
      const current = this.target;
      if (signal.aborted || current?.id !== store.currentSpan(span)?.id || this.#pages.spans.length < length) return;
      const options = { priority: priorityOf(this.#prioritized-- > 0 ? 'user' : 'program'), signal };
      // Equal requests are one request: the repetition with interactive priority moves it ahead in the queue.
      const from = cursor;
      this.#raise = () => void this.#pages.request(from, { ...options, priority: 'interactive' }).catch(() => {});
      const step = await walk.read(cursor, options);
      this.#raise = null;
      if (step.kind === 'blocked') this.#blocked.add((store.currentSpan(span) ?? span).oldest.id);
      if (step.kind !== 'page') {
        this.#endCheckedAt = this.#options.monotonicNow();
        return;
      }
      cursor = step.next;
    }
  }
}
