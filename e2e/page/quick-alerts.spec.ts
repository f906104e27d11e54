import type { Page } from '@playwright/test';
import { stillMarket } from '../still-market.ts';
import { columnTexts, dataRows, expect, showScreen, test } from '../test.ts';

test.use(stillMarket);

/** Lets animation frames come later than keys that are pressed one after the other, like on a busy machine. */
async function delayFrames(app: Page): Promise<void> {
  await app.evaluate((delayMs) => {
    const request = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (callback) => window.setTimeout(() => request(callback), delayMs);
    window.cancelAnimationFrame = (id) => window.clearTimeout(id);
  }, 300);
}

/** Removes the separators of thousands. */
const digits = (figure: string): string => figure.replaceAll(',', '');

test('a new alert starts at the last price, and the palette creates one from one line', async ({ app, exchange }) => {
  exchange.setPrice('BTC-USDT', '80000.0');
  const grid = await showScreen(app, 'Futures tickers');
  await app.getByRole('textbox', { name: 'Filter by symbol' }).fill('BTC-USDT');
  await grid.getByRole('gridcell', { name: 'BTC-USDT', exact: true }).click();
  await app.getByRole('button', { name: 'Alert me at 80,000.0…' }).click();

  const form = app.getByRole('dialog', { name: 'New alert' });
  const level = form.getByRole('textbox', { name: 'Level' });
  await expect(level).toBeFocused();
  await expect(level).toHaveValue('80000.0');
  // The level is selected, so typing replaces it.
  await level.focus();
  await app.keyboard.press('Control+a');
  await app.keyboard.type('95.5k');
  await expect(form).toContainText('95,500, +19.38% from the last price');
  await app.keyboard.press('Enter');
  await expect(form).toHaveCount(0);
  await app.keyboard.press('Control+i');
  const panel = app.getByRole('dialog', { name: 'Alerts' });
  await expect(panel.getByRole('listitem')).toContainText('BTC rises to 95,500');
  // A dialog that closes stays in the page until the next frame. Keys pressed before it are not lost.
  await delayFrames(app);
  await panel.getByRole('button', { name: 'Close' }).click();

  await app.keyboard.press('Control+k');
  await app.keyboard.type('alert btc-usdt 95,000');
  await expect(app.getByRole('option', { name: 'Create alert: BTC rises to 95,000', selected: true })).toBeVisible();
  await app.keyboard.press('Enter');
  await expect(app.getByRole('region', { name: 'Status' })).toContainText('Alert saved: BTC rises to 95,000');
  await app.keyboard.press('Control+k');
  await app.keyboard.type('alert btc-usdt');
  await app.keyboard.press('Enter');
  await expect(form.getByRole('combobox', { name: 'Symbol' })).toHaveValue('BTC-USDT');
  await expect(level).toHaveValue('80000.0');
});

test('the shortcut of a new alert uses the symbol whose details are open', async ({ sharedApp: app }) => {
  const details = app.getByRole('complementary', { name: 'Details' });
  const form = app.getByRole('dialog', { name: 'New alert' });
  const symbol = form.getByRole('combobox', { name: 'Symbol' });
  const level = form.getByRole('textbox', { name: 'Level' });
  const tickers = await showScreen(app, 'Futures tickers');
  await expect(dataRows(tickers).first()).toBeVisible();
  await app.getByRole('textbox', { name: 'Filter by symbol' }).fill('ETH-USDT');
  await tickers.getByRole('gridcell', { name: 'ETH-USDT', exact: true }).click();
  await expect(details.getByRole('button', { name: /^Alert me at/ })).toBeVisible();
  await app.keyboard.press('Control+Shift+U');
  await expect(symbol).toHaveValue('ETH-USDT');
  await app.keyboard.press('Escape');

  const plans = await showScreen(app, 'Open plans');
  // The rows are sorted by prices, which arrive after the rows.
  await expect(dataRows(plans).first().locator('[data-col="distance"]')).toHaveText(/\d%/);
  const [planned = ''] = await columnTexts(plans, 'symbol');
  const [last = ''] = (await columnTexts(plans, 'triggerToLast')).map((prices) => prices.split(' → ')[1] ?? '');
  await dataRows(plans).first().click();
  await expect(details.getByRole('button', { name: 'Alert me…' })).toBeVisible();
  await app.keyboard.press('Control+Shift+U');
  await expect(symbol).toHaveValue(planned);
  await expect(level).toHaveValue(digits(last));
});
