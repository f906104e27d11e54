import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LeakyBucket } from '../testing/leaky-bucket.ts';
import { failure, Simulation } from '../testing/simulated-service.ts';
import type { Priority } from './rate-limiter.ts';

const priority = fc.constantFrom<Priority>('interactive', 'background');

/** Largest number of times within one window, whose end is exclusive. */
function maxWithin(times: readonly number[], windowMs: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  let max = 0;
  let first = 0;
  for (const [index, time] of sorted.entries()) {
    while ((sorted[first] ?? 0) <= time - windowMs) first++;
    max = Math.max(max, index - first + 1);
  }
  return max;
}

/** Tracks which callers wait for which symbol. */
class Waiting {
  readonly #interactive = new Map<string, number>();
  readonly #all = new Map<string, number>();
  readonly #untried = new Set<string>();

  /** Returns a function to call, at least once, when the caller no longer waits. */
  join(name: string, priority: Priority): () => void {
    const counts = priority === 'interactive' ? [this.#all, this.#interactive] : [this.#all];
    if (!this.#all.get(name)) this.#untried.add(name);
    const add = (change: number) => {
      for (const count of counts) count.set(name, (count.get(name) ?? 0) + change);
    };
    add(1);
    let isWaiting = true;
    return () => {
      if (isWaiting) add(-1);
      isWaiting = false;
      if (!this.#all.get(name)) this.#untried.delete(name);
    };
  }

  tried(name: string): void {
    this.#untried.delete(name);
  }

  /** True if only background callers wait for the symbol, while an interactive request was not sent yet. */
  areOvertakenBy(name: string): boolean {
    return !this.#interactive.get(name) && [...this.#untried].some((other) => (this.#interactive.get(other) ?? 0) > 0);
  }
}

test('for any calls the service never counts too many, interactive requests never wait for background ones, and every call ends once', async () => {
  const call = fc.record({
    after: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 8000 })),
    name: fc.integer({ min: 0, max: 60 }).map(String),
    priority,
    leavesAfter: fc.option(fc.integer({ min: 0, max: 3000 }), { nil: null, freq: 4 }),
  });
  const outcome = fc.record({
    requestMs: fc.integer({ min: 0, max: 900 }),
    responseMs: fc.integer({ min: 0, max: 900 }),
    outcome: fc.constantFrom('ok', 'ok', 'ok', 'service-error', 'cut', 'invalid-request'),
  });
  const scenario = fc.record({
    requestsPerWindow: fc.integer({ min: 1, max: 30 }),
    calls: fc.array(call, { maxLength: 120, size: 'max' }),
    outcomes: fc.array(outcome, { minLength: 1, maxLength: 40 }),
    /** Speed of the service's clock. */
    rate: fc.double({ min: 0.9985, max: 1.0015, noNaN: true }),
    maxInFlight: fc.integer({ min: 1, max: 12 }),
  });
  await fc.assert(
    fc.asyncProperty(scenario, async ({ requestsPerWindow, calls, outcomes, rate, maxInFlight }) => {
      const received: number[] = [];
      const waiting = new Waiting();
      let attempts = 0;
      let overtaken = 0;
      const simulation = new Simulation({
        requestsPerWindow,
        maxInFlight,
        outcomeOf: () => {
          const { requestMs, responseMs, outcome } = outcomes[attempts++ % outcomes.length] ?? {
            requestMs: 0,
            responseMs: 0,
            outcome: 'ok',
          };
          if (outcome === 'ok') return { requestMs, responseMs };
          if (outcome === 'cut') return { requestMs, responseMs, isSilent: true, error: failure('timeout') };
          return {
            requestMs,
            responseMs,
            error: failure(outcome === 'service-error' ? outcome : 'invalid-request', 500),
          };
        },
        onAttempt: (name) => {
          if (waiting.areOvertakenBy(name)) overtaken++;
          waiting.tried(name);
        },
        onReceived: (at) => received.push(at * rate),
      });
      const { time, limiter, scheduler } = simulation;
      const ended: string[] = [];
      for (const { after, name, priority, leavesAfter } of calls) {
        await time.advance(after);
        const controller = new AbortController();
        const leave = waiting.join(name, priority);
        void simulation.send(name, priority, controller.signal).then((end) => {
          leave();
          ended.push(end);
        });
        if (leavesAfter === null) continue;
        time.schedule(() => {
          leave();
          controller.abort();
        }, leavesAfter);
      }
      await time.advance(3_600_000);
      expect(ended).toHaveLength(calls.length);
      expect(maxWithin(received, 10_000)).toBeLessThanOrEqual(requestsPerWindow);
      expect(
        maxWithin(
          simulation.attempts.map(({ at }) => at),
          10_000,
        ),
      ).toBeLessThanOrEqual(requestsPerWindow);
      expect(overtaken).toBe(0);
      expect({ queued: scheduler.queued, inFlight: limiter.inFlight, timers: time.timers }).toEqual({
        queued: 0,
        inFlight: 0,
        timers: 0,
      });
    }),
    { numRuns: Number(process.env.PROPERTY_RUNS ?? 50) },
  );
});

