import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { paths, TestClient } from '../testing/test-client.ts';
import { type FaultName, type FaultyExchange, startFaultyExchange } from './index.ts';

const NOW = 1_760_000_000_000;
let exchange: FaultyExchange;
let client: TestClient;

beforeAll(async () => {
  exchange = await startFaultyExchange({
    orders: 300,
    plans: 300,
    now: () => NOW,
    timeScale: 0,
    requestsPerWindow: 1e6,
  });
  client = new TestClient(exchange, () => NOW);
});
afterAll(() => exchange.close());

type Query = Readonly<Record<string, string | number>>;

async function idsOf(path: string, query: Query, fault?: FaultName): Promise<string[]> {
  exchange.faults.set(fault === undefined ? null : { rules: [{ fault }] });
  const rows = await client.rows<{ order_id: string }>(path, query);
  return rows.map((row) => row.order_id);
}

describe.each([paths.orders, paths.planHistory, paths.currentPlans])('%s', (path) => {
  test('page-repeats ignores from', async () => {
    for (const direct of ['prev', 'next']) {
      const first = await idsOf(path, { limit: 7, direct });
      const from = first.at(-1) ?? '';
      expect(await idsOf(path, { limit: 7, direct, from }, 'page-repeats')).toEqual(first);
      expect(await idsOf(path, { limit: 7, direct }, 'page-repeats')).toEqual(first);
    }
  });

  test('page-inclusive begins with the row from, in both directions and at both ends', async () => {
    const all = await idsOf(path, { limit: 100 });
    const page = (query: Query) => idsOf(path, { limit: 3, ...query }, 'page-inclusive');
    expect(await page({})).toEqual(all.slice(0, 3));
    expect(await page({ from: all[5] ?? '' })).toEqual(all.slice(5, 8));
    expect(await page({ from: all[5] ?? '', direct: 'next' })).toEqual([all[5], all[4], all[3]]);
    expect(await page({ from: all[0] ?? '', direct: 'next' })).toEqual([all[0]]);
    expect(await page({ from: all[0] ?? '' })).toEqual(all.slice(0, 3));
    const [oldest] = await idsOf(path, { limit: 1, direct: 'next' });
    expect(await page({ from: oldest ?? '' })).toEqual([oldest]);
  });

  test('page-too-long has two pages, also beyond the largest limit', async () => {
    for (const limit of [1, 20, 100]) {
      const page = await idsOf(path, { limit });
      const next = await idsOf(path, { limit, from: page.at(-1) ?? '' });
      expect(await idsOf(path, { limit }, 'page-too-long')).toEqual([...page, ...next]);
    }
    const [oldest] = await idsOf(path, { limit: 1, direct: 'next' });
    expect(await idsOf(path, { from: oldest ?? '' }, 'page-too-long')).toEqual([]);
  });
});

const nameOf = (row: { order_id?: string; symbol: string }): string => row.order_id ?? row.symbol;

test.each(Object.values(paths))('page-duplicates repeats rows and page-unsorted shuffles them on %s', async (path) => {
  exchange.faults.set(null);
  const honest = (await client.signed(path)).text;
  const namesIn = (text: string): string[] =>
    path === paths.precision
      ? [...text.matchAll(/"([^"]+)":\{"amount"/g)].map(([, name = '']) => name)
      : JSON.parse(text).result.map(nameOf);
  const names = namesIn(honest);

  exchange.faults.set({ rules: [{ fault: 'page-duplicates' }] });
  const twice = namesIn((await client.signed(path)).text);
  expect(twice[0]).toBe(twice[1]);
  expect(twice.length).toBeGreaterThan(names.length + 1);
  const isFarFromItsCopy = (name: string, place: number) => twice.lastIndexOf(name) > place + 1;
  expect(twice.some(isFarFromItsCopy)).toBe(true);
  expect([...new Set(twice)]).toEqual(names);

  exchange.faults.set({ rules: [{ fault: 'page-unsorted' }] });
  const unsorted = namesIn((await client.signed(path)).text);
  expect(unsorted).not.toEqual(names);
  expect(unsorted.toSorted()).toEqual(names.toSorted());
});

test('page-unsorted swaps two rows', async () => {
  const two = await idsOf(paths.orders, { limit: 2 });
  expect(await idsOf(paths.orders, { limit: 2 }, 'page-unsorted')).toEqual(two.toReversed());
});
