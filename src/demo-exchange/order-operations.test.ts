import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { CurrentPlanRow, OrderRow, PastPlanRow } from './account/wire-rows.ts';
import { type DemoExchange, startDemoExchange } from './index.ts';
import { paths, TestClient } from './testing/test-client.ts';

const NOW = 1_760_000_000_000;
let exchange: DemoExchange;
let client: TestClient;

beforeAll(async () => {
  exchange = await startDemoExchange({ orders: 3000, plans: 700, requestsPerWindow: 1_000_000, now: () => NOW });
  client = new TestClient(exchange, () => NOW);
});
afterAll(() => exchange.close());

type AnyRow = OrderRow & PastPlanRow & CurrentPlanRow;
const lists = [paths.orders, paths.planHistory, paths.currentPlans];

async function walk(
  path: string,
  parameters: Record<string, string | number>,
  reader: TestClient = client,
): Promise<AnyRow[]> {
  const rows: AnyRow[] = [];
  for (;;) {
    const last = rows.at(-1);
    const from = last === undefined ? {} : { from: last.order_id };
    const page = await reader.rows<AnyRow>(path, { ...parameters, ...from });
    if (page.length === 0) return rows;
    rows.push(...page);
  }
}

const identifiers = (rows: readonly AnyRow[]): string[] => rows.map((row) => row.order_id);