describe('a long background read', () => {
  /** Sends `count` requests and returns the time of the last response (ms). */
  async function timeOf(simulation: Simulation, count: number, callers: number): Promise<number> {
    let next = 0;
    let last = 0;
    const read = async () => {
      while (next < count) {
        await simulation.send(String(next++), 'background');
        last = simulation.time.now();
      }
    };
    for (let started = 0; started < callers; started++) void read();
    await simulation.time.advance(200_000);
    expect(next).toBe(count);
    return last;
  }

  function readForever(simulation: Simulation): void {
    let page = 0;
    const read = async () => {
      for (;;) await simulation.send(`page ${page++}`, 'background');
    };
    for (let caller = 0; caller < 6; caller++) void read();
  }

  test.each([1000, 2])('of 1000 requests by %i callers takes at most 1.02 times the minimum', async (callers) => {
    const received: number[] = [];
    const simulation = new Simulation({
      outcomeOf: () => ({ requestMs: 4, responseMs: 6 }),
      onReceived: (at) => received.push(at),
    });
    const took = await timeOf(simulation, 1000, callers);
    expect(took / 100_000).toBeLessThan(1.02);
    expect(maxWithin(received, 10_000)).toBeLessThanOrEqual(100);
  });

  test.each([
    // Clicks at every position of the window, and clicks after a window without interactive requests.
    [2, 1013, 60],
    [8, 12_690, 30],
  ])('delays a click with %i requests by at most 110 ms per request', async (needed, every, clicks) => {
    const simulation = new Simulation();
    const { time } = simulation;
    readForever(simulation);
    await time.advance(20_000);
    const waits: number[] = [];
    for (let click = 0; click < clicks; click++) {
      const sentAt = time.now();
      const names = Array.from({ length: needed }, (_, part) => `click ${click} ${part}`);
      for (const name of names) void simulation.send(name, 'interactive');
      await time.advance(every);
      waits.push(...names.map((name) => (simulation.startsOf(name)[0] ?? Number.POSITIVE_INFINITY) - sentAt));
    }
    expect(Math.max(...waits)).toBeLessThanOrEqual(needed * 110);
  });

  test('leaves as many places free as there were interactive requests, up to 20%', async () => {
    const simulation = new Simulation();
    const { time } = simulation;
    readForever(simulation);
    await time.advance(20_000);
    const startsAfterClicks = async (clicks: number) => {
      for (let click = 0; click < clicks; click++) void simulation.send(`${time.now()} ${click}`, 'interactive');
      await time.advance(9000);
      const again = time.now();
      for (let click = 0; click < clicks; click++) void simulation.send(`${again} ${click}`, 'interactive');
      await time.advance(400);
      return simulation.attempts.filter(({ name }) => name.startsWith(`${again} `)).length;
    };
    expect(await startsAfterClicks(15)).toBe(15);
  });

  test('uses at most 4 of 6 in-flight slots', async () => {
    const simulation = new Simulation({ outcomeOf: () => ({ requestMs: 2000, responseMs: 2000 }) });
    for (let request = 0; request < 30; request++) void simulation.send(String(request), 'background');
    await simulation.time.advance(500);
    expect(simulation.limiter.inFlight).toBe(4);
    for (let request = 0; request < 30; request++) void simulation.send(`click ${request}`, 'interactive');
    await simulation.time.advance(500);
    expect(simulation.limiter.inFlight).toBe(6);
    expect(simulation.attempts.at(-1)?.name).toBe('click 1');
  });
});

describe('behind a front end that allows less than the service', () => {
  /** Reads pages in two chains until `pages` have arrived or `forMs` have passed, with clicks now and then. */
  async function readThrough(bucket: LeakyBucket, pages: number, clickEveryMs: number | null) {
    const simulation = new Simulation({
      outcomeOf: () => {
        const isAccepted = bucket.accepts(simulation.time.now());
        return { requestMs: 0, responseMs: 20, ...(isAccepted ? {} : { error: failure('throttled', 503) }) };
      },
    });
    const { time } = simulation;
    let arrived = 0;
    let tookMs = Number.POSITIVE_INFINITY;
    const read = async (chain: number) => {
      for (let page = 0; arrived < pages; page++) {
        const end = await simulation.send(`${chain} ${page}`, 'background');
        if (end !== 'throttled' && ++arrived === pages) tookMs = time.now();
      }
    };
    void read(1);
    void read(2);
    const waits: number[] = [];
    for (let passed = 0; passed < 300_000 && arrived < pages; passed += clickEveryMs ?? 1000) {
      const name = `click ${passed}`;
      const at = time.now();
      if (clickEveryMs !== null) void simulation.send(name, 'interactive').then(() => waits.push(time.now() - at));
      await time.advance(clickEveryMs ?? 1000);
    }
    return { tookMs, waits };
  }

  test.each([
    [5, 5, 20],
    [5, 5, 600],
    [5, 1, 300],
    [3, 5, 300],
    [7, 10, 600],
    [9, 5, 600],
    [2, 5, 100],
  ])(
    'of %i requests per second with a burst of %i, %i pages arrive at 0.8 of its pace at least',
    async (rate, burst, pages) => {
      const { tookMs } = await readThrough(new LeakyBucket(rate, burst), pages, null);
      expect(pages / (tookMs / 1000)).toBeGreaterThanOrEqual(rate * 0.8);
    },
  );

  test('a click is answered within a second or two, and the pages go on', async () => {
    const { tookMs, waits } = await readThrough(new LeakyBucket(5, 5), 300, 2500);
    expect(waits.length).toBeGreaterThan(20);
    expect(Math.max(...waits)).toBeLessThan(2000);
    expect((300 + waits.length) / (tookMs / 1000)).toBeGreaterThanOrEqual(4);
  });
});

test('interactive requests may use the whole window together', async () => {
  const simulation = new Simulation({ maxInFlight: 100 });
  for (let request = 0; request < 101; request++) void simulation.send(String(request), 'interactive');
  await simulation.time.advance(9000);
  expect(simulation.attempts.filter(({ at }) => at === 0)).toHaveLength(100);
  expect(simulation.attempts).toHaveLength(100);
});
