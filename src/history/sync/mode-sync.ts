import type { FoundRows } from '../../shared/contract/history.ts';
import type { HistoryList } from '../../shared/orders/history.ts';
import type { Timestamp } from '../../shared/values/domain.ts';
import type { HistoryRows } from '../rows.ts';
import type { Cursor } from '../store/spans.ts';
import { Backfill } from './backfill.ts';
import { ClosedPlans, type MissingPlans } from './closed-plans.ts';
import { priorityOf, type SyncTrigger } from './exchange.ts';
import type { FairScheduler } from './fair-scheduler.ts';
import { ModePages, type ModePagesOptions } from './mode-pages.ts';
import { type PageResponse, unexpectedResponse } from './page-response.ts';
import { Verification } from './verification.ts';
import { Walk } from './walk.ts';

/**
 * Requests for rows that are not final: after each check of the newest page while the rate limit is used up, otherwise, and in a full round.
 * With 40 a minute for both margin modes, all orders that wait are read again within a minute, unless they are on more pages.
 */
const maxRequests = { saturated: 4, usual: 20, fullRound: 1000 };
/** Milliseconds between the starts of two full rounds. */
const fullRoundIntervalMs = 600_000;
/** Requests of a user's refresh that have interactive priority. */
const interactiveRequests = 2;

export interface ModeSyncOptions<List extends HistoryList> extends ModePagesOptions<List> {
  readonly scheduler: FairScheduler;
  readonly missingPlans: MissingPlans;
  /** Epoch milliseconds. */
  readonly now: () => Timestamp;
  /** Milliseconds from an arbitrary start, never set back. */
  readonly monotonicNow: () => number;
  /** Called with each newest page. True if the exchange sends the same rows for the other margin mode. */
  readonly isRedundant: (page: PageResponse<HistoryRows[List]>) => boolean;
  /** Called when the newest page has been read and saved. */
  readonly onChecked: (trigger: SyncTrigger) => void;
  /** Called when a part of a round is done, so that the next failure is the first one again. */
  readonly onProgress: () => void;
  /** See `ClosedPlansOptions.onProgress`. */
  readonly onClosedPlansProgress: () => void;
  /** See `VerificationOptions`. */
  readonly onVerificationProgress: () => void;
  readonly onFound: (found: FoundRows) => void;
}

/** A round in which every row that is not final is requested once. Continues after a failure. */
interface Round {
  readonly startedAt: number;
  /** IDs of the rows that have been requested. */
  readonly requested: Set<string>;
}

/** Keeps one margin mode of a list up to date: newest rows, rows that are not final, closed plans, older rows. */
export class ModeSync<List extends HistoryList> {
  /** Part of `refresh` that is running. */
  step: 'head' | 'refresh' = 'head';
  /** A refresh that was requested while another one is running. */
  wanted: SyncTrigger | null = null;
  /** Trigger of the running refresh; `null` if none is running. */
  runningFor: SyncTrigger | null = null;
  readonly backfill: Backfill<List>;
  /** `null` for orders, which are in the list from their creation. */
  readonly closedPlans: ClosedPlans<List> | null;
  readonly verification: Verification<List>;
  readonly #options: ModeSyncOptions<List>;
  readonly #pages: ModePages<List>;
  #isChecked = false;
  #round: Round | null = null;
  #lastRoundAt = Number.NEGATIVE_INFINITY;
  /** IDs of rows that were requested and not returned. They do not delay other rows until the next full round. */
  readonly #notReturned = new Set<string>();

