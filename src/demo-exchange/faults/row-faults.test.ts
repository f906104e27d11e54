import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resultRowsText } from '../testing/result-rows-text.ts';
import { paths, TestClient } from '../testing/test-client.ts';
import { type FaultName, type FaultyExchange, startFaultyExchange } from './index.ts';

const NOW = 1_760_000_000_000;
const orderLists = [paths.orders, paths.planHistory, paths.currentPlans];
let exchange: FaultyExchange;
let client: TestClient;

beforeAll(async () => {
  exchange = await startFaultyExchange({
    orders: 400,
    plans: 400,
    openPlans: 150,
    now: () => NOW,
    timeScale: 0,
    requestsPerWindow: 1e6,
  });
  client = new TestClient(exchange, () => NOW);
});
afterAll(() => exchange.close());

type Fields = Readonly<Record<string, unknown>>;

/** Returns the damaged rows with their originals. */
async function damagedBy(fault: FaultName, path: string): Promise<{ before: Fields; after: unknown; text: string }[]> {
  const parameters = orderLists.some((list) => list === path) ? { limit: 100 } : {};
  exchange.faults.set(null);
  const honest = (await client.signed(path, parameters)).text;
  exchange.faults.set({ rules: [{ fault }] });
  const { text } = await client.signed(path, parameters);
  expect(rowTextsOf(honest).length).toBeGreaterThan(50);
  const after = rowTextsOf(text);
  const damaged = rowTextsOf(honest).flatMap((row, index) => {
    const now = after[index] ?? '';
    return row === now ? [] : [{ before: JSON.parse(row), after: JSON.parse(now), text: now }];
  });
  expect(after).toHaveLength(rowTextsOf(honest).length);
  expect(damaged.length).toBeGreaterThan(10);
  expect(damaged.length).toBeLessThan(after.length / 2);
  return damaged;
}

const rowTextsOf = (body: string): string[] => resultRowsText(body).map(({ text }) => text);

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const holderOf = (row: Fields): Fields => (isObject(row.data) ? row.data : row);
const planFigures = ['price', 'amount', 'tactics_deal', 'trigger_price', 'stop_profit_price', 'stop_loss_price'];
const tickerFigures = ['close', 'open', 'high', 'low', 'amount', 'vol', 'ask', 'bid'];
const figureNames: Readonly<Record<string, readonly string[]>> = {
  [paths.orders]: ['price', 'price_avg', 'amount', 'deal_amount', 'profit'],
  [paths.planHistory]: planFigures,
  [paths.currentPlans]: planFigures,
  [paths.spotTickers]: tickerFigures,
  [paths.futuresTickers]: tickerFigures,
  [paths.precision]: ['minQuantity', 'maxQuantity', 'minPrice', 'maxPrice'],
};

/** Returns the decimals of a row, damaged or not. */
function figuresOf(row: unknown, path: string): unknown[] {
  if (!isObject(row)) return [];
  return Object.entries(holderOf(row)).flatMap(([name, value]) => (figureNames[path]?.includes(name) ? [value] : []));
}

