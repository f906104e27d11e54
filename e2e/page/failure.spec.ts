import { startFaultyExchange } from '../../src/demo-exchange/faults/index.ts';
import { fillNewAccount, openAccounts } from '../accounts-dialog.ts';
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
  await expect(failure).toHaveCount(1);
  await expect(app.locator('.banner-line')).toHaveCount(0);
  await expect(app.getByRole('banner')).toContainText('Not live');
  await expect(grid).toHaveAttribute('aria-rowcount', rows);

  await showScreen(app, 'Plan history');
  // As an alert if the history has failed, as a line if it waits for the connection.
  await expect(app.getByText('Can’t reach the exchange.').first()).toBeVisible();

  const again = await startFaultyExchange({ ...exchangeOptions, port: exchange.port });
  try {
    await expect(dataRows(app.getByRole('grid', { name: /^Plan history/ })).first()).toBeVisible();
    await expect(failure).toBeHidden();

    await showScreen(app, 'Futures tickers');
    await expect(failure).toBeHidden();
    await expect(app.getByRole('banner')).not.toContainText('Not live');

    // Screen readers do not announce every second of the countdown.
    again.faults.set({ rules: [{ fault: 'throttled-429', requests: { next: 1 } }] });
    const accountState = app.locator('.bars').getByRole('status');
    await expect(accountState).toContainText(/Requests resume in \d+ sec/);
    await expect(accountState).toMatchAriaSnapshot('- status: Rate limit reached. Requests resume automatically.');
  } finally {
    await again.close();
  }
});

test('retries count down, the banner goes with the first response, and an expired key offers to replace the keys', async ({
  app,
  exchange,
}) => {
  const grid = await showScreen(app, 'Open plans');
  await expect(dataRows(grid).first()).toBeVisible();
  exchange.faults.set({ rules: [{ fault: 'busy-20507' }] });
  const failure = app.getByRole('alert');
  await expect(failure).toContainText(/The exchange is busy. Retrying in \d+ sec./, { timeout: 20_000 });
  await expect(failure).toHaveCount(1);
  const secondsLeft = async (): Promise<number> =>
    Number(/Retrying in (\d+) sec/.exec((await failure.textContent()) ?? '')?.[1]);
  await expect.poll(secondsLeft, { timeout: 20_000 }).toBeGreaterThan(2);
  const seconds = await secondsLeft();
  await expect.poll(secondsLeft, { intervals: [100] }).toBeLessThan(seconds);
  await expect(failure).not.toContainText('Try again in a moment.');

  // Both lists had failed. The first response of one of them ends the pause of the other.
  const before = exchange.traffic.total;
  exchange.faults.set(null);
  await expect.poll(() => exchange.traffic.total, { timeout: 20_000, intervals: [50] }).toBeGreaterThan(before);
  await expect(failure).toBeHidden({ timeout: 4000 });

  const dialog = await openAccounts(app);
  await fillNewAccount(dialog, { ...exchange, name: 'Mine' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('button', { name: 'Keep for this session only' }).click();

  exchange.faults.set({ rules: [{ fault: 'expired-20529' }] });
  await app.getByRole('button', { name: 'Refresh' }).click();
  await expect(failure).toContainText('This API key has expired.');
  await expect(failure).not.toContainText('Retrying');
  await failure.getByRole('button', { name: 'Replace the keys…' }).click();
  await expect(dialog.getByLabel('Account name')).toHaveValue('Mine');
  exchange.faults.set(null);
  await dialog.getByLabel('Access token').fill(exchange.token);
  await dialog.getByLabel('Secret key').fill(exchange.secretKey);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('button', { name: 'Keep for this session only' }).click();
  await expect(failure).toBeHidden();
});
