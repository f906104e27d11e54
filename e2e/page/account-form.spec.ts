import { fillNewAccount, openAccounts } from '../accounts-dialog.ts';
import { expect, test } from '../test.ts';

test('invalid input shows an error at its field', async ({ sharedApp: app, shared: { exchange } }) => {
  const dialog = await openAccounts(app);
  await fillNewAccount(dialog, {
    ...exchange,
    name: 'demo ACCOUNT',
    baseUrl: 'http://example.com',
    token: 'with space',
  });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Another account already has this name.')).toBeVisible();
  await expect(dialog.getByText('The URL must start with https://.')).toBeVisible();
  await expect(dialog.getByText('Contains a space or a line break.')).toBeVisible();
});

test('a connection can be tested before saving, and the result says what failed', async ({
  sharedApp: app,
  shared: { exchange },
}) => {
  const dialog = await openAccounts(app);
  await fillNewAccount(dialog, { ...exchange, name: 'Mine', secretKey: 'a-wrong-secret-key' });
  await dialog.getByRole('button', { name: 'Test connection' }).click();
  const result = dialog.getByRole('status');
  await expect(result).toContainText(/Public data OK/);
  await expect(result).toContainText('The exchange rejected the signature.');

  await dialog.getByLabel('Secret key').fill(exchange.secretKey);
  await dialog.getByRole('button', { name: 'Test connection' }).click();
  await expect(result).toContainText(/Your orders OK/);
  await expect(dialog.getByRole('navigation', { name: 'Accounts' })).not.toContainText('Mine');
});
