import type { VirtualTime } from '../../../exchange/testing/virtual-time.ts';
import type { UnreadableRow } from '../../../shared/contract/orders.ts';
import type { PlanOutcome, SeenPlan } from '../../../shared/contract/plans.ts';
import type { PlanRef, TrackedPlans } from '../../../shared/contract/tracked-plans.ts';
import { randomNumbers } from '../../../shared/testing/random-numbers.ts';
import type { Clock } from '../../../shared/time/clock.ts';
import type { Decimal, PlanStatus, Timestamp } from '../../../shared/values/domain.ts';
import { OrderglassError } from '../../../shared/values/errors.ts';
import type { HistoryStore } from '../../store/history-store.ts';
import type { OpenPlanList } from '../open-plans.ts';
import { seenPlan, startOfTime } from './seen-plan.ts';

/** The program that follows the lists, from a start to its end. */
export interface Program {
  take(list: OpenPlanList): void;
  price(last: ReadonlyMap<string, Decimal>, at: Timestamp): void;
  /** The account has another key from now on. */
  switched(): Promise<void>;
  /** Saves what was seen of the lives. */
  save(): Promise<void>;
  close(): Promise<void>;
  /** Ends without saving. */
  kill(): void;
}

export interface ProgramOptions extends Clock {
  readonly tracked: TrackedPlans;
  /** Throws if nothing can be stored at the moment. */
  readonly storeOf: (archive: string) => HistoryStore;
  /** Statuses in the plan history, by key. */
  readonly lookUp: (plans: readonly PlanRef[], archive: string) => Promise<ReadonlyMap<string, PlanOutcome>>;
  readonly onLeft: (id: string, plan: PlanRef, lastSeenAt: Timestamp, outcome: PlanOutcome | null) => void;
  readonly onOutcome: (id: string, outcome: PlanOutcome) => void;
  readonly onAppeared: (plan: PlanRef, at: Timestamp) => void;
  readonly onTracked: (tracked: TrackedPlans, isContent: boolean) => void;
}

type Step =
  | { readonly kind: 'list'; readonly plans: readonly SeenPlan[]; readonly unreadable: readonly UnreadableRow[] }
  | { readonly kind: 'price'; readonly last: ReadonlyMap<string, Decimal> }
  | { readonly kind: 'pass'; readonly ms: number }
  | { readonly kind: 'fault'; readonly of: 'lookups' | 'store'; readonly fails: boolean }
  | { readonly kind: 'end'; readonly isKilled: boolean }
  | { readonly kind: 'archive'; readonly archive: string };

/** When each status of a plan enters the plan history, in milliseconds of the day. */
type Ends = Map<string, { readonly at: number; readonly status: PlanStatus }[]>;

const second = 1000;
const symbols = ['BTC-USDT', 'ETH-USDT', 'SUI-USDT'];

/** A generated day: polls of both speeds, gaps, plan orders that come, change, leave in every way and return, and all that can go wrong. */
export class PlanDay {
  readonly #steps: Step[] = [];
  readonly #ends: Ends = new Map();
  readonly #keys = new Set<string>();
  readonly #random: () => number;

  constructor({ seed, hours }: { readonly seed: number; readonly hours: number }) {
    this.#random = randomNumbers(seed);
    this.#generate(hours * 3_600_000);
  }

