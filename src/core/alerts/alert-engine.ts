import { randomUUID } from 'node:crypto';
import type { OrphanMark } from '../../history/index.ts';
import type { Alert, AlertChange, AlertFired, AlertRecord } from '../../shared/contract/alerts.ts';
import type { Failure } from '../../shared/contract/failure.ts';
import type { FuturesTicker, LiveRows } from '../../shared/contract/market.ts';
import type { PositionRisk } from '../../shared/contract/positions.ts';
import type { PlanRef } from '../../shared/contract/tracked-plans.ts';
import { lastPriceOf, type PriceDoubt } from '../../shared/market/last-price.ts';
import { defaultQuietMinutes, type LiveList, liveLists, maxAlerts } from '../../shared/market/market.ts';
import { makePositionBook, type PositionBook } from '../../shared/risk/position-book.ts';
import { PositionPricer } from '../../shared/risk/priced-positions.ts';
import { ageOf, type Clock } from '../../shared/time/clock.ts';
import type { Timestamp } from '../../shared/values/domain.ts';
import { failureKinds } from '../../shared/values/error-codes.ts';
import { OrderglassError } from '../../shared/values/errors.ts';
import { untold } from '../../shared/values/told.ts';
import type { AnyLatestRows, LatestRows } from '../market/live-list.ts';
import type { PollTick } from '../market/market-poller.ts';
import { needsUser } from '../market/poll-retry-policy.ts';
import { type AccountRisk, accountRiskOf } from './account-risk.ts';
import { Confirmations } from './confirmations.ts';
import { initialState, isArmed, listsFor, needsOf, nextState } from './kinds/index.ts';
import {
  type AlertEvent,
  type AlertWorld,
  type Failing,
  type Findings,
  type JudgedPrice,
  tickerLists,
} from './kinds/kind.ts';
import { alertCoversPlan } from './kinds/marked-plans.ts';
import type { Quiet, StoredAlert } from './monitor-state.ts';
import { PriceExtremes } from './price-extremes.ts';
import { TickerSnapshots } from './ticker-snapshots.ts';

export interface AlertEngineOptions extends Pick<Clock, 'now' | 'monotonicNow'> {
  readonly account: string;
  readonly alerts: readonly StoredAlert[];
  /** Maximum age (ms) of rows that count as live. Older rows are not evaluated. */
  readonly maxAgeMs: () => number;
}

/** Result of an evaluation. */
export interface Evaluation {
  readonly fired: readonly AlertFired[];
  /** What would have fired, but fired already within the quiet time of its alert. */
  readonly repeated: readonly AlertFired[];
  /** True if an alert or its state has changed and must be saved. */
  readonly hasChanged: boolean;
  /** True if `alerts` are others than before. */
  readonly isListChanged: boolean;
}

/** What the history told of the open positions. */
interface ReadPositions extends Pick<AccountRisk, 'today' | 'trading'> {
  readonly book: PositionBook;
  readonly at: Timestamp;
}

/** Age (ms) from which what the history told of the positions is not used any more. */
const maxPositionsAgeMs = 300_000;

const usual = { quietMinutes: defaultQuietMinutes };
const older = untold('older');

const noFindings: Findings = { symbol: null, plan: null, list: null, value: null, failure: null };

/** Holds the alerts of one account and evaluates them on fresh rows, on failed polls and on the passage of time. */
export class AlertEngine {
  readonly #options: AlertEngineOptions;
  #alerts: readonly StoredAlert[];
  readonly #latest = new Map<LiveList, AnyLatestRows>();
  /** Monotonic time of each list's latest rows. */
  readonly #latestAt = new Map<LiveList, number>();
  /** Monotonic start of the current uninterrupted polling of each list. Reset after the machine wakes from sleep. */
  readonly #polledSince = new Map<LiveList, number>();
  /** Monotonic start and latest of the consecutive failures of each list. Cleared after the machine wakes, and for another key. */
  readonly #failing = new Map<LiveList, Failing>();

  readonly #snapshots = new TickerSnapshots();
  /** Symbols whose latest futures ticker is older than one before it. */
  #older: ReadonlySet<string> = new Set();
  readonly #confirmations = new Confirmations();
  readonly #extremes = new PriceExtremes();
  #positions: ReadPositions | null = null;
  readonly #pricer = new PositionPricer<PriceDoubt | 'older'>();
  /** The risk at the latest rows and positions, until one of them changes. */
  #risk: { readonly of: readonly unknown[]; readonly risk: AccountRisk } | null = null;

