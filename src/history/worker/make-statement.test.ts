import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ListEntry } from '../../exchange/index.ts';
import type { Order } from '../../shared/contract/orders.ts';
import { endOfDay, startOfDay } from '../../shared/time/days.ts';
import type { MarginMode } from '../../shared/values/domain.ts';
import { orderEntry, orderPage, unreadableEntry } from '../store/testing/entries.ts';
import type { CallHandlers } from './protocol.ts';
import { newDatabase, startOfflineEngine } from './testing/offline-engine.ts';

const zone = 'Europe/Berlin';
const account = 'one';
const days = { from: '2025-03-01', to: '2025-03-31', zone };
const march = { account, ...days };
const hour = 3_600_000;

interface Line {
  id: string;
  at: number;
  does: 'buy open' | 'sell close' | 'sell open' | 'buy close';
  executed?: string;
  price?: string;
  pnl?: string;
  symbol?: string;
  status?: Order['status'];
  quantity?: string;
  kind?: string;
}

function entryOf(
  { id, at, does, executed = '2', price = '100', pnl = '0', quantity = '10', symbol, status, kind = 'limit' }: Line,
  marginMode: MarginMode,
): ListEntry<Order> {
  const { row } = orderEntry(id, { marginMode, createdAt: at, ...(symbol === undefined ? {} : { symbol }) });
  const [side, action] = does.split(' ') as ['buy' | 'sell', 'open' | 'close'];
  return {
    id,
    row: {
      ...row,
      side,
      action,
      status: status ?? row.status,
      quantity,
      filledQuantity: executed,
      averagePrice: price,
      pnl,
      kind,
    },
  };
}

/** Saves orders, the oldest first, as one page. `from`: the ID of the newer order that the page follows. */
async function save(
  engine: Pick<CallHandlers, 'savePage'>,
  lines: readonly Line[],
  {
    marginMode = 'isolated' as MarginMode,
    from = null as string | null,
    fetchedAt = endOfDay('2025-12-31', 'UTC'),
  } = {},
): Promise<void> {
  const entries: ListEntry<Order>[] = lines.map((line) => entryOf(line, marginMode)).toReversed();
  await engine.savePage({ page: orderPage(from, entries, { marginMode, fetchedAt }) });
}

const at = (day: string) => startOfDay(day, zone);

/** A position from February, which is closed in March, and one that stays open. */
const lines: Line[] = [
  { id: 'y', at: at('2025-01-01'), does: 'sell open', symbol: 'ETH-USDC' },
  { id: 'z', at: at('2025-01-02'), does: 'buy close', symbol: 'ETH-USDC', pnl: '5' },
  { id: 'a', at: at('2025-02-20'), does: 'buy open', executed: '4', price: '90' },
  { id: 'b', at: at('2025-02-21'), does: 'buy open', executed: '4', price: '110' },
  { id: 'c', at: at('2025-02-22'), does: 'sell close', executed: '2', price: '120', pnl: '40' },
  { id: 'd', at: at('2025-03-01'), does: 'sell close', executed: '6', price: '95', pnl: '-30.000000000000000001' },
  { id: 'e', at: at('2025-03-05'), does: 'sell open', executed: '3', price: '50', symbol: 'ETH-USDC' },
  { id: 'f', at: at('2025-03-06'), does: 'buy close', executed: '3', price: '40', symbol: 'ETH-USDC', pnl: '30' },
  { id: 'g', at: at('2025-03-06'), does: 'sell open', executed: '1', price: '55', symbol: 'ETH-USDC' },
  { id: 'h', at: at('2025-03-31'), does: 'buy open', executed: '5', price: '80' },
  { id: 'i', at: at('2025-04-01') - 1, does: 'sell close', executed: '1', price: '90', pnl: '10' },
  { id: 'j', at: at('2025-04-01'), does: 'sell close', executed: '4', price: '70', pnl: '-50' },
];

