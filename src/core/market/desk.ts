import { randomUUID } from 'node:crypto';
import type { Clock } from '../../shared/clock.ts';
import { percentChange } from '../../shared/decimal.ts';
import type { Decimal, FuturesTicker, PlanOrder, Timestamp } from '../../shared/domain.ts';
import { type Failure, OrderglassError } from '../../shared/errors.ts';
import {
  type Activity,
  type Alert,
  type AlertCondition,
  type AlertFired,
  type AlertKind,
  type LiveList,
  type LiveRows,
  liveLists,
  maxActivities,
  maxAlerts,
  type TickerMarket,
} from '../../shared/market.ts';
import { alertCoversPlan, nextChangeState, nextNearState, nextPriceState } from './alert-rules.ts';
import { type AlertState, initialState } from './alert-state.ts';
import type { LatestRows } from './market-poller.ts';
import type { KeptAlert, MonitorState, PlanRef } from './monitor-state.ts';
import { type OpenPlanList, PlanOrderTracker } from './plan-order-tracker.ts';
import { needsUser } from './poll-retry-policy.ts';
import { isQuiet, type QuietHours } from './quiet-hours.ts';
import type { StateFile } from './state-file.ts';

/** What the user has chosen. */
export interface DeskSettings {
  readonly quietHours: QuietHours | null;
  /** In which the quiet hours are: an IANA name. */
  readonly zone: string;
  /** What is told outside of the page. */
  readonly notify: Readonly<Record<AlertKind, boolean>>;
  /** Figures that are older are not live. */
  readonly staleAfterMs: number;
}

export interface DeskOptions extends Clock {
  readonly account: string;
  readonly file: StateFile<MonitorState>;
  readonly settings: () => DeskSettings;
  /** `null`: nothing was read yet. */
  readonly latest: <List extends LiveList>(list: List) => LatestRows<List> | null;
  /** Whether a list is polled at the moment. */
  readonly isNeeded: (list: LiveList) => boolean;
  readonly findPlans: (
    plans: readonly PlanRef[],
    archive: string,
    signal: AbortSignal,
  ) => Promise<ReadonlyMap<string, PlanOrder>>;
  readonly onActivity: (activity: Activity) => void;
  /** Activities that are known say something else than before. */
  readonly onActivitiesChanged: () => void;
  readonly onAlerts: (alerts: Alert[]) => void;
}

type Fired = Omit<AlertFired, 'kind' | 'alert' | 'condition'>;

interface Step {
  readonly state: AlertState;
  readonly fires: readonly Partial<Fired>[];
}

/** What only needs to be written some time is written after so long; the list's own time alone once in so long. */
const soonMs = 1000;
const seldomMs = 60_000;
/** An account that has failed for so long is silent, whatever it fails with. */
const silentMs = 60_000;
const nothingFired: Fired = { symbol: null, plan: null, list: null, value: null, failure: null };
const listOfMarket = { futures: 'futures-tickers', spot: 'spot-tickers' } as const satisfies Record<
  TickerMarket,
  LiveList
>;

/** An account's alerts and activities: evaluates the one, keeps both. */
export class Desk {
  readonly #options: DeskOptions;
  readonly #planWatch: PlanOrderTracker;
  #alerts: KeptAlert[];
  #activities: Activity[];
  /** Since when each list is needed without a break, or the machine is awake. */
  readonly #neededSince = new Map<LiveList, Timestamp>();
  /** Since when each list fails without a break, or the machine is awake, and with what at last. */
  readonly #failing = new Map<LiveList, { since: Timestamp; failure: Failure }>();
  #cancelSave: (() => void) | null = null;
  #savesAt = Number.POSITIVE_INFINITY;
  #isClosed = false;

