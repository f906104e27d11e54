import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Trade, TradeFilter } from '../../shared/contract/trades.ts';
import { jointId, jointKey } from '../../shared/joint.ts';
import { tagsOf } from '../../shared/notes.ts';
import { History, historyWorkerSource, JointHistory } from '../index.ts';
import { firstTime, orderEntry, orderPage } from '../store/testing/entries.ts';
import { naiveResults } from '../trades/testing/naive-results.ts';
import { tradedPages } from '../worker/testing/traded-pages.ts';

const list = 'order-history';
const zone = 'America/New_York';
const everything = { filter: {}, sort: [], zone, from: 0, count: 1000 };

function openAccount(): History {
  const folder = mkdtempSync(path.join(tmpdir(), 'orderglass-joint-'));
  let version = 0;
  const history = new History({
    file: path.join(folder, 'history.sqlite'),
    discardExisting: false,
    worker: historyWorkerSource,
    newVersion: () => ++version,
    fetchPage: () => new Promise(() => {}),
    fetchOpenPlans: () => new Promise(() => {}),
    isSaturated: () => false,
    onStatus: () => {},
    onSyncFailed: () => {},
    onNotes: () => {},
    onPlans: () => {},
    onUnexpected: () => {},
  });
  onTestFinished(async () => {
    await history.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return history;
}

/** Accounts with empty archives, and their joint history. */
function openJoint(accounts: readonly string[]) {
  const own = new Map(accounts.map((account) => [account, openAccount()]));
  const unexpected: unknown[] = [];
  const joint = new JointHistory({
    accounts,
    worker: historyWorkerSource,
    find: async (account) => own.get(account) ?? openAccount(),
    now: () => 0,
    onUnexpected: (error) => unexpected.push(error),
  });
  onTestFinished(() => joint.close());
  const of = (account: string) => own.get(account) as History;
  const replace = (account: string) => own.set(account, openAccount());
  return { joint, of, replace, account: jointId(accounts), unexpected };
}

async function tradesOf({ joint, account }: ReturnType<typeof openJoint>, filter: TradeFilter = {}) {
  const trades: Trade[] = [];
  for (;;) {
    const { rows } = await joint.ask('readTrades', { ...everything, account, filter, from: trades.length }, 0);
    trades.push(...rows);
    if (rows.length === 0) return trades;
  }
}

async function expectNaiveResults(opened: ReturnType<typeof openJoint>, filter: TradeFilter = {}) {
  const trades = await tradesOf(opened, filter);
  const { quotes } = await opened.joint.ask('readTradeResults', { account: opened.account, filter, zone }, 0);
  expect(quotes.length).toBeGreaterThan(0);
  for (const quote of quotes) {
    const question = { account: opened.account, filter, zone, quote };
    const { version, quotes: _, costMethod, ...figures } = await opened.joint.ask('readTradeResults', question, 0);
    expect(figures).toEqual(naiveResults(trades, quote, zone, ({ note = '' }) => tagsOf(note)));
  }
  return trades;
}

test('the results are those of the concatenated trades, also after orders and notes have changed', async () => {
  const opened = openJoint(['a', 'b']);
  const { of, joint, account } = opened;
  const pages = tradedPages(6);
  // The second account has the same IDs, and other trades.
  const others = tradedPages(3).map((page) => ({ ...page, entries: page.entries.slice(0, 900) }));
  for (const page of pages.slice(0, 2)) await of('a').call('savePage', { page });
  await of('b').call('savePage', { page: others[0] as (typeof others)[0] });
  const before = await expectNaiveResults(opened);
  expect(new Set(before.map((trade) => trade.account))).toEqual(new Set(['a', 'b']));

  for (const page of pages.slice(2)) await of('a').call('savePage', { page });
  await of('b').call('savePage', { page: others[1] as (typeof others)[0] });
  const after = await expectNaiveResults(opened);
  expect(after.length).toBeGreaterThan(before.length);

  const noted = after.filter((trade) => trade.account === 'b' && trade.state === 'closed').slice(3, 6);
  for (const trade of noted) {
    const key = trade.key.slice('b '.length);
    await of('b').ask('saveNote', { account: 'b', kind: 'trade', key, text: '#late #second', before: '' }, 0);
  }
  await expectNaiveResults(opened);
  const late = await expectNaiveResults(opened, { tags: ['late'] });
  expect(late.map(({ key }) => key).sort()).toEqual(noted.map(({ key }) => key).sort());
  expect(await joint.ask('readTags', { account }, 0)).toEqual([
    { tag: 'late', notes: 3 },
    { tag: 'second', notes: 3 },
  ]);
  await expectNaiveResults(opened, { accounts: ['b'], symbols: ['BTC-USDT'] });
});

test('rows are found by an ID of any account, and have the notes of their own account', async () => {
  const { joint, of, account } = openJoint(['a', 'b', 'c']);
  for (const each of ['a', 'b', 'c']) await of(each).call('savePage', { page: orderPage(null, [orderEntry('7')]) });
  await of('b').ask('saveNote', { account: 'b', kind: 'order', key: 'isolated:7', text: 'mine', before: '' }, 0);
  const { rows } = await joint.ask('readOrderHistory', { ...everything, account, filter: { ids: ['7'] } }, 0);
  expect(rows.map(({ key, account: own, note }) => [key, own, note])).toEqual([
    ['a isolated:7', 'a', undefined],
    ['b isolated:7', 'b', 'mine'],
    ['c isolated:7', 'c', undefined],
  ]);
  const found = await joint.ask('readOrderHistory', { ...everything, account, filter: { text: 'mine' } }, 0);
  expect(found.rows.map((row) => row.account)).toEqual(['b']);
  const anchor = jointKey('c', 'isolated:7');
  expect(await joint.ask('readOrderHistory', { ...everything, account, anchor }, 0)).toMatchObject({ anchor: 2 });
});

test('a selection for an export is read from the accounts, in its order', async () => {
  const { joint, of } = openJoint(['a', 'b']);
  const at = (id: string, seconds: number) => orderEntry(id, { createdAt: firstTime + seconds * 1000 });
  await of('a').call('savePage', { page: orderPage(null, [at('3', 3), at('1', 1)]) });
  await of('b').call('savePage', { page: orderPage(null, [at('4', 4), at('2', 2)]) });
  const query = { filter: {}, sort: [{ field: 'createdAt' as const, direction: 'ascending' as const }], zone, now: 0 };
  const { total, read } = await joint.select(list, query);
  expect(total).toBe(4);
  expect((await read(1, 2)).map(({ id, account }) => [id, account])).toEqual([
    ['2', 'b'],
    ['3', 'a'],
  ]);
  expect(await read(4, 10)).toEqual([]);
});

test('all that ask at the same time get the newest rows, and a closed history answers none', async () => {
  const { joint, of, account, unexpected } = openJoint(['a', 'b']);
  const page = orderPage(null, [orderEntry('1')]);
  await of('a').call('savePage', { page });
  const window = () => joint.ask('readOrderHistory', { ...everything, account }, 0);
  const first = window();
  await of('b').call('savePage', { page });
  const windows = await Promise.all(Array.from({ length: 30 }, window));
  expect(windows.map(({ total }) => total)).toEqual(Array.from({ length: 30 }, () => 2));
  expect((await first).total).toBeGreaterThan(0);
  await joint.close();
  await expect(window()).rejects.toMatchObject({ code: 'canceled' });
  expect(unexpected).toEqual([]);
});

test('opening all accounts again and again leaves no thread behind', async () => {
  const threads = () => process.getActiveResourcesInfo().filter((name) => name === 'MessagePort').length;
  const { of, account } = openJoint(['a', 'b']);
  for (const own of ['a', 'b']) await of(own).ask('readTrades', { account: own, ...everything }, 0);
  const before = threads();
  for (let opening = 1; opening <= 3; opening++) {
    const joint = new JointHistory({
      accounts: ['a', 'b'],
      worker: historyWorkerSource,
      find: async (own) => of(own),
      now: () => 0,
      onUnexpected: () => {},
    });
    await joint.ask('readTrades', { account, ...everything }, 0);
    expect(threads()).toBe(before + 1);
    await joint.close();
    await expect.poll(threads).toBe(before);
  }
});

test('an archive that is replaced while it is shown is read again', async () => {
  const { joint, of, replace, account } = openJoint(['a', 'b']);
  for (const each of ['a', 'b']) await of(each).call('savePage', { page: orderPage(null, [orderEntry('1')]) });
  const rows = async () => (await joint.ask('readOrderHistory', { ...everything, account }, 0)).rows;
  expect(await rows()).toHaveLength(2);
  replace('b');
  await of('b').call('savePage', { page: orderPage(null, [orderEntry('3'), orderEntry('2')]) });
  expect((await rows()).map(({ key }) => key).sort()).toEqual(['a isolated:1', 'b isolated:2', 'b isolated:3']);
  const { trades } = await joint.ask('summarizeTrades', { account, filter: {}, zone }, 0);
  expect(trades).toBe((await joint.ask('readTrades', { ...everything, account }, 0)).rows.length);
});