test('a statement has gains and losses apart, the trades that ended, and the positions at both ends', async () => {
  const engine = startOfflineEngine();
  await save(engine, lines);
  const statement = await engine.readStatement(march, 0);
  expect(statement).toMatchObject({
    ...days,
    start: Date.UTC(2025, 1, 28, 23),
    end: Date.UTC(2025, 2, 31, 22),
    orders: 6,
    earlierOrders: 3,
    unreadable: 0,
  });
  expect(statement.symbols).toEqual([
    {
      symbol: 'ETH-USDC',
      quote: 'USDC',
      gains: '30',
      losses: '0',
      net: '30',
      trades: 1,
      incompleteTrades: 0,
      unknownPnl: 0,
      orders: 3,
      lowest: null,
      highest: null,
    },
    {
      symbol: 'BTC-USDT',
      quote: 'USDT',
      gains: '10',
      losses: '-30.000000000000000001',
      net: '-20.000000000000000001',
      trades: 0,
      // It began in the first leg of a history whose past is not known.
      incompleteTrades: 1,
      unknownPnl: 0,
      orders: 3,
      lowest: null,
      highest: null,
    },
  ]);
  expect(statement.totals.map(({ quote, net }) => `${net} ${quote}`)).toEqual([
    '30 USDC',
    '-20.000000000000000001 USDT',
  ]);
  expect(statement.opening).toMatchObject([
    {
      symbol: 'BTC-USDT',
      side: 'long',
      quantity: '6',
      entryPrice: '100',
      since: at('2025-02-20'),
      incomplete: ['missing-start'],
    },
  ]);
  expect(statement.closing).toMatchObject([
    { symbol: 'BTC-USDT', side: 'long', quantity: '4', entryPrice: '80', since: at('2025-03-31'), incomplete: [] },
    { symbol: 'ETH-USDC', side: 'short', quantity: '1', entryPrice: '55', incomplete: [] },
  ]);
});

test.each([
  ['2025-01-01', '2025-03-31', 'Europe/Berlin'],
  ['2025-04-01', '2025-06-30', 'Europe/Berlin'],
  ['2025-10-01', '2025-10-31', 'America/New_York'],
  ['2025-11-01', '2025-11-30', 'America/New_York'],
  ['2025-04-01', '2025-04-30', 'Australia/Lord_Howe'],
  ['2025-10-05', '2025-10-05', 'Australia/Lord_Howe'],
  ['2025-01-01', '2025-12-31', 'Asia/Kathmandu'],
])(
  'from %s to %s in %s, sums and numbers are those of the order history with the same filter',
  async (from, to, own) => {
    const engine = startOfflineEngine();
    const borders = [startOfDay(from, own), endOfDay(to, own)];
    const times = borders.flatMap((border) =>
      [-25 * hour, -hour, -1, 0, 1, hour, 25 * hour].map((after) => border + after),
    );
    const kinds = ['buy open', 'sell close'] as const;
    await save(
      engine,
      [...new Set(times)]
        .sort((a, b) => a - b)
        .map((time, index) => ({
          id: `o${index}`,
          at: time,
          does: kinds[index % kinds.length] ?? 'buy open',
          executed: String((Math.floor(index / 2) % 4) + 1),
          symbol: Math.floor(index / 2) % 3 === 0 ? 'ETH-USDC' : 'BTC-USDT',
          pnl: `${index % 3 === 0 ? '-' : ''}${index}.${'0'.repeat(index)}1`,
        })),
    );
    const statement = await engine.readStatement({ account, from, to, zone: own }, 0);
    const filter = { created: { from, to } };
    for (const total of statement.totals) {
      const sumOf = async (more: object) =>
        (
          await engine.summarizeHistory(
            { account, list: 'order-history', filter: { ...filter, ...more }, zone: own },
            0,
          )
        ).pnl.find(({ quote }) => quote === total.quote)?.sum ?? '0';
      expect(total).toMatchObject({
        net: await sumOf({}),
        gains: await sumOf({ pnlSigns: ['profit'] }),
        losses: await sumOf({ pnlSigns: ['loss'] }),
      });
    }
    for (const { symbol, net, orders } of statement.symbols) {
      const only = { ...filter, symbols: [symbol] };
      const summary = await engine.summarizeHistory({ account, list: 'order-history', filter: only, zone: own }, 0);
      expect({ net, orders }).toEqual({ net: summary.pnl[0]?.sum, orders: summary.rows });
    }
    const closed = await engine.summarizeTrades({ account, filter: { closed: { from, to } }, zone: own }, 0);
    const sum = (of: 'trades' | 'incompleteTrades') => statement.totals.reduce((all, total) => all + total[of], 0);
    expect({ closed: sum('trades'), incomplete: sum('incompleteTrades') }).toEqual({
      closed: closed.closed,
      incomplete: closed.incomplete,
    });
    expect(statement.orders).toBeGreaterThan(2);
  },
);

