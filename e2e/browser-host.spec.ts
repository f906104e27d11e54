import { expect, showScreen, test } from './test.ts';

test('a page whose program is gone says so, and goes on when it is back', async ({ sharedApp: app }) => {
  await showScreen(app, 'Order history');
  await app.route('**/api/call', (route) => route.abort());
  await app.getByRole('textbox', { name: 'Search symbols and ids' }).fill('BTC');
  await expect(app.getByRole('alert')).toContainText('Orderglass itself has stopped.');
  await app.unroute('**/api/call');
  await app.getByRole('button', { name: 'Try again' }).click();
  await expect(app.getByRole('alert')).toBeHidden();
});
