import { startFaultyExchange } from '../../src/demo-exchange/faults/index.ts';
import { dataRows, expect, showScreen, soon, test } from '../test.ts';

test.use({ settings: soon });

test('a stopped exchange shows an error, keeps the rows, and recovers', async ({ app, exchange, exchangeOptions }) => {
  const grid = await showScreen(app, 'Futures tickers');
  await expect(dataRows(grid).first()).toBeVisible();
  const rows = (await grid.getAttribute('aria-rowcount')) ?? '';
  await exchange.close();

  const failure = app.getByRole('alert');
  await expect(failure).toContainText('Can’t reach the exchange.');
  await expect(failure).toContainText('Showing data from');
  await expect(app.getByRole('banner')).toContainText('Not live');
  await expect(grid).toHaveAttribute('aria-rowcount', rows);

  await showScreen(app, 'Plan history');
  await expect(failure).toContainText('Can’t reach the exchange.');

  const again = await startFaultyExchange({ ...exchangeOptions, port: exchange.port });
  try {
    await app.getByRole('button', { name: 'Try again' }).click();
    await expect(dataRows(app.getByRole('grid', { name: /^Plan history/ })).first()).toBeVisible();
    await expect(failure).toBeHidden();

    await showScreen(app, 'Futures tickers');
    await expect(failure).toBeHidden();
    await expect(app.getByRole('banner')).not.toContainText('Not live');

    // Screen readers do not announce every second of the countdown.
    again.faults.set({ rules: [{ fault: 'throttled-429', requests: { next: 1 } }] });
    const accountState = app.locator('.banner');
    await expect(accountState).toContainText(/Requests resume in \d+ sec/);
    await expect(accountState).toMatchAriaSnapshot('- paragraph: Rate limit reached. Requests resume automatically.');
  } finally {
    await again.close();
  }
});