test('the hash is that of the documented text, and the same after a restart and for rows that came in another order', async () => {
  const file = newDatabase();
  const engine = startOfflineEngine(file);
  await save(engine, lines);
  const first = await engine.readStatement(march, 0);
  const bitcoin = ['BTC-USDT', 'ETH-USDC'];
  const text = [
    ['orderglass-statement-2', 'creation', first.start, first.end],
    ['a', 'isolated', at('2025-02-20'), bitcoin[0], 'buy', 'open', '4', '90', '0'],
    ['b', 'isolated', at('2025-02-21'), bitcoin[0], 'buy', 'open', '4', '110', '0'],
    ['c', 'isolated', at('2025-02-22'), bitcoin[0], 'sell', 'close', '2', '120', '40'],
    ['d', 'isolated', at('2025-03-01'), bitcoin[0], 'sell', 'close', '6', '95', '-30.000000000000000001'],
    ['e', 'isolated', at('2025-03-05'), bitcoin[1], 'sell', 'open', '3', '50', '0'],
    ['f', 'isolated', at('2025-03-06'), bitcoin[1], 'buy', 'close', '3', '40', '30'],
    ['g', 'isolated', at('2025-03-06'), bitcoin[1], 'sell', 'open', '1', '55', '0'],
    ['h', 'isolated', at('2025-03-31'), bitcoin[0], 'buy', 'open', '5', '80', '0'],
    ['i', 'isolated', at('2025-04-01') - 1, bitcoin[0], 'sell', 'close', '1', '90', '10'],
  ].map((line) => `${JSON.stringify(line)}\n`);
  expect(first.hash).toBe(createHash('sha256').update(text.join('')).digest('hex'));

  await engine.close(null);
  expect(await startOfflineEngine(file).readStatement(march, 0)).toEqual({ ...first, version: expect.any(Number) });

  const other = startOfflineEngine();
  await save(other, lines.slice(9));
  await save(other, lines.slice(0, 4));
  await save(other, lines.slice(4, 9), { from: 'h' });
  expect(await other.readStatement(march, 0)).toMatchObject({ hash: first.hash, symbols: first.symbols });
});

test('an average price of zero is hashed as null', async () => {
  const engine = startOfflineEngine();
  await save(engine, [{ id: 'a', at: at('2025-03-02'), does: 'buy open', executed: '0', price: '0' }]);
  const { start, end, hash } = await engine.readStatement(march, 0);
  const text = [
    ['orderglass-statement-2', 'creation', start, end],
    ['a', 'isolated', at('2025-03-02'), 'BTC-USDT', 'buy', 'open', '0', null, '0'],
  ].map((line) => `${JSON.stringify(line)}\n`);
  expect(hash).toBe(createHash('sha256').update(text.join('')).digest('hex'));
});

test('the hash changes with an order that the statement is made of, and with no other', async () => {
  const engine = startOfflineEngine();
  await save(engine, lines);
  const { hash } = await engine.readStatement(march, 0);
  const changed = async (id: string, pnl: string) => {
    await save(
      engine,
      lines.map((line) => (line.id === id ? { ...line, pnl } : line)),
    );
    return (await engine.readStatement(march, 0)).hash;
  };
  expect(await changed('j', '7')).toBe(hash);
  expect(await changed('c', '41')).not.toBe(hash);
  expect(await changed('c', '40.0')).toBe(hash);
  expect(await changed('g', '-0.1')).not.toBe(hash);
});

