import { resortIntervalMs } from '../../src/renderer/ui/table/stable-sort.ts';
import { seriousFindings } from '../axe.ts';
import { stillMarket } from '../still-market.ts';
import { columnPerPlanField, columnTexts, dataRows, expect, showScreen, test } from '../test.ts';

// Positions that are loaded would move the rows below the pointer.
test.use({ ...stillMarket, settings: { ...stillMarket.settings, planPositions: false, ...columnPerPlanField } });

// Before the program starts, so that its first rows are sorted by their prices.
test.beforeEach(({ exchange }) => {
  exchange.setPrice('BTC-USDT', '80000.0');
  exchange.setPrice('ETH-USDT', '3000.00');
});

test.describe('of two symbols', () => {
  test.beforeEach(({ exchange }) => {
    exchange.addPlan({ symbol: 'BTC-USDT', triggerPrice: '88000.0', fields: { stop_loss_price: '70000.123' } });
    exchange.addPlan({
      symbol: 'BTC-USDT',
      triggerPrice: '79600.0',
      fields: { type: 'buy-market', price: '0', lever_rate: 50, stop_profit_price: '84000.0', stop_loss_price: '0' },
    });
    exchange.addPlan({ symbol: 'ETH-USDT', triggerPrice: '3030.00', fields: { trigger_sign: '0' } });
  });

  test('a plan shows the distance and direction to its price, nearest first, and that the price crossed it', async ({
    app,
    exchange,
  }) => {
    const grid = await showScreen(app, 'Open plans');
    await expect(dataRows(grid)).toHaveCount(3);
    await expect.poll(() => columnTexts(grid, 'distance')).toEqual(['−0.50%', '1.00%', '+10.00%']);
    expect(await columnTexts(grid, 'triggerDirection')).toEqual(['Falls to', 'Not given', 'Rises to']);
    expect(await columnTexts(grid, 'ticks')).toEqual(['−4,000', '3,000', '+80,000']);
    expect(await columnTexts(grid, 'last')).toEqual(['80,000.0', '3,000.00', '80,000.0']);
    expect(await columnTexts(grid, 'toTakeProfit')).toEqual(['+5.00%', '–', '–']);

    const details = app.getByRole('complementary', { name: 'Details' });
    const inDetails = (column: string) => details.locator(`[data-field="${column}"] dd > span`);

    await test.step('the details agree with the table, and a price of 0 means none', async () => {
      const row = dataRows(grid).filter({ hasText: 'Falls to' });
      await row.locator('[data-col="symbol"]').click();
      for (const column of [
        'price',
        'triggerPrice',
        'leverage',
        'quantity',
        'takeProfit',
        'stopLoss',
        'ticks',
        'last',
      ]) {
        await expect(inDetails(column), column).toHaveText(
          (await row.locator(`[data-col="${column}"]`).textContent()) ?? '',
        );
      }
      await expect(inDetails('price')).toHaveText('Market');
      await expect(inDetails('leverage')).toHaveText('50×');
      await expect(inDetails('stopLoss')).toHaveText('–');
      await expect(inDetails('distance')).toHaveText('−400.0 (−0.50%)');
      await expect(details.getByRole('region', { name: 'Raw JSON' })).toContainText('"stop_loss_price": "0"');
    });

    await test.step('a value that the exchange does not accept for the symbol is marked with the bound', async () => {
      const marked = grid.getByRole('gridcell', { name: /prices have at most \d decimal places?/ });
      await expect(marked).toHaveCount(1);
      await marked.click();
      await expect(details.locator('[data-field="stopLoss"]')).toContainText('More precise than allowed');
    });

    // The market stands still, so the crossed plan stays open.
    exchange.setPrice('BTC-USDT', '88100.0');
    const crossed = dataRows(grid).filter({ hasText: 'Rises to' });
    await expect(crossed.locator('[data-col="distance"]')).toHaveText('Crossed by 0.11%', { timeout: 12_000 });
    await expect(crossed.locator('[data-col="triggerStatus"]')).toHaveText('Triggered, crossed');

    await test.step('details outside the filter say so', async () => {
      const note = details.getByRole('status').filter({ hasText: 'Doesn’t match the current filter' });
      await expect(note).toBeHidden();
      await app.getByRole('combobox', { name: 'Symbol' }).fill('ETH-USDT');
      await app.getByRole('option', { name: 'ETH-USDT', exact: true }).click();
      await expect(dataRows(grid)).toHaveCount(1);
      await expect(note).toBeVisible();
      await app.getByRole('radio', { name: 'Cross' }).click();
      await expect(grid.getByText('No open plan orders match the filter')).toBeVisible();
      await app.getByRole('radio', { name: 'Isolated' }).click();
      await expect(dataRows(grid)).toHaveCount(1);
    });

    // Without responses the distances are old.
    exchange.faults.set({ rules: [{ fault: 'no-answer' }] });
    await expect(grid.getByRole('gridcell', { name: '1.00% (old)' })).toHaveText('1.00%', { timeout: 25_000 });
    await expect(app.getByRole('region', { name: 'Table status' })).toContainText('Distances not live');
    await expect(app.getByRole('banner')).toContainText('Not live');
  });
});

