import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { ObservedPlan } from '../../shared/contract/observed.ts';
import type { PlanEnd } from '../../shared/contract/orders.ts';
import type { NearestApproach, PlanLife, PlanLifeState, SeenPlan, WatchSpan } from '../../shared/contract/plans.ts';
import { maxPlanLives, maxWatchGapMs } from '../../shared/orders/history.ts';
import { fieldsOf } from '../../shared/orders/order-fields.ts';
import type { Decimal, MarginMode, Timestamp } from '../../shared/values/domain.ts';
import { integer, integerOrNull, prepareQuery, type Query, text, textOrNull } from './query.ts';
import type { Records, RecordWriter } from './records.ts';

/** A change of the lives, in the order in which it was seen. */
export type PlanLifeEvent =
  /** A new plan order, a new state of a known one, or one that is back. */
  | ({ readonly kind: 'seen' } & PlanLifeState)
  /** A nearer approach to the trigger price of the latest state. */
  | { readonly kind: 'nearest'; readonly key: string; readonly nearest: NearestApproach }
  /** The last price at the creation of an open plan order. */
  | ({ readonly kind: 'left'; readonly key: string } & PlanEnd);

export interface PlanLifeBatch {
  readonly events: readonly PlanLifeEvent[];
  /** Continues the stored watch that has the same start. */
  readonly watch: WatchSpan | null;
}

/** A plan order that was open and has ended, until the sync has found its place in the plan history. */
export interface ClosedPlan {
  readonly id: string;
  readonly createdAt: Timestamp;
  /** When the plan order was seen to have ended. */
  readonly closedAt: Timestamp;
  /** Lookups in the history that did not find it. */
  readonly misses: number;
}

/** The lives that have not ended, each with its latest state. */
export interface OpenPlanLives {
  readonly lives: readonly Pick<PlanLifeState, 'plan' | 'nearest'>[];
  readonly watchedUntil: Timestamp | null;
}

/** What a plan order looked like from one time to another. */
export interface SeenState extends WatchSpan {
  readonly plan: SeenPlan;
}

/** Most states of a life: the first one and the latest ones. */
const maxStates = 200;
/** Most watches, of which the oldest are dropped. */
const maxWatches = 5000;

const fields = fieldsOf('open-plans').flatMap(({ name }) => (name === 'raw' ? [] : [name]));

/** The tables with the lives of open plan orders. The caller provides the transactions. */
export class PlanLifeTable {
  readonly #database: DatabaseSync;
  readonly #putLife: RecordWriter;
  readonly #putState: RecordWriter;
  readonly #putWatch: RecordWriter;
  readonly #queries = new Map<string, Query>();
  /** Grows with every change of the lives. */
  version = 0;

  constructor(database: DatabaseSync, records: Records) {
    this.#database = database;
    this.#putLife = records.writer('plan_lives');
    this.#putState = records.writer('plan_states');
    this.#putWatch = records.writer('plan_watches');
  }

  /** Of the plan orders that are open. */
  open(): OpenPlanLives {
    const lives = this.#all(
      `SELECT plan, nearest_last, nearest_at FROM plan_lives CROSS JOIN plan_states
         ON life = number AND at = (SELECT max(at) FROM main.plan_states WHERE life = number)
       WHERE missed_at IS NULL ORDER BY number`,
    ).flatMap(([value, ...nearest]) => {
      const plan = readPlan(value);
      return plan === null ? [] : { plan, nearest: readNearest(nearest) };
    });
    return { lives, watchedUntil: this.#watchedUntil() };
  }

