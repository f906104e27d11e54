import { describe, expect, test } from 'vitest';
import { type Fate, failure, Simulation } from '../testing/simulated-service.ts';

/** The first tries for every name end like this, the others well. */
function failingFirst(...fates: readonly Fate[]): (name: string, tries: number) => Fate {
  return (_name, tries) => fates[tries] ?? {};
}

function always(fate: Fate): () => Fate {
  return () => fate;
}

const busy: Fate = { error: failure('service-busy') };
const unreachable: Fate = { error: failure('offline'), isSilent: true, there: 0, back: 5 };
const timedOut: Fate = { error: failure('timeout'), isSilent: true, there: 20, back: 14_980 };
const throttled: Fate = { error: failure('throttled', 429) };

/** Where something stands a while later: its end, or that it has none yet. */
function watch(call: Promise<string>): () => string {
  let end = 'waiting';
  void call.then((result) => {
    end = result;
  });
  return () => end;
}

describe('the turn', () => {
  test('is by priority, then by arrival', async () => {
    const simulation = new Simulation({ maximumInFlight: 1 });
    for (const name of ['first', 'b1', 'b2', 'b3']) void simulation.ask(name, 'background');
    for (const name of ['l1', 'l2', 'l3']) void simulation.ask(name, 'interactive');
    await simulation.time.advance(1000);
    expect(simulation.tries.map(({ name }) => name)).toEqual(['first', 'l1', 'l2', 'l3', 'b1', 'b2', 'b3']);
  });

  test('is kept by what is tried again', async () => {
    const simulation = new Simulation({
      maximumInFlight: 1,
      fateOf: (name, tries) => (name === 'a' && tries === 0 ? { error: failure('nonce-used') } : {}),
    });
    for (const name of ['a', 'b', 'c']) void simulation.ask(name, 'background');
    await simulation.time.advance(1000);
    expect(simulation.tries.map(({ name }) => name)).toEqual(['a', 'a', 'b', 'c']);
  });
});

