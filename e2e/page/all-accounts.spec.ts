import type { Page } from '@playwright/test';
import { type FaultyExchange, startFaultyExchange } from '../../src/demo-exchange/faults/index.ts';
import { resortIntervalMs } from '../../src/renderer/ui/table/stable-sort.ts';
import { fillNewAccount, openAccounts } from '../accounts-dialog.ts';
import { seriousFindings } from '../axe.ts';
import { stillMarket } from '../still-market.ts';
import { columnTexts, dataRows, expect, showScreen, test } from '../test.ts';

// Data stays live while the clock jumps.
test.use({ ...stillMarket, settings: { ...stillMarket.settings, liveFor: 300 } });

async function addAccount(app: Page, name: string, { baseUrl, token, secretKey }: FaultyExchange): Promise<void> {
  const dialog = await openAccounts(app);
  await fillNewAccount(dialog, { name, baseUrl, token, secretKey });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('button', { name: 'Keep for this session only' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(app.getByRole('button', { name: `Account: ${name}` })).toBeVisible();
}

// Before the program starts, so that its first rows are sorted by their prices.
test.beforeEach(({ exchange }) => {
  exchange.setPrice('BTC-USDT', '80000.0');
  exchange.addPlan({ symbol: 'BTC-USDT', triggerPrice: '80800.0' });
  exchange.addPlan({ symbol: 'BTC-USDT', triggerPrice: '84000.0' });
});

test('the plans of all accounts are in one table, with the state of each account', async ({ app, exchange }) => {
  const other = await startFaultyExchange({ ...stillMarket.exchangeOptions, seed: 7 });
  try {
    other.setPrice('BTC-USDT', '50000.0');
    other.addPlan({ symbol: 'BTC-USDT', triggerPrice: '51000.0' });
    const whose = app.getByRole('radiogroup', { name: 'Show plans of' });
    await expect(dataRows(await showScreen(app, 'Open plans'))).toHaveCount(2);
    await expect(whose).toHaveCount(0);

    await addAccount(app, 'Mine', other);
    await expect.poll(() => columnTexts(app.getByRole('grid'), 'distance')).toEqual(['+2.00%']);
    await app.clock.install();
    await whose.getByRole('radio', { name: 'All accounts' }).click();
    const grid = app.getByRole('grid', { name: 'Open plans, All accounts' });
    await expect.poll(() => columnTexts(grid, 'distance')).toEqual(['+1.00%', '+2.00%', '+5.00%']);
    expect(await columnTexts(grid, 'account')).toEqual(['Demo account', 'Mine', 'Demo account']);
    const facts = app.getByRole('list', { name: 'Account status' }).getByRole('listitem');
    await expect(facts).toHaveText([/Demo account.*2 plan orders.*just now/, /Mine.*1 plan order.*just now/]);
    expect(await seriousFindings(app, { include: '.account-status' })).toEqual([]);

    other.faults.set({ rules: [{ fault: 'server-error' }] });
    await expect(facts.nth(1)).toContainText('Not live');
    await expect(facts.nth(1)).toContainText('The exchange reported an internal error.');
    await app.clock.fastForward(resortIntervalMs);
    await expect.poll(() => columnTexts(grid, 'distance')).toEqual(['+1.00%', '+5.00%', '+2.00%']);
    await expect(grid.getByRole('gridcell', { name: '+2.00% (old)' })).toBeVisible();
    await expect(facts.first()).not.toContainText('Not live');
    await expect(app.getByRole('banner')).not.toContainText('Not live');
    other.faults.set(null);
    await expect(facts.nth(1)).not.toContainText('Not live');
    await app.clock.fastForward(resortIntervalMs);
    await expect.poll(() => columnTexts(grid, 'distance')).toEqual(['+1.00%', '+2.00%', '+5.00%']);

    // The selected account is "Mine".
    await grid.getByRole('gridcell', { name: 'Demo account' }).first().click();
    const details = app.getByRole('complementary', { name: 'Details' });
    await expect(details.locator('[data-field="account"]')).toContainText('Demo account');
    await details.getByRole('button', { name: 'Alert me…' }).click();
    const form = app.getByRole('dialog', { name: 'New alert' });
    await expect(form).toContainText('Account: Demo account');
    await form.getByRole('radio', { name: 'This one' }).click();
    await form.getByRole('textbox', { name: 'Within' }).fill('0.5');
    await form.getByRole('button', { name: 'Create alert' }).click();
    await expect(form).toHaveCount(0);
    await details.getByRole('button', { name: 'Close' }).click();
    exchange.setPrice('BTC-USDT', '80500.0');
    await app.locator('.activity-notice').getByRole('button', { name: 'Show' }).click();
    await expect(details.locator('[data-field="triggerPrice"]')).toContainText('80,800.0');
    await expect(app.getByRole('button', { name: 'Account: Demo account' })).toBeVisible();

    await app.reload();
    await expect(dataRows(grid)).toHaveCount(3);
    await whose.getByRole('radio', { name: 'This account' }).click();
    await expect(dataRows(app.getByRole('grid', { name: 'Open plans, Demo account' }))).toHaveCount(2);
    await expect(facts).toHaveCount(0);
  } finally {
    await other.close();
  }
});