test.describe('with data that stays live while the clock jumps', () => {
  test.use({ settings: { ...stillMarket.settings, planPositions: false, liveFor: 300 } });
  test.beforeEach(({ exchange }) => {
    exchange.addPlan({ symbol: 'BTC-USDT', triggerPrice: '88000.0' });
    exchange.addPlan({ symbol: 'BTC-USDT', triggerPrice: '79600.0' });
    exchange.addPlan({ symbol: 'ETH-USDT', triggerPrice: '3090.00' });
  });

  test('the order follows the prices, and rests only while the user is busy with a row', async ({ app, exchange }) => {
    await app.clock.install();
    const grid = await showScreen(app, 'Open plans');
    const distances = () => columnTexts(grid, 'distance');
    const line = app.locator('.sort-line');
    /** Waits for the price in both rows, then until the order may follow. */
    const movePrice = async (price: string, shown: string): Promise<void> => {
      exchange.setPrice('BTC-USDT', price);
      await expect(dataRows(grid).filter({ hasText: shown })).toHaveCount(2);
      await app.clock.fastForward(resortIntervalMs);
    };
    await expect.poll(distances).toEqual(['−0.50%', '+3.00%', '+10.00%']);
    await expect(line).toHaveText('Nearest to trigger price first');

    // The focus alone holds nothing, nor does the pointer over the header.
    await grid.focus();
    await grid.getByRole('columnheader', { name: 'Symbol' }).hover();
    await movePrice('87912.0', '87,912.0');
    await expect.poll(distances).toEqual(['+0.10%', '+3.00%', '−9.45%']);

    // The pointer over a row.
    await dataRows(grid).filter({ hasText: 'ETH-USDT' }).hover();
    await movePrice('80000.0', '80,000.0');
    await expect(line).toHaveText(/Sorting paused while you point here\s*2 plans have moved ahead\s*Re-sort/);
    expect(await distances()).toEqual(['+10.00%', '+3.00%', '−0.50%']);
    await app.getByRole('button', { name: 'Re-sort' }).click();
    await expect.poll(distances).toEqual(['−0.50%', '+3.00%', '+10.00%']);
    await expect(line).toHaveText('Nearest to trigger price first');

    // A selected row, also without the pointer; the order goes on as soon as the selection ends.
    await grid.press('ArrowDown');
    await grid.press('Shift+Space');
    await movePrice('87912.0', '87,912.0');
    await expect(line).toContainText('Sorting paused while rows are selected');
    await grid.press('Escape');
    await app.clock.fastForward(resortIntervalMs);
    await expect.poll(distances).toEqual(['+0.10%', '+3.00%', '−9.45%']);

    // The keyboard, also in the table that returns from the view by day.
    await app.getByRole('button', { name: 'By day' }).click();
    await app.getByRole('button', { name: 'By day' }).click();
    await grid.press('ArrowDown');
    exchange.setPrice('BTC-USDT', '80000.0');
    await expect(dataRows(grid).filter({ hasText: '80,000.0' })).toHaveCount(2);
    for (let step = 0; step < 2; step++) {
      await grid.press('ArrowDown');
      await app.clock.fastForward(resortIntervalMs / 2);
    }
    await expect(line).toContainText('Sorting paused while you use the arrow keys');
    await movePrice('87912.0', '87,912.0');
    await expect.poll(distances).toEqual(['+0.10%', '+3.00%', '−9.45%']);

    // An open row.
    await grid.press('Enter');
    await expect(app.getByRole('complementary', { name: 'Details' })).toBeVisible();
    await movePrice('80000.0', '80,000.0');
    await expect(line).toContainText('Sorting paused while details are open');
    await grid.press('Escape');
    await expect.poll(distances).toEqual(['−0.50%', '+3.00%', '+10.00%']);
  });
});