  /** A plan order that has ended is one of `closed`, until it is back or found. */
  save({ events, watch }: PlanLifeBatch): void {
    this.version++;
    for (const event of events) {
      if (event.kind === 'seen') this.#addState(event);
      else if (event.kind === 'left') this.#endLife(event);
      else this.#setNearest(event.key, event.nearest);
    }
    if (watch !== null) this.#putWatch(watch.from, watch.to);
    this.#run(
      `DELETE FROM main.plan_watches
       WHERE from_at NOT IN (SELECT from_at FROM main.plan_watches ORDER BY from_at DESC LIMIT ?)`,
      maxWatches,
    );
    this.#dropOldLives();
  }

  /** The plan orders of a margin mode that have ended, and whose place in the plan history is not known yet. */
  closed(marginMode: MarginMode): ClosedPlan[] {
    return this.#all(
      `SELECT missed_at, lookups, plan FROM plan_lives CROSS JOIN plan_states
         ON life = number AND at = (SELECT max(at) FROM main.plan_states WHERE life = number)
       WHERE lookups IS NOT NULL`,
    ).flatMap(([closedAt, misses, value]) => {
      const plan = readPlan(value);
      if (plan?.marginMode !== marginMode) return [];
      return { id: plan.id, createdAt: plan.createdAt, closedAt: integer(closedAt), misses: integer(misses) };
    });
  }

  /** Replaces the number of lookups of a plan order of `closed`; `null` if its place is known, or is not sought any more. */
  setLookups(key: string, lookups: number | null): void {
    const life = this.#storedLife(key);
    if (life !== null && life.lookups !== null) this.#saveLife({ ...life, lookups });
  }

  /** The life of a plan order without its outcome; `null` if it was never seen. */
  life(key: string): Omit<PlanLife, 'outcome'> | null {
    const found = this.#first('SELECT number, last_seen_at, missed_at, dropped FROM plan_lives WHERE key = ?', key);
    if (found === undefined) return null;
    const end = readEnd(found.slice(1, 3));
    const states = this.#all(
      'SELECT at, after, plan, nearest_last, nearest_at FROM plan_states WHERE life = ? ORDER BY at',
      integer(found[0]),
    ).flatMap(([at, after, value, ...nearest]) => {
      const plan = readPlan(value);
      if (plan === null) return [];
      return { at: integer(at), after: integerOrNull(after ?? null), plan, nearest: readNearest(nearest) };
    });
    const [first] = states;
    if (first === undefined) return null;
    const watchedUntil = this.#watchedUntil();
    const gaps = this.#gapsBetween(first.at, end?.lastSeenAt ?? watchedUntil ?? 0);
    const [longestGap = null] = gaps.toSorted((a, b) => b.to - b.from - (a.to - a.from));
    return { states, droppedStates: integer(found[3]), end, watchedUntil, gaps: gaps.length, longestGap };
  }

  /** The latest state of a plan order; `null` if it was never seen. */
  latest(key: string): SeenPlan | null {
    const found = this.#first(
      'SELECT plan FROM plan_states WHERE life = (SELECT number FROM plan_lives WHERE key = ?) ORDER BY at DESC LIMIT 1',
      key,
    );
    return readPlan(found?.[0]);
  }

  /** The ends of all plan orders that were seen to end, by key. */
  ends(): [string, PlanEnd][] {
    return this.#all('SELECT key, last_seen_at, missed_at FROM plan_lives WHERE missed_at IS NOT NULL').flatMap(
      ([key, ...end]) => {
        const seen = readEnd(end);
        return seen === null ? [] : [[text(key ?? null), seen] as [string, PlanEnd]];
      },
    );
  }

  /** When a plan order was seen to end; `null` if it was not. */
  end(key: string): PlanEnd | null {
    const found = this.#first('SELECT last_seen_at, missed_at FROM plan_lives WHERE key = ?', key);
    return found === undefined ? null : readEnd(found);
  }

  /** Keys of the plan orders that may have ended in a span of time. */
  endedWithin({ from, to }: WatchSpan): string[] {
    return this.#all('SELECT key FROM plan_lives WHERE missed_at >= ? AND last_seen_at <= ?', from, to).map(([key]) =>
      text(key ?? null),
    );
  }

  /** At most `limit` lives with numbers above `after`, by number. */
  observed(after: number, limit: number): { plans: ObservedPlan[]; next: number | null } {
    const keys = this.#all('SELECT number, key FROM plan_lives WHERE number > ? ORDER BY number LIMIT ?', after, limit);
    const plans = keys.flatMap(([, key]) => {
      const stored = this.#storedLife(text(key ?? null));
      const life = stored && this.life(stored.key);
      if (stored === null || !life) return [];
      const { firstSeenAt, lookups, dropped, createdLast } = stored;
      return [{ key: stored.key, firstSeenAt, end: life.end, lookups, dropped, createdLast, states: life.states }];
    });
    return { plans, next: keys.length < limit ? null : integer(keys.at(-1)?.[0]) };
  }

  /** True if the plan order was seen. */
  has(key: string): boolean {
    return this.#storedLife(key) !== null;
  }

  /** Stores the life of a plan order that was not seen. */
  addObserved({ key, firstSeenAt, end, lookups, dropped, createdLast, states }: ObservedPlan): void {
    this.version++;
    const [last] = this.#first('SELECT coalesce(max(number), 0) FROM main.plan_lives') ?? [];
    const number = integer(last) + 1;
    const { lastSeenAt, missedAt } = end ?? open;
    this.#saveLife({ number, key, firstSeenAt, lastSeenAt, missedAt, dropped, createdLast, lookups });
    for (const { at, after, plan, nearest } of states) {
      const { last: nearestLast, at: nearestAt } = nearest ?? { last: null, at: null };
      this.#putState(number, at, after, JSON.stringify(plan, fields), nearestLast, nearestAt);
    }
  }

  removeObserved(key: string): void {
    this.version++;
    const life = this.#storedLife(key);
    if (life === null) return;
    this.#run('DELETE FROM main.plan_states WHERE life = ?', life.number);
    this.#run('DELETE FROM main.plan_lives WHERE number = ?', life.number);
  }

  /** The states of the plan orders of a symbol and margin mode that were seen within a span, each with the last time at which it was there. */
  statesWithin(
    { symbol, marginMode }: { symbol: string; marginMode: MarginMode },
    { from, to }: WatchSpan,
  ): SeenState[] {
    const states = this.#states(
      `first_seen_at <= ? AND (missed_at IS NULL OR missed_at >= ?)
         AND plan ->> 'symbol' = ? AND plan ->> 'marginMode' = ?`,
      ...[to, from, symbol, marginMode],
    );
    return states.filter((state) => state.to >= from && state.from <= to);
  }

  /** All states that were seen, each with the last time at which it was there. */
  states(): SeenState[] {
    return this.#states('true');
  }

  #states(where: string, ...values: (string | number)[]): SeenState[] {
    const watchedUntil = this.#watchedUntil();
    const found = this.#all(
      `SELECT number, at, last_seen_at, plan FROM plan_lives CROSS JOIN plan_states ON life = number
       WHERE ${where} ORDER BY number, at`,
      ...values,
    );
    return found.flatMap(([number, at, lastSeenAt = null, value], place) => {
      const plan = readPlan(value);
      if (plan === null) return [];
      const [nextNumber, nextAt] = found[place + 1] ?? [];
      const start = integer(at);
      const end = nextNumber === number ? integer(nextAt) : (integerOrNull(lastSeenAt) ?? watchedUntil ?? start);
      return { plan, from: start, to: Math.max(start, end) };
    });
  }

  /** The times in which the open plan orders were polled. */
  watches(): WatchSpan[] {
    return this.#all('SELECT from_at, to_at FROM plan_watches ORDER BY from_at').map(readSpan);
  }

  /** True if a watch has this start. */
  hasWatch(from: Timestamp): boolean {
    return this.#first('SELECT 1 FROM plan_watches WHERE from_at = ?', from) !== undefined;
  }

  addWatch({ from, to }: WatchSpan): void {
    this.#putWatch(from, to);
  }

  removeWatch(from: Timestamp): void {
    this.#run('DELETE FROM main.plan_watches WHERE from_at = ?', from);
  }

  #storedLife(key: string): StoredLife | null {
    const found = this.#first(
      'SELECT number, first_seen_at, last_seen_at, missed_at, dropped, created_last, lookups FROM plan_lives WHERE key = ?',
      key,
    );
    if (found === undefined) return null;
    const [number, firstSeenAt, lastSeenAt = null, missedAt = null, dropped, createdLast = null, lookups = null] =
      found;
    return {
      number: integer(number),
      key,
      firstSeenAt: integer(firstSeenAt),
      lastSeenAt: integerOrNull(lastSeenAt),
      missedAt: integerOrNull(missedAt),
      dropped: integer(dropped),
      createdLast: textOrNull(createdLast),
      lookups: integerOrNull(lookups),
    };
  }

  #saveLife({ number, key, firstSeenAt, lastSeenAt, missedAt, dropped, createdLast, lookups }: StoredLife): void {
    this.#putLife(number, key, firstSeenAt, lastSeenAt, missedAt, dropped, createdLast, lookups);
  }

  #endLife({ key, lastSeenAt, missedAt }: PlanEnd & { readonly key: string }): void {
    const life = this.#storedLife(key);
    if (life !== null) this.#saveLife({ ...life, lastSeenAt, missedAt, lookups: 0 });
  }

  #setNearest(key: string, nearest: NearestApproach): void {
    const latest = this.#first(
      `SELECT life, at, after, plan FROM plan_states
       WHERE life = (SELECT number FROM plan_lives WHERE key = ?) ORDER BY at DESC LIMIT 1`,
      key,
    );
    if (latest !== undefined) this.#putState(...latest, nearest.last, nearest.at);
  }

  #addState({ at, after, plan, nearest }: PlanLifeState): void {
    const { key } = plan;
    const known = this.#storedLife(key);
    const [last] = this.#first('SELECT coalesce(max(number), 0) FROM main.plan_lives') ?? [];
    const life = known ?? {
      number: integer(last) + 1,
      key,
      firstSeenAt: at,
      dropped: 0,
      createdLast: null,
      ...open,
    };
    const [latest = null] = this.#first('SELECT max(at) FROM plan_states WHERE life = ?', life.number) ?? [];
    this.#putState(
      life.number,
      // The clock may have been set back. States stay in the order in which they were seen.
      Math.max(at, (integerOrNull(latest) ?? 0) + 1),
      known === null ? null : (after ?? known.lastSeenAt ?? at),
      JSON.stringify(plan, fields),
      nearest?.last ?? null,
      nearest?.at ?? null,
    );
    const [states] = this.#first('SELECT count(*) FROM main.plan_states WHERE life = ?', life.number) ?? [];
    const isFull = integer(states) > maxStates;
    this.#saveLife({ ...life, ...open, dropped: life.dropped + Number(isFull) });
    if (!isFull) return;
    this.#run(
      `DELETE FROM main.plan_states WHERE life = ?1
         AND at = (SELECT at FROM main.plan_states WHERE life = ?1 ORDER BY at LIMIT 1 OFFSET 1)`,
      life.number,
    );
  }

  /** Drops the oldest lives beyond `maxPlanLives`, those that have ended first, and of these the ones that are not looked up. */
  #dropOldLives(): void {
    const [lives] = this.#first('SELECT count(*) FROM main.plan_lives') ?? [];
    const surplus = integer(lives) - maxPlanLives;
    if (surplus <= 0) return;
    const dropped = this.#all(
      `SELECT number FROM plan_lives
       ORDER BY missed_at IS NULL, lookups IS NOT NULL, missed_at, number LIMIT ?`,
      surplus,
    );
    for (const [number] of dropped) {
      this.#run('DELETE FROM main.plan_states WHERE life = ?', integer(number));
      this.#run('DELETE FROM main.plan_lives WHERE number = ?', integer(number));
    }
  }

  #watchedUntil(): Timestamp | null {
    const [latest] = this.#first('SELECT max(to_at) FROM plan_watches') ?? [];
    return integerOrNull(latest ?? null);
  }

  #gapsBetween(from: Timestamp, to: Timestamp): WatchSpan[] {
    const watches = this.#all(
      'SELECT from_at, to_at FROM plan_watches WHERE from_at <= ? AND to_at >= ? ORDER BY from_at',
      ...[to, from],
    ).map(readSpan);
    return watches
      .slice(1)
      .map((later, place) => ({ from: watches[place]?.to ?? later.from, to: later.from }))
      .filter((gap) => gap.to - gap.from > maxWatchGapMs);
  }

  #first(sql: string, ...values: (string | number | null)[]) {
    return this.#query(sql).first(...values);
  }

  #all(sql: string, ...values: (string | number | null)[]) {
    return this.#query(sql).all(...values);
  }

  #run(sql: string, ...values: (string | number | null)[]): void {
    this.#query(sql).all(...values);
  }

  /** Prepares each statement once for all events of a batch. */
  #query(sql: string): Query {
    const query = this.#queries.get(sql) ?? prepareQuery(this.#database, sql);
    this.#queries.set(sql, query);
    return query;
  }
}

