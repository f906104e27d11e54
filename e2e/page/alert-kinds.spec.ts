import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { seriousFindings } from '../axe.ts';
import { stillMarket } from '../still-market.ts';
import { dataRows, expect, showScreen, test } from '../test.ts';

test.use(stillMarket);

async function alertsPanel(app: Page): Promise<Locator> {
  await app.keyboard.press('Control+i');
  return app.getByRole('dialog', { name: 'Alerts' });
}

/** Creates an alert from the list of alerts. The list is shown again afterwards. */
async function makeAlert(app: Page, kind: string, fill: (form: Locator) => Promise<void> = async () => {}) {
  await app.getByRole('button', { name: 'New alert' }).click();
  const form = app.getByRole('dialog', { name: 'New alert' });
  await form.getByRole('combobox', { name: 'Alert me when' }).click();
  await app.getByRole('option', { name: kind }).click();
  await fill(form);
  await form.getByRole('button', { name: 'Create alert' }).click();
  await expect(form).toHaveCount(0);
}

/** Pauses an alert, resumes it and deletes it. */
async function pauseAndDelete(alert: Locator): Promise<void> {
  await alert.getByRole('button', { name: /^Pause: / }).click();
  await expect(alert).toContainText('Paused');
  await alert.getByRole('button', { name: /^Resume: / }).click();
  await expect(alert).not.toContainText('Paused');
  await alert.getByRole('button', { name: /^Delete: / }).click();
  await expect(alert).toHaveCount(0);
}

test('alerts for a large change, for silence and for old data fire on their conditions', async ({ app, exchange }) => {
  await showScreen(app, 'Open plans');
  const panel = await alertsPanel(app);
  const expectNothingSerious = async (where: string): Promise<void> =>
    expect(await seriousFindings(app, { include: '[role=dialog]' }), where).toEqual([]);
  await expect(panel).toBeVisible();
  await expectNothingSerious('no alerts');
  await makeAlert(app, '24h change reaches a percentage', async (form) => {
    await form.getByRole('combobox', { name: 'Symbol' }).fill('BTC-USDT');
    await app.getByRole('option', { name: 'BTC-USDT', exact: true }).click();
    await form.getByRole('textbox', { name: 'At least' }).fill('50');
  });
  const alert = panel.getByRole('listitem').filter({ hasText: 'BTC changes' });
  await expect(alert).toContainText('Not fired yet');
  exchange.setPrice('BTC-USDT', '999999.0');
  await expect(alert).toContainText('Last fired');
  await app.getByRole('tab', { name: 'Activity' }).click();
  const activity = app.getByRole('list', { name: 'Activity' });
  await expect(activity.getByRole('listitem')).toContainText(/\+[\d,.]+%/);
  await app.getByRole('tab', { name: 'Alerts' }).click();
  await pauseAndDelete(alert);

  // A redirect makes the account silent immediately. Data is old only after minutes.
  await makeAlert(app, 'Account requests fail');
  await makeAlert(app, 'Data stops updating', async (form) => {
    const minutes = form.getByRole('textbox', { name: 'No update for' });
    await minutes.fill('3');
  });
  const [silent, old] = [panel.getByRole('listitem').first(), panel.getByRole('listitem').nth(1)];
  await expect(silent).toContainText('Account requests fail');
  await expect(old).toContainText('No data update for 3 min');
  await expectNothingSerious('alerts');
  exchange.faults.set({ rules: [{ fault: 'redirect' }] });
  await expect(silent).toContainText('Last fired');
  await expect(old).toContainText('Not fired yet');
  await pauseAndDelete(old);
  await pauseAndDelete(silent);
});

test.describe('with an order history that is complete', () => {
  test.use({ exchangeOptions: { ...stillMarket.exchangeOptions, orders: 0, plans: 0 } });

  test('alerts for plan orders fire near the trigger, and with the reason when the position is closed', async ({
    app,
    exchange,
    dataDirectory,
  }) => {
    test.setTimeout(150_000);
    exchange.setPrice('ETH-USDT', '3000.00');
    const order = {
      symbol: 'ETH-USDT',
      fields: { deal_amount: '5', amount: '5', price_avg: '3000', status: 3 },
    } as const;
    exchange.addOrder({ ...order, fields: { ...order.fields, type: 'buy-limit', contract_type: 'open', profit: '0' } });
    exchange.advance(2000);
    exchange.addPlan({ symbol: 'ETH-USDT', triggerPrice: '3150.00', amount: '5', fields: { type: 'sell-limit' } });
    exchange.advance(2000);
    const grid = app.getByRole('grid', { name: /^Open plans, / });
    await expect(dataRows(grid)).toHaveCount(1);
    await expect(app.getByRole('region', { name: 'Open positions' })).toContainText('ETH-USDT', { timeout: 40_000 });
    const notice = app.locator('.activity-notice');

    await test.step('an alert from the menu of a plan fires near its trigger', async () => {
      await dataRows(grid).first().getByRole('gridcell').first().click({ button: 'right' });
      await app.getByRole('menuitem', { name: 'Alert me near its trigger price…' }).click();
      const form = app.getByRole('dialog', { name: 'New alert' });
      await expect(form.getByRole('radio', { name: 'This one' })).toBeChecked();
      await form.getByRole('textbox', { name: 'Within' }).fill('2');
      await form.getByRole('button', { name: 'Create alert' }).click();
      await expect(form).toHaveCount(0);
      exchange.setPrice('ETH-USDT', '3100.00');
      await expect(notice).toContainText('ETH plan order 1.61% from its trigger price', { timeout: 15_000 });
      await notice.getByRole('button', { name: 'Show' }).click();
      await expect(app.getByRole('complementary', { name: 'Details' })).toContainText('ETH-USDT');
    });

    const panel = await alertsPanel(app);
    await makeAlert(app, 'Plan order has no matching position');
    await expect(panel.getByRole('listitem').filter({ hasText: 'No matching position: any plan order' })).toBeVisible();
    await app.keyboard.press('Escape');
    // What has no position at the first evaluation does not fire.
    const file = path.join(dataDirectory, 'alerts', 'demo.json');
    await app.getByRole('button', { name: 'Refresh' }).click();
    const stored = (): Promise<string> => readFile(file, 'utf8').catch(() => '');
    await expect.poll(stored, { timeout: 45_000 }).toMatch(/"plan-orphaned"[^}]*"hasBegun":true/);

    exchange.addOrder({
      ...order,
      fields: { ...order.fields, type: 'sell-limit', contract_type: 'close', profit: '1' },
    });
    await app.getByRole('button', { name: 'Refresh' }).click();
    await expect(notice).toContainText('ETH plan order may have no matching position', { timeout: 45_000 });
    await expect(notice).toContainText('The position that was open at its creation has closed');
  });
});
