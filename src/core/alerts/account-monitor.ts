import type { FollowedPlans, PlanUpdate } from '../../history/index.ts';
import type { Activity, Alert, AlertChange, Presence } from '../../shared/contract/alerts.ts';
import type { Failure } from '../../shared/contract/failure.ts';
import type { SymbolRules } from '../../shared/contract/market.ts';
import type { PlanOutcome } from '../../shared/contract/plans.ts';
import type { PositionRisk, RiskPlan } from '../../shared/contract/positions.ts';
import type { Settings } from '../../shared/contract/settings.ts';
import type { PlanRef, TrackedPlans } from '../../shared/contract/tracked-plans.ts';
import type { AlertKind, LiveList, TickerMarket } from '../../shared/market/market.ts';
import { riskPlansOf } from '../../shared/plans/plan-ref.ts';
import { refreshTimes } from '../../shared/settings/choices.ts';
import type { Clock } from '../../shared/time/clock.ts';
import { localTimeZone } from '../../shared/time/time.ts';
import type { Decimal, Timestamp } from '../../shared/values/domain.ts';
import { type FileErrorHandler, StateFile } from '../files/state-file.ts';
import type { AnyLatestRows, LatestRows } from '../market/live-list.ts';
import type { PollTick } from '../market/market-poller.ts';
import { ActivityLog } from './activity-log.ts';
import { AlertEngine, type Evaluation } from './alert-engine.ts';
import { compareRules, type KnownRules } from './known-rules.ts';
import { ListedSymbols } from './listed-symbols.ts';
import { emptyMonitorState, type MonitorState, readMonitorState, writeMonitorState } from './monitor-state.ts';
import { LastPresence } from './presence.ts';
import { isQuiet } from './quiet-hours.ts';

/** The settings that alerts follow. */
export type AlertSettings = Pick<
  Settings,
  'refreshEvery' | 'notify' | 'quietHours' | 'timeZone' | 'tickers' | 'watchlists'
>;

export interface AccountMonitorOptions extends Clock {
  readonly account: string;
  /** Path of the file with the account's alerts and activities. */
  readonly file: string;
  readonly fileErrors: FileErrorHandler;
  /** Read before every decision. */
  readonly settings: () => AlertSettings;
  /**
   * Hands a list of open plans, or prices, to the one that follows the plans, and resolves after it has called `plansFollowed`: with false if
   * it has just started and needs to know what was stored of its last update. Rejects if that is not possible now. `archive`: `LiveAccount.archive` of the list.
   */
  readonly followPlans: (archive: string, followed: FollowedPlans) => Promise<boolean>;
  /** Reads what the history tells of the open positions, for these plans and today in the zone. Rejects if the history cannot be read. */
  readonly readPositions: (plans: RiskPlan[], zone: string) => Promise<PositionRisk>;
  /** Reads precision and bounds of all futures symbols. Rejects with the failure of the request. */
  readonly readRules: () => Promise<readonly SymbolRules[]>;
  readonly onActivity: (activity: Activity) => void;
  /** An alert waits for the next poll of a list: see `AlertEngine.awaited`. */
  readonly onAwaited: (list: LiveList) => void;
  /** Known activities have other contents, or were read. */
  readonly onActivitiesChanged: () => void;
  /** The alerts have changed, and perhaps the lists that must be polled for them. */
  readonly onAlerts: (alerts: Alert[], needs: ReadonlySet<LiveList>) => void;
}

/** Save delays (ms): `soonMs` for a change of content, `seldomMs` if only the time of the open plans, or of the presence, has changed. */
const soonMs = 1000;
const seldomMs = 60_000;
/** Least time (ms) between two readings of the open positions for alerts. */
const positionsIntervalMs = 10_000;
/** Least time (ms) between two readings of precision and bounds. */
const rulesIntervalMs = 3_600_000;

/**
 * Watches one account: hands what the poller fetches to the alert engine and to the history, which follows the open plans, records what
 * happened in the activity log, and stores all of it in one file. What fired is saved together with the state that keeps it from firing
 * again.
 */