describe('identical requests', () => {
  test('are one while it is in the queue or under way, and another afterwards', async () => {
    const simulation = new Simulation({ maximumInFlight: 1 });
    const calls = [
      simulation.ask('x', 'interactive'),
      simulation.ask('y', 'background'),
      simulation.ask('y', 'background'),
    ];
    await simulation.time.advance(10);
    calls.push(simulation.ask('x', 'background'));
    await simulation.time.advance(1000);
    expect(await Promise.all(calls)).toEqual(['x', 'y', 'y', 'x']);
    expect(simulation.tries).toHaveLength(2);
    void simulation.ask('x', 'interactive');
    await simulation.time.advance(1000);
    expect(simulation.startsOf('x')).toHaveLength(2);
  });

  test('fail together', async () => {
    const simulation = new Simulation({ fateOf: always({ error: failure('key-expired') }) });
    const calls = [simulation.ask('x', 'interactive'), simulation.ask('x', 'background')];
    await simulation.time.advance(1000);
    expect(await Promise.all(calls)).toEqual(['key-expired', 'key-expired']);
    expect(simulation.tries).toHaveLength(1);
  });

  test('end when the last who waits has left, and not before', async () => {
    const simulation = new Simulation();
    const [first, second] = [new AbortController(), new AbortController()];
    const calls = [simulation.ask('x', 'interactive', first.signal), simulation.ask('x', 'interactive', second.signal)];
    await simulation.time.advance(10);
    first.abort();
    await simulation.time.advance(10);
    expect(simulation.limiter.inFlight).toBe(1);
    second.abort();
    await simulation.time.advance(0);
    expect(simulation.limiter.inFlight).toBe(0);
    expect(await Promise.all(calls)).toEqual(['cancelled', 'cancelled']);
  });

  test('that come after the last has left are sent anew, and the end of the old one does not concern them', async () => {
    const simulation = new Simulation({ maximumInFlight: 1 });
    const controller = new AbortController();
    const left = simulation.ask('x', 'interactive', controller.signal);
    await simulation.time.advance(10);
    controller.abort();
    const anew = simulation.ask('x', 'interactive');
    await simulation.time.advance(1000);
    expect(simulation.startsOf('x')).toEqual([0, 10]);
    expect(await Promise.all([left, anew])).toEqual(['cancelled', 'x']);
  });

  test('in the queue go ahead as soon as somebody looks at them, and back when nobody does', async () => {
    const simulation = new Simulation({ maximumInFlight: 1 });
    const controller = new AbortController();
    void simulation.ask('under way', 'background');
    for (const name of ['b1', 'b2', 'b3']) void simulation.ask(name, 'background');
    void simulation.ask('l1', 'interactive');
    void simulation.ask('b3', 'interactive');
    void simulation.ask('b2', 'interactive', controller.signal);
    controller.abort();
    void simulation.ask('l2', 'interactive');
    await simulation.time.advance(1000);
    expect(simulation.tries.map(({ name }) => name)).toEqual(['under way', 'l1', 'b3', 'l2', 'b1', 'b2']);
  });

  test('between two tries are tried at once when somebody looks at them', async () => {
    const simulation = new Simulation({ random: () => 0.99, fateOf: failingFirst(busy, busy, busy, busy, busy) });
    const call = watch(simulation.ask('x', 'background'));
    await simulation.time.advance(10_000);
    const before = simulation.startsOf('x').length;
    const looked = watch(simulation.ask('x', 'interactive'));
    expect(simulation.startsOf('x')).toHaveLength(before + 1);
    await simulation.time.advance(50);
    expect([call(), looked()]).toEqual(['x', 'x']);
  });

  test('fail for those who look when they have had enough, and go on for the background', async () => {
    const simulation = new Simulation({ fateOf: failingFirst(busy, busy, busy, busy, busy) });
    const background = watch(simulation.ask('x', 'background'));
    const looked = watch(simulation.ask('x', 'interactive'));
    await simulation.time.advance(1500);
    expect([looked(), background()]).toEqual(['service-busy', 'waiting']);
    expect(simulation.tries).toHaveLength(3);
    await simulation.time.advance(30_000);
    expect(background()).toBe('x');
  });
});

describe('what nobody waits for any more', () => {
  test('leaves the queue and costs nothing', async () => {
    const simulation = new Simulation({ requestsPerWindow: 1 });
    const controller = new AbortController();
    const calls = [simulation.ask('a', 'interactive'), simulation.ask('b', 'interactive', controller.signal)];
    calls.push(simulation.ask('c', 'interactive'));
    await simulation.time.advance(100);
    expect(simulation.scheduler.queued).toBe(2);
    controller.abort();
    expect(simulation.scheduler.queued).toBe(1);
    await simulation.time.advance(10_500);
    expect(await Promise.all(calls)).toEqual(['a', 'cancelled', 'c']);
    expect(simulation.tries.map(({ name }) => name)).toEqual(['a', 'c']);
  });

  test('is not even begun', async () => {
    const simulation = new Simulation();
    expect(await simulation.ask('x', 'interactive', AbortSignal.abort())).toBe('cancelled');
    expect(simulation.tries).toHaveLength(0);
  });

  test('is not tried again', async () => {
    const simulation = new Simulation({ fateOf: always(busy) });
    const controller = new AbortController();
    const call = simulation.ask('x', 'background', controller.signal);
    await simulation.time.advance(2000);
    const tries = simulation.tries.length;
    controller.abort();
    await simulation.time.advance(60_000);
    expect(await call).toBe('cancelled');
    expect(simulation.tries).toHaveLength(tries);
    expect(simulation.time.timers).toBe(0);
  });
});

