import { describe, expect, test } from 'vitest';
import { failure, type Outcome, Simulation } from '../testing/simulated-service.ts';

/** Outcomes of the first attempts for each symbol. Later attempts succeed. */
function failingFirst(...outcomes: readonly Outcome[]): (name: string, attempts: number) => Outcome {
  return (_name, attempts) => outcomes[attempts] ?? {};
}

function always(outcome: Outcome): () => Outcome {
  return () => outcome;
}

const busy: Outcome = { error: failure('service-busy') };
const unreachable: Outcome = { error: failure('offline'), isSilent: true, requestMs: 0, responseMs: 5 };
const timedOut: Outcome = { error: failure('timeout'), isSilent: true, requestMs: 20, responseMs: 14_980 };
const throttled: Outcome = { error: failure('throttled', 429) };

/** Returns a function that returns the call's result, or 'waiting' while it is pending. */
function watch(call: Promise<string>): () => string {
  let end = 'waiting';
  void call.then((result) => {
    end = result;
  });
  return () => end;
}

describe('the order of requests', () => {
  test('is by priority, then by arrival', async () => {
    const simulation = new Simulation({ maxInFlight: 1 });
    for (const name of ['first', 'b1', 'b2', 'b3']) void simulation.send(name, 'background');
    for (const name of ['l1', 'l2', 'l3']) void simulation.send(name, 'interactive');
    await simulation.time.advance(1000);
    expect(simulation.attempts.map(({ name }) => name)).toEqual(['first', 'l1', 'l2', 'l3', 'b1', 'b2', 'b3']);
  });

  test('stays the same for a retry', async () => {
    const simulation = new Simulation({
      maxInFlight: 1,
      outcomeOf: (name, attempts) => (name === 'a' && attempts === 0 ? { error: failure('nonce-used') } : {}),
    });
    for (const name of ['a', 'b', 'c']) void simulation.send(name, 'background');
    await simulation.time.advance(1000);
    expect(simulation.attempts.map(({ name }) => name)).toEqual(['a', 'a', 'b', 'c']);
  });
});

