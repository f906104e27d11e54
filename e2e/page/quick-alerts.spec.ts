import { stillMarket } from '../still-market.ts';
import { dataRows, expect, showScreen, test } from '../test.ts';

test.use(stillMarket);

test('a new alert starts at the last price, and presets move its level', async ({ app, exchange }) => {
  exchange.setPrice('BTC-USDT', '80000.0');
  exchange.addPlan({ symbol: 'BTC-USDT', triggerPrice: '84200.0' });
  const grid = await showScreen(app, 'Futures tickers');
  await app.getByRole('textbox', { name: 'Filter by symbol' }).fill('BTC-USDT');
  await grid.getByRole('gridcell', { name: 'BTC-USDT', exact: true }).click();
  await app.getByRole('button', { name: 'Alert me at 80,000.0…' }).click();

  const form = app.getByRole('dialog', { name: 'New alert' });
  const level = form.getByRole('textbox', { name: 'Level' });
  await expect(level).toBeFocused();
  await expect(level).toHaveValue('80000.0');
  await form.getByRole('button', { name: '-1%' }).click();
  await expect(level).toHaveValue('79200.0');
  await expect(level).toBeFocused();
  await form.getByRole('button', { name: '+5%' }).click();
  await expect(level).toHaveValue('84000.0');
  await form.getByRole('button', { name: 'At my trigger 84,200.0' }).click();
  await expect(form).toContainText('84,200, +5.25% from the last price');

  // The level is selected, so typing replaces it.
  await level.focus();
  await app.keyboard.press('Control+a');
  await app.keyboard.type('95.5k');
  await expect(form).toContainText('95,500, +19.38% from the last price');
  await app.keyboard.press('Enter');
  await expect(form).toHaveCount(0);
  await app.keyboard.press('Control+i');
  await expect(app.getByRole('dialog', { name: 'Alerts' }).getByRole('listitem')).toContainText(
    'BTC-USDT futures crosses 95,500',
  );
});

test('a level follows the symbol until the user changes it', async ({ app, exchange }) => {
  exchange.setPrice('BTC-USDT', '80000.0');
  exchange.setPrice('ETH-USDT', '3000.00');
  await expect(dataRows(await showScreen(app, 'Futures tickers')).first()).toBeVisible();
  await app.keyboard.press('Control+Shift+U');
  const form = app.getByRole('dialog', { name: 'New alert' });
  const symbol = form.getByRole('combobox', { name: 'Symbol' });
  const level = form.getByRole('textbox', { name: 'Level' });
  const choose = async (name: string): Promise<void> => {
    await symbol.fill(name);
    await app.getByRole('option', { name, exact: true }).click();
  };
  await expect(symbol).toBeFocused();
  await choose('BTC-USDT');
  await expect(level).toHaveValue('80000.0');
  await choose('ETH-USDT');
  await expect(level).toHaveValue('3000.00');
  await level.fill('3,500');
  await choose('BTC-USDT');
  await expect(form).toContainText('Last price 80,000.0');
  await expect(level).toHaveValue('3,500');
});

test('the palette creates an alert from one line', async ({ app, exchange }) => {
  exchange.setPrice('BTC-USDT', '80000.0');
  await expect(dataRows(await showScreen(app, 'Futures tickers')).first()).toBeVisible();
  await app.keyboard.press('Control+k');
  await app.keyboard.type('alert btc-usdt 95,000');
  await expect(
    app.getByRole('option', { name: 'Create alert: BTC-USDT futures crosses 95,000', selected: true }),
  ).toBeVisible();
  await app.keyboard.press('Enter');
  await expect(app.getByRole('region', { name: 'Status' })).toContainText(
    'Alert saved: BTC-USDT futures crosses 95,000',
  );
  await app.keyboard.press('Control+k');
  await app.keyboard.type('alert btc-usdt');
  await app.keyboard.press('Enter');
  const form = app.getByRole('dialog', { name: 'New alert' });
  await expect(form.getByRole('combobox', { name: 'Symbol' })).toHaveValue('BTC-USDT');
  await expect(form.getByRole('textbox', { name: 'Level' })).toHaveValue('80000.0');
});

test('the shortcut for a new alert uses the symbol whose details are open', async ({ app, exchange }) => {
  exchange.setPrice('BTC-USDT', '80000.0');
  exchange.addPlan({ symbol: 'BTC-USDT', triggerPrice: '84200.0' });
  const form = app.getByRole('dialog', { name: 'New alert' });
  const plans = await showScreen(app, 'Open plans');
  await dataRows(plans).first().click();
  await expect(app.getByRole('complementary', { name: 'Details' })).toBeVisible();
  await app.keyboard.press('Control+Shift+U');
  await expect(form.getByRole('combobox', { name: 'Symbol' })).toHaveValue('BTC-USDT');
  await expect(form.getByRole('textbox', { name: 'Level' })).toHaveValue('80000.0');
  await app.keyboard.press('Escape');
  const tickers = await showScreen(app, 'Futures tickers');
  await app.getByRole('textbox', { name: 'Filter by symbol' }).fill('ETH-USDT');
  await tickers.getByRole('gridcell', { name: 'ETH-USDT', exact: true }).click();
  await expect(app.getByRole('complementary', { name: 'Details' })).toContainText('ETH-USDT');
  await app.keyboard.press('Control+Shift+U');
  await expect(form.getByRole('combobox', { name: 'Symbol' })).toHaveValue('ETH-USDT');
});
