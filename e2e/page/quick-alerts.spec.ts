import type { Page } from '@playwright/test';
import { stillMarket } from '../still-market.ts';
import { dataRows, expect, showScreen, test } from '../test.ts';

test.use(stillMarket);

/** Lets animation frames come later than keys that are pressed one after the other, like on a busy machine. */
async function delayFrames(app: Page): Promise<void> {
  await app.evaluate((delayMs) => {
    const request = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (callback) => window.setTimeout(() => request(callback), delayMs);
    window.cancelAnimationFrame = (id) => window.clearTimeout(id);
  }, 300);
}

test('keys and the palette start an alert of the symbol whose details are open, also while a dialog closes', async ({
  sharedApp: app,
}) => {
  const details = app.getByRole('complementary', { name: 'Details' });
  const form = app.getByRole('dialog', { name: 'New alert' });
  const symbol = form.getByRole('combobox', { name: 'Symbol' });
  const tickers = await showScreen(app, 'Futures tickers');
  await expect(dataRows(tickers).first()).toBeVisible();
  await app.getByRole('textbox', { name: 'Filter by symbol' }).fill('ETH-USDT');
  await tickers.getByRole('gridcell', { name: 'ETH-USDT', exact: true }).click();
  await expect(details.getByRole('button', { name: /^Alert me at/ })).toBeVisible();
  await app.keyboard.press('Control+Shift+U');
  await expect(symbol).toHaveValue('ETH-USDT');
  await expect(form.getByRole('textbox', { name: 'Level' })).toBeFocused();
  await app.keyboard.press('Escape');
  await expect(form).toHaveCount(0);

  await app.keyboard.press('Control+i');
  const panel = app.getByRole('dialog', { name: 'Alerts' });
  // A dialog that closes stays in the page until the next frame. Keys pressed before it are not lost.
  await delayFrames(app);
  await panel.getByRole('button', { name: 'Close' }).click();
  await app.keyboard.press('Control+k');
  await app.keyboard.type('alert btc-usdt');
  await app.keyboard.press('Enter');
  await expect(symbol).toHaveValue('BTC-USDT');
});
