import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoExchange, startDemoExchange } from './index.ts';
import { paths, TestClient } from './testing/test-client.ts';

interface Ticker {
  readonly symbol: string;
  readonly data: Readonly<Record<string, string | number>>;
}

const NOW = 1_760_000_000_000;
let clock = NOW;
let exchange: DemoExchange;
let client: TestClient;

beforeAll(async () => {
  exchange = await startDemoExchange({ orders: 10, requestsPerWindow: 1_000_000, now: () => clock });
  client = new TestClient(exchange, () => clock);
});
afterAll(() => exchange.close());

const numberIn = (ticker: Ticker, field: string): number => Number(ticker.data[field]);

test.each([
  [paths.futuresTickers, 250, ['id', 'amount', 'count', 'open', 'close', 'low', 'high', 'vol']],
  [paths.spotTickers, 420, ['id', 'amount', 'count', 'open', 'close', 'low', 'high', 'vol', 'ask', 'bid']],
])('%s lists %i pairs with exactly their fields, plausible together', async (path, pairs, fields) => {
  const tickers = await client.publicRows<Ticker>(path);
  expect(tickers).toHaveLength(pairs);
  expect(new Set(tickers.map((ticker) => ticker.symbol)).size).toBe(pairs);
  for (const ticker of tickers) {
    expect(Object.keys(ticker)).toEqual(['symbol', 'data']);
    expect(Object.keys(ticker.data)).toEqual(fields);
    expect(typeof ticker.data.id).toBe('number');
    for (const field of fields.filter((name) => name !== 'id' && name !== 'count')) {
      expect(ticker.data[field]).toMatch(/^\d+(\.\d+)?$/);
    }
    const [low, high] = [numberIn(ticker, 'low'), numberIn(ticker, 'high')];
    for (const field of ['open', 'close']) {
      expect(numberIn(ticker, field)).toBeGreaterThanOrEqual(low);
      expect(numberIn(ticker, field)).toBeLessThanOrEqual(high);
    }
    expect(low).toBeGreaterThan(0);
    expect(numberIn(ticker, 'count')).toBeGreaterThan(0);
    if (path === paths.spotTickers) {
      expect(numberIn(ticker, 'bid')).toBeLessThan(numberIn(ticker, 'ask'));
      expect(Math.abs(numberIn(ticker, 'bid') / numberIn(ticker, 'close') - 1)).toBeLessThan(0.01);
      const averagePrice = numberIn(ticker, 'vol') / numberIn(ticker, 'amount');
      expect(averagePrice).toBeGreaterThan(low * 0.9999);
      expect(averagePrice).toBeLessThan(high * 1.0001);
    }
  }
});

test('has the quirks of the real service: names, magnitudes, long IDs, counts as text, volumes of 30 digits and more', async () => {
  const { text } = await client.request(paths.futuresTickers);
  const tickers = await client.publicRows<Ticker>(paths.futuresTickers);
  const symbols = tickers.map((ticker) => ticker.symbol);
  expect(symbols).toEqual(expect.arrayContaining(['币安人生-USDT', 'XAU500-USDT', '1000PEPE-USDT', 'BTC-USDC']));
  const prices = tickers.map((ticker) => numberIn(ticker, 'close'));
  expect(Math.min(...prices)).toBeLessThan(0.000006);
  expect(Math.max(...prices)).toBeGreaterThan(80_000);
  const identifiers = [...text.matchAll(/"id":(\d+)/g)].map((match) => BigInt(match[1] ?? 0));
  expect(identifiers.filter((identifier) => identifier > 2n ** 53n).length).toBeGreaterThan(20);
  expect(identifiers.every((identifier) => identifier < 2n ** 63n)).toBe(true);
  const textCounts = tickers.filter((ticker) => typeof ticker.data.count === 'string').length;
  expect(textCounts).toBeGreaterThan(5);
  expect(textCounts).toBeLessThan(125);
  expect(tickers.filter((ticker) => /\.\d{30,}$/.test(String(ticker.data.vol))).length).toBeGreaterThan(50);
});

