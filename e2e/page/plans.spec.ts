import { seriousFindings } from '../axe.ts';
import { stillMarket } from '../still-market.ts';
import { columnTexts, dataRows, expect, showScreen, test } from '../test.ts';

// Positions that are loaded would move the rows below the pointer.
test.use({ ...stillMarket, settings: { ...stillMarket.settings, planPositions: false } });

// Before the program starts, so that its first rows are sorted by their prices.
test.beforeEach(({ exchange }) => exchange.setPrice('BTC-USDT', '80000.0'));

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
