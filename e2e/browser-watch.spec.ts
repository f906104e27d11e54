import { graveFindings } from './axe.ts';
import { stillMarket } from './still-market.ts';
import { dataRows, expect, showScreen, test } from './test.ts';

test.use(stillMarket);

test('the watch window: chosen tickers, and the nearest plans', async ({ app, exchange }) => {
  exchange.setPrice('BTC-USDT', '80000.0');
  exchange.addPlan({ symbol: 'BTC-USDT', triggerPrice: '80800.0' });
  exchange.addPlan({ symbol: 'BTC-USDT', triggerPrice: '79900.0' });
  await expect(dataRows(await showScreen(app, 'Open plans'))).toHaveCount(2);
  const opened = app.waitForEvent('popup');
  await app.keyboard.press('Control+Shift+Y');
  const watch = await opened;
  await watch.setViewportSize({ width: 380, height: 560 });
  const plans = watch.getByRole('region', { name: 'Nearest plans' }).getByRole('listitem');
  await expect(plans).toHaveText([/BTC-USDT.*Falls to 79,900.0.*-0.13 %/, /BTC-USDT.*Rises to 80,800.0.*\+1.00 %/]);
  const tickers = watch.getByRole('region', { name: 'Tickers' });
  await expect(tickers.getByRole('listitem')).toHaveCount(8);
  await tickers.getByRole('combobox', { name: 'Tickers shown' }).click();
  await watch.getByRole('option', { name: 'Favourites, Futures' }).click();
  await expect(tickers).toContainText('Nothing in this list yet');

  exchange.setPrice('BTC-USDT', '80790.0');
  await expect(plans.first()).toContainText('+0.01 %', { timeout: 15_000 });
  expect(await graveFindings(watch)).toEqual([]);
});

test('the browser tells of an alert once it is allowed to, and a click shows what it was about', async ({
  app,
  exchange,
}) => {
  test.setTimeout(60_000);
  // The browser's own part: what is shown outside of the page, and asked of whoever sits there.
  await app.addInitScript(() => {
    const shown: { title: string; body: string; click: () => void }[] = [];
    class TestNotification {
      static permission = 'default';
      static requestPermission = async () => {
        TestNotification.permission = 'granted';
        return 'granted';
      };
      onclick: (() => void) | null = null;
      constructor(title: string, { body = '' }: NotificationOptions = {}) {
        shown.push({ title, body, click: () => this.onclick?.() });
      }
      close(): void {}
    }
    Object.assign(window, { Notification: TestNotification, shown });
  });
  await app.reload();
  exchange.setPrice('BTC-USDT', '80000.0');
  exchange.addPlan({ symbol: 'BTC-USDT', triggerPrice: '80500.0', amount: '14' });
  await expect(dataRows(await showScreen(app, 'Open plans'))).toHaveCount(1);
  await app.getByRole('button', { name: 'Settings' }).click();
  await app.getByRole('button', { name: 'Allow notifications' }).click();
  await expect(app.getByText('Allowed', { exact: true })).toBeVisible();
  await app.getByRole('button', { name: 'Close', exact: true }).click();
  await app.keyboard.press('Control+Shift+U');
  const form = app.getByRole('dialog', { name: 'New alert' });
  await form.getByRole('combobox', { name: 'Alert me when' }).click();
  await app.getByRole('option', { name: 'A plan leaves the list' }).click();
  await form.getByRole('button', { name: 'Make alert' }).click();
  await expect(form).toHaveCount(0);

  exchange.setPrice('BTC-USDT', '80500.0');
  exchange.advance(20_000);
  const shown = () =>
    app.evaluate(() =>
      (Reflect.get(window, 'shown') as { title: string; body: string }[]).map(({ title, body }) => `${title}: ${body}`),
    );
  await expect
    .poll(shown, { timeout: 20_000 })
    .toEqual(['BTC-USDT plan left the list: Fully Executed, 14 contracts filled']);
  await app.evaluate(() => (Reflect.get(window, 'shown') as { click: () => void }[])[0]?.click());
  await expect(app.getByRole('grid', { name: /^Plan history, / })).toBeVisible();
});