test.each([paths.futuresTickers, paths.spotTickers])('%s accepts one or several pairs', async (path) => {
  const all = await client.publicRows<Ticker>(path);
  const named = (symbols: string[]): Ticker[] => all.filter((ticker) => symbols.includes(ticker.symbol));
  expect(await client.publicRows(path, { symbol: '币安人生-USDT' })).toEqual(named(['币安人生-USDT']));
  const list = await client.publicRows(path, { symbol: 'SOL-USDT,BTC-USDT,SOL-USDT' });
  expect(list).toEqual(named(['BTC-USDT', 'SOL-USDT']));
});

test.each(['NOTHING-USDT', 'BTC-USDT,NOTHING-USDT', '', 'BTC-USDT,', ','])(
  'an unlisted pair (%j) is refused',
  async (symbol) => {
    expect((await client.request(paths.spotTickers, { symbol })).envelope).toEqual({ errno: 10010, errmsg: 'failed' });
    const futures = await client.request(paths.futuresTickers, { symbol });
    expect(futures.envelope).toEqual({ errno: 20501, errmsg: 'pair does not exist' });
    const precision = await client.request(paths.precision, { symbol });
    expect(precision.envelope).toEqual({ errno: 20501, errmsg: 'pair does not exist' });
  },
);

test('the precision record matches the prices and orders of its pair', async () => {
  const { envelope } = await client.request(paths.precision);
  const records = Object.entries(envelope.result as Record<string, Record<string, string>>);
  const tickers = await client.publicRows<Ticker>(paths.futuresTickers);
  expect(records.map(([symbol]) => symbol)).toEqual(tickers.map((ticker) => ticker.symbol));
  for (const [position, [, record]] of records.entries()) {
    expect(Object.keys(record)).toEqual(['amount', 'price', 'minQuantity', 'maxQuantity', 'minPrice', 'maxPrice']);
    for (const value of Object.values(record)) expect(value).toMatch(/^\d+(\.\d+)?$/);
    expect(Number(record.minQuantity)).toBeLessThan(Number(record.maxQuantity));
    const close = String(tickers[position]?.data.close);
    expect(close.split('.')[1] ?? '').toHaveLength(Number(record.price));
    expect(Number(close)).toBeGreaterThan(Number(record.minPrice));
    expect(Number(close)).toBeLessThan(Number(record.maxPrice));
  }
  const single = await client.request(paths.precision, { symbol: 'BTC-USDT' });
  expect(single.envelope.result).toEqual({ 'BTC-USDT': records[0]?.[1] });
});

test('tickers are constant within a beat and change with later ones', async () => {
  const first = await client.request(paths.futuresTickers);
  clock += 400;
  expect((await client.request(paths.futuresTickers)).text).toBe(first.text);
  clock += 60_000;
  const before = new Map((JSON.parse(first.text).result as Ticker[]).map((ticker) => [ticker.symbol, ticker.data]));
  const later = await client.publicRows<Ticker>(paths.futuresTickers);
  const moved = later.filter((ticker) => ticker.data.close !== before.get(ticker.symbol)?.close).length;
  expect(moved).toBeGreaterThan(200);
});

test('over a day the last price stays in the range, and the range keeps the prices of the last 24 hours', async () => {
  const lastHigh = new Map<string, number>();
  const outOfRange: string[] = [];
  for (let minute = 0; minute < 24 * 60; minute += 45) {
    clock += 45 * 60_000;
    for (const ticker of await client.publicRows<Ticker>(paths.futuresTickers)) {
      const [low, high, close] = [numberIn(ticker, 'low'), numberIn(ticker, 'high'), numberIn(ticker, 'close')];
      if (!(low <= close && close <= high)) outOfRange.push(ticker.symbol);
      lastHigh.set(ticker.symbol, Math.max(lastHigh.get(ticker.symbol) ?? 0, close));
    }
  }
  for (const ticker of await client.publicRows<Ticker>(paths.futuresTickers)) {
    expect(numberIn(ticker, 'high')).toBeGreaterThanOrEqual(lastHigh.get(ticker.symbol) ?? 0);
  }
  expect(outOfRange).toEqual([]);
});