describe('identical requests', () => {
  test('are merged while the first is queued or running, not after it has ended', async () => {
    const simulation = new Simulation({ maxInFlight: 1 });
    const calls = [
      simulation.send('x', 'interactive'),
      simulation.send('y', 'background'),
      simulation.send('y', 'background'),
    ];
    await simulation.time.advance(10);
    calls.push(simulation.send('x', 'background'));
    await simulation.time.advance(1000);
    expect(await Promise.all(calls)).toEqual(['x', 'y', 'y', 'x']);
    expect(simulation.attempts).toHaveLength(2);
    void simulation.send('x', 'interactive');
    await simulation.time.advance(1000);
    expect(simulation.startsOf('x')).toHaveLength(2);
  });

  test('fail together', async () => {
    const simulation = new Simulation({ outcomeOf: always({ error: failure('key-expired') }) });
    const calls = [simulation.send('x', 'interactive'), simulation.send('x', 'background')];
    await simulation.time.advance(1000);
    expect(await Promise.all(calls)).toEqual(['key-expired', 'key-expired']);
    expect(simulation.attempts).toHaveLength(1);
  });

  test('end once the last caller has canceled, not before', async () => {
    const simulation = new Simulation();
    const [first, second] = [new AbortController(), new AbortController()];
    const calls = [
      simulation.send('x', 'interactive', first.signal),
      simulation.send('x', 'interactive', second.signal),
    ];
    await simulation.time.advance(10);
    first.abort();
    await simulation.time.advance(10);
    expect(simulation.limiter.inFlight).toBe(1);
    second.abort();
    await simulation.time.advance(0);
    expect(simulation.limiter.inFlight).toBe(0);
    expect(await Promise.all(calls)).toEqual(['canceled', 'canceled']);
  });

  test('that come after the last caller has canceled are sent again, unaffected by the end of the old one', async () => {
    const simulation = new Simulation({ maxInFlight: 1 });
    const controller = new AbortController();
    const left = simulation.send('x', 'interactive', controller.signal);
    await simulation.time.advance(10);
    controller.abort();
    const anew = simulation.send('x', 'interactive');
    await simulation.time.advance(1000);
    expect(simulation.startsOf('x')).toEqual([0, 10]);
    expect(await Promise.all([left, anew])).toEqual(['canceled', 'x']);
  });

  test('have the highest priority of their callers while they are queued', async () => {
    const simulation = new Simulation({ maxInFlight: 1 });
    const controller = new AbortController();
    void simulation.send('under way', 'background');
    for (const name of ['b1', 'b2', 'b3']) void simulation.send(name, 'background');
    void simulation.send('l1', 'interactive');
    void simulation.send('b3', 'interactive');
    void simulation.send('b2', 'interactive', controller.signal);
    controller.abort();
    void simulation.send('l2', 'interactive');
    await simulation.time.advance(1000);
    expect(simulation.attempts.map(({ name }) => name)).toEqual(['under way', 'l1', 'b3', 'l2', 'b1', 'b2']);
  });

  test('skip their backoff if an interactive caller joins', async () => {
    const simulation = new Simulation({ random: () => 0.99, outcomeOf: failingFirst(busy, busy, busy, busy, busy) });
    const call = watch(simulation.send('x', 'background'));
    await simulation.time.advance(10_000);
    const before = simulation.startsOf('x').length;
    const looked = watch(simulation.send('x', 'interactive'));
    expect(simulation.startsOf('x')).toHaveLength(before + 1);
    await simulation.time.advance(50);
    expect([call(), looked()]).toEqual(['x', 'x']);
  });

  test('fail for interactive callers after their last retry, and go on for background callers', async () => {
    const simulation = new Simulation({ outcomeOf: failingFirst(busy, busy, busy, busy, busy) });
    const background = watch(simulation.send('x', 'background'));
    const looked = watch(simulation.send('x', 'interactive'));
    await simulation.time.advance(1500);
    expect([looked(), background()]).toEqual(['service-busy', 'waiting']);
    expect(simulation.attempts).toHaveLength(3);
    await simulation.time.advance(30_000);
    expect(background()).toBe('x');
  });
});

describe('a canceled request', () => {
  test('leaves the queue and is not sent', async () => {
    const simulation = new Simulation({ requestsPerWindow: 1 });
    const controller = new AbortController();
    const calls = [simulation.send('a', 'interactive'), simulation.send('b', 'interactive', controller.signal)];
    calls.push(simulation.send('c', 'interactive'));
    await simulation.time.advance(100);
    expect(simulation.scheduler.queued).toBe(2);
    controller.abort();
    expect(simulation.scheduler.queued).toBe(1);
    await simulation.time.advance(10_500);
    expect(await Promise.all(calls)).toEqual(['a', 'canceled', 'c']);
    expect(simulation.attempts.map(({ name }) => name)).toEqual(['a', 'c']);
  });

  test('is not sent if it was canceled before the call', async () => {
    const simulation = new Simulation();
    expect(await simulation.send('x', 'interactive', AbortSignal.abort())).toBe('canceled');
    expect(simulation.attempts).toHaveLength(0);
  });

  test('is not retried', async () => {
    const simulation = new Simulation({ outcomeOf: always(busy) });
    const controller = new AbortController();
    const call = simulation.send('x', 'background', controller.signal);
    await simulation.time.advance(2000);
    const attempts = simulation.attempts.length;
    controller.abort();
    await simulation.time.advance(60_000);
    expect(await call).toBe('canceled');
    expect(simulation.attempts).toHaveLength(attempts);
    expect(simulation.time.timers).toBe(0);
  });
});

