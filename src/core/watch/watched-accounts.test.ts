import { expect, test, vi } from 'vitest';
import { startDemoExchange } from '../../demo-exchange/index.ts';
import { everything, programs } from '../history/testing/program.ts';
import { FileKeychain } from '../testing/file-keychain.ts';

const program = programs(startDemoExchange, {
  orders: 30,
  plans: 5,
  openPlans: 4,
  ordersPerMinute: 0,
  timeScale: 0,
  requestsPerWindow: 100_000,
});

test('the orders and the plan orders of all accounts are read, and what becomes of a plan is known, without any page', async () => {
  const [first, second] = [await program.exchange(), await program.exchange({ orders: 31 })];
  const { ask, add, events } = await program.start({ watchesAccounts: true });
  await ask('changeSettings', { refreshEvery: '3' });
  const ids = [await add(first), await add(second, { name: 'Other' })];
  for (const account of ids) {
    await expect
      .poll(async () => (await ask('readOrderHistory', { account, ...everything })).total)
      .toBe(account === ids[0] ? 30 : 31);
    await expect.poll(async () => (await ask('readLive', { account, list: 'open-plans' })).rows.length).toBe(4);
  }
  expect(await ask('readUnwatched', {})).toEqual([]);
  const symbol = 'SUI-USDT';
  second.setPrice(symbol, '1.5');
  second.addPlan({ symbol, triggerPrice: '1.4' });
  const plans = async () => (await ask('readLive', { account: ids[1] ?? '', list: 'open-plans' })).rows.length;
  await expect.poll(plans).toBe(5);
  second.setPrice(symbol, '1.3');
  second.advance(12_000);
  await expect
    .poll(() => events.flatMap((event) => (event.name === 'activityAdded' ? [event.data.account] : [])), {
      timeout: 30_000,
    })
    .toEqual([ids[1]]);
});

test('a keychain that is locked is asked once for an account, and the account is said not to be watched', async () => {
  const exchange = await program.exchange();
  const path = `${program.place.folder}/keychain.json`;
  const before = await program.start();
  const id = await before.add(exchange, { keptIn: 'keychain' });
  await before.core.close();
  const keychain = new FileKeychain(path);
  keychain.failure = 'locked';
  const { ask } = await program.start({ watchesAccounts: true, openKeychain: () => keychain });
  await expect.poll(() => ask('readUnwatched', {})).toEqual([{ account: id, failure: 'keychain-unavailable' }]);
  expect(keychain.calls).toHaveLength(1);
  keychain.failure = null;
  await ask('refreshLive', { account: id, list: 'open-plans' });
  expect(await ask('readUnwatched', {})).toEqual([]);
});

test('a core without windows requests nothing by itself', async () => {
  const exchange = await program.exchange();
  const fetch = vi.fn(globalThis.fetch);
  const { add, ask } = await program.start({ fetch });
  const account = await add(exchange);
  await ask('readLive', { account, list: 'open-plans' });
  expect(fetch).not.toHaveBeenCalled();
});
