import { existsSync } from 'node:fs';
import path from 'node:path';
import { fillNewAccount, openAccounts } from '../accounts-dialog.ts';
import { dataRows, expect, showScreen, test } from '../test.ts';

test('without keytar the program says so, and keeps keys for the session only', async ({ app, exchange }) => {
  const keytar = path.resolve(process.env.ORDERGLASS_NPM_PROGRAM ?? '', '../../../keytar');
  test.skip(existsSync(keytar), 'keytar is installed');
  const dialog = await openAccounts(app);
  await fillNewAccount(dialog, { ...exchange, name: 'Mine' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('The keychain module isn’t installed.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Keep for this session only' }).click();
  await expect(app.getByRole('button', { name: 'Account: Mine' })).toBeVisible();
  await expect(app.getByText('kept for this session only')).toBeVisible();
  await expect(dataRows(await showScreen(app, 'Order history')).first()).toBeVisible();
});
