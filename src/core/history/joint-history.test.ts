import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  type FaultyExchange,
  type FaultyExchangeOptions,
  startFaultyExchange,
} from '../../demo-exchange/faults/index.ts';
import type { HistoryFilter, HistorySort } from '../../shared/contract/history.ts';
import type { HistoryWindow } from '../../shared/contract/lists.ts';
import type { TradeSort } from '../../shared/contract/trades.ts';
import { jointId, jointKey } from '../../shared/orders/joint.ts';
import { everything, orders, type Program, plans, programs } from './testing/program.ts';

/** Several accounts as one, over HTTP: compared with the answers of each account alone. */

const accountsOfTest = (lifetime?: 'all tests') =>
  programs<FaultyExchange, FaultyExchangeOptions>(
    startFaultyExchange,
    {
      orders: 500,
      plans: 40,
      openPlans: 0,
      ordersPerMinute: 0,
      requestsPerWindow: 1_000_000,
      timeScale: 0,
    },
    lifetime,
  );
const zone = 'America/New_York';

/** A program with two accounts of different exchanges, of which everything is downloaded. */
async function startTwo({ exchange: startExchange, start }: ReturnType<typeof accountsOfTest>) {
  const exchanges = [await startExchange({ seed: 1 }), await startExchange({ seed: 2, orders: 300 })] as const;
  const program = await start();
  const first = await program.add(exchanges[0], { name: 'First' });
  const second = await program.add(exchanges[1], { name: 'Second' });
  for (const account of [first, second])
    for (const list of [orders, plans] as const) await program.complete(account, list);
  return { program, exchanges, accounts: [first, second] as const, account: jointId([first, second]) };
}

type Read<Row> = (query: { account: string; from: number; count: number }) => Promise<HistoryWindow<Row>>;

async function allRows<Row>(read: Read<Row>, account: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const window = await read({ account, from: rows.length, count: 350 });
    rows.push(...window.rows);
    if (window.rows.length === 0) return rows;
  }
}

/** Expects that the joint list has the rows of each account in the account's own order, and no other rows. Returns them. */
async function expectMerged<Row extends { key: string; account?: string }>(
  read: Read<Row>,
  accounts: readonly string[],
): Promise<Row[]> {
  const joint = await allRows(read, jointId(accounts));
  for (const account of accounts) {
    const own = (await allRows(read, account)).map((row) => ({ ...row, account, key: jointKey(account, row.key) }));
    expect(own.length).toBeGreaterThan(0);
    expect(joint.filter((row) => row.account === account)).toEqual(own);
  }
  const parts = await Promise.all(accounts.map((account) => read({ account, from: 0, count: 0 })));
  expect(joint).toHaveLength(parts.reduce((sum, { total }) => sum + total, 0));
  return joint;
}

const isSorted = (values: readonly (number | null)[]): boolean =>
  values.every(
    (value, at) => at === 0 || (values[at - 1] ?? Number.NEGATIVE_INFINITY) >= (value ?? Number.NEGATIVE_INFINITY),
  );

/** Expects that the groups by account are the results of the accounts. */
async function expectAccountGroups(program: Program, accounts: readonly string[]) {
  const { quotes, ...figures } = await program.ask('readTradeResults', {
    account: jointId(accounts),
    filter: {},
    zone,
  });
  expect(figures.groups.account.map(({ name }) => name)).toEqual(accounts);
  const own = await Promise.all(
    accounts.map((each) => program.ask('readTradeResults', { account: each, filter: {}, zone, quote: quotes[0] })),
  );
  for (const [place, { expectancy, winRate }] of own.entries()) {
    const group = figures.groups.account.find(({ name }) => name === accounts[place]);
    expect([group?.average, group?.winRate]).toEqual([expectancy, winRate.value]);
  }
}