describe.each(Object.values(paths))('%s', (path) => {
  const isOrderList = orderLists.some((list) => list === path);

  test('rows-missing-fields removes one field of some rows and all fields of others', async () => {
    const damaged = await damagedBy('rows-missing-fields', path);
    const missing = damaged.map(({ before, after }) =>
      [...new Set([...Object.keys(before), ...Object.keys(holderOf(before))])].filter(
        (name) => isObject(after) && !(name in after) && !(name in holderOf(after)),
      ),
    );
    expect(missing.some((names) => names.includes('symbol') || path === paths.precision)).toBe(true);
    if (isOrderList) {
      expect(missing.some((names) => names.length === 1 && names[0] === 'order_id')).toBe(true);
      expect(missing.some((names) => names.includes('ctime') && !names.includes('order_id'))).toBe(true);
    }
    expect(damaged.some(({ text }) => text === '{}')).toBe(true);
  });

  test('rows-extra-fields keeps all other fields', async () => {
    for (const { before, after, text } of await damagedBy('rows-extra-fields', path)) {
      expect(after).toMatchObject(before);
      expect(text).toContain('"client_id":92233720368547758079,');
    }
  });

  test('rows-wrong-types has rows and fields of every type', async () => {
    const damaged = await damagedBy('rows-wrong-types', path);
    const kindOf = (value: unknown) => (Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value);
    expect(new Set(damaged.map(({ after }) => kindOf(after)))).toEqual(
      new Set(['object', 'null', 'string', 'array', 'number']),
    );
    const types = new Set(damaged.flatMap(({ after }) => figuresOf(after, path).map(kindOf)));
    expect(types).toEqual(new Set(['string', 'boolean', 'object', 'array', 'number']));
  });

  test('rows-prototype-keys adds members with the names of inherited properties', async () => {
    for (const { before, after, text } of await damagedBy('rows-prototype-keys', path)) {
      expect(text.match(/"__proto__":\{"polluted":"yes"/g)?.length).toBe('data' in before ? 2 : 1);
      expect(isObject(after) && Object.keys(after)).toEqual(
        expect.arrayContaining(['__proto__', 'constructor', 'prototype', 'toString', ...Object.keys(before)]),
      );
    }
  });

  test('rows-huge-numbers has bare numbers with and without exponent', async () => {
    const texts = (await damagedBy('rows-huge-numbers', path)).map(({ text }) => text);
    for (const number of [/:1e400[,}]/, /:10{400}[,}]/, /:-1E\+400[,}]/, /:9{401}\.5[,}]/]) {
      expect(texts.some((text) => number.test(text))).toBe(true);
    }
    expect(texts.some((text) => /"ctime":-?[1-9][0E9e]/.test(text))).toBe(isOrderList);
  });

  test('rows-not-numbers has words instead of figures', async () => {
    const damaged = await damagedBy('rows-not-numbers', path);
    for (const word of ['NaN', 'Infinity', '1,5']) {
      expect(damaged.some(({ after }) => figuresOf(after, path).includes(word))).toBe(true);
    }
  });

  test('rows-empty-figures empties all figures of a row', async () => {
    for (const { before, after } of await damagedBy('rows-empty-figures', path)) {
      expect(figuresOf(before, path).length).toBeGreaterThan(3);
      expect(figuresOf(after, path)).toEqual(figuresOf(before, path).map(() => ''));
    }
  });

  test('rows-long-figures have 60 digits', async () => {
    for (const { after } of await damagedBy('rows-long-figures', path)) {
      for (const figure of figuresOf(after, path)) {
        expect(figure).toMatch(/^[1-9]\d*\.\d*[1-9]$/);
        expect(figure).toHaveLength(61);
      }
    }
  });
});

test.each(orderLists)('rows-milliseconds has milliseconds on %s', async (path) => {
  for (const { before, after } of await damagedBy('rows-milliseconds', path)) {
    expect(after).toEqual({ ...before, ctime: Number(before.ctime) * 1000 });
  }
});

test('rows-milliseconds leaves rows without time unchanged', async () => {
  exchange.faults.set(null);
  const { text } = await client.signed(paths.futuresTickers);
  exchange.faults.set({ rules: [{ fault: 'rows-milliseconds' }] });
  expect((await client.signed(paths.futuresTickers)).text).toBe(text);
});

test('damages a row on every page that contains it, and a single row always', async () => {
  exchange.faults.set({ rules: [{ fault: 'rows-empty-figures' }] });
  const read = async (parameters: Record<string, string | number>): Promise<Map<unknown, boolean>> =>
    new Map((await client.rows<Fields>(paths.orders, parameters)).map((row) => [row.order_id, row.price === '']));
  const long = await read({ limit: 100 });
  const [from] = long.keys();
  for (const [id, isHit] of await read({ limit: 50, from: String(from) })) expect(isHit).toBe(long.get(id));
  expect([...(await read({ limit: 1 })).values()]).toEqual([true]);
});