export class AccountMonitor {
  readonly #options: AccountMonitorOptions;
  readonly #file: StateFile<MonitorState>;
  readonly #engine: AlertEngine;
  readonly #log: ActivityLog;
  readonly #presence: LastPresence;
  readonly #listed: Readonly<Record<TickerMarket, ListedSymbols>>;
  #tracked: TrackedPlans;
  /** Symbols of the open plans. */
  #symbols: ReadonlySet<string> = new Set();
  /** Settles with the last list or prices that were handed over. */
  #following: Promise<unknown> = Promise.resolve();
  /** Time of the last reading of the open positions, in monotonic milliseconds. */
  #positionsAt = Number.NEGATIVE_INFINITY;
  #knownRules: KnownRules;
  /** Time of the last reading of precision and bounds, in monotonic milliseconds. */
  #rulesAt = Number.NEGATIVE_INFINITY;
  #cancelSave: (() => void) | null = null;
  /** Time of the scheduled save, in monotonic milliseconds. */
  #savesAt = Number.POSITIVE_INFINITY;
  #isClosed = false;
  #isRemoved = false;

  /** Never rejects: a damaged file is quarantined, and what can be read of it is kept. */
  static async open(options: AccountMonitorOptions): Promise<AccountMonitor> {
    const file = await StateFile.open({
      file: options.file,
      now: options.now,
      errors: options.fileErrors,
      empty: emptyMonitorState,
      read: readMonitorState,
      write: writeMonitorState,
    });
    return new AccountMonitor(options, file);
  }