test('closing ends everything, now and later', async () => {
  const simulation = new Simulation({ requestsPerWindow: 2, fateOf: (name) => (name === 'backing-off' ? busy : {}) });
  const calls = [simulation.ask('backing-off', 'interactive')];
  await simulation.time.advance(51);
  calls.push(simulation.ask('under way', 'interactive'), simulation.ask('queued', 'interactive'));
  simulation.scheduler.close();
  calls.push(simulation.ask('late', 'interactive'));
  await simulation.time.advance(60_000);
  expect(await Promise.all(calls)).toEqual(['cancelled', 'cancelled', 'cancelled', 'cancelled']);
  expect(simulation.tries).toHaveLength(2);
  expect([simulation.scheduler.queued, simulation.limiter.inFlight, simulation.time.timers]).toEqual([0, 0, 0]);
});

describe('a failure that may pass', () => {
  test('is not told', async () => {
    const simulation = new Simulation({ fateOf: failingFirst(busy, { error: failure('service-error', 502) }) });
    const call = simulation.ask('x', 'interactive');
    await simulation.time.advance(3000);
    expect(await call).toBe('x');
    expect(simulation.startsOf('x')).toEqual([0, 300, 850]);
  });

  test('goes through the limiter again', async () => {
    const simulation = new Simulation({ requestsPerWindow: 1, fateOf: failingFirst(busy) });
    const call = watch(simulation.ask('x', 'background'));
    await simulation.time.advance(10_000);
    expect(simulation.tries).toHaveLength(1);
    await simulation.time.advance(200);
    expect(call()).toBe('x');
  });

  test('where the clock was off is tried again once the time was told', async () => {
    const date = new Date(1_700_000_300_000).toUTCString();
    const skewed: Fate = { error: failure('clock-skew') };
    const told = new Simulation({ fateOf: failingFirst({ ...skewed, headers: { date } }) });
    const untold = new Simulation({ fateOf: failingFirst(skewed) });
    const calls = [told.ask('x', 'interactive'), untold.ask('x', 'interactive')];
    await told.time.advance(1000);
    await untold.time.advance(1000);
    expect(await Promise.all(calls)).toEqual(['x', 'clock-skew']);
  });

  test('is not waited for where a fault of our own ended the try', async () => {
    const simulation = new Simulation({
      fateOf: () => {
        throw new TypeError('a bug');
      },
    });
    const call = simulation.ask('x', 'interactive');
    await simulation.time.advance(1000);
    expect(await call).toBe('no error of ours');
    expect([simulation.scheduler.queued, simulation.limiter.inFlight]).toEqual([0, 0]);
  });
});