  constructor(options: DeskOptions) {
    this.#options = options;
    const { alerts, activities, ...kept } = options.file.content;
    this.#alerts = [...alerts];
    this.#activities = [...activities];
    this.#planWatch = new PlanOrderTracker({
      ...options,
      kept,
      find: options.findPlans,
      onLeft: (plan, lastSeenAt, outcome) => this.#planLeft(plan, lastSeenAt, outcome),
      onOutcome: (id, outcome) => this.#revise(id, (event) => ({ ...event, outcome })),
      onCame: (plan, at) => this.#planCame(plan, at),
      onChange: (isNews) => this.#saveWithin(isNews ? soonMs : seldomMs),
    });
  }

  /** In the order in which they were made. */
  get alerts(): Alert[] {
    return this.#alerts.map(({ alert }) => alert);
  }

  /** The latest first. */
  get activities(): Activity[] {
    return this.#activities.toReversed();
  }

  get unread(): number {
    return this.#activities.filter(({ read }) => !read).length;
  }

  /** Which lists the alerts need. */
  get needs(): ReadonlySet<LiveList> {
    return new Set(this.#alerts.filter(({ alert }) => !alert.paused).flatMap(({ alert }) => needsOf(alert.condition)));
  }

  /**
   * Adds an alert, or changes the one of the id. Rejects with `invalid-input`, and with `storage-failed` where it holds for this
   * session only.
   */
  async saveAlert(change: {
    readonly id?: string | undefined;
    readonly condition: AlertCondition;
    readonly paused: boolean;
  }): Promise<Alert> {
    const { id, condition, paused } = change;
    const before = id === undefined ? null : this.#find(id);
    if (before === null && this.#alerts.length >= maxAlerts) throw invalid(`alerts: there are ${maxAlerts} already`);
    const alert: Alert = {
      id: before?.alert.id ?? randomUUID(),
      account: this.#options.account,
      condition,
      paused,
      createdAt: before?.alert.createdAt ?? this.#options.now(),
      lastFiredAt: before?.alert.lastFiredAt ?? null,
    };
    const goesOn = before !== null && !before.alert.paused && isSame(before.alert.condition, condition);
    const kept: KeptAlert = { alert, state: goesOn ? before.state : initialState(condition) };
    this.#alerts = before === null ? [...this.#alerts, kept] : this.#alerts.map((one) => (one === before ? kept : one));
    // What is on the screen now is what it begins with: nothing of that is a crossing.
    if (!goesOn) for (const list of liveLists) this.#evaluate(list, [kept]);
    this.#alertsChanged();
    await this.#save();
    return alert;
  }

  /** Rejects with `invalid-input` and `storage-failed`. */
  async removeAlert(id: string): Promise<Alert[]> {
    const removed = this.#find(id);
    this.#alerts = this.#alerts.filter((kept) => kept !== removed);
    this.#alertsChanged();
    await this.#save();
    return this.alerts;
  }

  /** Without ids: all. */
  markRead(ids: readonly string[] | undefined): void {
    const read = ids === undefined ? null : new Set(ids);
    this.#activities = this.#activities.map((one) => (read?.has(one.id) === false ? one : { ...one, read: true }));
    this.#saveWithin(soonMs);
    this.#options.onActivitiesChanged();
  }

  /** A list was read, whole; `plans` with that of open plans. */
  taken(list: LiveList, plans: OpenPlanList | null): void {
    if (plans !== null) this.#planWatch.take(plans);
    this.#evaluate(list, this.#alerts);
    this.#failing.delete(list);
    this.#update((alert, state) =>
      state.kind === 'account-silent' && state.told === list
        ? { state: initialState(alert.condition), fires: [] }
        : null,
    );
  }

  failed(list: LiveList, failure: Failure): void {
    this.#failing.set(list, { since: this.#failing.get(list)?.since ?? this.#options.now(), failure });
    this.#update((_alert, state) => this.#silentStep(state, this.#options.now()));
  }

  /** Once a second while something is polled: see `PulseListener.beat`. */
  beat(hasSlept: boolean): void {
    const now = this.#options.now();
    for (const list of liveLists) {
      if (!this.#options.isNeeded(list)) this.#neededSince.delete(list);
      else if (hasSlept || !this.#neededSince.has(list)) this.#neededSince.set(list, now);
      if (hasSlept || !this.#options.isNeeded(list)) this.#failing.delete(list);
    }
    this.#update((alert, state) => this.#staleStep(alert.condition, state, now) ?? this.#silentStep(state, now));
  }

  /** Nothing is evaluated any more. Waits until everything is written that can be. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#planWatch.close();
    if (this.#cancelSave !== null) await this.#save().catch(() => {});
    await this.#options.file.settle();
  }

  /** The account is gone, and what was kept of it. */
  async remove(): Promise<void> {
    this.#isClosed = true;
    this.#cancelSave?.();
    this.#planWatch.close();
    await this.#options.file.remove();
  }

  #find(id: string): KeptAlert {
    const kept = this.#alerts.find(({ alert }) => alert.id === id);
    if (kept === undefined) throw invalid('id: there is no alert with this id');
    return kept;
  }

  #evaluate(list: LiveList, alerts: readonly KeptAlert[]): void {
    this.#update((alert, state) => this.#listStep(list, alert.condition, state), alerts);
  }

  /** Takes each alert that is not paused a step on, where there is one, and tells what it fires. */
  #update(step: (alert: Alert, state: AlertState) => Step | null, alerts: readonly KeptAlert[] = this.#alerts): void {
    const now = this.#options.now();
    const after = new Map<string, KeptAlert>();
    const told: [Alert, Partial<Fired>][] = [];
    for (const { alert, state } of alerts) {
      const next = alert.paused ? null : step(alert, state);
      if (next === null) continue;
      const hasFired = next.fires.length > 0;
      if (!hasFired && isSame(next.state, state)) continue;
      const changed = hasFired ? { ...alert, lastFiredAt: now } : alert;
      after.set(alert.id, { alert: changed, state: next.state });
      told.push(...next.fires.map((fired): [Alert, Partial<Fired>] => [changed, fired]));
    }
    if (after.size === 0) return;
    this.#alerts = this.#alerts.map((kept) => after.get(kept.alert.id) ?? kept);
    for (const [alert, fired] of told) {
      const event = { kind: 'alert', alert: alert.id, condition: alert.condition, ...nothingFired, ...fired } as const;
      this.#note(event, this.#mayNotify(alert.condition.kind, now), now);
    }
    if (told.length > 0) this.#alertsChanged();
    this.#saveWithin(told.length > 0 ? 0 : soonMs);
  }

  #listStep(list: LiveList, condition: AlertCondition, state: AlertState): Step | null {
    if (condition.kind === 'price' && state.kind === 'price') {
      const last = this.#ticker(list, condition)?.last ?? null;
      if (last === null) return null;
      const { state: side, fires } = nextPriceState(condition, state.side, last);
      return { state: { kind: 'price', side }, fires: fires ? [{ symbol: condition.symbol, value: last }] : [] };
    }
    if (condition.kind === 'change' && state.kind === 'change') {
      const { open = null, last = null } = this.#ticker(list, condition) ?? {};
      const value = open === null || last === null ? null : percentChange(open, last);
      if (open === null || last === null || value === null) return null;
      const { state: side, fires } = nextChangeState(condition, state.side, open, last);
      return { state: { kind: 'change', side }, fires: fires ? [{ symbol: condition.symbol, value }] : [] };
    }
    if (condition.kind === 'plan-near' && state.kind === 'plan-near') {
      const plans = this.#live('open-plans');
      const tickers = this.#live('futures-tickers');
      if (plans === null || tickers === null || list === 'spot-tickers') return null;
      const lastPrice = (symbol: string) => tickers.get(symbol)?.last ?? null;
      const { state: after, fires } = nextNearState(condition, state, plans, lastPrice, this.#options.now());
      return {
        state: after,
        fires: fires.map(({ key, symbol, triggerPrice }) => {
          return { plan: key, symbol, value: distance(lastPrice(symbol), triggerPrice) };
        }),
      };
    }
    return null;
  }

  /** The symbol's ticker, where the list is that of its market and live. */
  #ticker(list: LiveList, { market, symbol }: { market: TickerMarket; symbol: string }): FuturesTicker | null {
    return list === listOfMarket[market] ? (this.#live(listOfMarket[market])?.get(symbol) ?? null) : null;
  }

  /** The rows of a list; `null` where they are not live. */
  #live<List extends LiveList>(list: List): ReadonlyMap<string, LiveRows[List]> | null {
    const latest = this.#options.latest(list);
    if (latest === null || this.#options.now() - latest.fetchedAt > this.#options.settings().staleAfterMs) return null;
    return latest.rows;
  }

  #staleStep(condition: AlertCondition, state: AlertState, now: Timestamp): Step | null {
    if (condition.kind !== 'stale' || state.kind !== 'stale') return null;
    const longest = condition.minutes * 60_000;
    let isFresh = this.#neededSince.size > 0;
    for (const [list, since] of this.#neededSince) {
      const fetchedAt = this.#options.latest(list)?.fetchedAt ?? Number.NEGATIVE_INFINITY;
      if (!state.told && now - Math.max(since, fetchedAt) >= longest) {
        return { state: { kind: 'stale', told: true }, fires: [{ list }] };
      }
      isFresh &&= now - fetchedAt < longest;
    }
    return state.told && isFresh ? { state: { kind: 'stale', told: false }, fires: [] } : null;
  }

  #silentStep(state: AlertState, now: Timestamp): Step | null {
    if (state.kind !== 'account-silent' || state.told !== null) return null;
    for (const [list, { since, failure }] of this.#failing) {
      // Tickers are not the account's: that they are old is told by another alert.
      const isSilent = list === 'open-plans' && now - since >= silentMs;
      if (!isSilent && !needsUser(failure)) continue;
      return { state: { kind: 'account-silent', told: list }, fires: [{ list, failure: failure.code }] };
    }
    return null;
  }

  #planLeft(plan: PlanRef, lastSeenAt: Timestamp, outcome: PlanLeftOutcome): string {
    const now = this.#options.now();
    const wanting = this.#alerts.filter(
      ({ alert: { condition, paused } }) =>
        !paused && condition.kind === 'plan-left' && alertCoversPlan(condition, plan),
    );
    const event = {
      kind: 'plan-left',
      plan: plan.key,
      symbol: plan.symbol,
      lastSeenAt,
      outcome,
      backAt: null,
    } as const;
    const { id } = this.#note(event, wanting.length > 0 && this.#mayNotify('plan-left', now), now);
    if (wanting.length > 0) {
      this.#alerts = this.#alerts.map((kept) =>
        wanting.includes(kept) ? { ...kept, alert: { ...kept.alert, lastFiredAt: now } } : kept,
      );
      this.#alertsChanged();
    }
    this.#saveWithin(0);
    return id;
  }

  #planCame({ key }: PlanRef, at: Timestamp): void {
    const told = this.#activities.findLast(({ event }) => event.kind === 'plan-left' && event.plan === key);
    if (told !== undefined) this.#revise(told.id, (event) => ({ ...event, backAt: event.backAt ?? at }));
  }

  #revise(id: string, revise: (event: PlanLeftEvent) => PlanLeftEvent): void {
    this.#activities = this.#activities.map((one) =>
      one.id === id && one.event.kind === 'plan-left' ? { ...one, event: revise(one.event) } : one,
    );
    this.#saveWithin(soonMs);
    this.#options.onActivitiesChanged();
  }

  #note(event: Activity['event'], notify: boolean, at: Timestamp): Activity {
    const activity: Activity = { id: randomUUID(), account: this.#options.account, at, event, read: false, notify };
    this.#activities = [...this.#activities, activity].slice(-maxActivities);
    this.#options.onActivity(activity);
    return activity;
  }

  #mayNotify(kind: AlertKind, at: Timestamp): boolean {
    const { notify, quietHours, zone } = this.#options.settings();
    return notify[kind] && (quietHours === null || !isQuiet(at, quietHours, zone));
  }

  #alertsChanged(): void {
    this.#options.onAlerts(this.alerts);
  }

  /** At once with 0. An earlier time that was asked for stays. */
  #saveWithin(delayMs: number): void {
    const at = this.#options.monotonicNow() + delayMs;
    if (this.#isClosed || at >= this.#savesAt) return;
    this.#cancelSave?.();
    this.#savesAt = at;
    // Not before what belongs together has all happened.
    this.#cancelSave = this.#options.schedule(() => void this.#save().catch(() => {}), delayMs);
  }

  #save(): Promise<void> {
    this.#cancelSave?.();
    this.#cancelSave = null;
    this.#savesAt = Number.POSITIVE_INFINITY;
    const { file } = this.#options;
    file.content = { alerts: this.#alerts, activities: this.#activities, ...this.#planWatch.kept };
    return file.save();
  }
}

type PlanLeftEvent = Extract<Activity['event'], { kind: 'plan-left' }>;
type PlanLeftOutcome = PlanLeftEvent['outcome'];

/** Which lists an alert needs to be told something. A stale one is about what others need. */
function needsOf(condition: AlertCondition): LiveList[] {
  switch (condition.kind) {
    case 'plan-near':
      return ['open-plans', 'futures-tickers'];
    case 'plan-left':
    case 'account-silent':
      return ['open-plans'];
    case 'price':
    case 'change':
      return [listOfMarket[condition.market]];
    case 'stale':
      return [];
  }
}

function distance(last: Decimal | null, trigger: Decimal | null): Decimal | null {
  const percent = last === null || trigger === null ? null : percentChange(last, trigger);
  return percent?.startsWith('-') ? percent.slice(1) : percent;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function invalid(message: string): OrderglassError {
  return new OrderglassError('invalid-input', message);
}