test('a statement says by which orders it can change, until they are final', async () => {
  const engine = startOfflineEngine();
  const sale: Line = { id: 'b', at: at('2025-03-30'), does: 'sell close', executed: '4', pnl: '200', quantity: '10' };
  const waiting = { ...sale, status: 'partially-filled' } as const;
  const odd: Line = { ...sale, id: 'c', symbol: 'ETH-USDC', executed: '0', pnl: '0', status: 'unknown:9' };
  const later: Line = { ...waiting, id: 'd', at: at('2025-04-01') };
  const entry: Line = { id: 'a', at: at('2025-02-20'), does: 'buy open', executed: '10', status: 'filled' };
  await save(engine, [entry, waiting, odd, later]);
  const before = await engine.readStatement(march, 0);
  expect(before.unfinished).toEqual([
    { symbol: 'BTC-USDT', orders: 1, quantity: '6' },
    { symbol: 'ETH-USDC', orders: 1, quantity: '10' },
  ]);
  expect(before.closing).toMatchObject([{ quantity: '6' }]);
  const text = [
    ['orderglass-statement-2', 'creation', before.start, before.end],
    ['a', 'isolated', entry.at, 'BTC-USDT', 'buy', 'open', '10', '100', '0'],
    ['b', 'isolated', sale.at, 'BTC-USDT', 'sell', 'close', '4', '100', '200'],
    ['c', 'isolated', sale.at, 'ETH-USDC', 'sell', 'close', '0', '100', '0'],
    ['unfinished', 'BTC-USDT', 1, '6'],
    ['unfinished', 'ETH-USDC', 1, '10'],
  ].map((line) => `${JSON.stringify(line)}\n`);
  expect(before.hash).toBe(createHash('sha256').update(text.join('')).digest('hex'));

  const canceled = [
    { ...waiting, status: 'partially-canceled' },
    { ...odd, status: 'canceled' },
  ] as const;
  await save(engine, [entry, ...canceled, later]);
  const canceledLater = await engine.readStatement(march, 0);
  expect(canceledLater).toMatchObject({ unfinished: [], totals: before.totals });
  expect(canceledLater.hash).not.toBe(before.hash);
  await save(engine, [entry, { ...sale, executed: '10', pnl: '500', status: 'filled' }, ...canceled.slice(1), later]);
  const filled = await engine.readStatement(march, 0);
  expect(filled).toMatchObject({ unfinished: [], closing: [] });
  expect(filled.totals.find(({ quote }) => quote === 'USDT')?.gains).toBe('500');
});

test('gaps, the past that is missing, the time of the last sync and unreadable rows are listed', async () => {
  const engine = startOfflineEngine();
  const [oldest] = lines;
  const timeOf = (wanted: string) => lines.find(({ id }) => id === wanted)?.at;
  await save(engine, lines.slice(0, 6), { fetchedAt: at('2025-03-02') });
  await save(engine, lines.slice(9), { fetchedAt: at('2025-04-02') });
  const listed = async (query = march) => {
    const { coverage, readUntil, closing } = await engine.readStatement(query, 0);
    return { isolated: coverage[0], cross: coverage[1], readUntil, closing };
  };
  const gap = { from: timeOf('d'), to: timeOf('h') };
  expect(await listed()).toMatchObject({
    isolated: { marginMode: 'isolated', backTo: oldest?.at, oldest: oldest?.at, gaps: [gap] },
    cross: { marginMode: 'cross', backTo: endOfDay('2025-03-31', zone), oldest: null, gaps: [] },
    readUntil: null,
    closing: [{ symbol: 'BTC-USDT', quantity: '4', incomplete: ['gap'] }],
  });
  expect((await listed({ account, from: '2025-02-01', to: '2025-02-28', zone })).isolated?.gaps).toEqual([]);
  expect(await listed({ account, from: '2024-01-01', to: '2024-12-31', zone })).toMatchObject({
    isolated: { backTo: endOfDay('2024-12-31', zone), oldest: null },
  });

  await save(engine, [], { marginMode: 'cross', fetchedAt: at('2025-03-15') });
  await save(engine, lines.slice(6, 9), { from: 'h' });
  await engine.savePage({ page: orderPage('a', [unreadableEntry('x', '{}')]) });
  expect(await listed()).toMatchObject({
    isolated: { gaps: [{ from: timeOf('d'), to: timeOf('e') }] },
    cross: { backTo: null },
    readUntil: at('2025-03-15'),
  });
  // The computer's clock was three hours ahead of the exchange's, by which the day was not over.
  const exchangeTime = at('2025-04-01') - 2 * hour;
  const readAt = { earliest: exchangeTime - 1000, latest: exchangeTime };
  const page = orderPage(null, [], { marginMode: 'cross', fetchedAt: exchangeTime + 3 * hour, readAt });
  await engine.savePage({ page });
  expect(await listed()).toMatchObject({ readUntil: exchangeTime });
  const { checkedAt, clockAhead } = await engine.readHistoryState({ account, list: 'order-history' }, at('2025-04-02'));
  expect([checkedAt, clockAhead]).toEqual([exchangeTime + 3 * hour, 3 * hour]);
  await save(engine, lines.slice(5, 9), { from: 'h' });
  // The text of the unreadable order tells neither its symbol nor its creation.
  const closing = [{ incomplete: ['doubtful-order'] }, { incomplete: ['doubtful-order'] }];
  expect(await listed()).toMatchObject({ isolated: { gaps: [] }, closing });
  expect((await engine.readStatement(march, 0)).unreadable).toBe(1);
});