describe('a service that asks to slow down', () => {
  test.each([429, 503])('with %i is left alone for a window, then asked by one alone', async (status) => {
    const simulation = new Simulation({
      fateOf: (_name, tries) =>
        tries === 0 && simulation.time.now() < 1000 ? { error: failure('throttled', status) } : {},
    });
    const calls = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => watch(simulation.ask(name, 'interactive')));
    await simulation.time.advance(60);
    expect(simulation.tries).toHaveLength(6);
    expect(simulation.limiter.pause.until).toBe(50 + 11_250);
    await simulation.time.advance(11_239);
    expect(simulation.tries).toHaveLength(6);
    await simulation.time.advance(45);
    expect(simulation.tries.slice(6).map(({ name }) => name)).toEqual(['a']);
    await simulation.time.advance(1000);
    expect(calls.map((end) => end())).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']);
    expect(simulation.tries).toHaveLength(14);
  });

  test('again and again gets one request a pause, and the pauses double up to 60 s', async () => {
    const simulation = new Simulation({ random: () => 0, fateOf: always(throttled) });
    const ends = Array.from({ length: 20 }, (_, request) => watch(simulation.ask(`b${request}`, 'background')));
    await simulation.time.advance(600_000);
    expect(simulation.tries.filter(({ at }) => at === 0)).toHaveLength(4);
    const probes = simulation.tries.slice(4).map(({ at }) => at);
    // Every 50 ms more is the probe's own way there and back.
    expect(probes.slice(0, 5)).toEqual([10_050, 30_100, 70_150, 130_200, 190_250]);
    expect(simulation.tries.length).toBe(4 + 8);
    expect(new Set(ends.map((end) => end()))).toEqual(new Set(['throttled']));
  });

  test('lets what is looked at go after three refusals of its own or of what was sent for it', async () => {
    const simulation = new Simulation({ random: () => 0, fateOf: always(throttled) });
    const first = watch(simulation.ask('a', 'interactive'));
    await simulation.time.advance(1000);
    const later = watch(simulation.ask('b', 'interactive'));
    await simulation.time.advance(29_000);
    expect([first(), later()]).toEqual(['waiting', 'waiting']);
    await simulation.time.advance(200);
    expect([first(), later()]).toEqual(['throttled', 'waiting']);
    await simulation.time.advance(40_050);
    expect(later()).toBe('throttled');
  });

  test('is as before once it has let one through', async () => {
    const simulation = new Simulation({ random: () => 0, fateOf: (_name, tries) => (tries < 2 ? throttled : {}) });
    const pauses: number[] = [];
    for (const name of ['a', 'b']) {
      void simulation.ask(name, 'background');
      const asked = simulation.time.now();
      await simulation.time.advance(100_000);
      const starts = simulation.startsOf(name).map((at) => at - asked);
      pauses.push(...starts);
    }
    expect(pauses).toEqual([0, 10_050, 30_100, 0, 10_050, 30_100]);
  });

  test('is asked by the next where the one sent alone was called off, and the same when it got no answer', async () => {
    const simulation = new Simulation({
      random: () => 0,
      fateOf: (name, tries) => {
        if (tries === 0 && (name === 'a' || name === 'b')) return throttled;
        return name === 'b' && tries === 1 ? timedOut : { back: 5000 };
      },
    });
    const controller = new AbortController();
    void simulation.ask('a', 'interactive', controller.signal);
    const ends = ['b', 'c'].map((name) => watch(simulation.ask(name, 'interactive')));
    await simulation.time.advance(60);
    // 'c' was let through, but had been sent before the pause.
    await simulation.time.advance(10_000);
    expect(simulation.startsOf('a')).toEqual([0, 10_050]);
    controller.abort();
    await simulation.time.advance(10);
    expect(simulation.startsOf('b')).toHaveLength(2);
    expect(simulation.limiter.inFlight).toBe(1);
    void simulation.ask('d', 'interactive');
    await simulation.time.advance(10_000);
    expect(simulation.startsOf('d')).toHaveLength(0);
    await simulation.time.advance(20_000);
    expect(simulation.startsOf('d')).toHaveLength(1);
    expect(ends.map((end) => end())).toEqual(['b', 'c']);
  });

  test.each([
    ['3', 3000],
    ['0', 1000],
    ['86400', 300_000],
    [new Date(1_700_000_020_000).toUTCString(), 20_000 - 50],
    ['nonsense', 10_000],
  ])('for %j gets it', async (retryAfter, pause) => {
    const simulation = new Simulation({
      random: () => 0,
      fateOf: failingFirst({ ...throttled, headers: { 'retry-after': retryAfter } }),
    });
    void simulation.ask('x', 'interactive');
    await simulation.time.advance(400_000);
    expect(simulation.startsOf('x')).toEqual([0, 50 + pause]);
  });
});

