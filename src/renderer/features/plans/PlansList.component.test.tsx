import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { OpenPlan } from '../../../shared/contract/orders.ts';
import type { PlanLife } from '../../../shared/contract/plans.ts';
import { succeed } from '../../../shared/values/result.ts';
import { freshness } from '../../domain/market/freshness.ts';
import { acceptLiveChange } from '../../domain/market/live/live.ts';
import { planSample } from '../../domain/plans/testing/samples.ts';
import { expectAccessible } from '../../testing/axe.ts';
import { cell, cellAt, textsOf } from '../../testing/table.ts';
import { resortIntervalMs } from '../../ui/table/stable-sort.ts';
import { details, grid, marketOf, showOpenPlans, withColumns } from './testing/open-plans.tsx';

const press = (keys: string): Promise<void> => userEvent.keyboard(keys);
const line = (): string => document.querySelector('.sort-line')?.textContent ?? '';
const fieldOf = (field: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`.detail [data-field="${field}"] dd > span`);

/** A plan order in isolated margin mode. BTC-USDT is at 100, ETH-USDT at 102. */
const plan = (id: string, fields: Partial<OpenPlan>): OpenPlan =>
  planSample(id, { price: '100', quantity: '10', ...fields });

afterEach(() => vi.useRealTimers());

/** A column for each field instead of the joint columns. */
const columnPerField = withColumns(
  [
    ...['triggerPrice', 'last', 'triggerDirection', 'ticks', 'price', 'quantity', 'takeProfit', 'toTakeProfit'],
    ...['stopLoss', 'triggerStatus', 'leverage'],
  ],
  ['sideQuantity', 'level', 'exits'],
);

it('shows the distance and direction to the trigger price, nearest first, the same in the details, and that the price crossed it', async () => {
  const market = marketOf([
    plan('1', { triggerPrice: '110', stopLoss: '70.123' }),
    plan('2', {
      ...{ triggerPrice: '99.5', triggerDirection: 'falls-to', kind: 'market', price: '0', leverage: '50' },
      ...{ takeProfit: '105', stopLoss: '0', raw: '{"stop_loss_price":"0"}' },
    }),
    plan('3', { symbol: 'ETH-USDT', triggerPrice: '103.02', triggerDirection: 'unknown:0' }),
  ]);
  showOpenPlans(market, columnPerField);
  await expect.poll(() => textsOf('distance')).toEqual(['−0.50%', '1.00%', '+10.00%']);
  expect(textsOf('triggerDirection')).toEqual(['Falls to', 'Not given', 'Rises to']);
  expect(textsOf('ticks')).toEqual(['−50', '102', '+1,000']);
  expect(textsOf('last')).toEqual(['100.00', '102.00', '100.00']);
  expect(textsOf('toTakeProfit')).toEqual(['+5.00%', '–', '–']);

  // The details agree with the table, and a price of 0 means none.
  await cell(0, 'symbol').click();
  await expect.element(details).toBeVisible();
  for (const column of ['price', 'triggerPrice', 'leverage', 'quantity', 'takeProfit', 'stopLoss', 'ticks', 'last'])
    expect(fieldOf(column)?.textContent, column).toBe(cellAt(0, column).textContent);
  expect(['price', 'leverage', 'stopLoss', 'distance'].map((column) => fieldOf(column)?.textContent)).toEqual([
    'Market',
    '50×',
    '–',
    '−0.50 (−0.50%)',
  ]);
  await details.getByRole('button', { name: 'Raw JSON', exact: true }).click();
  await expect.element(details.getByRole('region', { name: 'Raw JSON' })).toMatchTextContent('"stop_loss_price": "0"');

  // A value that the exchange does not accept for the symbol is marked with the bound.
  const marked = grid.getByRole('gridcell', { name: /prices have at most 2 decimal places/ });
  await marked.click();
  await expect
    .poll(() => fieldOf('stopLoss')?.closest('[data-field]')?.textContent)
    .toContain('More precise than allowed');
  await expectAccessible(details.element());

  acceptLiveChange(market.move({ 'BTC-USDT': '110.12' }));
  await expect.poll(() => textsOf('distance')).toContain('Crossed 0.11%');
  const crossed = textsOf('distance').indexOf('Crossed 0.11%');
  expect(cellAt(crossed, 'triggerStatus').textContent).toBe('Not triggered, crossed');
  expect(cellAt(crossed, 'distance').dataset.tone).toBe('warning');
});

