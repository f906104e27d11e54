import { randomUUID } from 'node:crypto';
import type { OrphanMark } from '../../history/index.ts';
import type { Alert, AlertChange, AlertCondition, AlertFired, AlertRecord } from '../../shared/contract/alerts.ts';
import type { Failure } from '../../shared/contract/failure.ts';
import type { FuturesTicker, LiveRows } from '../../shared/contract/market.ts';
import type { PositionRisk } from '../../shared/contract/positions.ts';
import type { PlanRef } from '../../shared/contract/tracked-plans.ts';
import { lastPriceOf, type PriceDoubt } from '../../shared/market/last-price.ts';
import {
  defaultQuietMinutes,
  type LiveList,
  liveLists,
  maxAlerts,
  type TickerMarket,
} from '../../shared/market/market.ts';
import { makePositionBook, type PositionBook } from '../../shared/risk/position-book.ts';
import { PositionPricer } from '../../shared/risk/priced-positions.ts';
import { ageOf, type Clock } from '../../shared/time/clock.ts';
import { percentChange, withoutSign } from '../../shared/values/decimal.ts';
import type { Decimal, Timestamp } from '../../shared/values/domain.ts';
import { failureKinds } from '../../shared/values/error-codes.ts';
import { OrderglassError } from '../../shared/values/errors.ts';
import { isTold, untold } from '../../shared/values/told.ts';
import type { AnyLatestRows, LatestRows } from '../market/live-list.ts';
import type { PollTick } from '../market/market-poller.ts';
import { needsUser } from '../market/poll-retry-policy.ts';
import { type AccountRisk, accountRiskOf } from './account-risk.ts';
import {
  alertCoversPlan,
  type JudgedPrice,
  listsFor,
  nextChangeState,
  nextNearState,
  nextOrphanState,
  nextPnlState,
  nextPriceState,
  nextUnstoppedState,
  tickerLists,
  type WatchedPnl,
} from './alert-rules.ts';
import {
  type AlertState,
  type ChangeSide,
  initialState,
  isArmed,
  type MarkedPlans,
  type PriceSide,
  type Quiet,
  type StateOf,
  type StoredAlert,
} from './monitor-state.ts';
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

/** The fields of `AlertFired` that depend on the kind of the alert. */
type Findings = Omit<AlertFired, 'kind' | 'alert' | 'condition'>;

interface Transition {
  readonly state: AlertState;
  /** One element for each time that the alert fires. */
  readonly fires: readonly Partial<Findings>[];
}

/** What the history told of the open positions. */
interface ReadPositions {
  readonly book: PositionBook;
  readonly today: ReadonlyMap<string, Decimal>;
  readonly at: Timestamp;
}

/** Age (ms) from which what the history told of the positions is not used any more. */
const maxPositionsAgeMs = 300_000;

/** Consecutive failures of a list. */
interface Failing {
  readonly since: number;
  readonly failure: Failure;
  /** False if the next poll may take the latest failure back: a page of another service, for example. */
  readonly isConfirmed: boolean;
}

const usual = { quietMinutes: defaultQuietMinutes };
const older = untold('older');

