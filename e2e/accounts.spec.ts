import type { Locator, Page } from '@playwright/test';
import { startDemoExchange } from '../src/demo-exchange/index.ts';
import { columnTexts, dataRows, expect, showScreen, test } from './test.ts';

async function openAccounts(app: Page): Promise<Locator> {
  await app
    .getByRole('banner')
    .getByRole('button', { name: /^Account/ })
    .click();
  await app.getByRole('menuitem', { name: 'Accounts' }).click();
  return app.getByRole('dialog', { name: 'Accounts' });
}

interface Keys {
  baseUrl: string;
  token: string;
  secretKey: string;
}

async function fillNew(dialog: Locator, name: string, keys: Keys): Promise<void> {
  await dialog.getByRole('button', { name: 'Add account' }).click();
  await dialog.getByLabel('Account name').fill(name);
  await dialog.getByLabel('Base URL').fill(keys.baseUrl);
  await dialog.getByLabel('Access token').fill(keys.token);
  await dialog.getByLabel('Secret key').fill(keys.secretKey);
}

test('what is typed is checked where it is typed', async ({ app, exchange }) => {
  const dialog = await openAccounts(app);
  await fillNew(dialog, 'demo ACCOUNT', { ...exchange, baseUrl: 'http://example.com', token: 'with space' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Another account has this name.')).toBeVisible();
  await expect(dialog.getByText('It must begin with https://.')).toBeVisible();
  await expect(dialog.getByText('It contains a space or a line break.')).toBeVisible();
});

test('a connection is tested before anything is saved, and says in words what failed', async ({ app, exchange }) => {
  const dialog = await openAccounts(app);
  await fillNew(dialog, 'Mine', { ...exchange, secretKey: 'a-wrong-secret-key' });
  await dialog.getByRole('button', { name: 'Test connection' }).click();
  const result = dialog.getByRole('status');
  await expect(result).toContainText(/Public data works/);
  await expect(result).toContainText('The exchange does not accept the signature.');

  await dialog.getByLabel('Secret key').fill(exchange.secretKey);
  await dialog.getByRole('button', { name: 'Test connection' }).click();
  await expect(result).toContainText(/Your orders works/);
  await expect(dialog.getByRole('navigation', { name: 'Accounts' })).not.toContainText('Mine');
});

test('without a keychain an account lasts for the session, and says so as long as it does', async ({
  app,
  exchange,
}) => {
  const dialog = await openAccounts(app);
  await fillNew(dialog, 'Mine', exchange);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toContainText('No keychain runs on this computer.');
  await expect(dialog.getByRole('navigation', { name: 'Accounts' })).not.toContainText('Mine');
  await dialog.getByRole('button', { name: 'Keep for this session only' }).click();
  await expect(dialog.getByRole('navigation', { name: 'Accounts' })).toContainText('Mine');
  await dialog.getByRole('button', { name: 'Close' }).click();

  await expect(app.getByText('kept for this session only')).toBeVisible();
  const grid = await showScreen(app, 'Order history');
  await expect(dataRows(grid).first()).toBeVisible();
  await expect(app.getByRole('banner')).not.toContainText('DEMO');
  await app.reload();
  await expect(app.getByText('kept for this session only')).toBeVisible();
});

test.describe('with a keychain', () => {
  test.use({ keychain: 'private' });

  test('an account is added, renamed, switched to, and removed', async ({ app, exchange }) => {
    const other = await startDemoExchange({ seed: 7, orders: 300, plans: 50, ordersPerMinute: 0 });
    try {
      let dialog = await openAccounts(app);
      await fillNew(dialog, 'Second exchange', { ...other, baseUrl: other.baseUrl });
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(dialog.getByText(/Stored on \d{4}-\d\d-\d\d/)).toBeVisible();
      await expect(dialog.getByLabel('Access token')).toHaveValue('');
      await dialog.getByLabel('Account name').fill('第二个账户');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(dialog.getByRole('navigation', { name: 'Accounts' })).toContainText('第二个账户');
      await dialog.getByRole('button', { name: 'Close' }).click();

      const grid = await showScreen(app, 'Order history');
      await expect(dataRows(grid).first()).toBeVisible();
      const ofSecond = await columnTexts(grid, 'id');
      expect(other.traffic.count('/v1/futures/orders/history')).toBeGreaterThan(0);
      await expect(app.getByText('kept for this session only')).toBeHidden();

      await app
        .getByRole('banner')
        .getByRole('button', { name: /^Account/ })
        .click();
      await app.getByRole('menuitemradio', { name: 'Demo account' }).click();
      await expect.poll(() => columnTexts(grid, 'id')).not.toEqual(ofSecond);
      await expect(app.getByRole('banner')).toContainText('DEMO');

      dialog = await openAccounts(app);
      await dialog.getByRole('button', { name: '第二个账户' }).click();
      await dialog.getByRole('button', { name: 'Remove account' }).click();
      await app.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click();
      await expect(dialog.getByRole('navigation', { name: 'Accounts' })).not.toContainText('第二个账户');
      expect(exchange.traffic.total).toBeGreaterThan(0);
    } finally {
      await other.close();
    }
  });
});
