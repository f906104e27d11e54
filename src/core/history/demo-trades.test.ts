import { expect, test } from 'vitest';
import { startDemoExchange } from '../../demo-exchange/index.ts';
import { everything, programs } from './testing/program.ts';

const { exchange: startExchange, start } = programs(startDemoExchange, {
  orders: 3000,
  requestsPerWindow: 1_000_000,
  timeScale: 0,
});

test('the demo account trades so that the derivation has to infer: orders that wait, ranges of times, doubts, few gaps', async () => {
  const exchange = await startExchange();
  const program = await start({ startDemoExchange: async () => exchange });
  await program.complete('demo');
  const { ask } = program;
  const { rows, total } = await ask('readTrades', { account: 'demo', ...everything });
  expect(total).toBe(rows.length);
  const share = (belongs: (trade: (typeof rows)[number]) => boolean) => rows.filter(belongs).length / total;
  expect(share(({ closedAt, closedBy }) => closedBy !== closedAt)).toBeGreaterThan(0.3);
  expect(share(({ executions }) => executions === 'uncertain')).toBeGreaterThan(0.02);
  expect(share(({ executions }) => executions === 'uncertain')).toBeLessThan(0.15);
  expect(share(({ incomplete }) => incomplete.length > 0)).toBeLessThan(0.03);
  expect(share(({ pnl }) => pnl?.startsWith('-') === true)).toBeGreaterThan(0.25);
  const waiting = await ask('readOrderHistory', { account: 'demo', ...everything, filter: { statuses: ['pending'] } });
  expect(new Set(waiting.rows.map(({ action }) => action))).toContain('close');
  const ofSymbol = { marginMode: 'cross', side: null, quantity: null, createdAt: 0 } as const;
  const plans = [...new Set(rows.map(({ symbol }) => symbol))].map((symbol) => ({ key: symbol, symbol, ...ofSymbol }));
  const { contracts } = await ask('readPositionRisk', { account: 'demo', plans });
  const sumOf = (counted: 'compared' | 'agreed') => contracts.reduce((sum, { pnl }) => sum + pnl[counted], 0);
  expect(sumOf('agreed') / sumOf('compared')).toBeGreaterThan(0.9);
});
