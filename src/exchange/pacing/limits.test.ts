import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { failure, Simulation } from '../testing/simulated-service.ts';
import type { Priority } from './priority.ts';

const priority = fc.constantFrom<Priority>('interactive', 'background');

/** The most of these moments that lie within one window, whose end is not in it. */
function mostWithin(times: readonly number[], windowMs: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  let most = 0;
  let first = 0;
  for (const [place, time] of sorted.entries()) {
    while ((sorted[first] ?? 0) <= time - windowMs) first++;
    most = Math.max(most, place - first + 1);
  }
  return most;
}

/** Who waits for what, as seen from outside. */
class Waiting {
  readonly #lookers = new Map<string, number>();
  readonly #all = new Map<string, number>();
  readonly #untried = new Set<string>();

  /** Answers a function to be called when it waits no longer, once or more. */
  join(name: string, priority: Priority): () => void {
    const counts = priority === 'interactive' ? [this.#all, this.#lookers] : [this.#all];
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

  /** Whether nobody looks at this, but somebody at something else that was not tried yet. */
  areOvertakenBy(name: string): boolean {
    return !this.#lookers.get(name) && [...this.#untried].some((other) => (this.#lookers.get(other) ?? 0) > 0);
  }
}

test('whatever is asked for when: the service never counts too many, nothing looked at waits for the background, every call ends once', async () => {
  const call = fc.record({
    after: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 8000 })),
    name: fc.integer({ min: 0, max: 60 }).map(String),
    priority,
    leavesAfter: fc.option(fc.integer({ min: 0, max: 3000 }), { nil: null, freq: 4 }),
  });
  const fate = fc.record({
    there: fc.integer({ min: 0, max: 900 }),
    back: fc.integer({ min: 0, max: 900 }),
    outcome: fc.constantFrom('ok', 'ok', 'ok', 'service-error', 'cut', 'invalid-request'),
  });
  const scenario = fc.record({
    requestsPerWindow: fc.integer({ min: 1, max: 30 }),
    calls: fc.array(call, { maxLength: 120, size: 'max' }),
    fates: fc.array(fate, { minLength: 1, maxLength: 40 }),
    /** How fast the service's clock runs. */
    rate: fc.double({ min: 0.9985, max: 1.0015, noNaN: true }),
    maximumInFlight: fc.integer({ min: 1, max: 12 }),
  });
  await fc.assert(
    fc.asyncProperty(scenario, async ({ requestsPerWindow, calls, fates, rate, maximumInFlight }) => {
      const received: number[] = [];
      const waiting = new Waiting();
      let tries = 0;
      let overtaken = 0;
      const simulation = new Simulation({
        requestsPerWindow,
        maximumInFlight,
        fateOf: () => {
          const { there, back, outcome } = fates[tries++ % fates.length] ?? { there: 0, back: 0, outcome: 'ok' };
          if (outcome === 'ok') return { there, back };
          if (outcome === 'cut') return { there, back, isSilent: true, error: failure('timeout') };
          return { there, back, error: failure(outcome === 'service-error' ? outcome : 'invalid-request', 500) };
        },
        onTry: (name) => {
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
        void simulation.ask(name, priority, controller.signal).then((end) => {
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
      expect(mostWithin(received, 10_000)).toBeLessThanOrEqual(requestsPerWindow);
      expect(
        mostWithin(
          simulation.tries.map(({ at }) => at),
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
    { numRuns: 120 },
  );
});

describe('a long read in the background', () => {
  /** Asks for so many, and answers the milliseconds until the last answer. */
  async function timeOf(simulation: Simulation, count: number, streams: number): Promise<number> {
    let next = 0;
    let last = 0;
    const stream = async () => {
      while (next < count) {
        await simulation.ask(String(next++), 'background');
        last = simulation.time.now();
      }
    };
    for (let started = 0; started < streams; started++) void stream();
    await simulation.time.advance(200_000);
    expect(next).toBe(count);
    return last;
  }

  function readForEver(simulation: Simulation): void {
    let page = 0;
    const read = async () => {
      for (;;) await simulation.ask(`page ${page++}`, 'background');
    };
    for (let caller = 0; caller < 6; caller++) void read();
  }

  test.each([1000, 2])(
    'of 1000 requests takes at most 1.03 times what the limit allows, from %i callers',
    async (streams) => {
      const received: number[] = [];
      const simulation = new Simulation({
        fateOf: () => ({ there: 4, back: 6 }),
        onReceived: (at) => received.push(at),
      });
      const took = await timeOf(simulation, 1000, streams);
      expect(took / 100_000).toBeLessThan(1.02);
      expect(mostWithin(received, 10_000)).toBeLessThanOrEqual(100);
    },
  );

  test.each([
    // Every moment of a window is hit, again and again, or after nothing was looked at for longer than a window.
    [2, 1013, 60],
    [8, 12_690, 30],
  ])(
    'keeps a click that needs %i requests waiting for no more than what comes free evenly',
    async (needed, every, clicks) => {
      const simulation = new Simulation();
      const { time } = simulation;
      readForEver(simulation);
      await time.advance(20_000);
      const waits: number[] = [];
      for (let click = 0; click < clicks; click++) {
        const asked = time.now();
        const names = Array.from({ length: needed }, (_, part) => `click ${click} ${part}`);
        for (const name of names) void simulation.ask(name, 'interactive');
        await time.advance(every);
        waits.push(...names.map((name) => (simulation.startsOf(name)[0] ?? Number.POSITIVE_INFINITY) - asked));
      }
      expect(Math.max(...waits)).toBeLessThanOrEqual(needed * 110);
    },
  );

  test('leaves as much free as was looked at before, up to a fifth', async () => {
    const simulation = new Simulation();
    const { time } = simulation;
    readForEver(simulation);
    await time.advance(20_000);
    const startsAfterClicks = async (clicks: number) => {
      for (let click = 0; click < clicks; click++) void simulation.ask(`${time.now()} ${click}`, 'interactive');
      await time.advance(9000);
      const again = time.now();
      for (let click = 0; click < clicks; click++) void simulation.ask(`${again} ${click}`, 'interactive');
      await time.advance(400);
      return simulation.tries.filter(({ name }) => name.startsWith(`${again} `)).length;
    };
    expect(await startsAfterClicks(15)).toBe(15);
  });

  test('takes no more than its share of the connections', async () => {
    const simulation = new Simulation({ fateOf: () => ({ there: 2000, back: 2000 }) });
    for (let request = 0; request < 30; request++) void simulation.ask(String(request), 'background');
    await simulation.time.advance(500);
    expect(simulation.limiter.inFlight).toBe(4);
    for (let request = 0; request < 30; request++) void simulation.ask(`click ${request}`, 'interactive');
    await simulation.time.advance(500);
    expect(simulation.limiter.inFlight).toBe(6);
    expect(simulation.tries.at(-1)?.name).toBe('click 1');
  });
});

test('what is looked at may use the whole window at once', async () => {
  const simulation = new Simulation({ maximumInFlight: 100 });
  for (let request = 0; request < 101; request++) void simulation.ask(String(request), 'interactive');
  await simulation.time.advance(9000);
  expect(simulation.tries.filter(({ at }) => at === 0)).toHaveLength(100);
  expect(simulation.tries).toHaveLength(100);
});