test('close cancels pending and later requests', async () => {
  const simulation = new Simulation({
    requestsPerWindow: 2,
    outcomeOf: (name) => (name === 'backing-off' ? busy : {}),
  });
  const calls = [simulation.send('backing-off', 'interactive')];
  await simulation.time.advance(51);
  calls.push(simulation.send('under way', 'interactive'), simulation.send('queued', 'interactive'));
  simulation.scheduler.close();
  calls.push(simulation.send('late', 'interactive'));
  await simulation.time.advance(60_000);
  expect(await Promise.all(calls)).toEqual(['canceled', 'canceled', 'canceled', 'canceled']);
  expect(simulation.attempts).toHaveLength(2);
  expect([simulation.scheduler.queued, simulation.limiter.inFlight, simulation.time.timers]).toEqual([0, 0, 0]);
});

describe('a passing failure', () => {
  test('is not reported to the caller', async () => {
    const simulation = new Simulation({ outcomeOf: failingFirst(busy, { error: failure('service-error', 502) }) });
    const call = simulation.send('x', 'interactive');
    await simulation.time.advance(3000);
    expect(await call).toBe('x');
    expect(simulation.startsOf('x')).toEqual([0, 300, 850]);
  });

  test('is retried through the limiter', async () => {
    const simulation = new Simulation({ requestsPerWindow: 1, outcomeOf: failingFirst(busy) });
    const call = watch(simulation.send('x', 'background'));
    await simulation.time.advance(10_000);
    expect(simulation.attempts).toHaveLength(1);
    await simulation.time.advance(200);
    expect(call()).toBe('x');
  });

  test('clock-skew is retried once the service’s time is known', async () => {
    const date = new Date(1_700_000_300_000).toUTCString();
    const skewed: Outcome = { error: failure('clock-skew') };
    const known = new Simulation({ outcomeOf: failingFirst({ ...skewed, headers: { date } }) });
    const unknown = new Simulation({ outcomeOf: failingFirst(skewed) });
    const calls = [known.send('x', 'interactive'), unknown.send('x', 'interactive')];
    await known.time.advance(1000);
    await unknown.time.advance(1000);
    expect(await Promise.all(calls)).toEqual(['x', 'clock-skew']);
  });

  test('is not assumed for an error that is not ours', async () => {
    const simulation = new Simulation({
      outcomeOf: () => {
        throw new TypeError('a bug');
      },
    });
    const call = simulation.send('x', 'interactive');
    await simulation.time.advance(1000);
    expect(await call).toBe('no error of ours');
    expect([simulation.scheduler.queued, simulation.limiter.inFlight]).toEqual([0, 0]);
  });
});

