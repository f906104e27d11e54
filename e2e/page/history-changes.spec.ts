import { columnTexts, dataRows, expect, showScreen, test } from '../test.ts';

// Without open plans no order is added, and the market stands still until the spec advances it.
test.use({
  exchangeOptions: {
    // The newest orders of this seed include a partially filled one that closes.
    seed: 135,
    orders: 900,
    plans: 0,
    openPlans: 0,
    ordersPerMinute: 0,
    timeScale: 0,
    requestsPerWindow: 100_000,
  },
});

/** Longest time that an order of the demo exchange stays open. */
const longestRestMs = 5 * 24 * 3_600_000;

test('an open order shows its new status after a refresh, its details show the old one, and sums of selected rows follow', async ({
  app,
  exchange,
}) => {
  const grid = await showScreen(app, 'Order history');
  await expect(grid).toHaveAttribute('aria-rowcount', '901', { timeout: 20_000 });
  await expect(dataRows(grid).first()).toBeVisible();
  await expect(grid.locator('[data-waiting]')).toHaveCount(0);
  const statuses = await columnTexts(grid, 'status');
  const index = statuses.indexOf('Partially filled');
  expect(index, 'a historical order that is filled in part').toBeGreaterThan(-1);
  const row = dataRows(grid).and(grid.locator(`[data-position="${index}"]`));
  const status = row.locator('[data-col="status"]');

  await row.click();
  const details = app.getByRole('complementary', { name: 'Details' });
  const changes = details.getByRole('region', { name: 'Changes' });
  await expect(details.locator('[data-field="status"]')).toContainText('Partially filled');
  await expect(changes).toHaveCount(0);
  const execution = details.getByRole('region', { name: 'Execution' }).getByRole('listitem');
  await expect(execution).toHaveText([/contracts at [\d.,]+, executed between .+ and /, /^Last seen pending: /]);

  await app.keyboard.press('Control+a');
  const notice = app.getByRole('region', { name: 'Table status' }).getByRole('status');
  const sum = async () => /^PnL (.*) USDT · 900 rows selected/.exec((await notice.textContent()) ?? '')?.[1];
  await expect.poll(sum).toBeDefined();
  const before = await sum();

  exchange.advance(longestRestMs);
  await app.getByRole('button', { name: 'Refresh' }).click();
  await expect(status).toHaveText(/^(Filled|Partially canceled)$/);
  const after = (await status.textContent()) ?? '';
  await expect(details.locator('[data-field="status"]')).toContainText(after);
  const change = changes.locator('.change-field').filter({ hasText: 'Status' });
  await expect(change.locator('del')).toHaveText('Partially filled');
  await expect(change.locator('ins')).toHaveText(after);
  await expect(changes.getByRole('listitem')).toHaveCount(1);
  await expect(execution.filter({ hasText: 'Last seen pending' })).toHaveCount(0);
  await expect(execution.first()).toContainText('xecuted between');
  await expect.poll(async () => (await sum()) ?? before, 'sum of the selected rows').not.toBe(before);

  // The history stores the earlier state.
  await app.reload();
  await (await showScreen(app, 'Order history')).locator(`[data-row-id][data-position="${index}"]`).click();
  await expect(change.locator('del')).toHaveText('Partially filled');
});
