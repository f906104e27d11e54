import { seriousFindings } from '../axe.ts';
import { dataRows, expect, showScreen, test } from '../test.ts';

test.use({ settings: { screen: 'order-history' } });

test('the menus of a tile, of a symbol and of an order in a panel lead to orders, tickers and plans', async ({
  sharedApp: app,
}) => {
  const tickers = await showScreen(app, 'Futures tickers');
  await app.getByRole('radio', { name: 'Heatmap' }).click();
  await app.locator('[data-symbol="BTC-USDT"]').click({ button: 'right' });
  await app.getByRole('menuitem', { name: 'Watchlists' }).click();
  await expect(app.getByRole('menuitemcheckbox', { name: 'Favorites' })).toBeVisible();
  await app.keyboard.press('Escape');
  await app.getByRole('menuitem', { name: 'Show order history' }).click();
  await expect(app.getByRole('button', { name: 'Remove Symbols: BTC-USDT' })).toBeVisible();

  const history = app.getByRole('grid', { name: /^Order history/ });
  await history
    .locator('[data-position="0"] [data-col="symbol"]')
    .filter({ hasText: 'BTC-USDT' })
    .click({ button: 'right' });
  await app.getByRole('menuitem', { name: 'Show ticker' }).click();
  const details = app.getByRole('complementary', { name: 'Details' });
  await expect(details.getByRole('heading', { name: 'BTC-USDT' })).toBeVisible();

  await test.step('the menu of an order opens by right click and by keyboard, and the order leads to its place', async () => {
    const order = details
      .getByRole('region', { name: 'My recent orders' })
      .getByRole('listitem')
      .first()
      .getByRole('button');
    await order.click({ button: 'right' });
    await expect(app.getByRole('menuitem', { name: 'Show plan history' })).toBeVisible();
    expect.soft(await seriousFindings(app, { include: '.popup-list' })).toEqual([]);
    await app.keyboard.press('Escape');
    await order.focus();
    await app.keyboard.press('Shift+F10');
    await expect(app.getByRole('menuitem', { name: /^Alert me/ })).toBeVisible();
    await expect(app.getByRole('menu')).toBeFocused();
    await app.keyboard.press('Escape');
    await expect(order).toBeFocused();
    await app.keyboard.press('Enter');
    await expect(dataRows(history)).toHaveCount(1);
  });

  await app.keyboard.press('Control+6');
  await app.getByRole('radio', { name: 'Table' }).click();
  await tickers.locator('[data-row-id="BTC-USDT"] [data-col="last"]').click({ button: 'right' });
  await app.getByRole('menuitem', { name: 'Show plan history' }).click();
  await expect(app.getByRole('button', { name: 'Remove Symbols: BTC-USDT' })).toBeVisible();
  const plans = app.getByRole('grid', { name: /^Plan history/ });
  await plans.locator('[data-position="0"] [data-col="symbol"]').click({ button: 'right' });
  await app.getByRole('menuitem', { name: 'Show open plans' }).click();
  await expect(app.getByRole('combobox', { name: 'Symbol' })).toHaveValue('BTC-USDT');
});