describe('a service that throttles', () => {
  test.each([429, 503])('with %i gets no request for half a second, then one probe', async (status) => {
    const simulation = new Simulation({
      outcomeOf: (_name, attempts) =>
        attempts === 0 && simulation.time.now() < 500 ? { error: failure('throttled', status) } : {},
    });
    const calls = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => watch(simulation.send(name, 'interactive')));
    await simulation.time.advance(60);
    expect(simulation.attempts).toHaveLength(6);
    expect(simulation.limiter.pause.until).toBe(50 + 562.5);
    await simulation.time.advance(552);
    expect(simulation.attempts).toHaveLength(6);
    await simulation.time.advance(45);
    expect(simulation.attempts.slice(6).map(({ name }) => name)).toEqual(['a']);
    await simulation.time.advance(1000);
    expect(calls.map((end) => end())).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']);
    expect(simulation.attempts).toHaveLength(14);
  });

  test('repeatedly gets one probe per pause, and the pauses double from a window up to 60 s', async () => {
    const simulation = new Simulation({ random: () => 0, outcomeOf: always(throttled) });
    const ends = Array.from({ length: 20 }, (_, request) => watch(simulation.send(`b${request}`, 'background')));
    await simulation.time.advance(600_000);
    expect(simulation.attempts.filter(({ at }) => at === 0)).toHaveLength(4);
    const probes = simulation.attempts.slice(4).map(({ at }) => at);
    // Each probe takes 50 ms.
    expect(probes.slice(0, 5)).toEqual([550, 10_600, 30_650, 70_700, 130_750]);
    expect(simulation.attempts.length).toBe(4 + 8);
    expect(new Set(ends.map((end) => end()))).toEqual(new Set(['throttled']));
  });

  test('fails an interactive request after three rejections, of its own or of a probe', async () => {
    const simulation = new Simulation({ random: () => 0, outcomeOf: always(throttled) });
    const first = watch(simulation.send('a', 'interactive'));
    await simulation.time.advance(1000);
    const later = watch(simulation.send('b', 'interactive'));
    await simulation.time.advance(9500);
    expect([first(), later()]).toEqual(['waiting', 'waiting']);
    await simulation.time.advance(200);
    expect([first(), later()]).toEqual(['throttled', 'waiting']);
    await simulation.time.advance(60_050);
    expect(later()).toBe('throttled');
  });

  test('is down from the third 503 in a row on, or from the first one with a web page, until it accepts a request', async () => {
    let outcome: Outcome = { error: failure('throttled', 503) };
    const simulation = new Simulation({ random: () => 0, outcomeOf: () => outcome });
    const { limiter, time } = simulation;
    const first = watch(simulation.send('a', 'interactive'));
    await time.advance(10_500);
    expect(limiter.pause.isDown).toBe(false);
    await time.advance(200);
    expect([first(), limiter.pause.isDown]).toEqual(['service-busy', true]);
    outcome = {};
    void simulation.send('b', 'interactive');
    await time.advance(60_000);
    expect(limiter.pause.isDown).toBe(false);
    outcome = { error: failure('throttled', 503), headers: { 'content-type': 'text/html; charset=utf-8' } };
    void simulation.send('c', 'interactive');
    await time.advance(60);
    expect(limiter.pause.isDown).toBe(true);
  });

  test('with 429 is never down', async () => {
    const simulation = new Simulation({ random: () => 0, outcomeOf: always(throttled) });
    const call = watch(simulation.send('a', 'interactive'));
    await simulation.time.advance(100_000);
    expect([call(), simulation.limiter.pause.isDown]).toEqual(['throttled', false]);
  });

  test('gets the first pause again after an accepted request', async () => {
    const simulation = new Simulation({
      random: () => 0,
      outcomeOf: (_name, attempts) => (attempts < 2 ? throttled : {}),
    });
    const pauses: number[] = [];
    for (const name of ['a', 'b']) {
      void simulation.send(name, 'background');
      const asked = simulation.time.now();
      await simulation.time.advance(100_000);
      const starts = simulation.startsOf(name).map((at) => at - asked);
      pauses.push(...starts);
    }
    expect(pauses).toEqual([0, 550, 10_600, 0, 550, 10_600]);
  });

  test('gets another probe if the first is canceled or times out', async () => {
    const simulation = new Simulation({
      random: () => 0,
      outcomeOf: (name, attempts) => {
        if (attempts === 0 && (name === 'a' || name === 'b')) return throttled;
        return name === 'b' && attempts === 1 ? timedOut : { responseMs: 5000 };
      },
    });
    const controller = new AbortController();
    void simulation.send('a', 'interactive', controller.signal);
    const ends = ['b', 'c'].map((name) => watch(simulation.send(name, 'interactive')));
    await simulation.time.advance(60);
    await simulation.time.advance(500);
    expect(simulation.startsOf('a')).toEqual([0, 550]);
    controller.abort();
    await simulation.time.advance(10);
    expect(simulation.startsOf('b')).toHaveLength(2);
    expect(simulation.limiter.inFlight).toBe(2);
    // The service accepts 'c' meanwhile, but 'c' was sent before the pause.
    void simulation.send('d', 'interactive');
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
    ['nonsense', 500],
  ])('with Retry-After %j gets a pause of that length', async (retryAfter, pause) => {
    const simulation = new Simulation({
      random: () => 0,
      outcomeOf: failingFirst({ ...throttled, headers: { 'retry-after': retryAfter } }),
    });
    void simulation.send('x', 'interactive');
    await simulation.time.advance(400_000);
    expect(simulation.startsOf('x')).toEqual([0, 50 + pause]);
  });
});

