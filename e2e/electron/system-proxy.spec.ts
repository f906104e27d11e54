import { fillNewAccount, openAccounts } from '../accounts-dialog.ts';
import { expect } from '../test.ts';
import { test } from './electron-test.ts';

test('an account uses the proxy of the system', async ({ program }) => {
  await program.evaluate(({ session }) => session.defaultSession.setProxy({ proxyRules: '127.0.0.1:1' }));
  const dialog = await openAccounts(program.page);
  const account = { name: 'Mine', baseUrl: 'https://exchange.test', token: 'a-token', secretKey: 'a-secret-key' };
  await fillNewAccount(dialog, account);
  await dialog.getByRole('button', { name: 'Test connection' }).click();
  const result = dialog.getByRole('status');
  await expect(result).toContainText('Can’t reach the proxy.', { timeout: 15_000 });
  await expect(result).toContainText('Through the proxy 127.0.0.1:1.');
});