const noFindings: Findings = { symbol: null, plan: null, list: null, value: null, failure: null };
/** Milliseconds of failed polls after which an account is reported as silent, whatever the failure. */
const silentAfterMs = 60_000;

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
  /** Number of polls of each list. */
  readonly #polls = new Map<LiveList, number>();
  /** Changes, by alert, with the polls of `lists` that showed them first. They count if the next poll of each list shows them, too. */
  readonly #unconfirmed = new Map<
    string,
    { readonly lists: readonly LiveList[]; readonly subjects: ReadonlyMap<string, readonly number[]> }
  >();

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
    if (!keepsState) this.#unconfirmed.delete(alert.id);
    this.#alerts =
      before === null ? [...this.#alerts, saved] : this.#alerts.map((one) => (one === before ? saved : one));
    // Evaluate the new alert once without firing, so that the current price is its starting point and not a crossing.
    if (!keepsState) for (const list of liveLists) this.#evaluateList(list, [saved]);
    return listed(this.#find(alert.id));
  }

  /** Throws `invalid-input` if there is no alert with the ID. */
  remove(id: string): void {
    const removed = this.#find(id);
    this.#alerts = this.#alerts.filter((one) => one !== removed);
    this.#unconfirmed.delete(id);
  }

  /** Evaluates the alerts on the rows of a poll. */
  fetched(rows: AnyLatestRows): Evaluation {
    const { list } = rows;
    this.#latest.set(list, rows);
    this.#polls.set(list, this.#pollOf(list) + 1);
    if (rows.list === 'futures-tickers') {
      this.#older = this.#snapshots.olderOf(rows.rows.values(), this.#options.monotonicNow());
    }
    // A cache may have kept the rows for a while.
    const ageMs = Math.max(0, this.#options.now() - rows.fetchedAt);
    this.#latestAt.set(list, this.#options.monotonicNow() - ageMs);
    this.#failing.delete(list);
    const onRows = this.#evaluateList(list, this.#alerts);
    const rearmed = this.#evaluate(({ condition }, state) =>
      state.kind === 'account-silent' && state.firedFor === list ? { state: initialState(condition), fires: [] } : null,
    );
    return {
      ...onRows,
      hasChanged: onRows.hasChanged || rearmed.hasChanged,
      isListChanged: onRows.isListChanged || rearmed.isListChanged,
    };
  }

  /** The lists whose latest poll shows a change that the next poll is to confirm. */
  get awaited(): ReadonlySet<LiveList> {
    const waiting = [...this.#unconfirmed.values()].flatMap(({ lists, subjects }) =>
      lists.filter((list, place) => [...subjects.values()].some((polls) => polls[place] === this.#pollOf(list))),
    );
    return new Set(waiting);
  }

  /** True if an alert needs the open positions. */
  get needsPositions(): boolean {
    return this.#alerts.some(({ alert }) => !alert.paused && alert.condition.kind === 'plan-orphaned');
  }

  /** True if an alert needs what the history tells of the open positions. */
  get needsRisk(): boolean {
    return this.#alerts.some(({ alert }) => !alert.paused && isRiskKind(alert.condition.kind));
  }

  /** Takes what the history tells of the open positions. The next prices are evaluated with it. */
  positionsRead(risk: PositionRisk): void {
    const today = new Map(risk.today?.map(({ quote, sum }) => [quote, sum]));
    this.#positions = { book: makePositionBook(risk), today, at: this.#options.now() };
  }

  /** Evaluates the alerts on the open plans of one moment. */
  orphansMarked(marks: readonly OrphanMark[]): Evaluation {
    const plans = new Map(marks.map((mark) => [mark.key, mark]));
    return this.#evaluate(({ id, condition }, before) => {
      if (condition.kind !== 'plan-orphaned' || before.kind !== 'plan-orphaned') return null;
      const next = nextOrphanState(condition, before, plans, this.#options.now());
      const isKnown = (key: string) => {
        const orphan = plans.get(key)?.orphan;
        return orphan !== undefined && isTold(orphan);
      };
      // What is orphaned when the alert begins does not fire, and needs one poll.
      const { marked, fires } = before.hasBegun
        ? this.#confirmedPlans(id, ['open-plans'], plans, before.orphaned, next.state.orphaned, next.fires, isKnown)
        : { marked: next.state.orphaned, fires: [] };
      const state = { ...next.state, orphaned: marked };
      return {
        state,
        fires: fires.map(({ key, symbol, orphan }) => ({
          plan: key,
          symbol,
          remark: isTold(orphan) && orphan !== false ? orphan : undefined,
        })),
      };
    });
  }

  /** Evaluates the alerts after a failed poll. */
  failed(list: LiveList, failure: Failure): Evaluation {
    const before = this.#failing.get(list);
    const isConfirmed = endsPolling(failure) || (before !== undefined && needsUser(before.failure));
    this.#failing.set(list, { since: before?.since ?? this.#options.monotonicNow(), failure, isConfirmed });
    return this.#evaluate((_alert, state) => this.#nextSilentState(state));
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
    const evaluation = this.#evaluate(
      ({ condition }, state) => this.#nextStaleState(condition, state) ?? this.#nextSilentState(state),
    );
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
    this.#unconfirmed.clear();
    this.#positions = null;
  }

  #find(id: string): StoredAlert {
    const found = this.#alerts.find(({ alert }) => alert.id === id);
    if (found === undefined) throw invalid('id: there is no alert with this id');
    return found;
  }

  #evaluateList(list: LiveList, alerts: readonly StoredAlert[]): Evaluation {
    return this.#evaluate((alert, state) => this.#nextListState(list, alert, state), alerts);
  }

  /** Applies a transition to each alert that is not paused. `next` returns `null` if it does not concern the alert. */
  #evaluate(
    next: (alert: AlertRecord, state: AlertState) => Transition | null,
    alerts: readonly StoredAlert[] = this.#alerts,
  ): Evaluation {
    const now = this.#options.now();
    const changed = new Map<string, StoredAlert>();
    const fired: AlertFired[] = [];
    const repeated: AlertFired[] = [];
    let isListChanged = false;
    for (const one of alerts) {
      const { alert, state: before } = one;
      const transition = alert.paused || isOver(alert, now) ? null : next(alert, before);
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

  #pollOf(list: LiveList): number {
    return this.#polls.get(list) ?? 0;
  }

  /** True if two polls in a row show the next state of an alert of one symbol. The first state of an alert needs one. */
  #isConfirmed(
    id: string,
    list: LiveList,
    side: PriceSide | ChangeSide,
    next: { readonly state: PriceSide | ChangeSide; readonly fires: boolean },
  ): boolean {
    const isSameSide = next.state === side || side === 'unknown';
    const change = next.fires ? '+' : '-';
    const isConfirmed = this.#confirmed(id, [list], isSameSide && !next.fires ? [] : [change]);
    return (isSameSide && !next.fires) || isConfirmed(change);
  }

  /**
   * Returns which changes of an alert two polls in a row of each list show, because the next poll may take a single one back. `crossed`: those
   * that this poll shows: "+" and the subject for a crossing, "-" for a value that is away again. `isKnown`: false for a subject of which this
   * poll tells nothing.
   */
  #confirmed(
    id: string,
    lists: readonly LiveList[],
    crossed: readonly string[],
    isKnown: (subject: string) => boolean = () => true,
  ): (change: string) => boolean {
    const polls = lists.map((list) => this.#pollOf(list));
    const before = this.#unconfirmed.get(id)?.subjects ?? new Map<string, readonly number[]>();
    const kept = [...before].filter(([subject]) => !crossed.includes(subject) && !isKnown(subject.slice(1)));
    const isConfirmed = (first: readonly number[] = polls) =>
      polls.every((poll, place) => poll > (first[place] ?? poll));
    const confirmed = new Set(crossed.filter((subject) => isConfirmed(before.get(subject))));
    const waiting = crossed.filter((subject) => !confirmed.has(subject));
    const subjects = new Map([...kept, ...waiting.map((each) => [each, before.get(each) ?? polls] as const)]);
    this.#unconfirmed.set(id, { lists, subjects });
    return (subject) => confirmed.has(subject);
  }

  /** Returns which plans of an alert are marked, and fire, by what two polls in a row show. `now`, `entered`: by this poll. */
  #confirmedPlans<Plan extends { readonly key: string }>(
    id: string,
    lists: readonly LiveList[],
    plans: ReadonlyMap<string, unknown>,
    before: MarkedPlans,
    now: MarkedPlans,
    entered: readonly Plan[],
    isKnown: (key: string) => boolean,
  ): { readonly marked: MarkedPlans; readonly fires: readonly Plan[] } {
    const crossed = entered.map(({ key }) => key);
    const isMarked = new Set(now.map(({ plan }) => plan));
    const away = before.filter(({ plan }) => !isMarked.has(plan) && plans.has(plan));
    const changes = changesOf(
      crossed,
      away.map(({ plan }) => plan),
    );
    const isConfirmed = this.#confirmed(id, lists, changes, isKnown);
    const isEarly = (key: string): boolean => crossed.includes(key) && !isConfirmed(`+${key}`);
    return {
      marked: [...now.filter(({ plan }) => !isEarly(plan)), ...away.filter(({ plan }) => !isConfirmed(`-${plan}`))],
      fires: entered.filter(({ key }) => !isEarly(key)),
    };
  }

  #nextListState(list: LiveList, { id, condition }: AlertRecord, state: AlertState): Transition | null {
    if (condition.kind === 'price' && state.kind === 'price') {
      const last = this.#lastOf(list, condition);
      if (last === null || !isTold(last)) return null;
      const next = nextPriceState(condition, state.side, last);
      if (!this.#isConfirmed(id, list, state.side, next)) return null;
      const fires = next.fires ? [{ symbol: condition.symbol, value: last }] : [];
      return { state: { kind: 'price', side: next.state }, fires };
    }
    if (condition.kind === 'change' && state.kind === 'change') {
      const last = this.#lastOf(list, condition);
      const open = this.#liveRows(tickerLists[condition.market])?.get(condition.symbol)?.open ?? null;
      const value = last === null || !isTold(last) || open === null ? null : percentChange(open, last);
      if (last === null || !isTold(last) || open === null || value === null) return null;
      const next = nextChangeState(condition, state.side, open, last);
      if (!this.#isConfirmed(id, list, state.side, next)) return null;
      const fires = next.fires ? [{ symbol: condition.symbol, value }] : [];
      return { state: { kind: 'change', side: next.state }, fires };
    }
    if (condition.kind === 'plan-near' && state.kind === 'plan-near') {
      const plans = this.#liveRows('open-plans');
      const tickers = this.#liveRows('futures-tickers');
      if (plans === null || tickers === null || list === 'spot-tickers') return null;
      const lastPrice = (symbol: string) => this.#lastPrice(tickers, symbol);
      const next = nextNearState(condition, state, plans, lastPrice, this.#options.now());
      const isKnown = (key: string): boolean => isTold(lastPrice(plans.get(key)?.symbol ?? ''));
      const { marked, fires } = this.#confirmedPlans(
        id,
        listsFor(condition),
        plans,
        state.near,
        next.state.near,
        next.fires,
        isKnown,
      );
      return {
        state: { ...next.state, near: marked },
        fires: fires.map(({ key, symbol, triggerPrice }) => ({
          plan: key,
          symbol,
          value: distance(lastPrice(symbol), triggerPrice),
        })),
      };
    }
    return list === 'futures-tickers' ? this.#nextRiskState(id, condition, state) : null;
  }

  #nextRiskState(id: string, condition: AlertCondition, state: AlertState): Transition | null {
    if (!isRiskKind(condition.kind)) return null;
    const risk = this.#accountRisk();
    if (risk === null) return null;
    if (condition.kind === 'position-unstopped' && state.kind === 'position-unstopped') {
      const stopped = risk.positions.flatMap(({ key, hasStop }) =>
        hasStop === true && state.bare.some(({ position }) => position === key) ? [key] : [],
      );
      const isConfirmed = this.#confirmed(id, listsFor(condition), changesOf([], stopped));
      // A stop that one poll shows is not told yet.
      const positions = risk.positions.map((each) =>
        stopped.includes(each.key) && !isConfirmed(`-${each.key}`) ? { ...each, hasStop: untold('not-read') } : each,
      );
      const next = nextUnstoppedState(condition, state, positions, this.#options.now());
      return { state: next.state, fires: next.fires.map(({ symbol, side }) => ({ symbol, position: side })) };
    }
    if (condition.kind !== 'pnl' || state.kind !== 'pnl') return null;
    const { of, unit, quote, symbol: only } = condition;
    if (of === 'position' || of === 'entry') {
      const watched = risk.positions
        .filter(({ symbol }) => only === undefined || symbol === only)
        .map((each) => ({
          ...each,
          value: of === 'entry' ? each.fromEntry : unit === 'percent' ? each.pnlPercent : each.pnl,
        }));
      const { state: next, fires } = this.#nextPnlState(id, condition, state, watched);
      return { state: next, fires: fires.map(({ symbol, side, value }) => ({ symbol, position: side, value })) };
    }
    const openPnl = unit === 'percent' ? risk.openPnlPercent : risk.openPnl;
    const sums = { account: openPnl, stops: risk.atStops, day: risk.today }[of];
    // A currency without positions or orders has no PnL.
    const value = sums.has(quote) ? (sums.get(quote) ?? null) : '0';
    const { state: next, fires } = this.#nextPnlState(id, condition, state, [{ key: quote, value }]);
    return { state: next, fires: fires.map((fired) => ({ value: fired.value })) };
  }

  #nextPnlState<Each extends WatchedPnl>(
    id: string,
    condition: Extract<AlertCondition, { kind: 'pnl' }>,
    state: StateOf<'pnl'>,
    watched: readonly Each[],
  ): ReturnType<typeof nextPnlState<Each>> {
    const next = nextPnlState(condition, state, watched);
    const crossed = next.fires.map(({ key }) => key);
    const away = state.beyond.filter(
      (key) => !next.state.beyond.includes(key) && watched.some((each) => each.key === key),
    );
    const isKnown = (subject: string) => watched.find(({ key }) => key === subject)?.value !== null;
    const isConfirmed = this.#confirmed(id, pnlLists(condition), changesOf(crossed, away), isKnown);
    const isEarly = (key: string) => crossed.includes(key) && !isConfirmed(`+${key}`);
    const beyond = [
      ...next.state.beyond.filter((key) => !isEarly(key)),
      ...away.filter((key) => !isConfirmed(`-${key}`)),
    ];
    return { state: { ...next.state, beyond }, fires: next.fires.filter(({ key }) => !isEarly(key)) };
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
    const risk = accountRiskOf(priced, read.today);
    this.#risk = { of, risk };
    return risk;
  }

  /** The live last price of the symbol; `null` if `list` is not the list of its market, or not live. */
  #lastOf(list: LiveList, { market, symbol }: { market: TickerMarket; symbol: string }): JudgedPrice | null {
    if (list !== tickerLists[market]) return null;
    if (market === 'futures') {
      const tickers = this.#liveRows('futures-tickers');
      return tickers && this.#lastPrice(tickers, symbol);
    }
    const tickers = this.#liveRows('spot-tickers');
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

  #nextStaleState(condition: AlertCondition, state: AlertState): Transition | null {
    if (condition.kind !== 'stale' || state.kind !== 'stale') return null;
    const now = this.#options.monotonicNow();
    const limitMs = condition.minutes * 60_000;
    let isFresh = this.#polledSince.size > 0;
    for (const [list, since] of this.#polledSince) {
      const silence = this.#silenceOf(list);
      if (!state.hasFired && Math.min(now - since, silence) >= limitMs) {
        return { state: { kind: 'stale', hasFired: true }, fires: [{ list }] };
      }
      isFresh &&= silence < limitMs;
    }
    return state.hasFired && isFresh ? { state: { kind: 'stale', hasFired: false }, fires: [] } : null;
  }

  /** Milliseconds since the latest rows of a list. */
  #silenceOf(list: LiveList): number {
    return this.#options.monotonicNow() - (this.#latestAt.get(list) ?? Number.NEGATIVE_INFINITY);
  }

  #nextSilentState(state: AlertState): Transition | null {
    if (state.kind !== 'account-silent' || state.firedFor !== null) return null;
    for (const [list, { since, failure, isConfirmed }] of this.#failing) {
      // Tickers do not depend on the account. The `stale` alert reports old ones.
      const isSilent = list === 'open-plans' && this.#options.monotonicNow() - since >= silentAfterMs;
      if (!isSilent && !(needsUser(failure) && isConfirmed)) continue;
      return { state: { kind: 'account-silent', firedFor: list }, fires: [{ list, failure: failure.code }] };
    }
    return null;
  }
}

/** The lists from which a PnL is calculated. Only that at the stops depends on plan orders. */
function pnlLists(condition: Extract<AlertCondition, { kind: 'pnl' }>): LiveList[] {
  return condition.of === 'stops' ? listsFor(condition) : ['futures-tickers'];
}

/** True for a failure of the key: an order list is not polled again then. */
function endsPolling({ code }: Failure): boolean {
  return failureKinds[code] === 'key';
}

function isRiskKind(kind: AlertCondition['kind']): boolean {
  return kind === 'position-unstopped' || kind === 'pnl';
}

function listed({ alert, state }: StoredAlert): Alert {
  return { ...alert, isArmed: isArmed(state) };
}

/** The names of changes in `#confirmed`. */
function changesOf(crossed: readonly string[], away: readonly string[]): string[] {
  return [...crossed.map((subject) => `+${subject}`), ...away.map((subject) => `-${subject}`)];
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

function distance(last: JudgedPrice, trigger: Decimal | null): Decimal | null {
  const percent = !isTold(last) || trigger === null ? null : percentChange(last, trigger);
  return percent && withoutSign(percent);
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function invalid(message: string): OrderglassError {
  return new OrderglassError('invalid-input', message);
}
