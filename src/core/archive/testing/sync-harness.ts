import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach } from 'vitest';
import type { MarginMode, Order } from '../../../shared/domain.ts';
import type { FetchedPage } from '../archived-rows.ts';
import { KeptList } from '../kept-list.ts';
import type { Schedule } from '../sync/lane.ts';
import { ListSync } from '../sync/list-sync.ts';
import type { ArchiveOperations } from '../worker/archive-operations.ts';
import { createArchiveService } from '../worker/archive-service.ts';
import type { Served } from '../worker/messages.ts';
import type { FakeExchange } from './fake-exchange.ts';

/** Timers that run when the test says so. */
class ManualTimers {
  readonly waiting = new Map<() => void, number>();

  readonly schedule: Schedule = (run, delayMs) => {
    const once = () => run();
    this.waiting.set(once, delayMs);
    return () => void this.waiting.delete(once);
  };

  /** Runs the one that is due first. False: none waits. */
  runNext(): boolean {
    const [next] = [...this.waiting].sort(([, one], [, other]) => one - other);
    if (next === undefined) return false;
    this.waiting.delete(next[0]);
    next[0]();
    return true;
  }
}

/** A list that is read into a real file, and may be stopped and begun anew on what there is by then. */
export class SyncHarness {
  readonly timers = new ManualTimers();
  readonly exchange: FakeExchange;
  readonly #folder: string;
  /** What the reading failed with. */
  readonly failures: unknown[] = [];
  /** Called after each change of the state. */
  onChange: () => void = () => {};
  /** The ids of each margin mode that were committed. */
  readonly taken: Record<MarginMode, Set<string>> = { isolated: new Set(), cross: new Set() };
  beginning: () => number | null = () => null;
  now = 1_800_000_000_000;
  #service: Served<ArchiveOperations> | null = null;
  #open: { kept: KeptList<'order-history'>; sync: ListSync<'order-history'> } | null = null;

  constructor(exchange: FakeExchange) {
    this.exchange = exchange;
    this.#folder = mkdtempSync(path.join(tmpdir(), 'orderglass-sync-'));
  }

  get sync(): ListSync<'order-history'> {
    if (this.#open === null) throw new Error('not started');
    return this.#open.sync;
  }

  get kept(): KeptList<'order-history'> {
    if (this.#open === null) throw new Error('not started');
    return this.#open.kept;
  }

  get isComplete(): boolean {
    return this.kept.standing.modes.every(({ complete }) => complete);
  }

  /** As a program that starts. */
  async start(): Promise<void> {
    const service = createArchiveService(
      { file: path.join(this.#folder, 'archive.sqlite'), beginsAnew: false, version: this.now },
      { now: () => this.now },
    );
    this.#service = service;
    const { standings, paused } = await service.open(null);
    const kept = new KeptList(
      'order-history',
      // The compiler does not see that input and answer belong to the one name.
      async (name, input) => {
        const answer = (await (service[name] as (given: unknown) => unknown)(input)) as never;
        if (name === 'take') this.#noteTaken(input as { page: FetchedPage });
        return answer;
      },
      standings['order-history'],
    );
    const sync = new ListSync({
      list: 'order-history',
      exchange: this.exchange,
      archive: kept,
      isPaused: paused['order-history'],
      beginning: () => this.beginning(),
      now: () => this.now,
      monotonicNow: () => this.now,
      schedule: this.timers.schedule,
      random: () => 0.5,
      onChange: () => this.onChange(),
      onFailure: (error) => this.failures.push(error),
    });
    this.#open = { kept, sync };
  }

  /** As a program that is killed: nothing is waited for. */
  kill(): void {
    this.#open?.sync.close();
    // What was committed is all that is left.
    void this.#service?.close(null);
    this.#open = null;
    this.timers.waiting.clear();
  }

  /** Until nothing more happens by itself, with everything that is tried again. `false`: it never ends. */
  async settle(mostRetries = 1000): Promise<boolean> {
    for (let retries = 0; retries < mostRetries; retries++) {
      await this.idle();
      if (!this.timers.runNext()) return true;
    }
    return false;
  }

  /** Until no request is under way. */
  async idle(): Promise<void> {
    while (this.sync.isRunning) await new Promise((resolve) => setImmediate(resolve));
  }

  /** Every row, by its key. */
  async rows(): Promise<Map<string, Order>> {
    const question = { filter: {}, sort: [], zone: 'UTC', now: this.now };
    const answer = await this.#service?.window({
      list: 'order-history',
      question,
      from: 0,
      count: 100_000,
      anchor: null,
    });
    return new Map((answer?.rows ?? []).map((row) => [row.key, row as Order]));
  }

  #noteTaken({ page: { marginMode, entries } }: { page: FetchedPage }): void {
    for (const { id } of entries) if (id !== null) this.taken[marginMode].add(id);
  }

  remove(): void {
    this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Of a test file: starts one on an exchange, and removes it after the test. */
export function syncHarnesses(): (exchange: FakeExchange) => Promise<SyncHarness> {
  const harnesses: SyncHarness[] = [];
  afterEach(() => {
    for (const harness of harnesses.splice(0)) harness.remove();
  });
  return async (exchange) => {
    const harness = new SyncHarness(exchange);
    harnesses.push(harness);
    await harness.start();
    return harness;
  };
}