describe('a reader', () => {
  const started = accountsOfTest('all tests');
  let two: Awaited<ReturnType<typeof startTwo>>;
  beforeAll(async () => {
    two = await startTwo(started);
  });

  test('questions about several sets of accounts are answered beside each other', async () => {
    const { program, accounts } = two;
    const sets = [accounts, accounts.toReversed()].map(jointId);
    const answers = await Promise.all(
      [...sets, ...sets, ...sets].map((account) => program.ask('readOrderHistory', { ...everything, account })),
    );
    expect(new Set(answers.map(({ total }) => total))).toEqual(new Set([800]));
  });

  test('one sort and one filter over the rows of all accounts', async () => {
    const { program, accounts } = two;
    const readOrders = (sort: HistorySort[], filter: HistoryFilter = {}) => {
      return (part: { account: string }) =>
        program.ask('readOrderHistory', { ...everything, zone, sort, filter, ...part });
    };
    const byTime = await expectMerged(readOrders([]), accounts);
    expect(isSorted(byTime.map(({ createdAt }) => createdAt))).toBe(true);
    const byPnl = await expectMerged(readOrders([{ field: 'pnl', direction: 'descending' }]), accounts);
    expect(isSorted(byPnl.map(({ pnl }) => (pnl === null ? null : Number(pnl))))).toBe(true);
    const filter: HistoryFilter = { symbols: ['BTC-USDT'], pnlSigns: ['profit', 'loss'] };
    await expectMerged(readOrders([{ field: 'id', direction: 'ascending' }], filter), accounts);
    const byAccount = await allRows(readOrders([{ field: 'account', direction: 'descending' }]), jointId(accounts));
    expect(byAccount.map(({ account }) => account)).toEqual(
      byTime.map(({ account }) => account).toSorted((a, b) => accounts.indexOf(b ?? '') - accounts.indexOf(a ?? '')),
    );
    const ofSecond = await allRows(readOrders([], { accounts: [accounts[1]] }), jointId(accounts));
    expect(ofSecond).toEqual(byTime.filter(({ account }) => account === accounts[1]));

    const readPlans = (part: { account: string }) => program.ask('readPlanHistory', { ...everything, zone, ...part });
    expect(isSorted((await expectMerged(readPlans, accounts)).map(({ createdAt }) => createdAt))).toBe(true);

    const readTrades = (sort: TradeSort[]) => (part: { account: string }) =>
      program.ask('readTrades', { ...everything, zone, sort, ...part });
    const trades = await expectMerged(readTrades([]), accounts);
    expect(isSorted(trades.map(({ openedAt }) => openedAt))).toBe(true);
    const byDuration = await expectMerged(readTrades([{ field: 'duration', direction: 'descending' }]), accounts);
    expect(isSorted(byDuration.map(({ duration }) => duration))).toBe(true);
  });

  test('finds the position of a row by its key, and its details in its own account', async () => {
    const { program, account } = two;
    const query = { account, ...everything, zone };
    const { rows } = await program.ask('readOrderHistory', { ...query, from: 400, count: 3 });
    const anchored = await program.ask('readOrderHistory', { ...query, count: 1, anchor: rows[2]?.key });
    expect(anchored.anchor).toBe(402);
    const trades = await program.ask('readTrades', { ...query, from: 40, count: 2 });
    expect(await program.ask('readTrades', { ...query, count: 0, anchor: trades.rows[1]?.key })).toMatchObject({
      anchor: 41,
    });
    expect(await program.ask('readTrades', { ...query, count: 0, anchor: 'isolated:1' })).toMatchObject({
      anchor: null,
    });
    // A question about one row needs the row's account.
    expect(await program.fail('readRowChanges', { account, list: orders, key: rows[0]?.key ?? '' })).toMatchObject({
      code: 'invalid-request',
    });
  });

  test('adds up and evaluates all rows, as the concatenated rows of the accounts give', async () => {
    const { program, accounts, account } = two;
    await expectAccountGroups(program, accounts);

    const own = await Promise.all(
      accounts.map((each) => program.ask('summarizeTrades', { account: each, filter: {}, zone })),
    );
    const summary = await program.ask('summarizeTrades', { account, filter: {}, zone });
    for (const field of ['trades', 'closed', 'open', 'incomplete', 'uncertain'] as const) {
      expect(summary[field]).toBe(own.reduce((sum, each) => sum + each[field], 0));
    }
    const states = await Promise.all(accounts.map((each) => program.state(each)));
    expect(summary.version).toBe(states.reduce((sum, { version }) => sum + version, 0));

    const ofOrders = await Promise.all(
      accounts.map((each) => program.ask('readResults', { account: each, filter: {}, zone, quote: 'USDT' })),
    );
    const results = await program.ask('readResults', { account, filter: {}, zone, quote: 'USDT' });
    const count = ({ days }: typeof results) => days.reduce((sum, day) => sum + day.count, 0);
    expect(count(results)).toBe(ofOrders.reduce((sum, each) => sum + count(each), 0));
    const rows = await program.ask('summarizeHistory', { account, list: plans, filter: {}, zone });
    const outcomes = await program.ask('readPlanOutcomes', { account, filter: {}, zone });
    expect(outcomes.all.plans).toBe(rows.rows);
    const choices = await program.ask('readHistoryChoices', { account, list: orders });
    expect(choices.symbols.reduce((sum, { rows: some }) => sum + some, 0)).toBe(800);
  });
});

