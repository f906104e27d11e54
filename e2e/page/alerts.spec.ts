import type { Locator, Page } from '@playwright/test';
import { stillMarket } from '../still-market.ts';
import { dataRows, expect, showScreen, test } from '../test.ts';

test.use(stillMarket);

async function alertsPanel(app: Page): Promise<Locator> {
  await app.keyboard.press('Control+i');
  return app.getByRole('dialog', { name: 'Alerts' });
}

test('a price alert is validated, fires once, and can be paused, changed and deleted', async ({ app, exchange }) => {
  test.setTimeout(90_000);
  exchange.setPrice('BTC-USDT', '80000.0');
  const grid = await showScreen(app, 'Futures tickers');
  await expect(dataRows(grid).first()).toBeVisible();
  await app.getByRole('textbox', { name: 'Filter by symbol' }).fill('BTC-USDT');
  // The form begins with the price that the program knows.
  await expect(grid).toContainText('80,000.0');
  await grid.getByRole('gridcell', { name: 'BTC-USDT', exact: true }).click({ button: 'right' });
  await app.getByRole('menuitem', { name: 'Alert me…' }).click();

  const form = app.getByRole('dialog', { name: 'New alert' });
  await expect(form.getByRole('combobox', { name: 'Symbol' })).toHaveValue('BTC-USDT');
  await expect(form).toContainText('Last price 80,000.0');
  const level = form.getByRole('textbox', { name: 'Level' });
  await expect(level).toHaveValue('80000.0');
  await level.fill('81,00');
  await form.getByRole('button', { name: 'Create alert' }).click();
  await expect(form).toContainText('Enter a number');
  await level.fill('81,000');
  await expect(form.getByRole('radio', { name: 'Rises to' })).toBeChecked();
  await form.getByRole('button', { name: 'Create alert' }).click();
  await expect(form).toHaveCount(0);

  exchange.setPrice('BTC-USDT', '80999.9');
  await app.getByRole('button', { name: 'Refresh' }).click();
  await expect(grid).toContainText('80,999.9');
  exchange.setPrice('BTC-USDT', '81000.0');
  const notice = app.locator('.activity-notice');
  await expect(notice).toContainText('BTC rose to 81,000.0', { timeout: 15_000 });
  await expect(notice).toContainText('Last price then 81,000.0');

  // A price that stays near the level does not cross it again.
  exchange.setPrice('BTC-USDT', '80990.0');
  await expect(grid).toContainText('80,990.0', { timeout: 15_000 });
  exchange.setPrice('BTC-USDT', '81010.0');
  await expect(grid).toContainText('81,010.0', { timeout: 15_000 });
  await expect(app.getByRole('button', { name: 'Activity, 1 unread' })).toBeVisible();

  const panel = await alertsPanel(app);
  const alert = panel.getByRole('listitem');
  await expect(alert).toContainText('BTC rises to 81,000');
  await expect(alert).toContainText('Last fired');
  await expect(alert).toContainText('Re-arms at 80,919.0 or lower.');
  await alert.getByRole('button', { name: /^Pause: / }).click();
  await expect(alert).toContainText('Paused');
  await expect(alert.getByRole('button', { name: /^Resume: / })).toBeFocused();
  await alert.getByRole('button', { name: /^Edit: / }).click();
  const changing = app.getByRole('dialog', { name: 'Edit alert' });
  await changing.getByRole('textbox', { name: 'Level' }).fill('82000.5');
  await changing.getByRole('button', { name: 'Save' }).click();
  await expect(alert).toContainText('BTC rises to 82,000.5');

  await panel.getByRole('button', { name: 'Close' }).click();
  await app.reload();
  await expect(dataRows(grid).first()).toBeVisible();
  const again = (await alertsPanel(app)).getByRole('listitem');
  await expect(again).toContainText('Paused');
  await again.getByRole('button', { name: /^Delete: / }).click();
  await expect(again).toHaveCount(0);
});