/** Orders of docs/statement.md 1.2, as the program reads them: at `at`, with the status of each. */
async function readExample(engine: Pick<CallHandlers, 'savePage'>): Promise<void> {
  const utc = (text: string) => Date.parse(`${text}Z`);
  const a: Line = { id: 'a', at: utc('2024-12-20T10:00'), does: 'buy open', executed: '10', kind: 'market' };
  const b: Line = { id: 'b', at: utc('2024-12-20T10:01'), does: 'sell close', executed: '4', pnl: '12', quantity: '4' };
  const c: Line = { id: 'c', at: utc('2024-12-20T10:02'), does: 'sell close', executed: '6', pnl: '30', quantity: '6' };
  const d: Line = { id: 'd', at: utc('2025-01-30T10:00'), does: 'sell open', executed: '5' };
  const e: Line = { id: 'e', at: utc('2025-01-31T10:00'), does: 'buy close', executed: '5', pnl: '-7', kind: 'market' };
  const waiting = (line: Line): Line => ({ ...line, executed: '0', pnl: '0', status: 'pending' });
  // The first trade of each leg is incomplete.
  const earlier = (['buy open', 'sell close', 'sell open', 'buy close'] as const).map(
    (does, place): Line => ({ id: `e${place}`, at: utc('2024-10-01T10:00') + place * 1000, does, kind: 'market' }),
  );
  const read = async (time: string, rows: readonly Line[]) => {
    const fetchedAt = utc(time);
    const entries = [...earlier, ...rows].map((line) => entryOf(line, 'isolated')).toReversed();
    const readAt = { earliest: fetchedAt, latest: fetchedAt };
    await engine.savePage({ page: orderPage(null, entries, { fetchedAt, readAt }) });
  };
  await read('2024-12-31T23:00', [a, waiting(b), waiting(c)]);
  await read('2025-01-01T07:00', [a, b, waiting(c)]);
  await read('2025-01-15T09:00', [a, b, waiting(c)]);
  await read('2025-01-15T09:01', [a, b, c]);
  await read('2025-02-10T00:00', [a, b, c, d, e]);
}