it('says that details do not match the filter, and that no plan order does', async () => {
  showOpenPlans(marketOf([plan('1', { triggerPrice: '110' }), plan('2', { symbol: 'ETH-USDT', triggerPrice: '103' })]));
  await expect.poll(() => textsOf('symbol')).toEqual(['ETH-USDT', 'BTC-USDT']);
  await cell(1, 'symbol').click();
  const note = details.getByText('Doesn’t match the current filter');
  await expect.element(details).toBeVisible();
  expect(note.query()).toBeNull();
  await page.getByRole('combobox', { name: 'Symbol' }).fill('ETH-USDT');
  await page.getByRole('option', { name: 'ETH-USDT', exact: true }).click();
  await expect.poll(() => textsOf('symbol')).toEqual(['ETH-USDT']);
  await expect.element(note).toBeVisible();
  await page.getByRole('radio', { name: 'Cross' }).click();
  await expect.element(grid.getByText('No open plan orders match the filter')).toBeVisible();
  await page.getByRole('radio', { name: 'Isolated' }).click();
  await expect.poll(() => textsOf('symbol')).toEqual(['ETH-USDT']);
});

it('marks the distances of old data, and reports its age', async () => {
  showOpenPlans(marketOf([plan('1', { triggerPrice: '101' })]), { refreshEvery: '1' });
  await expect.poll(() => textsOf('distance')).toEqual(['+1.00%']);
  const live = freshness.get();
  expect(live).toEqual({ fetchedAt: expect.any(Number), liveFor: 5000, failure: null });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6000 });
  await expect.element(grid.getByRole('gridcell', { name: '+1.00% (old)' })).toMatchTextContent(/^\+1\.00%$/);
  await expect.element(page.getByRole('region', { name: 'Table status' })).toMatchTextContent('Distances not live');
  expect(freshness.get()).toEqual(live);
});

it('lets the order follow the prices, and rest only while the user is busy with a row', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setInterval', 'clearInterval'] });
  const market = marketOf([
    plan('1', { triggerPrice: '110' }),
    plan('2', { triggerPrice: '99.5', triggerDirection: 'falls-to' }),
    plan('3', { symbol: 'ETH-USDT', triggerPrice: '105.06' }),
  ]);
  showOpenPlans(market, { refreshEvery: '60', ...columnPerField });
  const distances = (): string[] => textsOf('distance');
  /** Polls while the time passes. */
  const inTime = <Value,>(read: () => Value) =>
    expect.poll(() => {
      vi.advanceTimersByTime(1000);
      return read();
    });
  const movePrice = async (price: string): Promise<void> => {
    acceptLiveChange(market.move({ 'BTC-USDT': price }));
    await expect.poll(() => textsOf('last').filter((shown) => shown === price)).toHaveLength(2);
  };
  const [atLow, atHigh] = [
    ['−0.50%', '+3.00%', '+10.00%'],
    ['+0.10%', '+3.00%', '−9.45%'],
  ];
  await expect.poll(distances).toEqual(atLow);
  expect(line()).toBe('Next event first');

  // The focus alone holds nothing, nor does the pointer over the header.
  (grid.element() as HTMLElement).focus();
  await grid.getByRole('columnheader', { name: 'Symbol' }).hover();
  await movePrice('109.89');
  vi.advanceTimersByTime(resortIntervalMs / 2);
  expect(distances()).toEqual(['−9.45%', '+3.00%', '+0.10%']);
  await inTime(distances).toEqual(atHigh);

  await cell(1, 'symbol').hover();
  await movePrice('100.00');
  await inTime(line).toMatch(/^Sorting paused while you point here\s*2 plans have moved ahead\s*Re-sort$/);
  expect(distances()).toEqual(atLow?.toReversed());
  await page.getByRole('button', { name: 'Re-sort' }).click();
  await expect.poll(distances).toEqual(atLow);
  expect(line()).toBe('Next event first');

  // A selected row, also without the pointer; the order goes on as soon as the selection ends.
  (grid.element() as HTMLElement).focus();
  await press('{ArrowDown}{Shift>} {/Shift}');
  await movePrice('109.89');
  await inTime(line).toContain('Sorting paused while rows are selected');
  (grid.element() as HTMLElement).focus();
  await press('{Escape}');
  await inTime(distances).toEqual(atHigh);

  (grid.element() as HTMLElement).focus();
  vi.advanceTimersByTime(resortIntervalMs);
  await press('{ArrowDown}');
  await movePrice('100.00');
  await inTime(line).toContain('Sorting paused while you use the arrow keys');
  await inTime(distances).toEqual(atLow);

  await press('{Enter}');
  await expect.element(details).toBeVisible();
  await movePrice('109.89');
  await inTime(line).toContain('Sorting paused while details are open');
  await press('{Escape}');
  await inTime(distances).toEqual(atHigh);
});

