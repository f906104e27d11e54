import { expect, test } from 'vitest';
import {
  type FaultyExchange,
  type FaultyExchangeOptions,
  startFaultyExchange,
} from '../../demo-exchange/faults/index.ts';
import { rowsIn } from '../../history/index.ts';
import type { DateCondition } from '../../shared/contract/filters.ts';
import { isJoint, jointId } from '../../shared/orders/joint.ts';
import { addDays, dayOf } from '../../shared/time/days.ts';
import { commandOf, prepare } from '../reader/prepare.ts';
import { openReader } from '../reader/reader.ts';
import { keptThreads } from '../testing/kept-threads.ts';
import { orders, plans, programs } from './testing/program.ts';

const zone = 'UTC';
const dayMs = 86_400_000;
const accounts = programs<FaultyExchange, FaultyExchangeOptions>(startFaultyExchange, {
  orders: 400,
  plans: 200,
  openPlans: 0,
  ordersPerMinute: 0,
  requestsPerWindow: 1_000_000,
  timeScale: 0,
});

test.each([-10, 10])('today is the day of the exchange, whose clock is %i days ahead', async (days) => {
  const clockSkewSeconds = (days * dayMs) / 1000;
  const exchanges = [
    await accounts.exchange({ seed: 1, clockSkewSeconds }),
    await accounts.exchange({ seed: 2, clockSkewSeconds }),
  ] as const;
  const program = await accounts.start();
  const first = await program.add(exchanges[0], { name: 'First' });
  const second = await program.add(exchanges[1], { name: 'Second' });
  for (const account of [first, second])
    for (const list of [orders, plans] as const) await program.complete(account, list);

  const lastWeek = (last: string) => ({ from: addDays(last, -6), to: last });
  const today = dayOf(Date.now() + days * dayMs, zone);
  const week = lastWeek(today);
  for (const account of [first, second, jointId([first, second])]) {
    const answers = async (dates: DateCondition) => {
      const window = { account, zone, from: 0, count: 0, sort: [] };
      const created = { account, zone, filter: { created: dates } };
      const opened = { account, zone, filter: { opened: dates } };
      return {
        orders: (await program.ask('readOrderHistory', { ...window, ...created })).total,
        plans: (await program.ask('readPlanHistory', { ...window, ...created })).total,
        trades: (await program.ask('readTrades', { ...window, ...opened })).total,
        summary: (await program.ask('summarizeHistory', { list: orders, ...created })).rows,
        results: (await program.ask('readResults', created)).days,
        tradeSummary: (await program.ask('summarizeTrades', opened)).quotes,
        tradeResults: (await program.ask('readTradeResults', opened)).groups,
        outcomes: (await program.ask('readPlanOutcomes', created)).all,
      };
    };
    const byExchange = await answers(week);
    expect(await answers({ preset: 'last-7-days' })).toEqual(byExchange);
    expect(byExchange.orders).toBeGreaterThan(0);
    expect(await answers(lastWeek(dayOf(Date.now(), zone)))).not.toEqual(byExchange);
    if (isJoint(account)) continue;
    const { pnl } = await program.ask('summarizeHistory', {
      ...{ account, zone, list: orders, filter: { created: { from: today, to: today } } },
    });
    const sums = pnl.map(({ quote, sum }) => ({ quote, sum }));
    expect((await program.ask('readPositionRisk', { account, plans: [], zone })).today).toEqual(sums);
  }

  const reader = await openReader({ directory: accounts.place.data, worker: keptThreads });
  try {
    const { request } = await prepare(reader, 'orders', { zone, accounts: ['First'], words: 'last 6 days' });
    const read = await commandOf('orders').read(request);
    let rows = 0;
    for await (const chunk of read.rows.chunks) rows += rowsIn(chunk).length;
    const filter = { created: { from: addDays(today, -5), to: today } };
    const { rows: expected } = await program.ask('summarizeHistory', { account: first, zone, list: orders, filter });
    expect([rows, expected > 0]).toEqual([expected, true]);
  } finally {
    await reader.close();
  }
});
