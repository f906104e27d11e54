import type { Page } from '@playwright/test';
import { stillMarket } from '../still-market.ts';
import { expect, planRows, showScreen, test } from '../test.ts';

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

async function makePlanAlert(page: Page): Promise<void> {
  await page.keyboard.press('Control+Shift+U');
  const form = page.getByRole('dialog', { name: 'New alert' });
  await form.getByRole('combobox', { name: 'Alert me when' }).click();
  await page.getByRole('option', { name: 'Plan order is no longer open' }).click();
  await form.getByRole('button', { name: 'Create alert' }).click();
  await expect(form).toHaveCount(0);
}

test('the browser shows a notification once it is allowed to, in one page alone, and a click opens its subject', async ({
  app,
  exchange,
}) => {
  await standInForNotifications(app, 'default');
  await app.reload();
  exchange.setPrice('BTC-USDT', '80000.0');
  exchange.addPlan({ symbol: 'BTC-USDT', triggerPrice: '80500.0', amount: '14' });
  exchange.addPlan({ symbol: 'BTC-USDT', triggerPrice: '81000.0', amount: '14' });
  await expect((await showScreen(app, 'Open plans')).locator(planRows)).toHaveCount(2);
  await app.getByRole('button', { name: 'Settings' }).click();
  await app.getByRole('button', { name: 'Allow notifications' }).click();
  await expect(app.getByText('Allowed', { exact: true })).toBeVisible();
  await app.getByRole('button', { name: 'Close', exact: true }).click();
  // The dialog keeps the focus until it has closed.
  await expect(app.locator('[role="dialog"]')).toHaveCount(0);
  await expect(app.getByRole('button', { name: 'Settings' })).toBeFocused();
  await makePlanAlert(app);
  // The permission is that of all pages.
  await standInForNotifications(app, 'granted');
  const opened = app.waitForEvent('popup');
  await app.keyboard.press('Control+Shift+Y');
  const watch = await opened;
  const plans = watch.getByRole('region', { name: 'Nearest to trigger price' }).getByRole('listitem');
  await expect(plans).toHaveCount(2);

  exchange.setPrice('BTC-USDT', '80500.0');
  exchange.advance(20_000);
  await expect.poll(() => shownBy(app)).toEqual([planLeft()]);
  await expect(plans).toHaveCount(1);
  expect(await shownBy(watch)).toEqual([]);
  await clickNotification(app);
  await expect(app.getByRole('grid', { name: /^Plan history, / })).toBeVisible();

  await test.step('a lone watch window shows it, and a click opens the main window', async () => {
    await app.close();
    exchange.setPrice('BTC-USDT', '81000.0');
    exchange.advance(20_000);
    await expect.poll(() => shownBy(watch)).toEqual([planLeft('81,000')]);
    const reopened = watch.waitForEvent('popup');
    await clickNotification(watch);
    const main = await reopened;
    await expect(main.getByRole('grid', { name: /^Plan history, / })).toBeVisible();
    // The address of the activity gives way to that of the screen, which the page sets after it has drawn the rows.
    await expect.poll(() => new URL(main.url()).hash).toBe('#plan-history');
  });
});
