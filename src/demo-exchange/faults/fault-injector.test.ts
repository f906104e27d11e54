import { afterEach, expect, test } from 'vitest';
import { paths, TestClient } from '../testing/test-client.ts';
import { faults } from './fault-table.ts';
import {
  type FaultPlan,
  type FaultyExchange,
  type FaultyExchangeOptions,
  faultNames,
  startFaultyExchange,
} from './index.ts';

const NOW = 1_760_000_000_000;
let exchange: FaultyExchange;

async function start(options: FaultyExchangeOptions = {}): Promise<TestClient> {
  exchange = await startFaultyExchange({
    orders: 300,
    plans: 50,
    openPlans: 10,
    now: () => NOW,
    timeScale: 0,
    ...options,
  });
  return new TestClient(exchange, () => NOW);
}

afterEach(() => exchange.close());

/** Sends requests one after the other. Returns their errnos. */
async function errnosOf(client: TestClient, ...requested: string[]): Promise<number[]> {
  const errnos: number[] = [];
  for (const path of requested) errnos.push((await client.signed(path, { limit: 1 })).envelope.errno);
  return errnos;
}

const withoutNonce = (text: string): string => text.replace(/"(nonce|signature)":"[^"]*"/g, '');

const { orders, currentPlans, planHistory, spotTickers } = paths;
const busy = 20507;

test('applies no fault by default and after null', async () => {
  const client = await start();
  expect(await errnosOf(client, orders)).toEqual([0]);
  expect(exchange.faults.count()).toBe(0);
  exchange.faults.set({ rules: [{ fault: 'busy-20507' }] });
  expect(await errnosOf(client, orders, spotTickers, '/v1/elsewhere')).toEqual([busy, busy, busy]);
  exchange.faults.set(null);
  expect(await errnosOf(client, orders)).toEqual([0]);
  expect(exchange.faults.count('busy-20507')).toBe(3);
  expect(exchange.faults.count('redirect')).toBe(0);
  expect(exchange.faults.count()).toBe(3);
});

test('applies a plan from the start', async () => {
  const client = await start({ faults: { rules: [{ fault: 'busy-20507' }] } });
  expect(await errnosOf(client, orders)).toEqual([busy]);
});

test('applies a rule to its paths only', async () => {
  const client = await start({ faults: { rules: [{ fault: 'busy-20507', paths: [currentPlans, spotTickers] }] } });
  expect(await errnosOf(client, orders, currentPlans, planHistory, spotTickers)).toEqual([0, busy, 0, busy]);
});

test('applies `first` to the first n requests of each path', async () => {
  const client = await start({ faults: { rules: [{ fault: 'busy-20507', requests: { first: 2 } }] } });
  const requested = [orders, currentPlans, orders, orders, currentPlans, currentPlans];
  expect(await errnosOf(client, ...requested)).toEqual([busy, busy, busy, 0, busy, 0]);
});

test('applies `next` to the next n requests after the plan is set', async () => {
  const client = await start();
  await errnosOf(client, orders, orders, orders);
  const plan: FaultPlan = { rules: [{ fault: 'busy-20507', requests: { next: 2 } }] };
  for (let round = 0; round < 2; round++) {
    exchange.faults.set(plan);
    expect(await errnosOf(client, orders, currentPlans, orders, currentPlans)).toEqual([busy, busy, 0, 0]);
  }
});

test('applies `every` to every n-th request of the rule', async () => {
  const client = await start({
    faults: { rules: [{ fault: 'busy-20507', paths: [orders], requests: { every: 3 } }] },
  });
  const requested = [orders, currentPlans, orders, currentPlans, orders, orders, orders, orders];
  expect(await errnosOf(client, ...requested)).toEqual([0, 0, 0, 0, busy, 0, 0, busy]);
});

test('a fault counts only requests in its scope', async () => {
  const client = await start({
    faults: { rules: [{ fault: 'page-repeats' }, { fault: 'rows-empty-figures' }, { fault: 'wrong-date' }] },
  });
  await errnosOf(client, spotTickers, '/v1/elsewhere', orders);
  expect(exchange.faults.count('page-repeats')).toBe(1);
  expect(exchange.faults.count('rows-empty-figures')).toBe(2);
  expect(exchange.faults.count('wrong-date')).toBe(3);
});