describe('without a way to the service', () => {
  test('the background waits as long as it takes, tries now and then alone, and goes on at once', async () => {
    let isCut = true;
    const isBusy = new Set(['b0', 'b7']);
    const simulation = new Simulation({
      fateOf: (name) => (isCut ? unreachable : isBusy.delete(name) ? busy : {}),
    });
    const ends = Array.from({ length: 10 }, (_, request) => watch(simulation.ask(`b${request}`, 'background')));
    await simulation.time.advance(10);
    expect(simulation.limiter.connectivity.isOffline).toBe(true);
    await simulation.time.advance(3_600_000);
    // Four together, and one more before a second failure showed what it is.
    const probes = simulation.tries.slice(5).map(({ at }) => at);
    expect(probes.slice(0, 3)).toEqual([755, 755 + 1505, 755 + 1505 + 3005]);
    const gaps = probes.slice(1).map((at, place) => at - (probes[place] ?? 0));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(30_005);
    expect(Math.min(...gaps.slice(10))).toBeGreaterThanOrEqual(15_000);
    expect(simulation.scheduler.queued + simulation.limiter.inFlight).toBe(10);
    isCut = false;
    await simulation.time.advance(32_000);
    expect(simulation.limiter.connectivity.isOffline).toBe(false);
    expect(ends.map((end) => end())).toEqual(Array.from({ length: 10 }, (_, request) => `b${request}`));
  });

  test('what is looked at tries nevertheless, fails soon, and its success brings the rest back', async () => {
    let isCut = true;
    const simulation = new Simulation({ fateOf: () => (isCut ? unreachable : {}) });
    const background = watch(simulation.ask('b', 'background'));
    await simulation.time.advance(600_000);
    const looked = watch(simulation.ask('l', 'interactive'));
    await simulation.time.advance(2000);
    expect(looked()).toBe('offline');
    expect(simulation.startsOf('l')).toHaveLength(3);
    isCut = false;
    const again = watch(simulation.ask('l', 'interactive'));
    await simulation.time.advance(150);
    expect([again(), background(), simulation.limiter.connectivity.isOffline]).toEqual(['l', 'b', false]);
  });

  test('a single connection that breaks does not count', async () => {
    const simulation = new Simulation({ fateOf: failingFirst(unreachable) });
    const call = watch(simulation.ask('x', 'background'));
    await simulation.time.advance(6);
    expect(simulation.limiter.connectivity.isOffline).toBe(false);
    await simulation.time.advance(600);
    expect(call()).toBe('x');
  });

  test('a failure of what was sent before the last answer does not count', async () => {
    const simulation = new Simulation({
      fateOf: (name) => (name === 'answered' ? {} : { ...unreachable, back: 500 }),
    });
    for (const name of ['c1', 'c2', 'c3', 'answered']) void simulation.ask(name, 'interactive');
    await simulation.time.advance(510);
    expect(simulation.limiter.connectivity.isOffline).toBe(false);
  });

  test('any answer will do, even a refusal', async () => {
    const simulation = new Simulation({
      fateOf: (name) => (name === 'l' ? { error: failure('redirect-refused', 302) } : unreachable),
    });
    void simulation.ask('b', 'background');
    await simulation.time.advance(100_000);
    expect(simulation.limiter.connectivity.isOffline).toBe(true);
    void simulation.ask('l', 'interactive');
    await simulation.time.advance(50);
    expect(simulation.limiter.connectivity.isOffline).toBe(false);
  });

  test('a service that swallows everything counts as unreachable, but the background does not wait for ever', async () => {
    const simulation = new Simulation({ fateOf: always(timedOut) });
    const call = watch(simulation.ask('x', 'background'));
    await simulation.time.advance(40_000);
    expect([call(), simulation.limiter.connectivity.isOffline]).toEqual(['waiting', true]);
    await simulation.time.advance(600_000);
    expect(call()).toBe('timeout');
    expect(simulation.tries).toHaveLength(8);
  });

  test('a connection that breaks within every answer fails in the end', async () => {
    const simulation = new Simulation({ fateOf: always({ error: failure('offline') }) });
    const call = watch(simulation.ask('x', 'background'));
    await simulation.time.advance(600_000);
    expect(call()).toBe('offline');
    expect(simulation.tries).toHaveLength(8);
  });
});