describe('after changes', () => {
  const started = accountsOfTest();

  test('has what is new: orders, and notes, which stay in their own accounts', async () => {
    const { program, exchanges, accounts, account } = await startTwo(started);
    const query = { account, ...everything, zone, count: 1 };
    const before = await program.ask('readTrades', query);
    const symbol = 'BTC-USDT';
    const added = exchanges[1].addOrder({ symbol });
    await program.ask('syncHistory', { account: accounts[1], list: orders, action: 'refresh' });
    await expect.poll(async () => (await program.state(accounts[1])).rows).toBe(301);
    const [newest] = (await program.ask('readOrderHistory', { ...query, filter: { ids: [added] } })).rows;
    expect(newest).toMatchObject({ id: added, account: accounts[1] });
    const after = await program.ask('readTrades', query);
    expect(after.version).toBeGreaterThan(before.version);

    const closed = { filter: { states: ['closed' as const], incomplete: 'none' as const } };
    const { rows: trades } = await program.ask('readTrades', { account: accounts[0], ...everything, zone, ...closed });
    const [noted] = trades.slice(20);
    const key = noted?.key ?? '';
    const note = { account: accounts[0], kind: 'trade', key, text: 'Breakout #late', before: '' } as const;
    await program.ask('saveNote', note);
    const tagged = await program.ask('readTrades', { ...query, filter: { tags: ['late'] } });
    expect(tagged).toMatchObject({ total: 1, rows: [{ key: jointKey(accounts[0], key), note: 'Breakout #late' }] });
    expect(await program.ask('readTags', { account })).toEqual([{ tag: 'late', notes: 1 }]);
    const { groups } = await program.ask('readTradeResults', { account, filter: { noted: 'only' }, zone });
    expect(groups.tag.map(({ name, count }) => [name, count])).toEqual([['late', 1]]);
    await program.ask('saveNote', { ...note, text: '', before: note.text });
    expect(await program.ask('readTrades', { ...query, filter: { tags: ['late'] } })).toMatchObject({ total: 0 });
    await expectAccountGroups(program, accounts);
  });

  test('leaves out an account whose file cannot be read, shows one without keys, and none that was removed', async () => {
    const { program, accounts, account } = await startTwo(started);
    const [first, second] = accounts;
    const count = async (of = account) =>
      (await program.ask('readTrades', { account: of, ...everything, zone, count: 0 })).total;
    const [all, ofFirst] = [await count(), await count(first)];
    await program.core.close();

    // The keys were those of the session: the second start has none.
    const files = (await readdir(path.join(started.place.data, 'archives'))).filter((name) => name.endsWith('.sqlite'));
    expect(files).toHaveLength(2);
    const again = await started.start();
    const total = async (of: string) => {
      const { rows, total: found } = await again.ask('readOrderHistory', {
        account: of,
        ...everything,
        zone,
        count: 0,
      });
      expect(rows).toEqual([]);
      return found;
    };
    expect(await total(account)).toBe(800);
    expect(await again.ask('readTrades', { account, ...everything, zone, count: 0 })).toMatchObject({ total: all });
    await again.core.close();

    const ofSecond = files
      .map((name) => path.join(started.place.data, 'archives', name))
      .filter((file) => rowsIn(file) === 300);
    expect(ofSecond).toHaveLength(1);
    await writeFile(ofSecond[0] ?? '', 'no database');
    const third = await started.start();
    expect(await third.ask('readTrades', { account, ...everything, zone, count: 0 })).toMatchObject({ total: ofFirst });
    expect(await third.state(second)).toMatchObject({ rows: 0, problem: { kind: 'quarantined' } });
    await third.ask('removeAccount', { id: second, withArchive: true });
    expect(await third.fail('readTrades', { account, ...everything, zone, count: 0 })).toMatchObject({
      code: 'unknown-account',
    });
    expect(await third.ask('readTrades', { account: first, ...everything, zone, count: 0 })).toMatchObject({
      total: ofFirst,
    });
  });
});

function rowsIn(file: string): number {
  const database = new DatabaseSync(file, { readOnly: true });
  const found = database.prepare('SELECT count(*) AS rows FROM orders').get();
  database.close();
  return Number(found?.rows);
}
