import { expect, test } from 'vitest';
import { type FaultyExchange, type FaultyExchangeOptions, startFaultyExchange } from '../demo-exchange/faults/index.ts';
import { everything, orders, type Program, programs } from './history/testing/program.ts';

const { exchange: startExchange, start } = programs<FaultyExchange, FaultyExchangeOptions>(startFaultyExchange, {
  orders: 20,
  plans: 0,
  openPlans: 2,
  ordersPerMinute: 0,
  requestsPerWindow: 1_000_000,
  timeScale: 0,
});

const failureOf = async (program: Program, account: string) =>
  (await program.ask('readLive', { account, list: 'open-plans' })).failure?.code;

test('the first answer after an outage ends the pauses of every reader of the exchange', async () => {
  const exchange = await startExchange();
  const program = await start();
  const one = await program.add(exchange);
  const two = await program.add(exchange, { name: 'Second' });
  // A request with this failure is not repeated, only its reader is.
  exchange.faults.set({ rules: [{ fault: 'errmsg-markup' }] });
  await program.ask('refreshLive', { account: one, list: 'futures-tickers' });
  await program.ask('readOrderHistory', { account: two, ...everything });
  await expect.poll(async () => (await program.state(two, orders)).failure?.code).toBe('service-error');
  await program.ask('refreshLive', { account: two, list: 'open-plans' });
  expect(await failureOf(program, two)).toBe('service-error');

  exchange.faults.set(null);
  await program.ask('refreshLive', { account: one, list: 'futures-tickers' });
  await expect.poll(() => failureOf(program, two)).toBeUndefined();
  await expect.poll(async () => (await program.state(two, orders)).failure).toBeNull();
});