  private constructor(options: AccountMonitorOptions, file: StateFile<MonitorState>) {
    this.#options = options;
    this.#file = file;
    const { account, now, monotonicNow, settings } = options;
    const { alerts, activities, plans, closing, lastPresentAt, listed, absent, rules } = file.content;
    this.#tracked = { plans, closing };
    this.#listed = {
      futures: new ListedSymbols(listed.futures, absent.futures),
      spot: new ListedSymbols(listed.spot, absent.spot),
    };
    this.#knownRules = rules;
    this.#engine = new AlertEngine({
      account,
      alerts,
      now,
      monotonicNow,
      maxAgeMs: () => refreshTimes[settings().refreshEvery].liveFor * 1000,
    });
    this.#log = new ActivityLog({
      account,
      activities,
      onAdded: options.onActivity,
      onChanged: () => {
        this.#saveWithin(soonMs);
        options.onActivitiesChanged();
      },
    });
    this.#presence = new LastPresence({ now, monotonicNow, stored: lastPresentAt });
  }

  /** In the order of their creation. */
  get alerts(): Alert[] {
    return this.#engine.alerts;
  }

  /** The latest first. */
  get activities(): Activity[] {
    return this.#log.activities.toReversed();
  }

  /** The lists that must be polled for the alerts. */
  get needs(): ReadonlySet<LiveList> {
    return this.#engine.needs;
  }

  /** Adds an alert, or changes the one with the ID. Rejects with `invalid-input`, and with `storage-failed` if it holds for this session only. */
  async saveAlert(change: Omit<AlertChange, 'account'>): Promise<Alert> {
    const alert = this.#engine.save(change);
    this.#alertsChanged();
    await this.#save();
    return alert;
  }

  /** Returns the remaining alerts. Rejects with `invalid-input` and `storage-failed`. */
  async removeAlert(id: string): Promise<Alert[]> {
    this.#engine.remove(id);
    this.#alertsChanged();
    await this.#save();
    return this.alerts;
  }

  /** Marks these activities as read, or all if `ids` is missing. Returns the number of unread ones. */
  markRead(ids: readonly string[] | undefined): number {
    this.#log.markRead(ids);
    return this.#log.unread;
  }

  /** See `LastPresence.report`. */
  reportPresence(isInFront: boolean): Presence {
    this.#saveWithin(isInFront ? seldomMs : soonMs);
    return this.#presence.report(isInFront);
  }

  /** Evaluates the rows of a poll. */
  fetched(rows: AnyLatestRows): void {
    if (this.#isClosed) return;
    if (rows.list === 'open-plans') {
      this.#followList(rows);
      if (this.#engine.needsRisk) void this.#readPositions([...rows.rows.values()]);
    }
    if (rows.list === 'futures-tickers') this.#followPrices(rows);
    if (rows.list !== 'open-plans') this.#followSymbols(rows);
    void this.#readRules();
    this.#record(this.#engine.fetched(rows));
    for (const list of this.#engine.awaited) this.#options.onAwaited(list);
  }

  #followSymbols({ list, rows, unreadable }: LatestRows<'futures-tickers'> | LatestRows<'spot-tickers'>): void {
    const market = list === 'spot-tickers' ? 'spot' : 'futures';
    const listed = this.#listed[market];
    const absent = listed.absent.length;
    const { left, appeared } = listed.fetched(rows, unreadable, this.#watchedSymbols(market));
    if (left.length > 0) void this.#symbolsLeft(market, left);
    for (const symbol of appeared) this.#addNews({ kind: 'listed', symbol, market });
    if (listed.absent.length !== absent) this.#saveWithin(soonMs);
  }

  /** Records what happened to the open plans. */
  plansFollowed({ events, tracked, isContent }: PlanUpdate): void {
    if (this.#isRemoved) return;
    this.#tracked = tracked;
    for (const event of events) {
      if (event.kind === 'left') this.#planLeft(event.id, event.plan, event.lastSeenAt, event.outcome);
      else if (event.kind === 'ended-as') this.#log.setOutcome(event.id, event.outcome);
      else if (event.kind === 'appeared') this.#log.markBack(event.plan.key, event.at);
      else if (!this.#isClosed) this.#record(this.#engine.orphansMarked(event.marks));
    }
    this.#saveWithin(isContent ? soonMs : seldomMs);
  }

  /** Evaluates a failed poll. */
  failed(list: LiveList, failure: Failure): void {
    if (!this.#isClosed) this.#record(this.#engine.failed(list, failure));
  }

  ticked(tick: PollTick): void {
    if (!this.#isClosed) this.#record(this.#engine.ticked(tick));
  }

  /** Forgets the rows of earlier polls, because they belong to another key or address. */
  reset(): void {
    this.#engine.reset();
    this.#knownRules = {};
    this.#rulesAt = Number.NEGATIVE_INFINITY;
    this.#listed.futures.reset();
    this.#listed.spot.reset();
  }

  /** Ends all evaluation. Resolves when everything that can be written is written. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    // The file does not wait for the history, which may be busy.
    if (this.#cancelSave !== null || this.#presence.isHeld) await this.#save().catch(() => {});
    const saved = this.#tracked;
    await this.#following;
    if (this.#tracked !== saved) await this.#save().catch(() => {});
    await this.#file.settle();
  }

  /** Ends all evaluation and deletes the file, because the account was removed. Rejects with the error of the file system. */
  async remove(): Promise<void> {
    this.#isClosed = true;
    this.#isRemoved = true;
    this.#cancelSave?.();
    await this.#file.remove();
  }

  #record({ fired, repeated, hasChanged, isListChanged }: Evaluation): void {
    const now = this.#options.now();
    for (const event of fired) this.#log.add(event, now, this.#mayNotify(event.condition.kind, now));
    for (const event of repeated) this.#log.addRepeat(event);
    if (isListChanged) this.#alertsChanged();
    if (hasChanged) this.#saveWithin(fired.length > 0 ? 0 : soonMs);
  }

  #followList({ archive, run, rows, unreadable, fetchedAt }: LatestRows<'open-plans'>): void {
    const plans = [...rows.values()].map(({ raw: _, ...plan }) => plan);
    this.#symbols = new Set(plans.map(({ symbol }) => symbol));
    this.#follow(archive, {
      kind: 'list',
      list: { archive, run, plans, unreadable, fetchedAt },
      tracked: null,
      marksOrphans: this.#engine.needsOrphans,
    });
  }

  async #readPositions(plans: readonly RiskPlan[]): Promise<void> {
    const now = this.#options.monotonicNow();
    if (now - this.#positionsAt < positionsIntervalMs) return;
    this.#positionsAt = now;
    try {
      const risk = await this.#options.readPositions(riskPlansOf(plans), this.#zone);
      if (!this.#isClosed) this.#engine.positionsRead(risk);
    } catch {
      // The history reports its failures itself. The next list tries again.
    }
  }

  #followPrices({ archive, rows, fetchedAt }: LatestRows<'futures-tickers'>): void {
    const last = new Map<string, Decimal>();
    for (const symbol of this.#symbols) {
      const price = rows.get(symbol)?.last ?? null;
      if (price !== null) last.set(symbol, price);
    }
    if (last.size > 0) this.#follow(archive, { kind: 'prices', last, at: fetchedAt });
  }

  /** Reports those of the symbols that are watched or have a position: they have no price from now on. */
  async #symbolsLeft(market: TickerMarket, left: readonly string[]): Promise<void> {
    const watched = this.#watchedSymbols(market);
    if (market === 'futures') {
      // A history that cannot be read reports that itself. The alerts and plans are known without it.
      const risk = await this.#options.readPositions([], this.#zone).catch(() => null);
      for (const { symbol } of risk?.positions ?? []) watched.add(symbol);
    }
    if (this.#isClosed) return;
    const now = this.#options.now();
    for (const symbol of left) {
      if (watched.has(symbol)) this.#log.add({ kind: 'unlisted', symbol, market }, now, this.#mayNotify('stale', now));
    }
    this.#saveWithin(0);
  }

  #addNews(event: Activity['event']): void {
    const now = this.#options.now();
    this.#log.add(event, now, this.#mayNotify('stale', now));
    this.#saveWithin(0);
  }

  /** Compares precision and bounds with those that were read before. */
  async #readRules(): Promise<void> {
    const now = this.#options.monotonicNow();
    if (now - this.#rulesAt < rulesIntervalMs) return;
    const watched = this.#watchedSymbols('futures');
    if (watched.size === 0) return;
    this.#rulesAt = now;
    // A failure is reported by the lists, which fail, too. The next hour tries again.
    const rules = await this.#options.readRules().catch(() => null);
    if (rules === null || this.#isClosed) return;
    const { known, changed } = compareRules(this.#knownRules, rules, watched);
    this.#knownRules = known;
    for (const each of changed) this.#addNews({ kind: 'rules-changed', ...each, changes: [...each.changes] });
    this.#saveWithin(soonMs);
  }

  /** The symbols of the alerts, of the open plans, and of the user's favorites and watchlists. */
  #watchedSymbols(market: TickerMarket): Set<string> {
    const ofAlerts = this.#engine.stored.flatMap(({ alert: { condition } }) => {
      const of = 'market' in condition ? condition.market : 'futures';
      return of === market && 'symbol' in condition ? (condition.symbol ?? []) : [];
    });
    const { tickers, watchlists } = this.#options.settings();
    const chosen = watchlists.flatMap((list) => (list.market === market ? list.symbols : []));
    return new Set([
      ...ofAlerts,
      ...(market === 'futures' ? this.#symbols : []),
      ...tickers[market].favorites,
      ...chosen,
    ]);
  }

  #listedOf(market: TickerMarket): string[] {
    return [...this.#watchedSymbols(market)].filter((symbol) => this.#listed[market].has(symbol)).sort();
  }

  /** A list that cannot be handed over is compared with the next one. */
  #follow(archive: string, followed: FollowedPlans): void {
    this.#following = this.#handOver(archive, followed).catch(() => {});
  }

  async #handOver(archive: string, followed: FollowedPlans): Promise<void> {
    const isTaken = await this.#options.followPlans(archive, followed);
    if (!isTaken && followed.kind === 'list') {
      await this.#options.followPlans(archive, { ...followed, tracked: this.#tracked });
    }
  }

  /** `id`: of the activity that reports the plan. */
  #planLeft(id: string, plan: PlanRef, lastSeenAt: Timestamp, outcome: PlanOutcome | null): void {
    const now = this.#options.now();
    const hasFired = this.#engine.planLeft(plan);
    this.#log.add(
      {
        kind: 'plan-left',
        plan: plan.key,
        symbol: plan.symbol,
        side: plan.side,
        triggerPrice: plan.triggerPrice,
        lastSeenAt,
        outcome,
        backAt: null,
      },
      now,
      hasFired && this.#mayNotify('plan-left', now),
      id,
    );
    if (hasFired) this.#alertsChanged();
    this.#saveWithin(0);
  }

  #alertsChanged(): void {
    this.#options.onAlerts(this.alerts, this.needs);
  }

  #mayNotify(kind: AlertKind, at: Timestamp): boolean {
    const { notify, quietHours } = this.#options.settings();
    return notify[kind] && (quietHours === null || !isQuiet(at, quietHours, this.#zone));
  }

  get #zone(): string {
    const { timeZone } = this.#options.settings();
    return timeZone === 'local' ? localTimeZone() : timeZone;
  }

  /** Saves in at most `delayMs`. An earlier save that is already scheduled stays. */
  #saveWithin(delayMs: number): void {
    const at = this.#options.monotonicNow() + delayMs;
    if (this.#isClosed || at >= this.#savesAt) return;
    this.#cancelSave?.();
    this.#savesAt = at;
    // A timer also for 0 ms, so that everything that belongs to the same event is saved together.
    this.#cancelSave = this.#options.schedule(() => void this.#save().catch(() => {}), delayMs);
  }

  #save(): Promise<void> {
    this.#cancelSave?.();
    this.#cancelSave = null;
    this.#savesAt = Number.POSITIVE_INFINITY;
    this.#file.content = {
      ...this.#tracked,
      alerts: this.#engine.stored,
      activities: this.#log.activities,
      lastPresentAt: this.#presence.at,
      listed: { futures: this.#listedOf('futures'), spot: this.#listedOf('spot') },
      absent: { futures: this.#listed.futures.absent, spot: this.#listed.spot.absent },
      rules: this.#knownRules,
    };
    return this.#file.save();
  }
}
