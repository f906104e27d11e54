import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { AnyLiveChange, AnyLiveSnapshot, FuturesTicker, LiveChange } from '../../../../shared/contract/market.ts';
import type { Result } from '../../../../shared/values/result.ts';
import { LiveLists } from './live-lists.ts';

const account = 'demo';
const list = 'futures-tickers';

function ticker(symbol: string, last: string): FuturesTicker {
  const raw = JSON.stringify({ symbol, last });
  return { symbol, last, open: '1', high: '9', low: '1', volume: '5', turnover: '5', trades: '5', raw };
}

/** A host with one list. The test releases its responses. */
class FakeHost {
  rows = new Map<string, FuturesTicker>();
  version = 0;
  fetchedAt = 0;
  watched: string[][] = [];
  fails = false;
  reads = 0;
  calls: string[] = [];
  timers: { run: () => void; milliseconds: number }[] = [];
  #gates: (() => void)[] = [];
  holdsAnswers = false;
  readonly lists = new LiveLists({
    readLive: async () => {
      this.reads++;
      this.calls.push('read');
      const answer = this.#snapshot();
      if (this.holdsAnswers) await new Promise<void>((resolve) => this.#gates.push(resolve));
      return answer;
    },
    watchMarket: async (watched, shownAccount) => {
      this.calls.push('watch');
      this.watched.push([
        ...watched.map((each) => `${each.account} ${each.list}`),
        ...(shownAccount === null ? [] : [shownAccount]),
      ]);
      return this.fails
        ? { ok: false, error: { code: 'host-gone', message: 'gone' } }
        : { ok: true, data: { holdsForMs: 20_000 } };
    },
    refreshLive: async () => {
      this.calls.push('refresh');
      return this.fails ? { ok: false, error: { code: 'host-gone', message: 'gone' } } : { ok: true, data: null };
    },
    startTimer: (run, milliseconds) => {
      const timer = { run, milliseconds };
      this.timers.push(timer);
      return () => {
        this.timers = this.timers.filter((each) => each !== timer);
      };
    },
  });

  #snapshot(): Result<AnyLiveSnapshot> {
    if (this.fails) return { ok: false, error: { code: 'host-gone', message: 'gone' } };
    const { version, fetchedAt } = this;
    const rows = [...this.rows.values()].map((row) => ({ ...row }));
    return { ok: true, data: { account, list, version, fetchedAt, failure: null, rows, unreadable: [] } };
  }

  release(): void {
    for (const open of this.#gates.splice(0)) open();
  }

  /** Changes the rows. Returns the change that the host would report. */
  next(put: FuturesTicker[], removed: string[] = []): LiveChange<typeof list> {
    for (const symbol of removed) this.rows.delete(symbol);
    for (const row of put) this.rows.set(row.symbol, row);
    const base = this.version++;
    this.fetchedAt += 3000;
    return {
      account,
      list,
      base,
      version: this.version,
      fetchedAt: this.fetchedAt,
      failure: null,
      put,
      removed,
      unreadable: null,
    };
  }
}

let host: FakeHost;
beforeEach(() => {
  host = new FakeHost();
});

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const shown = () => host.lists.of(list, account).view.get();
const prices = () => Object.fromEntries(shown().rows.map((row) => [row.symbol, row.last]));

describe('rows', () => {
  test('a change adds, replaces and removes rows, and keeps the other row objects', async () => {
    host.next([ticker('A', '1'), ticker('B', '2'), ticker('C', '3')]);
    host.lists.subscribe(list, account);
    await settled();
    const before = shown().rows;
    host.lists.accept(host.next([ticker('B', '5'), ticker('D', '4')], ['C']));
    expect(prices()).toEqual({ A: '1', B: '5', D: '4' });
    expect(shown().rows[0]).toBe(before[0]);
    expect(shown().fetchedAt).toBe(6000);
  });

  test('a missing change makes the page read a snapshot, which keeps unchanged row objects', async () => {
    host.next([ticker('A', '1'), ticker('B', '2')]);
    host.lists.subscribe(list, account);
    await settled();
    const before = shown().rows;
    host.next([ticker('B', '3')]);
    host.lists.accept(host.next([ticker('B', '4')]));
    await settled();
    expect(host.reads).toBe(2);
    expect(prices()).toEqual({ A: '1', B: '4' });
    expect(shown().rows[0]).toBe(before[0]);
  });

  test('the page ends with the rows of the host, also after lost changes and changes during a read', async () => {
    const step = fc.record({
      symbol: fc.constantFrom('A', 'B', 'C', 'D'),
      last: fc.integer({ min: 1, max: 3 }).map(String),
      removes: fc.boolean(),
      isLost: fc.boolean(),
      releases: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        host = new FakeHost();
        host.holdsAnswers = true;
        host.lists.subscribe(list, account);
        for (const { symbol, last, removes, isLost, releases } of steps) {
          const change = removes ? host.next([], [symbol]) : host.next([ticker(symbol, last)]);
          if (!isLost) host.lists.accept(change as AnyLiveChange);
          if (releases) host.release();
          await settled();
        }
        host.holdsAnswers = false;
        host.release();
        // One more change reveals a lost one.
        host.lists.accept(host.next([ticker('E', '1')]));
        for (let turn = 0; turn < 5; turn++) {
          await settled();
          host.release();
        }
        expect(prices()).toEqual(Object.fromEntries([...host.rows.values()].map((row) => [row.symbol, row.last])));
      }),
      { numRuns: 60 },
    );
  });
});