  constructor(options: AlertEngineOptions) {
    this.#options = options;
    this.#alerts = options.alerts;
  }

  get stored(): readonly StoredAlert[] {
    return this.#alerts;
  }

  /** In the order of their creation. */
  get alerts(): Alert[] {
    return this.#alerts.map(listed);
  }

  /** The lists that must be polled for the alerts that are not paused. */
  get needs(): ReadonlySet<LiveList> {
    return new Set(this.#alerts.filter(({ alert }) => !alert.paused).flatMap(({ alert }) => listsFor(alert.condition)));
  }

  /** Adds an alert, or changes the one with the ID. Throws `invalid-input`. */
  save({ id, condition, paused, quietMinutes, endsAt }: Omit<AlertChange, 'account'>): Alert {
    const before = id === undefined ? null : this.#find(id);
    if (before === null && this.#alerts.length >= maxAlerts) throw invalid(`alerts: there are ${maxAlerts} already`);
    const now = this.#options.now();
    const ends = endsAt === undefined ? (before?.alert.endsAt ?? null) : endsAt;
    const isOver = !paused && ends !== null && ends <= now;
    if (isOver && endsAt !== undefined) throw invalid('endsAt: in the past');
    const alert: AlertRecord = {
      id: before?.alert.id ?? randomUUID(),
      account: this.#options.account,
      condition,
      paused,
      quietMinutes: quietMinutes === undefined ? (before?.alert ?? usual).quietMinutes : quietMinutes,
      // An alert that is resumed after its end has none.
      endsAt: isOver ? null : ends,
      createdAt: before?.alert.createdAt ?? now,
      lastFiredAt: before?.alert.lastFiredAt ?? null,
    };
    const keepsState = before !== null && !before.alert.paused && isSame(before.alert.condition, condition);
    const saved: StoredAlert = keepsState ? { ...before, alert } : { alert, state: initialState(condition), quiet: [] };
    if (!keepsState) this.#forget(alert.id);
    this.#alerts =
      before === null ? [...this.#alerts, saved] : this.#alerts.map((one) => (one === before ? saved : one));
    // Evaluate the new alert once without firing, so that the current price is its starting point and not a crossing.
    if (!keepsState) for (const list of liveLists) this.#evaluate({ kind: 'rows', list }, [saved]);
    return listed(this.#find(alert.id));
  }

  /** Throws `invalid-input` if there is no alert with the ID. */
  remove(id: string): void {
    const removed = this.#find(id);
    this.#alerts = this.#alerts.filter((one) => one !== removed);
    this.#forget(id);
  }

  /** Evaluates the alerts on the rows of a poll. */
  fetched(rows: AnyLatestRows): Evaluation {
    const { list } = rows;
    this.#latest.set(list, rows);
    this.#confirmations.polled(list);
    if (rows.list === 'futures-tickers') {
      this.#older = this.#snapshots.olderOf(rows.rows.values(), this.#options.monotonicNow());
    }
    // A cache may have kept the rows for a while.
    const ageMs = Math.max(0, this.#options.now() - rows.fetchedAt);
    this.#latestAt.set(list, this.#options.monotonicNow() - ageMs);
    this.#failing.delete(list);
    return this.#evaluate({ kind: 'rows', list });
  }

  /** See `Confirmations.awaited`. */
  get awaited(): ReadonlySet<LiveList> {
    return this.#confirmations.awaited;
  }

  /** True if an alert needs to know which plan orders are orphans. */
  get needsOrphans(): boolean {
    return this.#alerts.some(({ alert }) => !alert.paused && needsOf(alert.condition) === 'orphans');
  }

  /** True if an alert needs what the history tells of the open positions. */
  get needsRisk(): boolean {
    return this.#alerts.some(({ alert }) => !alert.paused && needsOf(alert.condition) === 'risk');
  }

  /** Takes what the history tells of the open positions. The next prices are evaluated with it. */
  positionsRead(risk: PositionRisk): void {
    const today = risk.today && new Map(risk.today.map(({ quote, sum }) => [quote, sum]));
    this.#positions = { book: makePositionBook(risk), today, trading: risk.trading, at: this.#options.now() };
  }

  /** Evaluates the alerts on the open plans of one moment. */
  orphansMarked(marks: readonly OrphanMark[]): Evaluation {
    return this.#evaluate({ kind: 'orphans', marks: new Map(marks.map((mark) => [mark.key, mark])) });
  }

  /** Evaluates the alerts after a failed poll. */
  failed(list: LiveList, failure: Failure): Evaluation {
    const before = this.#failing.get(list);
    const isConfirmed = endsPolling(failure) || (before !== undefined && needsUser(before.failure));
    this.#failing.set(list, { since: before?.since ?? this.#options.monotonicNow(), failure, isConfirmed });
    return this.#evaluate({ kind: 'failed' });
  }

  /** Evaluates the alerts that depend on the passage of time. */
  ticked({ hasSlept, polled }: PollTick): Evaluation {
    const now = this.#options.monotonicNow();
    for (const list of liveLists) {
      if (!polled.has(list)) this.#polledSince.delete(list);
      else if (hasSlept || !this.#polledSince.has(list)) this.#polledSince.set(list, now);
      if (hasSlept || !polled.has(list)) this.#failing.delete(list);
    }
    const hasEnded = this.#pauseEnded();
    const evaluation = this.#evaluate({ kind: 'ticked' });
    return hasEnded ? { ...evaluation, hasChanged: true, isListChanged: true } : evaluation;
  }

  #pauseEnded(): boolean {
    const hasEnded = ({ alert }: StoredAlert) => !alert.paused && isOver(alert, this.#options.now());
    if (!this.#alerts.some(hasEnded)) return false;
    this.#alerts = this.#alerts.map((one) => (hasEnded(one) ? { ...one, alert: { ...one.alert, paused: true } } : one));
    return true;
  }

  /** Marks the alerts that wait for the plan to leave as fired. Returns true if there are any. */
  planLeft(plan: PlanRef): boolean {
    const now = this.#options.now();
    let hasFired = false;
    this.#alerts = this.#alerts.map((one) => {
      const { condition, paused } = one.alert;
      if (paused || isOver(one.alert, now) || condition.kind !== 'plan-left') return one;
      if (!alertCoversPlan(condition, plan)) return one;
      const quiet = stillQuiet(one, now);
      if (quiet.some(({ of }) => of === plan.key)) return one;
      hasFired = true;
      return { ...firedAt(one.alert, now), state: one.state, quiet: [...quiet, { of: plan.key, since: now }] };
    });
    return hasFired;
  }

  /** Forgets the rows and failures of earlier polls, because they belong to another key or address. */
  reset(): void {
    this.#latest.clear();
    this.#failing.clear();
    this.#snapshots.reset();
    this.#confirmations.reset();
    this.#extremes.reset();
    this.#positions = null;
  }

  #forget(id: string): void {
    this.#confirmations.forget(id);
    this.#extremes.forget(id);
  }

  #find(id: string): StoredAlert {
    const found = this.#alerts.find(({ alert }) => alert.id === id);
    if (found === undefined) throw invalid('id: there is no alert with this id');
    return found;
  }

  /** Applies an event to each alert that is not paused. */
  #evaluate(event: AlertEvent, alerts: readonly StoredAlert[] = this.#alerts): Evaluation {
    const now = this.#options.now();
    const changed = new Map<string, StoredAlert>();
    const fired: AlertFired[] = [];
    const repeated: AlertFired[] = [];
    let isListChanged = false;
    const world = this.#world(now);
    for (const one of alerts) {
      const { alert, state: before } = one;
      const transition = alert.paused || isOver(alert, now) ? null : nextState(event, alert, before, world);
      if (transition === null) continue;
      const { state, fires } = transition;
      if (fires.length === 0 && isSame(state, before)) continue;
      const quiet = stillQuiet(one, now);
      const { id, condition } = alert;
      const events = fires.map(
        (found): AlertFired => ({ kind: 'alert', alert: id, condition, ...noFindings, ...found }),
      );
      const isRepeated = (event: AlertFired) => quiet.some(({ of }) => of === subjectOf(event));
      const news = events.filter((event) => !isRepeated(event));
      fired.push(...news);
      repeated.push(...events.filter(isRepeated));
      isListChanged ||= news.length > 0 || isArmed(state) !== isArmed(before);
      changed.set(id, {
        ...(news.length > 0 ? firedAt(alert, now) : { alert }),
        state,
        quiet: [...quiet, ...news.map((event) => ({ of: subjectOf(event), since: now }))],
      });
    }
    if (changed.size > 0) this.#alerts = this.#alerts.map((one) => changed.get(one.alert.id) ?? one);
    return { fired, repeated, hasChanged: changed.size > 0, isListChanged };
  }

  #world(now: Timestamp): AlertWorld {
    return {
      now,
      monotonicNow: this.#options.monotonicNow(),
      confirmations: this.#confirmations,
      extremes: this.#extremes,
      polledSince: this.#polledSince,
      failing: this.#failing,
      rows: (list) => this.#liveRows(list),
      lastPrice: (ticker) => this.#lastPriceOf(ticker),
      risk: () => this.#accountRisk(),
      silenceOf: (list) => this.#silenceOf(list),
    };
  }

  /** The risk at the live rows; `null` if one of the lists is not live, or if the history told nothing lately. */
  #accountRisk(): AccountRisk | null {
    const [read, plans, tickers] = [this.#positions, this.#liveRows('open-plans'), this.#liveRows('futures-tickers')];
    if (read === null || plans === null || tickers === null) return null;
    if (ageOf(read.at, this.#options.now()) > maxPositionsAgeMs) return null;
    const of = [read, plans, tickers];
    if (this.#risk?.of.every((each, place) => each === of[place])) return this.#risk.risk;
    const priced = this.#pricer.price({
      book: read.book,
      plans: [...plans.values()],
      unreadable: this.#latest.get('open-plans')?.unreadable ?? [],
      lastOf: (symbol) => this.#lastPrice(tickers, symbol),
      // Alerts compare values, not their ranges.
      driftOf: () => '0',
      placesOf: () => null,
      isLive: true,
    });
    const risk = accountRiskOf(priced, read);
    this.#risk = { of, risk };
    return risk;
  }

  /** The live last price of a symbol; `null` if the tickers of its market are not live. */
  #lastPriceOf({ market, symbol }: Parameters<AlertWorld['lastPrice']>[0]): JudgedPrice | null {
    if (market === 'futures') {
      const tickers = this.#liveRows(tickerLists.futures);
      return tickers && this.#lastPrice(tickers, symbol);
    }
    const tickers = this.#liveRows(tickerLists.spot);
    return tickers && lastPriceOf(tickers.get(symbol));
  }

  /** The last price of a future in the latest tickers. */
  #lastPrice(tickers: ReadonlyMap<string, FuturesTicker>, symbol: string): JudgedPrice {
    return this.#older.has(symbol) ? older : lastPriceOf(tickers.get(symbol));
  }