test('the example of the document: by execution, an order that crosses the start makes figures ranges', async () => {
  const engine = startOfflineEngine();
  await readExample(engine);
  const january = { account, from: '2025-01-01', to: '2025-01-31', zone: 'UTC' };
  const byCreation = await engine.readStatement(january, 0);
  expect(byCreation).toMatchObject({ basis: 'creation', between: [], unseen: 0, opening: [] });
  expect(byCreation.totals).toMatchObject([{ net: '-7', trades: 1, orders: 2, lowest: null, highest: null }]);

  const statement = await engine.readStatement({ ...january, basis: 'execution' }, 0);
  expect(statement).toMatchObject({
    basis: 'execution',
    between: [{ edge: 'start', symbol: 'BTC-USDT', orders: 1, quantity: '4' }],
    unseen: 1,
    opening: [{ quantity: '6' }],
    closing: [],
  });
  expect(statement.totals).toMatchObject([
    {
      ...{ gains: '30', losses: '-7', net: '23', orders: 3, trades: 2 },
      lowest: { gains: '30', losses: '-7', net: '23', orders: 3 },
      highest: { gains: '42', losses: '-7', net: '35', orders: 4 },
    },
  ]);
  const december = await engine.readStatement(
    { ...january, from: '2024-12-01', to: '2024-12-31', basis: 'execution' },
    0,
  );
  expect(december.totals).toMatchObject([{ gains: '12', lowest: { gains: '0' }, highest: { gains: '12' } }]);
  expect(december.closing).toMatchObject([{ quantity: '6' }]);

  const utc = (text: string) => Date.parse(`${text}Z`);
  const text = [
    ['orderglass-statement-2', 'execution', statement.start, statement.end],
    [
      ...['a', 'isolated', utc('2024-12-20T10:00'), 'BTC-USDT', 'buy', 'open', '10', '100', '0'],
      ...[utc('2024-12-20T10:00'), utc('2024-12-20T10:00')],
    ],
    [
      ...['b', 'isolated', utc('2024-12-20T10:01'), 'BTC-USDT', 'sell', 'close', '4', '100', '12'],
      ...[utc('2024-12-31T23:00'), utc('2025-01-01T07:00')],
    ],
    [
      ...['c', 'isolated', utc('2024-12-20T10:02'), 'BTC-USDT', 'sell', 'close', '6', '100', '30'],
      ...[utc('2025-01-15T09:00'), utc('2025-01-15T09:01')],
    ],
    [
      ...['d', 'isolated', utc('2025-01-30T10:00'), 'BTC-USDT', 'sell', 'open', '5', '100', '0'],
      ...[utc('2025-01-30T10:00'), null],
    ],
    [
      ...['e', 'isolated', utc('2025-01-31T10:00'), 'BTC-USDT', 'buy', 'close', '5', '100', '-7'],
      ...[utc('2025-01-31T10:00'), utc('2025-01-31T10:00')],
    ],
  ].map((line) => `${JSON.stringify(line)}\n`);
  expect(statement.hash).toBe(createHash('sha256').update(text.join('')).digest('hex'));
});

test('an order read waiting after the end cannot change a statement by execution', async () => {
  const engine = startOfflineEngine();
  await save(engine, [{ id: 'a', at: at('2025-03-30'), does: 'buy open', executed: '0', status: 'pending' }]);
  const unfinished = async (basis: 'creation' | 'execution') =>
    (await engine.readStatement({ ...march, basis }, 0)).unfinished;
  expect(await unfinished('creation')).toHaveLength(1);
  expect(await unfinished('execution')).toHaveLength(1);
  const waiting = entryOf(
    { id: 'a', at: at('2025-03-30'), does: 'buy open', executed: '0', status: 'pending' },
    'isolated',
  );
  const readAt = { earliest: at('2025-04-01'), latest: at('2025-04-01') };
  await engine.savePage({ page: orderPage(null, [waiting], { fetchedAt: readAt.latest, readAt }) });
  expect(await unfinished('creation')).toHaveLength(1);
  expect(await unfinished('execution')).toEqual([]);
});

test.each([
  { executed: 19, unseen: 0, expected: 'creation' },
  { executed: 20, unseen: 0, expected: 'execution' },
  { executed: 20, unseen: 2, expected: 'execution' },
  { executed: 20, unseen: 3, expected: 'creation' },
  // Of the latest 100, 9 were not seen.
  { executed: 110, unseen: 19, expected: 'execution' },
])('without a choice, a statement of $executed executions, $unseen not seen, is by $expected', async (one) => {
  const engine = startOfflineEngine();
  const draft = (place: number, status: Order['status']): Line => ({
    ...{ id: `o${place}`, at: at('2025-03-01') + place * 1000, does: 'buy open', status },
    executed: status === 'filled' ? '2' : '0',
  });
  const read = async (count: number, filled: number, fetchedAt: number) => {
    const drafts = Array.from({ length: count }, (_, place) => draft(place, place < filled ? 'filled' : 'pending'));
    const entries = drafts.map((line) => entryOf(line, 'isolated')).toReversed();
    const readAt = { earliest: fetchedAt, latest: fetchedAt };
    await engine.savePage({ page: orderPage(null, entries, { fetchedAt, readAt }) });
  };
  // The oldest orders are executed in the first response, so their executions are not seen.
  await read(one.executed, one.unseen, at('2025-03-20'));
  await read(one.executed, one.executed, at('2025-03-21'));
  expect((await engine.readStatement(march, 0)).basis).toBe(one.expected);
});