describe('reports to the host', () => {
  test('contain each list with subscribers once, are repeated in time, and end without subscribers', async () => {
    const ends = [host.lists.subscribe(list, account), host.lists.subscribe(list, account)];
    host.lists.subscribe('spot-tickers', 'other');
    await settled();
    expect(host.watched).toEqual([['demo futures-tickers', 'other spot-tickers']]);
    expect(host.timers.map(({ milliseconds }) => milliseconds)).toEqual([10_000]);
    host.timers[0]?.run();
    await settled();
    expect(host.watched).toHaveLength(2);
    ends[0]?.();
    ends[0]?.();
    await settled();
    expect(host.watched).toHaveLength(2);
    ends[1]?.();
    await settled();
    expect(host.watched.at(-1)).toEqual(['other spot-tickers']);
  });

  test('come before the first read of a list, which neither polls it nor makes the host send its changes', async () => {
    const host = new FakeHost();
    host.lists.subscribe(list, account);
    await vi.waitFor(() => expect(host.reads).toBe(1));
    expect(host.calls).toEqual(['watch', 'read']);
  });

  test('are empty for a hidden page, which reads its lists again when it is visible', async () => {
    host.lists.subscribe(list, account);
    await settled();
    host.lists.setVisible(false);
    await settled();
    expect(host.watched.at(-1)).toEqual([]);
    expect(host.timers).toEqual([]);
    host.next([ticker('A', '7')]);
    host.lists.setVisible(true);
    await settled();
    expect(host.watched.at(-1)).toEqual(['demo futures-tickers']);
    expect(prices()).toEqual({ A: '7' });
  });

  test('contain the account of the page, also without lists, unless the page is hidden', async () => {
    host.lists.setAccount('demo');
    await settled();
    host.lists.setAccount('demo');
    host.timers[0]?.run();
    await settled();
    expect(host.watched).toEqual([['demo'], ['demo']]);
    host.lists.setVisible(false);
    await settled();
    expect(host.watched.at(-1)).toEqual([]);
    expect(host.timers).toEqual([]);
  });

  test('failures are shown beside the old rows until the host responds again', async () => {
    host.next([ticker('A', '1')]);
    host.lists.subscribe(list, account);
    await settled();
    host.fails = true;
    host.timers[0]?.run();
    await settled();
    expect(shown()).toMatchObject({ failure: { code: 'host-gone' }, fetchedAt: 3000 });
    expect(prices()).toEqual({ A: '1' });
    host.fails = false;
    host.next([ticker('A', '2')]);
    host.timers[0]?.run();
    await settled();
    expect(shown().failure).toBeNull();
    expect(prices()).toEqual({ A: '2' });
  });

  test('a refresh that the host does not answer shows so at once, and not only with the next report', async () => {
    host.next([ticker('A', '1')]);
    host.lists.subscribe(list, account);
    await settled();
    await host.lists.refresh(list, account);
    await settled();
    expect(host.calls).toEqual(['watch', 'read', 'refresh']);
    host.fails = true;
    await host.lists.refresh(list, account);
    await settled();
    expect(shown()).toMatchObject({ failure: { code: 'host-gone' }, fetchedAt: 3000 });
    expect(host.timers.map(({ milliseconds }) => milliseconds)).toEqual([3000]);
    host.fails = false;
    host.timers[0]?.run();
    await settled();
    expect(shown().failure).toBeNull();
  });
});