/** A life as it is stored. */
interface StoredLife {
  readonly number: number;
  readonly key: string;
  readonly firstSeenAt: Timestamp;
  readonly lastSeenAt: Timestamp | null;
  readonly missedAt: Timestamp | null;
  readonly dropped: number;
  readonly createdLast: Decimal | null;
  /** Lookups of a plan order of `closed`; `null` for any other. */
  readonly lookups: number | null;
}

/** What is stored of the end of a life that has not ended. */
const open = { lastSeenAt: null, missedAt: null, lookups: null };

type Values = readonly (SQLOutputValue | undefined)[];

/** `null` for a state that another version has written. It is left out, because the file has the rows and notes as well. */
function readPlan(value: SQLOutputValue | undefined): SeenPlan | null {
  const stored = parse(textOrNull(value ?? null) ?? 'null');
  if (typeof stored !== 'object' || stored === null) return null;
  const plan = Object.fromEntries(fields.map((name) => [name, (stored as Record<string, unknown>)[name] ?? null]));
  const isPlan =
    Object.values(plan).every((each) => each === null || typeof each === 'string' || typeof each === 'number') &&
    typeof plan.symbol === 'string' &&
    typeof plan.key === 'string';
  return isPlan ? (plan as unknown as SeenPlan) : null;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

function readNearest([last = null, at = null]: Values): NearestApproach | null {
  return last === null ? null : { last: text(last), at: integer(at) };
}

function readEnd([lastSeenAt = null, missedAt = null]: Values): PlanEnd | null {
  return missedAt === null ? null : { lastSeenAt: integer(lastSeenAt), missedAt: integer(missedAt) };
}

function readSpan([from, to]: Values): WatchSpan {
  return { from: integer(from), to: integer(to) };
}
