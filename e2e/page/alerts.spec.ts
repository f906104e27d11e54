import { stillMarket } from '../still-market.ts';
import { expect, planRows, showScreen, test } from '../test.ts';

test.use(stillMarket);

test('alerts of a plan order and of a price fire once, announce themselves, and lead to their subject', async ({
  app,
  exchange,
}) => {
  exchange.setPrice('ETH-USDT', '3000.00');
  exchange.setPrice('BTC-USDT', '80000.0');
  exchange.addPlan({ symbol: 'ETH-USDT', triggerPrice: '3150.00' });
  const form = app.getByRole('dialog', { name: 'New alert' });
  const notice = app.locator('.activity-notice');
  const plans = app.getByRole('treegrid', { name: /^Open plans, / });
  // A plan order, not a position.
  await plans
    .locator(planRows)
    .filter({ hasText: 'ETH-USDT' })
    .first()
    .getByRole('gridcell')
    .first()
    .click({ button: 'right' });
  await app.getByRole('menuitem', { name: 'Alert me near its trigger price…' }).click();
  await expect(form.getByRole('radio', { name: 'This one' })).toBeChecked();
  await form.getByRole('textbox', { name: 'Within' }).fill('2');
  await form.getByRole('button', { name: 'Create alert' }).click();
  await expect(form).toHaveCount(0);

  const tickers = await showScreen(app, 'Futures tickers');
  await tickers.getByRole('gridcell', { name: 'BTC-USDT', exact: true }).click();
  const details = app.getByRole('complementary', { name: 'Details' });
  await expect(details.getByRole('button', { name: /^Alert me at/ })).toBeVisible();
  await app.keyboard.press('Control+Shift+U');
  await expect(form.getByRole('combobox', { name: 'Symbol' })).toHaveValue('BTC-USDT');
  const level = form.getByRole('textbox', { name: 'Level' });
  await expect(level).toBeFocused();
  // The form begins with the price that the program knows.
  await expect(level).toHaveValue('80000.0');
  await level.fill('81,000');
  await form.getByRole('button', { name: 'Create alert' }).click();
  await expect(form).toHaveCount(0);

  exchange.setPrice('BTC-USDT', '81000.0');
  await expect(notice).toContainText('BTC rose to 81,000.0');
  await expect(notice).toContainText('Last price then 81,000.0');
  await notice.getByRole('button', { name: 'Dismiss' }).click();
  // The price of BTC stays at its level, which fires nothing again.
  exchange.setPrice('ETH-USDT', '3100.00');
  await expect(notice).toContainText('ETH plan order 1.61% from its trigger price');
  await expect(app.getByRole('button', { name: 'Activity, 2 unread' })).toBeVisible();
  await notice.getByRole('button', { name: 'Show' }).click();
  await expect(plans).toBeVisible();
  await expect(details).toContainText('ETH-USDT');
  await expect(app.getByRole('button', { name: 'Activity, 1 unread' })).toBeVisible();

  await app.keyboard.press('Control+i');
  const alerts = app.getByRole('dialog', { name: 'Alerts' }).getByRole('listitem');
  await expect(alerts.filter({ hasText: 'BTC rises to 81,000' })).toContainText('Last fired');
  await expect(alerts.filter({ hasText: 'ETH' })).toContainText('Last fired');
});
