import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../test.ts';

const screen = (app: Page, name: string): Locator => app.locator(`section.screen[aria-label="${name}"]`);

async function show(app: Page, name: string): Promise<void> {
  await app.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name }).click();
  await expect(screen(app, name)).toBeVisible();
}

/** Clicks a side button of the mouse, as the browser receives it. */
async function clickSideButton(app: Page, button: 'back' | 'forward'): Promise<void> {
  const session = await app.context().newCDPSession(app);
  for (const type of ['mousePressed', 'mouseReleased'] as const) {
    await session.send('Input.dispatchMouseEvent', { type, x: 700, y: 400, button, clickCount: 1 });
  }
}

test('Back and the side buttons of the mouse return to earlier screens, and never leave the program', async ({
  sharedApp,
}) => {
  // A page without an earlier history.
  const app = await sharedApp.context().newPage();
  await app.goto(sharedApp.url());
  await show(app, 'Trading rules');
  await show(app, 'Spot tickers');
  await clickSideButton(app, 'back');
  await expect(screen(app, 'Trading rules')).toBeVisible();
  await clickSideButton(app, 'forward');
  await expect(screen(app, 'Spot tickers')).toBeVisible();
  // As the browser's own button does.
  for (const expected of ['Trading rules', 'Open plans', 'Open plans', 'Open plans']) {
    await app.evaluate(() => window.history.back());
    await expect(screen(app, expected)).toBeVisible();
  }
  await clickSideButton(app, 'back');
  await app.keyboard.press('Alt+ArrowLeft');
  await expect(app.getByRole('button', { name: 'Back', exact: true })).toBeDisabled();
  await expect(screen(app, 'Open plans')).toBeVisible();
  await app.reload();
  await expect(screen(app, 'Open plans')).toBeVisible();
  await show(app, 'Trading rules');
  await app.evaluate(() => window.history.go(-1));
  await expect(screen(app, 'Open plans')).toBeVisible();
  await app.close();
});

test('a screen has an address, which leads to it when it is opened or typed, and is the title of its page', async ({
  sharedApp,
}) => {
  const app = await sharedApp.context().newPage();
  await app.goto(new URL('/#order-history', sharedApp.url()).href);
  await expect(screen(app, 'Order history')).toBeVisible();
  await expect(app).toHaveTitle(/Order history – Orderglass$/);
  await show(app, 'Trading rules');
  expect(new URL(app.url()).hash).toBe('#symbol-rules');
  await app.evaluate(() => window.location.assign('#trades'));
  await expect(screen(app, 'Trades')).toBeVisible();
  await app.evaluate(() => window.history.back());
  await expect(screen(app, 'Trading rules')).toBeVisible();
  await app.evaluate(() => window.history.back());
  await expect(screen(app, 'Order history')).toBeVisible();
  await app.close();
});
