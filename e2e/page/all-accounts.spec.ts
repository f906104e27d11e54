import type { Page } from '@playwright/test';
import { type FaultyExchange, startFaultyExchange } from '../../src/demo-exchange/faults/index.ts';
import { fillNewAccount, openAccounts } from '../accounts-dialog.ts';
import { stillMarket } from '../still-market.ts';
import { columnTexts, expect, planRows, readWholeGrid, showScreen, test } from '../test.ts';

test.use(stillMarket);

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

test('the plan orders and the trades of all accounts are each one list, with results by account', async ({
  app,
  exchange,
}) => {
  const other = await startFaultyExchange({ ...stillMarket.exchangeOptions, seed: 7 });
  try {
    other.setPrice('BTC-USDT', '50000.0');
    other.addPlan({ symbol: 'BTC-USDT', triggerPrice: '51000.0' });
    const accounts = app.getByRole('banner').getByRole('button', { name: /^Account: / });
    const choose = async (name: string) => {
      await accounts.click();
      await app.getByRole('menuitemradio', { name }).click();
    };
    const all = app.getByRole('menuitemradio', { name: 'All accounts' });
    await expect((await showScreen(app, 'Open plans')).locator(planRows)).toHaveCount(2);

    await addAccount(app, 'Mine', other);
    await expect.poll(() => columnTexts(app.getByRole('treegrid'), 'distance', planRows)).toEqual(['+2.00%']);
    // The demo account beside a single one is nothing to add up.
    await accounts.click();
    await expect(app.getByRole('menuitemradio', { name: 'Mine' })).toBeVisible();
    await expect(all).toHaveCount(0);
    await app.keyboard.press('Escape');
    await addAccount(app, 'Second', exchange);
    await choose('All accounts');
    await expect(accounts).toHaveText('All accounts');
    const plans = app.getByRole('treegrid', { name: 'Open plans, All accounts' });
    // Both columns of one moment: on a busy machine figures that are late go to the end for a while, and the rows move.
    await expect(async () => {
      const drawn = (await readWholeGrid(plans)).filter(({ id }) => id.startsWith('plan '));
      const ofEach = drawn.map(({ cells }) => `${cells.account} ${cells.distance}`);
      expect(ofEach).toEqual(['Second +1.00%', 'Mine +2.00%', 'Second +5.00%']);
    }).toPass();
    const facts = app.getByRole('list', { name: 'Account status' }).getByRole('listitem');
    await expect(facts).toHaveText([/Mine.*1 plan order.*just now/, /Second.*2 plan orders.*just now/]);

    const trades = await showScreen(app, 'Trades');
    await expect(trades).toHaveAttribute('aria-label', 'Trades, All accounts');
    await expect.poll(async () => new Set(await columnTexts(trades, 'account'))).toEqual(new Set(['Mine', 'Second']));
    await app.getByRole('button', { name: /^Activity/ }).click();
    const news = app.getByRole('region', { name: 'Since you last looked' });
    await news.getByRole('button', { name: '24 hours' }).click();
    await expect(news.getByRole('heading')).toHaveText(/^All accounts: Since /);
    const number = news.getByRole('button', { name: /^[\d,]+ orders$/ });
    const orders = (await number.textContent()) ?? '';
    await number.click();
    await expect(app.getByRole('grid', { name: 'Order history, All accounts' })).toBeVisible();
    await expect(app.getByRole('region', { name: 'Summary' })).toContainText(orders);
    await app.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name: 'PnL analysis' }).click();
    const table = app.getByRole('region', { name: 'By account', exact: true }).getByRole('table');
    await expect(table.getByRole('rowheader')).toHaveText(['Mine', 'Second']);

    await app.reload();
    await expect(table.getByRole('rowheader')).toHaveText(['Mine', 'Second']);
    await choose('Mine');
    await expect(accounts).toHaveText('Mine');
    await expect(table).toHaveCount(0);
  } finally {
    await other.close();
  }
});