test('plans that trigger leave the list, and their outcome is announced, stored in the activity and linked', async ({
  app,
  exchange,
}) => {
  const id = exchange.addPlan({ symbol: 'BTC-USDT', triggerPrice: '80500.0', amount: '14' });
  const grid = await showScreen(app, 'Open plans');
  await expect(dataRows(grid)).toHaveCount(1);
  await expect(app.getByRole('button', { name: 'Activity', exact: true })).toBeVisible();
  await dataRows(grid).first().locator('[data-col="symbol"]').click();
  const details = app.getByRole('complementary', { name: 'Details' });
  const last = details.locator('[data-field="last"] dd > span');
  await expect(last).toHaveText('80,000.0');
  exchange.setPrice('BTC-USDT', '80100.0');
  await expect(last).toHaveText('80,100.0');

  exchange.setPrice('BTC-USDT', '80500.0');
  exchange.advance(20_000);
  const notice = app.locator('.activity-notice');
  await expect(notice).toContainText('BTC buy triggered at 80,500', { timeout: 20_000 });
  await expect(notice).toContainText('14 contracts filled');
  expect(await seriousFindings(app, { include: '.activity-notice' }), 'notice').toEqual([]);
  await expect(dataRows(grid)).toHaveCount(0);
  await expect(details, 'the details stay in their last state').toContainText('This plan order is no longer open');
  await expect(last).not.toHaveText('80,000.0');
  await expect(last, 'and are not shown as live').toHaveAttribute('data-tone', 'muted');

  await app.reload();
  await app.getByRole('button', { name: 'Activity, 1 unread' }).click();
  const item = app.getByRole('list', { name: 'Activity' }).getByRole('listitem');
  await expect(item).toHaveCount(1);
  await expect(item).toContainText('BTC buy triggered at 80,500');
  await expect(item).toContainText('14 contracts filled');
  await expect(item).toContainText(/\d\d:\d\d:\d\d/);
  expect(await seriousFindings(app, { include: '[role=dialog]' }), 'activity').toEqual([]);
  await item.getByRole('button').click();

  const history = app.getByRole('grid', { name: /^Plan history, / });
  await expect.poll(() => columnTexts(history, 'id'), { timeout: 15_000 }).toEqual([id]);
  await expect(app.getByRole('button', { name: 'Activity', exact: true })).toBeVisible();

  await test.step('several plans that leave together give one notice', async () => {
    for (let step = 1; step <= 5; step++) exchange.addPlan({ symbol: 'BTC-USDT', triggerPrice: `${80500 + step}.0` });
    await showScreen(app, 'Open plans');
    await expect(dataRows(grid)).toHaveCount(5);
    exchange.setPrice('BTC-USDT', '80600.0');
    exchange.advance(20_000);
    await expect(app.locator('.activity-notice')).toHaveText(/5 plan orders triggered\s*BTC/, {
      timeout: 20_000,
    });
    await app.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(app.getByRole('list', { name: 'Activity' }).getByRole('listitem')).toHaveCount(6);
    await app.getByRole('button', { name: 'Mark all as read' }).click();
    await app.getByRole('button', { name: 'Close' }).click();
    await expect(app.getByRole('button', { name: 'Activity', exact: true })).toBeVisible();
  });
});
