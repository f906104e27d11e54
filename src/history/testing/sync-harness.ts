import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach } from 'vitest';
import type { FoundRows } from '../../shared/contract/history.ts';
import type { PlanOrder } from '../../shared/contract/orders.ts';
import type { TrackedPlans } from '../../shared/contract/tracked-plans.ts';
import type { Schedule } from '../../shared/time/clock.ts';
import { type MarginMode, marginModes } from '../../shared/values/domain.ts';
import { OpenPlans } from '../plans/open-plans.ts';
import { HistoryStore } from '../store/history-store.ts';
import type { Cursor } from '../store/spans.ts';
import { ListSync } from '../sync/list-sync.ts';
import { type FakeExchange, seenOf } from './fake-exchange.ts';

const list = 'plan-history';
const account = { archive: 'archive', run: '' };

/** Timers that run when the test says so. */
class ManualTimers {
  readonly waiting = new Map<() => void, number>();

  readonly schedule: Schedule = (run, delayMs) => {
    const once = () => run();
    this.waiting.set(once, delayMs);
    return () => void this.waiting.delete(once);
  };

  /** Runs the timer that is due first. False if there is none. */
  runNext(): boolean {
    const [next] = [...this.waiting].sort(([, one], [, other]) => one - other);
    if (next === undefined) return false;
    this.waiting.delete(next[0]);
    next[0]();
    return true;
  }
}

/** A list that is synced into a real file. It can be killed and started again on what the file holds by then. */
export class SyncHarness {
  readonly timers = new ManualTimers();
  readonly exchange: FakeExchange;
  readonly file: string;
  readonly #folder: string;
  /** Rows that a verification found missing. */
  readonly found: FoundRows[] = [];
  /** Rows that were damaged on the disk, and replaced. */
  readonly repaired: Cursor[] = [];
  /** Errors of failed syncs. */
  readonly failures: unknown[] = [];
  /** Called after each change of the state. */
  onChange: () => void = () => {};
  accountStart: () => number | null = () => null;
  now = 1_800_000_000_000;
  #tracked: TrackedPlans = { plans: null, closing: [] };
  #open: { store: HistoryStore; sync: ListSync<typeof list> } | null = null;

  constructor(exchange: FakeExchange) {
    this.exchange = exchange;
    exchange.now = () => this.now;
    this.#folder = mkdtempSync(path.join(tmpdir(), 'orderglass-sync-'));
    this.file = path.join(this.#folder, 'history.sqlite');
  }

  get sync(): ListSync<typeof list> {
    return this.#opened.sync;
  }

  get store(): HistoryStore {
    return this.#opened.store;
  }

  get modes() {
    return this.store.coverage(list);
  }

  get isComplete(): boolean {
    return this.modes.every(({ complete }) => complete);
  }

  get #opened() {
    if (this.#open === null) throw new Error('not started');
    return this.#open;
  }

  spans(marginMode: MarginMode) {
    return this.store.spans(list, marginMode);
  }

  /** As a program that starts. */
  start(): void {
    const { store } = HistoryStore.open({ path: this.file, notes: `${this.file}.notes`, now: () => this.now });
    const plans = new OpenPlans({
      now: () => this.now,
      monotonicNow: () => this.now,
      schedule: () => () => {},
      lives: { open: () => store.read(({ lives }) => lives.open()), save: (batch) => store.savePlanLives(batch) },
      lookUp: () => Promise.reject(new Error('the sync alone looks up plan orders')),
      readPositions: async () => null,
      onUpdate: ({ tracked }) => {
        this.#tracked = tracked;
      },
    });
    const sync = new ListSync({
      list,
      missingPlans: async (marginMode, options) => {
        const seen = await this.exchange.fetchOpenPlans(marginMode, options);
        options.signal.throwIfAborted();
        // As a poll does, which fetches both margin modes.
        const all = marginModes.flatMap((mode) => this.exchange.open[mode].flatMap(seenOf));
        plans.take({ ...account, plans: all, unreadable: [], fetchedAt: this.now }, this.#tracked, false);
        return plans.missing(marginMode, seen.plans, seen.fetchedAt);
      },
      exchange: this.exchange,
      store,
      isPaused: false,
      accountStart: () => this.accountStart(),
      now: () => this.now,
      monotonicNow: () => this.now,
      schedule: this.timers.schedule,
      random: () => 0.5,
      onFound: (found) => this.found.push(found),
      onSaved: ({ damaged }) => this.repaired.push(...damaged),
      onChange: () => this.onChange(),
      onFailure: (error) => this.failures.push(error),
    });
    this.#open = { store, sync };
  }

  /** As a program that is killed: nothing is waited for. */
  kill(): void {
    this.#open?.sync.close();
    this.#open?.store.close();
    this.#open = null;
    this.timers.waiting.clear();
  }

  /** Runs retries until nothing more happens. False if it never ends. */
  async settle(maxRetries = 1000): Promise<boolean> {
    for (let retries = 0; retries < maxRetries; retries++) {
      await this.idle();
      if (!this.timers.runNext()) return true;
    }
    return false;
  }

  /** Resolves when no task is running. */
  async idle(): Promise<void> {
    while (this.sync.isRunning) await new Promise((resolve) => setImmediate(resolve));
  }

  has(id: string): boolean {
    return this.store.numberOf(list, `:${id}`) !== null;
  }

  /** IDs of every stored row. */
  ids(): Set<string> {
    return new Set(this.store.read(({ lists }) => lists[list].rows.scan(0, 100_000)).map(({ id }) => id));
  }

  /** Every stored row, by its key, in the default order. */
  rows(): Map<string, PlanOrder> {
    return new Map(this.store.read(({ lists }) => lists[list].rows.newest(100_000, 0)).map((row) => [row.key, row]));
  }

  remove(): void {
    this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** For a test file: returns a function that starts a harness, which is removed after the test. */
export function syncHarnesses(): (exchange: FakeExchange) => SyncHarness {
  const harnesses: SyncHarness[] = [];
  afterEach(() => {
    for (const harness of harnesses.splice(0)) harness.remove();
  });
  return (exchange) => {
    const harness = new SyncHarness(exchange);
    harnesses.push(harness);
    harness.start();
    return harness;
  };
}