describe('while the service is unreachable', () => {
  test('background requests wait without limit, send single probes, and go on after the first success', async () => {
    let isCut = true;
    const isBusy = new Set(['b0', 'b7']);
    const simulation = new Simulation({
      outcomeOf: (name) => (isCut ? unreachable : isBusy.delete(name) ? busy : {}),
    });
    const ends = Array.from({ length: 10 }, (_, request) => watch(simulation.send(`b${request}`, 'background')));
    await simulation.time.advance(10);
    expect(simulation.limiter.connectivity.isOffline).toBe(true);
    await simulation.time.advance(3_600_000);
    // Four requests together, and one more before the second failure in a row.
    const probes = simulation.attempts.slice(5).map(({ at }) => at);
    expect(probes.slice(0, 4)).toEqual([755, 1510, 2265, 3020]);
    const gaps = probes.slice(1).map((at, index) => at - (probes[index] ?? 0));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(1005);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(500);
    expect(simulation.scheduler.queued + simulation.limiter.inFlight).toBe(10);
    isCut = false;
    await simulation.time.advance(6000);
    expect(simulation.limiter.connectivity.isOffline).toBe(false);
    expect(ends.map((end) => end())).toEqual(Array.from({ length: 10 }, (_, request) => `b${request}`));
  });

  test('interactive requests are sent, fail soon, and a success resumes the others', async () => {
    let isCut = true;
    const simulation = new Simulation({ outcomeOf: () => (isCut ? unreachable : {}) });
    const background = watch(simulation.send('b', 'background'));
    await simulation.time.advance(600_000);
    const looked = watch(simulation.send('l', 'interactive'));
    await simulation.time.advance(2000);
    expect(looked()).toBe('offline');
    expect(simulation.startsOf('l')).toHaveLength(3);
    isCut = false;
    const again = watch(simulation.send('l', 'interactive'));
    await simulation.time.advance(150);
    expect([again(), background(), simulation.limiter.connectivity.isOffline]).toEqual(['l', 'b', false]);
  });

  test('a single broken connection does not count', async () => {
    const simulation = new Simulation({ outcomeOf: failingFirst(unreachable) });
    const call = watch(simulation.send('x', 'background'));
    await simulation.time.advance(6);
    expect(simulation.limiter.connectivity.isOffline).toBe(false);
    await simulation.time.advance(600);
    expect(call()).toBe('x');
  });

  test('a failed request that was sent before the last response does not count', async () => {
    const simulation = new Simulation({
      outcomeOf: (name) => (name === 'answered' ? {} : { ...unreachable, responseMs: 500 }),
    });
    for (const name of ['c1', 'c2', 'c3', 'answered']) void simulation.send(name, 'interactive');
    await simulation.time.advance(510);
    expect(simulation.limiter.connectivity.isOffline).toBe(false);
  });

  test('any response counts as reachable, even a rejection', async () => {
    const simulation = new Simulation({
      outcomeOf: (name) => (name === 'l' ? { error: failure('redirect-refused', 302) } : unreachable),
    });
    void simulation.send('b', 'background');
    await simulation.time.advance(100_000);
    expect(simulation.limiter.connectivity.isOffline).toBe(true);
    void simulation.send('l', 'interactive');
    await simulation.time.advance(50);
    expect(simulation.limiter.connectivity.isOffline).toBe(false);
  });

  test('a service that never responds counts as unreachable, but background requests fail in the end', async () => {
    const simulation = new Simulation({ outcomeOf: always(timedOut) });
    const call = watch(simulation.send('x', 'background'));
    await simulation.time.advance(40_000);
    expect([call(), simulation.limiter.connectivity.isOffline]).toEqual(['waiting', true]);
    await simulation.time.advance(600_000);
    expect(call()).toBe('timeout');
    expect(simulation.attempts).toHaveLength(8);
  });

  test('a connection that breaks within every response fails in the end', async () => {
    const simulation = new Simulation({ outcomeOf: always({ error: failure('offline') }) });
    const call = watch(simulation.send('x', 'background'));
    await simulation.time.advance(600_000);
    expect(call()).toBe('offline');
    expect(simulation.attempts).toHaveLength(8);
  });
});
