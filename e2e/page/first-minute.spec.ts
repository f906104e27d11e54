import type { Locator, Page } from '@playwright/test';
import { expect, showScreen, test } from '../test.ts';

const strip = (app: Page): Locator => app.getByRole('region', { name: 'About the demo account' });

test('a strip explains the demo account, opens the form for an own account like the account menu, and is dismissed for good', async ({
  sharedApp: app,
}) => {
  await expect(strip(app)).toContainText('All data is made up');
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
