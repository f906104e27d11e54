import type { Locator, Page } from '@playwright/test';
import { expect, showScreen, test } from '../test.ts';

const strip = (app: Page): Locator => app.getByRole('region', { name: 'About the demo account' });

test('a strip explains the demo account, opens the form for an own account like the account menu, and is dismissed for good', async ({
  sharedApp: app,
}) => {
  await expect(strip(app)).toContainText('all data is made up');
  await expect(strip(app)).toContainText('read-only');
  await strip(app).getByRole('button', { name: 'Connect your account…' }).click();
  const dialog = app.getByRole('dialog', { name: 'Accounts' });
  await expect(dialog.getByRole('region', { name: 'New account' }).getByLabel('Account name')).toBeFocused();
  await app.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await app.getByRole('button', { name: 'Account: Demo account' }).click();
  await app.getByRole('menuitem', { name: 'Add account…' }).click();
  await expect(dialog.getByRole('region', { name: 'New account' })).toBeVisible();
  await app.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await showScreen(app, 'Order history');
  await strip(app).getByRole('button', { name: 'Don’t show again' }).click();
  await expect(strip(app)).toHaveCount(0);
  await app.reload();
  await expect(app.getByRole('grid', { name: /^Order history, / })).toBeVisible();
  await expect(strip(app)).toHaveCount(0);
});

test.describe('a long first download', () => {
  test.use({
    exchangeOptions: {
      orders: 20_000,
      plans: 20,
      ordersPerMinute: 0,
      requestsPerWindow: 100_000,
      latencyMs: 100,
      timeScale: 0,
    },
  });

  test('shows how far back it has come, and the share once it is known where the account begins', async ({ app }) => {
    await showScreen(app, 'Order history');
    await expect(app.getByText(/^Downloading your history: back to \d{4}-\d\d-\d\d/)).toBeVisible({ timeout: 20_000 });
    await showScreen(app, 'Plan history');
    await expect(app.getByRole('region', { name: 'Table status' })).toContainText('20 rows', { timeout: 30_000 });
    await showScreen(app, 'Order history');
    await expect(app.getByText(/^Downloading your history: back to [\d-]+, \d+%/)).toBeVisible({ timeout: 30_000 });
    await expect(app.getByRole('progressbar')).toBeVisible();
  });
});

test.describe('before the plan orders arrive', () => {
  test.use({
    exchangeOptions: {
      orders: 60,
      plans: 40,
      faults: { rules: [{ fault: 'no-answer', paths: ['/v1/futures/plan/current'] }] },
    },
  });

  test('the screen says that they are loading, not that there are none', async ({ app, exchange }) => {
    const status = app.getByRole('region', { name: 'Table status' });
    await expect.poll(() => exchange.traffic.count('/v1/futures/24kline_list')).toBeGreaterThan(0);
    await expect.poll(() => exchange.faults.count('no-answer')).toBeGreaterThan(0);
    await expect(status).toHaveText('Loading…');
    await expect(app.getByRole('banner')).not.toContainText('Updated');
    exchange.faults.set(null);
    exchange.faults.breakOff();
    await expect(status).toContainText(/\d+ rows/, { timeout: 20_000 });
    await expect(app.getByRole('banner')).toContainText('Updated');
  });
});
