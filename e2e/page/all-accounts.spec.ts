import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { type FaultyExchange, startFaultyExchange } from '../../src/demo-exchange/faults/index.ts';
import { resortIntervalMs } from '../../src/renderer/ui/table/stable-sort.ts';
import { parseCsv } from '../../src/shared/testing/parse-csv.ts';
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
    const whose = app.getByRole('radiogroup', { name: 'Accounts shown' });
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

test.describe('the archives of all accounts', () => {
  test.use({ exchangeOptions: { ...stillMarket.exchangeOptions, orders: 300 } });

  test('are one list of trades, with results by account, filters and an export, and lead back to each account', async ({
    app,
    host,
  }) => {
    const other = await startFaultyExchange({ ...stillMarket.exchangeOptions, orders: 200, seed: 7 });
    try {
      await addAccount(app, 'Mine', other);
      await showScreen(app, 'Trades');
      const trades = app.getByRole('grid', { name: 'Trades, All accounts' });
      await app
        .getByRole('radiogroup', { name: 'Accounts shown' })
        .getByRole('radio', { name: 'All accounts' })
        .click();
      await expect
        .poll(async () => new Set(await columnTexts(trades, 'account')))
        .toEqual(new Set(['Demo account', 'Mine']));
      const status = app.getByRole('region', { name: 'Status' });
      await expect(status).toContainText(/Demo account.*complete.*Mine.*complete/);
      const sums = app.getByRole('region', { name: 'Summary' });
      const tradesIn = async (): Promise<number> => {
        await expect(sums).toHaveAttribute('aria-busy', 'false');
        return Number((await sums.textContent())?.match(/([\d,]+) trades/)?.[1]?.replaceAll(',', ''));
      };
      const all = await tradesIn();

      // A filter by the account of a cell, whose chip names the account.
      await trades.getByRole('gridcell', { name: 'Mine' }).first().click({ button: 'right' });
      await app.getByRole('menuitem', { name: 'Show only Mine' }).click();
      await expect(app.getByText('Account: Mine')).toBeVisible();
      await expect.poll(async () => new Set(await columnTexts(trades, 'account'))).toEqual(new Set(['Mine']));
      const ofMine = await tradesIn();
      expect(ofMine).toBeGreaterThan(0);
      expect(ofMine).toBeLessThan(all);

      // A note on a trade of the other account, whose details are its own.
      await trades.getByRole('gridcell', { name: 'Mine' }).first().click();
      const details = app.getByRole('complementary', { name: 'Details' });
      await expect(details.locator('[data-field="account"]')).toContainText('Mine');
      await details.getByRole('textbox', { name: 'Note' }).fill('Second account #late');
      await details.getByRole('textbox', { name: 'Note' }).blur();
      await details.getByRole('button', { name: 'Close details' }).click();
      await app.getByRole('button', { name: 'Remove Account: Mine' }).click();
      await expect.poll(tradesIn).toBe(all);
      await app.getByRole('textbox', { name: 'Search symbol, ID, or note' }).fill('late');
      await expect.poll(() => columnTexts(trades, 'account')).toEqual(['Mine']);

      if (host === 'browser') {
        const download = app.waitForEvent('download');
        await app.getByRole('button', { name: 'Export' }).click();
        await app.getByRole('dialog').getByRole('button', { name: 'Export 1 trade' }).click();
        const [head = [], ...records] = parseCsv(await readFile(await (await download).path(), 'utf8'));
        expect(records.map((record) => record[head.indexOf('Account')])).toEqual(['Mine']);
        await app.keyboard.press('Escape');
      }
      await app.getByRole('textbox', { name: 'Search symbol, ID, or note' }).fill('');

      await app.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name: 'PnL analysis' }).click();
      const table = app.getByRole('region', { name: 'By account', exact: true }).getByRole('table');
      await expect(table.getByRole('rowheader')).toHaveText(['Demo account', 'Mine']);
      await expect(
        app.getByText('Statements, the daily review, and estimated fees are for one account: Mine.'),
      ).toBeVisible();
      expect(await seriousFindings(app, { include: '.results' })).toEqual([]);

      // Orders and plan orders are one list, too.
      for (const screen of ['Order history', 'Plan history'] as const) {
        await showScreen(app, screen);
        const grid = app.getByRole('grid', { name: `${screen}, All accounts` });
        await expect.poll(async () => (await columnTexts(grid, 'account')).length).toBeGreaterThan(10);
      }
      await app
        .getByRole('radiogroup', { name: 'Accounts shown' })
        .getByRole('radio', { name: 'This account' })
        .click();
      const own = app.getByRole('grid', { name: 'Plan history, Mine' });
      await expect(dataRows(own).first()).toBeVisible();
      await expect(own.getByRole('columnheader', { name: 'Account' })).toHaveCount(0);
    } finally {
      await other.close();
    }
  });
});
