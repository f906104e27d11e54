import { expect, test } from 'vitest';
import { startDemoExchange } from '../../demo-exchange/index.ts';
import { hostTextEn } from '../../shared/text/host-en.ts';
import { demoAccountId } from '../../shared/values/domain.ts';
import { everything, programs } from './testing/program.ts';

const { exchange: startExchange, start } = programs(startDemoExchange, {
  orders: 200,
  plans: 5,
  openPlans: 5,
  ordersPerMinute: 0,
  requestsPerWindow: 1_000_000,
});

const demoNotes = { order: 'lost #late', trade: 'won #planned', plan: 'waits #planned' };
const text = () => ({ ...hostTextEn, demoNotes });

test('a new demo account begins with a note on an order, a trade and a plan, which exports leave out', async () => {
  const exchange = await startExchange();
  const program = await start({ startDemoExchange: async () => exchange, text });
  const real = await program.add(await startExchange());
  await program.complete(demoAccountId);
  const tagsOf = (account: string) => program.ask('readTags', { account });
  const both = [
    { tag: 'planned', notes: 2 },
    { tag: 'late', notes: 1 },
  ];
  await expect.poll(() => tagsOf(demoAccountId)).toEqual(both);
  const query = { ...everything, account: demoAccountId, filter: { noted: 'only' as const } };
  const orders = await program.ask('readOrderHistory', query);
  expect(orders.rows.map(({ note, pnl }) => [note, pnl?.startsWith('-')])).toEqual([['lost #late', true]]);
  const trades = await program.ask('readTrades', query);
  expect(trades.rows.map(({ note }) => note)).toEqual(['won #planned']);

  // The user's own notes are listed.
  const target = { account: demoAccountId, kind: 'order', key: orders.rows[0]?.key ?? '' } as const;
  const listed = async () => (await program.ask('listNotes', { account: demoAccountId, from: null })).notes;
  expect(await listed()).toEqual([]);
  await program.ask('saveNote', { ...target, text: 'changed #late', before: 'lost #late' });
  expect((await listed()).map(({ text }) => text)).toEqual(['changed #late']);
  await program.ask('saveNote', { ...target, text: '', before: 'changed #late' });
  await program.ask('syncHistory', { account: demoAccountId, list: 'order-history', action: 'refresh' });
  await program.complete(demoAccountId);
  expect(await tagsOf(demoAccountId)).toEqual(both.slice(0, 1));

  await program.complete(real);
  expect(await tagsOf(real)).toEqual([]);
});

test('a demo account that lasts begins without notes', async () => {
  const exchange = await startExchange();
  const program = await start({
    startDemoExchange: async () => exchange,
    lastingDemoExchange: exchange.baseUrl,
    text,
  });
  await program.complete(demoAccountId);
  expect(await program.ask('readTags', { account: demoAccountId })).toEqual([]);
});
