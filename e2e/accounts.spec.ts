import { startDemoExchange } from '../src/demo-exchange/index.ts';
import { chooseAccount, fillNewAccount, openAccounts } from './accounts-dialog.ts';
import { columnTexts, dataRows, expect, showScreen, test } from './test.ts';

test.describe('with a keychain', () => {
  test.use({ keychain: 'private' });

  test('an account is added, renamed, switched to, and removed', async ({ app, exchange }) => {
    const other = await startDemoExchange({ seed: 7, orders: 300, plans: 50, ordersPerMinute: 0 });
    try {
      let dialog = await openAccounts(app);
      await fillNewAccount(dialog, { ...other, name: 'Second exchange' });
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(dialog).toHaveCount(0);
      dialog = await openAccounts(app);
      await expect(dialog.getByText(/Saved on \d{4}-\d\d-\d\d/)).toBeVisible();
      await expect(dialog.getByLabel('Access token')).toHaveValue('');
      await dialog.getByLabel('Account name').fill('第二个账户');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(dialog.getByRole('navigation', { name: 'Accounts' })).toContainText('第二个账户');
      await dialog.getByRole('button', { name: 'Close' }).click();

      const grid = await showScreen(app, 'Order history');
      await expect(dataRows(grid).first()).toBeVisible();
      const ofSecond = await columnTexts(grid, 'id');
      expect(other.traffic.count('/v1/futures/orders/history')).toBeGreaterThan(0);
      await expect(app.getByRole('img', { name: /kept for this session only/ })).toBeHidden();

      await chooseAccount(app, 'Demo account');
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