describe.each(lists)('%s', (path) => {
  test('has every ID once and in order when paged to its end in both directions and both modes', async () => {
    const seen: string[] = [];
    for (const is_full of [1, 2]) {
      const backward = await walk(path, { is_full, limit: 100 });
      const forward = await walk(path, { is_full, limit: 37, direct: 'next' });
      expect(identifiers(forward)).toEqual(identifiers(backward).reverse());
      const times = forward.map((row) => row.ctime);
      expect(times).toEqual([...times].sort((left, right) => left - right));
      seen.push(...identifiers(backward));
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toHaveLength({ [paths.orders]: 3000, [paths.planHistory]: 700, [paths.currentPlans]: 64 }[path] ?? 0);
  });

  test('excludes from, goes back with prev and forward with next', async () => {
    const newest = await client.rows<AnyRow>(path, { limit: 5 });
    const [five, four, three, two, one] = identifiers(newest);
    expect(identifiers(await client.rows(path, { from: four ?? '', limit: 3, direct: 'prev' }))).toEqual([
      three,
      two,
      one,
    ]);
    expect(identifiers(await client.rows(path, { from: four ?? '', limit: 3, direct: 'next' }))).toEqual([five]);
    expect(identifiers(await client.rows(path, { from: two ?? '', limit: 2, direct: 'next' }))).toEqual([three, four]);
    expect(await client.rows(path, { from: five ?? '', direct: 'next' })).toEqual([]);
  });

  test('is_full defaults to 1 and limit to 20', async () => {
    const plain = await client.rows<AnyRow>(path);
    expect(plain).toHaveLength(20);
    expect(plain).toEqual(await client.rows(path, { is_full: 1, limit: 20, direct: 'prev' }));
    expect(identifiers(plain)).not.toEqual(identifiers(await client.rows(path, { is_full: 2 })));
  });

  test('a symbol filter keeps all rows of the symbol in order', async () => {
    const all = await walk(path, { limit: 100, is_full: 2 });
    for (const symbol of new Set(all.map((row) => row.symbol))) {
      const filtered = await walk(path, { limit: 100, is_full: 2, symbol });
      expect(identifiers(filtered)).toEqual(identifiers(all.filter((row) => row.symbol === symbol)));
    }
  });

  test('from may be an ID of another mode or symbol', async () => {
    const isolated = await walk(path, { limit: 100, is_full: 1 });
    const cross = await walk(path, { limit: 100, is_full: 2 });
    const middle = isolated[Math.floor(isolated.length / 2)];
    const from = middle?.order_id ?? '';
    const older = await client.rows<AnyRow>(path, { from, is_full: 2, limit: 100 });
    const newer = await client.rows<AnyRow>(path, { from, is_full: 2, limit: 100, direct: 'next' });
    const index = cross.findIndex((row) => row.order_id === older[0]?.order_id);
    expect(cross[index - 1]?.order_id).toBe(newer[0]?.order_id);
    expect(older.every((row) => row.ctime <= (middle?.ctime ?? 0))).toBe(true);
    expect(newer.every((row) => row.ctime >= (middle?.ctime ?? 0))).toBe(true);
    const symbol = cross[0]?.symbol ?? '';
    const ofSymbol = await client.rows<AnyRow>(path, { from, symbol, limit: 100 });
    expect(ofSymbol.every((row) => row.symbol === symbol && row.ctime <= (middle?.ctime ?? 0))).toBe(true);
  });

  test.each([
    [{ limit: 0 }, 20505],
    [{ limit: 101 }, 20505],
    [{ limit: -1 }, 20505],
    [{ limit: '' }, 20505],
    [{ limit: '1e1' }, 20505],
    [{ limit: ' 20' }, 20505],
    [{ limit: '99999999999999999999' }, 20505],
    [{ direct: 'PREV' }, 20505],
    [{ direct: '' }, 20505],
    [{ is_full: 0 }, 20505],
    [{ is_full: 3 }, 20505],
    [{ is_full: 'all' }, 20505],
    [{ from: '1' }, 20505],
    [{ from: '11534' }, 20505],
    [{ from: '' }, 20505],
    [{ from: 'BG5000181583375122413SZXEIX' }, 20505],
    [{ from: '9999999' }, 20505],
    [{ symbol: 'NOTHING-USDT' }, 20501],
    [{ symbol: 'btc-usdt' }, 20501],
    [{ symbol: 'BTC-USDT,ETH-USDT' }, 20501],
    [{ symbol: '' }, 20501],
    [{ symbol: '__proto__' }, 20501],
  ])('rejects %j with %i and no result', async (parameters, errno) => {
    const { status, envelope } = await client.signed(path, { ...parameters });
    expect(status).toBe(200);
    expect(envelope.errno).toBe(errno);
    expect(envelope.errmsg).not.toBe('');
    expect(envelope).not.toHaveProperty('result');
  });

  test('accepts the bounds of limit and ignores unknown parameters', async () => {
    expect(await client.rows(path, { limit: 1 })).toHaveLength(1);
    expect((await client.rows(path, { limit: 100 })).length).toBeGreaterThan(20);
    expect(await client.rows(path, { limit: 2, page: 7 })).toEqual(await client.rows(path, { limit: 2 }));
  });
});

test('rejects an ID of the other list as from', async () => {
  const order = (await client.rows<AnyRow>(paths.orders, { limit: 1 }))[0]?.order_id ?? '';
  const plan = (await client.rows<AnyRow>(paths.planHistory, { limit: 1 }))[0]?.order_id ?? '';
  expect((await client.signed(paths.planHistory, { from: order })).envelope.errno).toBe(20505);
  expect((await client.signed(paths.orders, { from: plan })).envelope.errno).toBe(20505);
});

test('an open plan is a valid from in the plan history', async () => {
  const waiting = (await client.rows<AnyRow>(paths.currentPlans, { limit: 1, is_full: 2 }))[0];
  const older = await client.rows<AnyRow>(paths.planHistory, { from: waiting?.order_id ?? '', is_full: 2, limit: 5 });
  expect(older).toHaveLength(5);
  expect(older.every((row) => row.ctime <= (waiting?.ctime ?? 0))).toBe(true);
});

interface RoundTrip {
  /** Symbol and margin mode. */
  readonly subject: string;
  readonly side: 'long' | 'short';
  readonly from: number;
  readonly last: number;
  readonly until: number | null;
  /** Millionths of a contract. Below zero if more was closed than opened. */
  readonly size: number;
}

const millionths = (decimal: string): number => Math.round(Number(decimal) * 1e6);

/** Returns the round trips of all orders of both margin modes. */
async function roundTrips(reader: TestClient = client): Promise<RoundTrip[]> {
  const trips: RoundTrip[] = [];
  for (const is_full of [1, 2]) {
    const open = new Map<string, RoundTrip>();
    for (const row of await walk(paths.orders, { limit: 100, is_full, direct: 'next' }, reader)) {
      const done = millionths(row.deal_amount);
      if (done === 0) continue;
      const opens = row.contract_type === 'open';
      const side = row.type.startsWith('buy') === opens ? 'long' : 'short';
      const subject = `${row.symbol} ${is_full}`;
      const before = open.get(`${subject} ${side}`);
      const size = (before?.size ?? 0) + (opens ? done : -done);
      const from = before?.from ?? row.ctime;
      const trip = { subject, side, from, last: row.ctime, until: size > 0 ? null : row.ctime, size } as const;
      if (size > 0) open.set(`${subject} ${side}`, trip);
      else {
        open.delete(`${subject} ${side}`);
        trips.push(trip);
      }
    }
    trips.push(...open.values());
  }
  return trips;
}

describe('rows', () => {
  const orderFields = {
    order_id: 'string',
    ctime: 'number',
    symbol: 'string',
    price: 'string',
    price_avg: 'string',
    lever_rate: 'number',
    amount: 'string',
    deal_amount: 'string',
    type: 'string',
    status: 'number',
    contract_type: 'string',
    profit: 'string',
  };
  const planFields = {
    order_id: 'string',
    ctime: 'number',
    symbol: 'string',
    price: 'string',
    lever_rate: 'number',
    amount: 'string',
    type: 'string',
    trigger_sign: 'string',
    trigger_price: 'string',
    stop_profit_price: 'string',
    stop_loss_price: 'string',
  };

  test.each([
    [paths.orders, orderFields],
    [paths.planHistory, { ...planFields, implement_status: 'number', tactics_deal: 'string' }],
    [paths.currentPlans, { ...planFields, trigger_status: 'number' }],
  ])('of %s have exactly the fields and types of docs/service.md', async (path, fields) => {
    for (const row of await client.rows<object>(path, { limit: 100 })) {
      expect(Object.fromEntries(Object.entries(row).map(([name, value]) => [name, typeof value]))).toEqual(fields);
    }
  });

  test('of the order history are plausible', async () => {
    const rows = [
      ...(await walk(paths.orders, { limit: 100, is_full: 1 })),
      ...(await walk(paths.orders, { limit: 100, is_full: 2 })),
    ];
    const share = (accepts: (row: AnyRow) => boolean): number => rows.filter(accepts).length / rows.length;
    expect(share((row) => row.status === 3)).toBeGreaterThan(0.65);
    expect(share((row) => row.status === 6)).toBeGreaterThan(0.12);
    expect(share((row) => row.status === 5)).toBeGreaterThan(0.03);
    for (const row of rows) {
      const [amount, deal] = [Number(row.amount), Number(row.deal_amount)];
      expect(deal).toBeLessThanOrEqual(amount);
      if (row.status === 3) expect(row.deal_amount).toBe(row.amount);
      if (row.status === 6) expect(row.deal_amount).toBe('0');
      if (row.status === 2 || row.status === 5) expect(deal > 0 && deal < amount).toBe(true);
      expect(row.price_avg === '0').toBe(deal === 0);
      expect(row.price === '0').toBe(row.type.endsWith('-market'));
      if (row.price !== '0' && deal > 0)
        expect(Math.abs(Number(row.price_avg) / Number(row.price) - 1)).toBeLessThan(0.01);
      if (row.contract_type === 'open' || deal === 0) expect(row.profit).toBe('0');
      else expect(row.profit).toMatch(/^-?\d+(\.\d+)?$/);
      expect(row.lever_rate).toBeGreaterThanOrEqual(1);
      expect(row.lever_rate).toBeLessThanOrEqual(125);
      expect(row.type).toMatch(/^(buy|sell)-(limit|market|post_only|ioc)$/);
      expect(row.ctime).toBeGreaterThanOrEqual(NOW / 1000 - 549 * 86_400);
      expect(row.ctime).toBeLessThan(NOW / 1000);
    }
    const identifierLengths = new Set(
      rows.filter((row) => /^\d+$/.test(row.order_id)).map((row) => row.order_id.length),
    );
    expect(identifierLengths.size).toBeGreaterThanOrEqual(3);
    expect(rows.some((row) => /^BG\d{19}[A-Z]{6}$/.test(row.order_id))).toBe(true);
    expect(new Set(rows.map((row) => row.ctime)).size).toBeLessThan(rows.length);
    expect(rows.some((row) => row.profit.startsWith('-'))).toBe(true);
    expect(rows.some((row) => Number(row.profit) > 0)).toBe(true);
  });

  test('of the order history close what they open: only the first ones lack their start, and only the last ones their end', async () => {
    const held = new Map<string, { size: number; last: number }>();
    let limitsThatClose = 0;
    for (const is_full of [1, 2]) {
      for (const row of await walk(paths.orders, { limit: 100, is_full, direct: 'next' })) {
        const opens = row.contract_type === 'open';
        const leg = `${row.symbol} ${is_full} ${row.type.startsWith('buy') === opens}`;
        const done = millionths(row.deal_amount);
        held.set(leg, { size: (held.get(leg)?.size ?? 0) + (opens ? done : -done), last: row.ctime });
        if (!opens && done > 0 && /limit|post_only/.test(row.type)) limitsThatClose++;
      }
    }
    const sizes = [...held.values()];
    const begunBefore = sizes.filter(({ size }) => size < 0).length;
    const open = sizes.filter(({ size }) => size > 0);
    expect(begunBefore).toBeGreaterThan(0);
    expect(begunBefore).toBeLessThan(12);
    expect(open.length).toBeGreaterThan(0);
    expect(open.every(({ last }) => last > NOW / 1000 - 21 * 86_400)).toBe(true);
    expect(limitsThatClose).toBeGreaterThan(500);
  });

  test('of three open plans of the default account are of a position that has been closed or is smaller', async () => {
    const standard = await startDemoExchange({ requestsPerWindow: 1_000_000, now: () => NOW });
    onTestFinished(() => standard.close());
    const reader = new TestClient(standard, () => NOW);
    const trips = await roundTrips(reader);
    const remarks: string[] = [];
    let plans = 0;
    for (const is_full of [1, 2]) {
      for (const plan of await walk(paths.currentPlans, { limit: 100, is_full }, reader)) {
        plans++;
        const own = trips.filter(({ subject }) => subject === `${plan.symbol} ${is_full}`);
        const held = own.filter(({ until }) => until === null);
        const closable = own.filter(({ side }) => (side === 'long') === plan.type.startsWith('sell'));
        const wasOpen = closable.some(({ from, until }) => from <= plan.ctime && plan.ctime < (until ?? Infinity));
        if (held.length === 0 && wasOpen) remarks.push('closed');
        const [position] = held;
        if (
          held.length === 1 &&
          position !== undefined &&
          closable.includes(position) &&
          millionths(plan.amount) > position.size
        )
          remarks.push('smaller');
      }
    }
    expect(plans).toBe(64);
    expect(remarks.sort()).toEqual(['closed', 'closed', 'smaller']);
  });

  test('of the two modes are distributed unevenly over time', async () => {
    const isolated = (await walk(paths.orders, { limit: 100, is_full: 1 })).map((row) => ({
      ctime: row.ctime,
      mode: 1,
    }));
    const cross = (await walk(paths.orders, { limit: 100, is_full: 2 })).map((row) => ({ ctime: row.ctime, mode: 2 }));
    const merged = [...isolated, ...cross].sort((left, right) => left.ctime - right.ctime);
    expect(isolated.length).toBeGreaterThan(cross.length);
    expect(cross.length).toBeGreaterThan(merged.length * 0.15);
    const runs =
      merged
        .map((row) => row.mode)
        .join('')
        .match(/1+|2+/g) ?? [];
    expect(Math.max(...runs.map((run) => run.length))).toBeGreaterThanOrEqual(100);
    expect(runs.length).toBeGreaterThan(100);
  });

  test('of the plan lists have every state, unset prices in both spellings, and IDs with letters', async () => {
    const past = [
      ...(await walk(paths.planHistory, { limit: 100, is_full: 1 })),
      ...(await walk(paths.planHistory, { limit: 100, is_full: 2 })),
    ];
    const open = [
      ...(await walk(paths.currentPlans, { limit: 100, is_full: 1 })),
      ...(await walk(paths.currentPlans, { limit: 100, is_full: 2 })),
    ];
    expect(new Set(past.map((row) => row.trigger_sign))).toEqual(new Set(['0', '1', '2']));
    expect([...new Set(past.map((row) => row.implement_status))].sort()).toEqual([0, 1, 2, 3, 4, 5]);
    for (const unset of ['', '0']) expect(past.some((row) => row.stop_profit_price === unset)).toBe(true);
    for (const row of [...past, ...open]) expect(row.order_id).toMatch(/[A-Z]/);
    for (const row of past) {
      expect(Number(row.tactics_deal)).toBeLessThanOrEqual(Number(row.amount));
      if (row.implement_status === 3) expect(row.tactics_deal).toBe(row.amount);
    }
    for (const row of open) {
      expect(row.trigger_status).toBe(0);
      const distance = Number(row.trigger_price) / Number(exchange.priceOf(row.symbol)) - 1;
      expect(Math.abs(distance)).toBeGreaterThan(0);
      expect(Math.abs(distance)).toBeLessThan(0.09);
      if (row.trigger_sign !== '0') expect(row.trigger_sign).toBe(distance > 0 ? '1' : '2');
    }
  });
});
