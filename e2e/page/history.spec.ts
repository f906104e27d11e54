import type { Locator, Page } from '@playwright/test';
import { dataRows, expect, readWholeGrid, showScreen, test } from '../test.ts';

// Without open plans no order is added.
test.use({
  exchangeOptions: { orders: 700, plans: 0, openPlans: 0, ordersPerMinute: 0, requestsPerWindow: 100_000 },
});

const sumsOf = (app: Page): Locator => app.getByRole('region', { name: 'Summary' });
const stateOf = (app: Page): Locator => app.getByRole('region', { name: 'Table status' });

test('700 orders are each shown once, new orders keep the scroll position, and the stored history works offline', async ({
  app,
  exchange,
}) => {
  await app.setViewportSize({ width: 1440, height: 2200 });
  const grid = await showScreen(app, 'Order history');
  await expect(sumsOf(app)).toContainText('700 orders');
  await expect(stateOf(app)).toContainText('complete');
  await expect(grid).toHaveAttribute('aria-rowcount', '701');
  const rows = await readWholeGrid(grid);
  expect(rows).toHaveLength(700);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(700);

  await app.setViewportSize({ width: 1440, height: 900 });
  const first = rows[0]?.id ?? '';

  // A new order on top keeps the scroll position.
  await grid.evaluate((element) => {
    element.scrollTop = 400 * 28;
  });
  const marked = grid.locator('[data-row-id][data-position="405"]');
  await expect(marked).toBeVisible();
  const id = await marked.getAttribute('data-row-id');
  // Orders have whole seconds, so the strip of what happened before the page was loaded can name these, and move the table.
  const placeInGrid = (row: Locator): Promise<number> =>
    row.evaluate((element) => {
      const frame = element.closest('[role="grid"]')?.getBoundingClientRect().top ?? Number.NaN;
      return element.getBoundingClientRect().top - frame;
    });
  const place = await placeInGrid(marked);

  for (let count = 0; count < 3; count++) exchange.addOrder({ symbol: 'BTC-USDT' });
  await app.getByRole('button', { name: 'Refresh' }).click();
  await expect(grid.locator(`[data-row-id="${id}"]`)).toHaveAttribute('data-position', '408');
  expect(await placeInGrid(grid.locator(`[data-row-id="${id}"]`))).toBeCloseTo(place, 0);

  await grid.evaluate((element) => {
    element.scrollTop = 0;
  });
  await expect(grid.locator('[data-position="3"]')).toHaveAttribute('data-row-id', first);

  // The stored history is shown immediately with its age.
  await exchange.close();
  await app.reload();
  await expect(dataRows(grid).first()).toBeVisible();
  await expect(sumsOf(app)).toContainText('703 orders');
  const failure = app.getByRole('alert');
  await expect(failure).toContainText('Can’t reach the exchange.');
  await expect(failure).toContainText(/the local archive, last synced \d{4}-\d\d-\d\d/);
  await expect(app.getByRole('banner')).toContainText('Not live');
  await expect(app.getByRole('region', { name: 'Summary' })).toContainText('703 orders');
});
