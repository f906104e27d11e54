import type { Page } from '@playwright/test';
import { stillMarket } from '../still-market.ts';
import { dataRows, expect, showScreen, test } from '../test.ts';

test.use(stillMarket);

/** Replaces the browser's notifications and its permission prompt. */
async function standInForNotifications(page: Page, permission: NotificationPermission): Promise<void> {
  await page.context().addInitScript((permission) => {
    const shown: { title: string; body: string; click: () => void }[] = [];
    class TestNotification {
      static permission: string = permission;
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
  }, permission);
}

function shownBy(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    (Reflect.get(window, 'shown') as { title: string; body: string }[]).map(({ title, body }) => `${title}: ${body}`),
  );
}

function clickNotification(page: Page): Promise<void> {
  return page.evaluate(() => (Reflect.get(window, 'shown') as { click: () => void }[])[0]?.click());
}

const planLeft = (triggerPrice = '80,500') => `BTC buy triggered at ${triggerPrice}: 14 contracts filled`;

test('the watch window opens before the host has identified itself and leads to the main window, and one of them shows a notification, which leads to its subject', async ({
  app,
  exchange,
}) => {
  exchange.setPrice('BTC-USDT', '80000.0');
  exchange.addPlan({ symbol: 'BTC-USDT', triggerPrice: '80500.0', amount: '14' });
  exchange.addPlan({ symbol: 'BTC-USDT', triggerPrice: '81000.0', amount: '14' });
  const { promise: identified, resolve: identify } = Promise.withResolvers<void>();
  await app.route('**/api/call', async (route) => {
    if (route.request().postData()?.includes('"readAbout"')) await identified;
    await route.fallback();
  });
  await standInForNotifications(app, 'default');
  await app.reload();
  await expect(dataRows(app.getByRole('grid', { name: /^Open plans/ }))).toHaveCount(2);
  // The permission is that of all pages.
  await standInForNotifications(app, 'granted');
  const opened = app.waitForEvent('popup');
  await app.keyboard.press('Control+Shift+Y');
  const watch = await opened;
  const plans = watch.getByRole('region', { name: 'Nearest to trigger price' }).getByRole('listitem');
  await expect(plans).toHaveText([/80,500.0.*\+0.63%/, /81,000.0.*\+1.25%/]);
  identify();
  await app.unroute('**/api/call');

  await test.step('notifications are allowed in the settings, and an alert is created', async () => {
    await app.getByRole('button', { name: 'Settings' }).click();
    await app.getByRole('button', { name: 'Allow notifications' }).click();
    await expect(app.getByText('Allowed', { exact: true })).toBeVisible();
    await app.getByRole('button', { name: 'Close', exact: true }).click();
    await app.evaluate(async () => {
      const input = { account: 'demo', condition: { kind: 'plan-left' }, paused: false };
      const body = JSON.stringify({ channel: 'saveAlert', input });
      await fetch('/api/call', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    });
  });

  await test.step('a plan order opens that the main window has not read, because it shows another screen', async () => {
    await showScreen(app, 'Futures tickers');
    exchange.addPlan({ symbol: 'BTC-USDT', triggerPrice: '81600.0' });
    await plans.getByRole('button', { name: /81,600/ }).click();
    const details = app.getByRole('complementary', { name: 'Details' });
    await expect(details.locator('[data-field="triggerPrice"]')).toContainText(/81,?600/);
  });

  await test.step('the main window alone shows a notification, and a click opens its subject', async () => {
    exchange.setPrice('BTC-USDT', '80500.0');
    exchange.advance(20_000);
    await expect.poll(() => shownBy(app), { timeout: 20_000 }).toEqual([planLeft()]);
    await expect(plans).toHaveCount(2);
    expect(await shownBy(watch)).toEqual([]);
    await clickNotification(app);
    await expect(app.getByRole('grid', { name: /^Plan history, / })).toBeVisible();
  });

  await test.step('a lone watch window opens the main window', async () => {
    await app.close();
    const reopened = watch.waitForEvent('popup');
    await watch.getByRole('button', { name: /^ETH-USDT/ }).click({ button: 'right' });
    await watch.getByRole('menuitem', { name: 'Show futures ticker' }).click();
    const main = await reopened;
    await expect(main.getByRole('heading', { name: 'ETH-USDT' })).toBeVisible();
    await main.close();
  });

  await test.step('a lone watch window shows a notification, and a click opens the main window', async () => {
    exchange.setPrice('BTC-USDT', '81000.0');
    exchange.advance(20_000);
    await expect.poll(() => shownBy(watch), { timeout: 20_000 }).toEqual([planLeft('81,000')]);
    const reopened = watch.waitForEvent('popup');
    await clickNotification(watch);
    const main = await reopened;
    await expect(main.getByRole('grid', { name: /^Plan history, / })).toBeVisible();
    expect(new URL(main.url()).hash).toBe('');
  });
});
