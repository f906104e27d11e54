import { seriousFindings } from '../axe.ts';
import { stillMarket } from '../still-market.ts';
import { expect, planRows, showScreen, test } from '../test.ts';

test.use(stillMarket);

test('the watch window opens before the host has identified itself, shows selected tickers and the nearest plans, and leads to the main window', async ({
  app,
  exchange,
}) => {
  exchange.setPrice('BTC-USDT', '80000.0');
  exchange.addPlan({ symbol: 'BTC-USDT', triggerPrice: '80800.0' });
  exchange.addPlan({ symbol: 'BTC-USDT', triggerPrice: '79900.0' });
  await app.route('**/api/call', (route) =>
    // Never respond.
    route.request().postData()?.includes('"readAbout"') ? undefined : route.fallback(),
  );
  await app.reload();
  await expect(app.getByRole('treegrid', { name: /^Open plans/ }).locator(planRows)).toHaveCount(2);
  const opened = app.waitForEvent('popup');
  await app.keyboard.press('Control+Shift+Y');
  const watch = await opened;
  await watch.setViewportSize({ width: 380, height: 560 });
  const plans = watch.getByRole('region', { name: 'Nearest to trigger price' }).getByRole('listitem');
  await expect(plans).toHaveText([/BTC-USDT.* · Falls to 79,900.0.*−0.13%/, /BTC-USDT.* · Rises to 80,800.0.*\+1.00%/]);
  await app.unrouteAll();
  await app.reload();

  await expect(watch.getByRole('region', { name: 'Account risk' })).toContainText('without a stop found');
  const tickers = watch.getByRole('region', { name: 'Tickers' });
  await expect(tickers.getByRole('listitem')).toHaveCount(8);
  await tickers.getByRole('combobox', { name: 'Show tickers' }).click();
  await expect(watch.getByRole('option')).toHaveText(['Top turnover, Futures', 'Top turnover, Spot']);
  await watch.getByRole('option', { name: 'Top turnover, Futures' }).click();

  await test.step('a list that is created while the choice is open appears in it, and is renamed and deleted', async () => {
    await showScreen(app, 'Futures tickers');
    await app.getByRole('button', { name: /^Watchlists:/ }).click();
    await app.getByRole('button', { name: 'New watchlist' }).click();
    const name = app.getByRole('textbox', { name: 'Watchlist name' });
    await name.fill('Majors');
    const shown = tickers.getByRole('combobox', { name: 'Show tickers' });
    await shown.click();
    await expect(watch.getByRole('option')).not.toHaveCount(0);
    await name.press('Enter');
    await watch.getByRole('option', { name: 'Majors, Futures' }).click();
    await app.getByRole('button', { name: 'Rename Majors' }).click();
    await name.fill('Main');
    await name.press('Enter');
    await expect(shown).toHaveText('Main, Futures');
    await app.getByRole('button', { name: 'Delete Main' }).click();
    await expect(shown).toHaveText('Top turnover, Futures');
    await expect(tickers.getByRole('listitem')).toHaveCount(8);
    await app.keyboard.press('Escape');
  });

  const details = app.getByRole('complementary', { name: 'Details' });
  await test.step('a plan order opens that the main window has not read, because it shows another screen', async () => {
    exchange.addPlan({ symbol: 'BTC-USDT', triggerPrice: '81600.0' });
    await plans.getByRole('button', { name: /81,600/ }).click();
    await expect(details.locator('[data-field="triggerPrice"]')).toContainText(/81,?600/);
  });

  const plan = plans.getByRole('button', { name: /80,800/ });
  await plan.click();
  await expect(details.locator('[data-field="triggerPrice"]')).toContainText(/80,?800/);
  await plan.focus();
  await watch.keyboard.press('Shift+F10');
  await watch.getByRole('menuitem', { name: 'Alert me at 80,800…' }).click();
  await expect(app.getByRole('textbox', { name: 'Level' })).toHaveValue('80800');
  await app.close();

  // A pointer over the list does not delay its updates.
  await plans.first().hover();
  exchange.setPrice('BTC-USDT', '80790.0');
  await expect(plans.first()).toContainText('+0.01%');
  expect(await seriousFindings(watch)).toEqual([]);

  const reopened = watch.waitForEvent('popup');
  await watch.getByRole('button', { name: /^ETH-USDT/ }).click({ button: 'right' });
  await watch.getByRole('menuitem', { name: 'Show futures ticker' }).click();
  await expect((await reopened).getByRole('heading', { name: 'ETH-USDT' })).toBeVisible();
});