  constructor(options: ModeSyncOptions<List>) {
    const { scheduler, missingPlans, now, monotonicNow, onFound, onClosedPlansProgress, onVerificationProgress } =
      options;
    this.#options = options;
    this.#pages = new ModePages({
      ...options,
      onSaved: (saved, page) => {
        this.verification.recordLate(saved);
        options.onSaved(saved, page);
      },
    });
    this.backfill = new Backfill({ pages: this.#pages, scheduler, monotonicNow });
    this.closedPlans =
      options.list === 'plan-history'
        ? new ClosedPlans({ pages: this.#pages, missingPlans, now, onProgress: onClosedPlansProgress })
        : null;
    this.verification = new Verification({
      pages: this.#pages,
      now,
      monotonicNow,
      isExpected: (row) => this.closedPlans?.isExpected(row) === true,
      readBehindEnd: (signal) => this.backfill.readBehindEnd(signal),
      onFound,
      onProgress: onVerificationProgress,
    });
  }

  get pages(): ModePages<List> {
    return this.#pages;
  }

  /** True if the newest page was read in this session. */
  get isChecked(): boolean {
    return this.#isChecked;
  }

  /** Reads the newest rows and then rows that are not final, until no other refresh is wanted. */
  async refresh(signal: AbortSignal): Promise<void> {
    try {
      do {
        const trigger = this.wanted ?? 'program';
        this.wanted = null;
        this.runningFor = trigger;
        await this.#refreshOnce(trigger, signal);
      } while (this.wanted !== null && !signal.aborted);
    } finally {
      this.runningFor = null;
    }
  }

  async #refreshOnce(trigger: SyncTrigger, signal: AbortSignal): Promise<void> {
    this.#pages.received.clear();
    this.step = 'head';
    // Plans that close while the past is read are found only if they were known to be open before. A failure must not block the rest.
    const noted = this.isChecked ? null : this.closedPlans?.begin(trigger, signal).catch(() => {});
    try {
      if (!(await this.#readHead(trigger, signal))) return;
    } finally {
      await noted;
    }
    this.#options.onChecked(trigger);
    await this.#readUnfinished(trigger, signal);
    await this.backfill.checkEnd(trigger, signal);
  }

  /**
   * Reads the newest page. If it does not meet the rows that are stored, the rows between are a gap, which the backfill closes. False if
   * the margin mode is redundant, and nothing else has to be read.
   */
  async #readHead(trigger: SyncTrigger, signal: AbortSignal): Promise<boolean> {
    const options = { priority: priorityOf(trigger), signal };
    const pages = this.#pages;
    const newest = pages.spans[0]?.newest;
    let page = await pages.request(null, options);
    // One empty page can be a mistake.
    if (page.entries.length === 0) page = await pages.request(null, options);
    if (page.entries.length === 0 && newest !== undefined && (await pages.requestIfKnown(newest, options)) !== null) {
      throw unexpectedResponse('the newest rows are left out');
    }
    if (this.#options.isRedundant(page)) {
      pages.store.markChecked(pages.list, pages.marginMode, page.fetchedAt);
      this.#isChecked = true;
      return false;
    }
    const { next } = new Walk(pages, options).save(page, null);
    if (next === null && page.entries.length > 0) throw unexpectedResponse('none of the newest rows has an ID');
    this.#isChecked = true;
    return true;
  }

  /** Reads rows again that the service may have changed, each page for as many of them as it holds. */
  async #readUnfinished(trigger: SyncTrigger, signal: AbortSignal): Promise<void> {
    const { monotonicNow, onProgress } = this.#options;
    const { store, list, marginMode, received } = this.#pages;
    const isRoundDue = this.#round === null && monotonicNow() - this.#lastRoundAt >= fullRoundIntervalMs;
    if (trigger === 'user' || isRoundDue) {
      this.#round = { startedAt: monotonicNow(), requested: new Set() };
      this.#notReturned.clear();
    }
    const round = this.#round;
    const skipped = round?.requested ?? this.#notReturned;
    const limit = round === null ? maxRequests.usual : maxRequests.fullRound;
    for (let requests = 0; requests < limit; requests++) {
      if (round === null && requests >= maxRequests.saturated && this.#pages.exchange.isSaturated) return;
      // The newest rows come before rows that are read again.
      if (this.wanted === 'user' || signal.aborted) return;
      const isWaiting = ({ id }: Cursor) => !received.has(id) && !skipped.has(id);
      const row = store.unfinished(list, marginMode, skipped.size + received.size + 1).find(isWaiting);
      if (row === undefined) break;
      this.step = 'refresh';
      await this.#readRow(row, requests < interactiveRequests ? trigger : 'program', signal);
      round?.requested.add(row.id);
      if (!received.has(row.id)) this.#notReturned.add(row.id);
      if (round !== null) onProgress();
    }
    if (round === null) return;
    this.#lastRoundAt = round.startedAt;
    this.#round = null;
  }

  /** Reads the page that begins with a row. */
  async #readRow(row: Cursor, trigger: SyncTrigger, signal: AbortSignal): Promise<void> {
    const options = { priority: priorityOf(trigger), signal };
    const { store, list, marginMode, spans } = this.#pages;
    const newer = store.newerRow(list, marginMode, row, 1);
    if (newer !== null) await new Walk(this.#pages, options).read(newer);
    else if (spans[0]?.newest.id === row.id)
      new Walk(this.#pages, options).save(await this.#pages.request(null, options), null);
  }
}