  /** The latest rows of a list; `null` if they are older than `maxAgeMs`. */
  #liveRows<List extends LiveList>(list: List): ReadonlyMap<string, LiveRows[List]> | null {
    // The compiler does not see that rows are stored under their own list.
    const latest = this.#latest.get(list) as LatestRows<List> | undefined;
    if (latest === undefined) return null;
    // The wall clock may have been set back, and the monotonic clock may stand still while the machine sleeps.
    const age = Math.max(ageOf(latest.fetchedAt, this.#options.now()), this.#silenceOf(list));
    return age > this.#options.maxAgeMs() ? null : latest.rows;
  }

  /** Milliseconds since the latest rows of a list. */
  #silenceOf(list: LiveList): number {
    return this.#options.monotonicNow() - (this.#latestAt.get(list) ?? Number.NEGATIVE_INFINITY);
  }
}

/** True for a failure of the key: an order list is not polled again then. */
function endsPolling({ code }: Failure): boolean {
  return failureKinds[code] === 'key';
}

function listed({ alert, state }: StoredAlert): Alert {
  return { ...alert, isArmed: isArmed(state) };
}

function isOver({ endsAt }: AlertRecord, now: Timestamp): boolean {
  return endsAt !== null && endsAt <= now;
}

/** Returns an alert that fires now. */
function firedAt(alert: AlertRecord, now: Timestamp): Pick<StoredAlert, 'alert'> {
  return { alert: { ...alert, lastFiredAt: now, paused: alert.quietMinutes === null } };
}

/** What the alert has fired for within its quiet time. The clock may have been set back. */
function stillQuiet({ alert, quiet }: StoredAlert, now: Timestamp): Quiet[] {
  const quietMs = (alert.quietMinutes ?? 0) * 60_000;
  return quiet.filter(({ since }) => since <= now && now - since < quietMs);
}

/** The plan order, position or symbol that an alert has fired for. */
function subjectOf({ plan, symbol, position, list }: AlertFired): string {
  return plan ?? [symbol, position, list].filter((part) => part !== null && part !== undefined).join(' ');
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function invalid(message: string): OrderglassError {
  return new OrderglassError('invalid-input', message);
}