  /** Returns everything that the programs report and store. `storeOf` opens the file of an archive. */
  async replay(
    time: VirtualTime,
    start: (options: ProgramOptions) => Program,
    storeOf: (archive: string) => HistoryStore,
  ): Promise<string[]> {
    const log: string[] = [];
    const now = () => startOfTime + time.now();
    const note = (...parts: unknown[]) =>
      log.push(
        [time.now() / second, ...parts.map((part) => (typeof part === 'string' ? part : JSON.stringify(part)))].join(
          ' ',
        ),
      );
    let archive = 'a';
    let fails = { lookups: false, store: false };
    let saved: { tracked: TrackedPlans; reports: readonly (readonly [string, string])[] } = {
      tracked: { plans: null, closing: [] },
      reports: [],
    };
    let tracked = saved.tracked;
    let reports = new Map(saved.reports);
    let savesAt = Number.POSITIVE_INFINITY;
    let cancelSave = () => {};
    const save = () => {
      cancelSave();
      savesAt = Number.POSITIVE_INFINITY;
      saved = JSON.parse(JSON.stringify({ tracked, reports: [...reports] }));
    };
    const saveWithin = (ms: number) => {
      const at = time.now() + ms;
      if (at >= savesAt) return;
      cancelSave();
      savesAt = at;
      cancelSave = time.schedule(save, ms);
    };
    const begin = () => {
      let isOver = false;
      tracked = saved.tracked;
      reports = new Map(saved.reports);
      const program = start({
        now,
        monotonicNow: time.now,
        schedule: time.schedule,
        tracked,
        storeOf: (name) => {
          if (fails.store) throw new Error('full');
          return storeOf(name);
        },
        lookUp: async (plans, of) => {
          if (of === archive) note('looks up', plans.map(({ key }) => key).join());
          await new Promise<void>((resolve) => time.schedule(resolve, 300));
          if (of !== archive) throw new OrderglassError('canceled', 'another key');
          if (fails.lookups) throw new OrderglassError('offline', 'injected');
          return new Map(plans.flatMap((plan) => this.#outcomeOf(plan.key, time.now())));
        },
        onLeft(id, plan, lastSeenAt, outcome) {
          if (isOver) return;
          reports.set(id, plan.key);
          note('left', plan.key, (lastSeenAt - startOfTime) / second, outcome);
          saveWithin(0);
        },
        onOutcome: (id, outcome) => isOver || note('ended', reports.get(id), outcome),
        onAppeared: (plan, at) => isOver || note('appeared', plan.key, (at - startOfTime) / second),
        onTracked(after, isContent) {
          if (isOver) return;
          tracked = after;
          saveWithin(isContent ? 1000 : 60_000);
        },
      });
      const over = () => {
        isOver = true;
        cancelSave();
        savesAt = Number.POSITIVE_INFINITY;
      };
      return { program, over };
    };
    let { program, over } = begin();
    for (const step of this.#steps) {
      if (step.kind === 'pass') await time.advance(step.ms);
      else if (step.kind === 'fault') fails = { ...fails, [step.of]: step.fails };
      else if (step.kind === 'price') program.price(step.last, now());
      else if (step.kind === 'archive') {
        await program.save();
        archive = step.archive;
        await program.switched();
      } else if (step.kind === 'end') {
        if (step.isKilled) program.kill();
        else {
          await program.close();
          save();
        }
        over();
        ({ program, over } = begin());
      } else {
        const { plans, unreadable } = step;
        program.take({ archive, run: '', plans, unreadable, fetchedAt: now() });
        await time.advance(0);
      }
    }
    await program.close();
    over();
    for (const name of ['a', 'b']) {
      const store = storeOf(name);
      for (const key of [...this.#keys].sort()) {
        const life = store.planLife(key);
        if (life === null) continue;
        const states = life.states.map(({ at, after, plan, nearest }) => [
          (at - startOfTime) / second,
          after === null ? null : (after - startOfTime) / second,
          ...[plan.triggerPrice, plan.quantity, plan.stopLoss, nearest?.last ?? null],
          nearest === null ? null : (nearest.at - startOfTime) / second,
        ]);
        const end = life.end && [
          (life.end.lastSeenAt - startOfTime) / second,
          (life.end.missedAt - startOfTime) / second,
        ];
        log.push(`${name} ${key} ${JSON.stringify({ states, end, gaps: life.gaps, longest: life.longestGap })}`);
      }
    }
    return log;
  }

  #outcomeOf(key: string, at: number): [string, PlanOutcome][] {
    const found = this.#ends.get(key)?.findLast((end) => end.at <= at);
    return found === undefined ? [] : [[key, { status: found.status, filledQuantity: '1' }]];
  }

  #chance(share: number): boolean {
    return this.#random() < share;
  }

  #below(count: number): number {
    return Math.floor(this.#random() * count);
  }

  #generate(until: number): void {
    const open = new Map<string, SeenPlan>();
    const gone: SeenPlan[] = [];
    const prices = new Map(symbols.map((symbol) => [symbol, 100]));
    let at = 0;
    let count = 0;
    let archive = 'a';
    let fast = true;
    let phaseEnds = 0;
    let endOf = { lookups: -1, store: -1, unreadable: -1 };
    let storeFailedAt = Number.NEGATIVE_INFINITY;
    let hidden: { readonly key: string; readonly raw: string | null }[] = [];
    const pass = (ms: number) => {
      this.#steps.push({ kind: 'pass', ms });
      at += ms;
    };
    while (at < until) {
      if (at >= phaseEnds) {
        fast = !fast;
        phaseEnds = at + (fast ? 240 * second : 900 * second);
      }
      for (const kind of ['lookups', 'store'] as const) {
        if (endOf[kind] >= 0 && at >= endOf[kind]) {
          endOf = { ...endOf, [kind]: -1 };
          this.#steps.push({ kind: 'fault', of: kind, fails: false });
        } else if (endOf[kind] < 0 && this.#chance(0.004)) {
          endOf = { ...endOf, [kind]: at + (30 + this.#below(1200)) * second };
          this.#steps.push({ kind: 'fault', of: kind, fails: true });
        }
      }
      if (endOf.store >= 0) storeFailedAt = at;
      if (this.#chance(0.12) || open.size === 0) {
        const plan = planOf(++count, symbols[this.#below(3)] ?? '', 90 + this.#below(20), startOfTime + at);
        this.#keys.add(plan.key);
        open.set(plan.key, plan);
      }
      for (const plan of [...open.values()]) {
        if (this.#chance(0.01)) open.set(plan.key, this.#changed(plan));
        else if (this.#chance(0.015)) {
          open.delete(plan.key);
          gone.push(plan);
          this.#leave(plan.key, at);
        }
      }
      const back = gone[this.#below(gone.length * 40)];
      if (back !== undefined) open.set(back.key, back);
      const rows = this.#chance(0.01) ? [...open.values()].filter(() => this.#chance(0.7)) : [...open.values()];
      if (at >= endOf.unreadable) hidden = [];
      if (this.#chance(0.01)) {
        endOf = { ...endOf, unreadable: at + this.#below(60) * second };
        hidden = rows
          .filter(() => this.#chance(0.2))
          .map(({ key, id }) => ({ key, raw: this.#chance(0.5) ? `{"order_id":"${id}"}` : '{"order_id":null}' }));
        if (this.#chance(0.2)) hidden.push({ key: '', raw: '7' });
      }
      // After a failure nothing is recorded for a while, in any archive or in this one alone.
      if (this.#chance(0.003) && at > storeFailedAt + 1800 * second) {
        archive = archive === 'a' ? 'b' : 'a';
        this.#steps.push({ kind: 'archive', archive });
      }
      this.#steps.push({
        kind: 'list',
        plans: rows.filter(({ key }) => hidden.every((one) => one.key !== key)),
        unreadable: hidden.map(({ raw }) => ({ raw: raw ?? '', reason: 'injected' })),
      });
      if (this.#chance(0.8)) {
        for (const [symbol, price] of prices) {
          prices.set(symbol, Math.min(120, Math.max(80, price + this.#below(7) - 3)));
        }
        pass(100 + this.#below(800));
        this.#steps.push({
          kind: 'price',
          last: new Map([...prices].map(([symbol, price]) => [symbol, String(price)])),
        });
      }
      if (this.#chance(0.006)) {
        this.#steps.push({ kind: 'end', isKilled: this.#chance(0.5) });
        if (this.#chance(0.7)) pass(this.#below(900) * second);
      }
      // A poll that fails brings no list.
      pass((fast ? 5 : 60) * second * (this.#chance(0.02) ? 1 + this.#below(10) : 1) + this.#below(200));
    }
  }

  #changed(plan: SeenPlan): SeenPlan {
    const fields = [
      { quantity: String(1 + this.#below(9)) },
      { stopLoss: String(80 + this.#below(9)) },
      { triggerPrice: String(90 + this.#below(20)) },
    ];
    return { ...plan, ...fields[this.#below(3)] };
  }

  /** Decides what the plan history says of the plan order from when on: nothing, if it vanishes. */
  #leave(key: string, at: number): void {
    const lags = [0, 0, 3, 20, 90, 500, 900];
    const from = at + (lags[this.#below(lags.length)] ?? 0) * second;
    const courses: PlanStatus[][] = [
      [],
      ['fully-executed'],
      ['fully-executed'],
      ['canceled'],
      ['failed'],
      ['placing-order', 'fully-executed'],
      ['pending', 'partially-executed', 'fully-executed'],
      ['fully-executed', 'failed'],
    ];
    const course = courses[this.#below(courses.length)] ?? [];
    this.#ends.set(
      key,
      course.map((status, place) => ({ at: from + place * (5 + this.#below(90)) * second, status })),
    );
  }
}

function planOf(number: number, symbol: string, trigger: number, createdAt: Timestamp): SeenPlan {
  const triggerDirection = trigger > 100 ? 'rises-to' : 'falls-to';
  return seenPlan(String(number), { createdAt, symbol, triggerDirection, triggerPrice: String(trigger) });
}