test('applies several faults in the order of the fault table, whatever the order of the plan', async () => {
  const rules = [{ fault: 'errno-as-text' }, { fault: 'rows-empty-figures' }, { fault: 'result-keyed' }] as const;
  const client = await start();
  const texts: string[] = [];
  for (const plan of [rules, rules.toReversed()]) {
    exchange.faults.set({ rules: plan });
    texts.push((await client.signed(orders, { limit: 1 })).text);
  }
  expect(texts[0]).toMatch(/^\{"errno":"0","errmsg":"success","result":\{"[^"]+":\{"order_id":.*"price":"",/);
  expect(texts[1]).toBe(texts[0]);
});

test('the service checks the request first and uses up its nonce', async () => {
  const client = await start({ faults: { rules: [{ fault: 'unavailable-503', requests: { next: 1 } }] } });
  const headers = client.signedHeaders({});
  expect((await client.fetch(orders, {}, { headers })).status).toBe(503);
  expect((await client.request(orders, {}, headers)).envelope.errno).toBe(20519);
  expect(exchange.traffic.recent()[0]).toMatchObject({ httpStatus: 200, errno: 0 });
});

test('the latency delays the fault', async () => {
  const client = await start({ latencyMs: 600_000, faults: { rules: [{ fault: 'connection-reset' }] } });
  const controller = new AbortController();
  const pending = client.fetch(orders, {}, { signal: controller.signal });
  await expect.poll(() => exchange.traffic.total).toBe(1);
  controller.abort(new Error('given up'));
  await expect(pending).rejects.toThrow('given up');
});

test.each(faultNames.filter((name) => !['body-50-mb', 'byte-a-second', 'no-answer'].includes(name)))(
  '%s gives the same replies to the same requests',
  async (fault) => {
    const plan: FaultPlan = { seed: 3, rules: [{ fault }] };
    const client = await start();
    const runs: unknown[] = [];
    for (let run = 0; run < 2; run++) {
      exchange.faults.set(plan);
      const answers: unknown[] = [];
      for (let request = 0; request < 3; request++) {
        const headers = { ...client.signedHeaders({}), Token: request === 2 ? 'unknown' : exchange.token };
        answers.push(
          await client
            .fetch(orders, {}, { headers, redirect: 'manual' })
            .then(async (response) => [response.status, withoutNonce(await response.text())])
            .catch(() => 'broken off'),
        );
      }
      runs.push(answers);
    }
    expect(runs[1]).toEqual(runs[0]);
  },
);

test('another seed damages other rows', async () => {
  const client = await start();
  const texts = new Set<string>();
  for (const seed of [0, 1, 2]) {
    exchange.faults.set({ seed, rules: [{ fault: 'rows-not-numbers' }] });
    texts.add((await client.signed(orders)).text);
  }
  expect(texts.size).toBe(3);
});

test.each([
  [{ rules: [{ fault: 'nothing' }] }, 'unknown fault "nothing"'],
  [{ rules: [{ fault: '__proto__' }] }, 'unknown fault "__proto__"'],
  [{ rules: [{ fault: 'redirect', paths: ['v1'] }] }, 'must begin with /'],
  [{ rules: [{ fault: 'redirect', requests: { first: 0 } }] }, 'first must be 1 or more, not 0'],
  [{ rules: [{ fault: 'redirect', requests: { every: 1.5 } }] }, 'every must be'],
  [{ rules: [{ fault: 'redirect', requests: { next: Number.NaN } }] }, 'next must be'],
  [{ rules: [], seed: 0.5 }, 'whole number'],
  [{ rules: [], seed: -1 }, 'whole number'],
  [{ rules: [], redirectTo: 'elsewhere' }, 'no URL'],
])('rejects the plan %j', async (plan, message) => {
  await start();
  const wrong = plan as FaultPlan;
  expect(() => exchange.faults.set(wrong)).toThrow(RangeError);
  expect(() => exchange.faults.set(wrong)).toThrow(message);
  await expect(startFaultyExchange({ orders: 0, faults: wrong })).rejects.toThrow(message);
});

test('every fault has a one-line summary', () => {
  for (const { summary } of Object.values(faults)) expect(summary).toMatch(/^.{5,90}$/);
});