it('keeps the details of a plan order that leaves the list in their last state, which is not live', async () => {
  const other = plan('2', { triggerPrice: '90', triggerDirection: 'falls-to' });
  const market = marketOf([plan('1', { triggerPrice: '101' }), other]);
  showOpenPlans(market);
  await expect.poll(() => textsOf('symbol')).toHaveLength(2);
  await cell(0, 'symbol').click();
  await expect.poll(() => fieldOf('last')?.textContent).toBe('100.00');
  acceptLiveChange(market.move({ 'BTC-USDT': '100.50' }));
  await expect.poll(() => fieldOf('last')?.textContent).toBe('100.50');
  expect(fieldOf('last')?.dataset.tone).toBeUndefined();
  acceptLiveChange(market.replacePlans([other]));
  await expect.poll(() => textsOf('symbol')).toHaveLength(1);
  await expect.element(details).toMatchTextContent('This plan order is no longer open');
  acceptLiveChange(market.move({ 'BTC-USDT': '101.00' }));
  await expect.poll(() => textsOf('distance')).toEqual(['−10.89%']);
  expect(fieldOf('last')?.textContent).toBe('100.50');
  expect(fieldOf('last')?.dataset.tone).toBe('muted');
});

it('shows in the details what this computer has seen of a plan order, and follows its approach to the trigger price', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const seen = plan('1', { triggerPrice: '101' });
  const { raw: _raw, ...state } = seen;
  const at = Date.UTC(2026, 0, 2, 3, 4, 5);
  const life: PlanLife = {
    states: [{ at, after: null, plan: state, nearest: { last: '100', at } }],
    ...{ droppedStates: 0, end: null, outcome: null, watchedUntil: at, gaps: 0, longestGap: null },
  };
  let nearest = '100';
  showOpenPlans(
    marketOf([seen]),
    { timeZone: 'UTC' },
    {
      readPlanLife: () =>
        succeed({ ...life, states: life.states.map((each) => ({ ...each, nearest: { last: nearest, at } })) }),
    },
  );
  await expect.poll(() => textsOf('symbol')).toHaveLength(1);
  await cell(0, 'symbol').click();
  const section = page.getByRole('region', { name: 'Recorded on this computer' });
  await expect.element(section).toMatchTextContent('First seen 2026-01-02 03:04:05');
  await expect.element(section).toMatchTextContent('Nearest to the trigger: 100.00, 1% away');
  await expectAccessible(section.element());
  nearest = '100.9';
  vi.advanceTimersByTime(5000);
  await expect.element(section).toMatchTextContent('Nearest to the trigger: 100.90, 0.1% away');
});
