import type { Locator, Page } from '@playwright/test';
import { columnTexts, expect, test } from '../test.ts';

const chips = (app: Page): Locator => app.getByRole('list', { name: 'Active filters' });
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

test.use({ settings: { resultsOf: 'order-history' } });

test('Back returns to the earlier filter on the same screen, and from the orders of a bar to the results', async ({
  sharedApp: app,
}) => {
  await show(app, 'Order history');
  const grid = app.getByRole('grid', { name: /^Order history, / });
  const quick = app.getByRole('textbox', { name: 'Search symbol, ID, or note' });
  await quick.fill('BTC');
  const cell = grid.locator('[data-row-id] [data-col="symbol"]').first();
  await expect(cell).toHaveText('BTC-USDT');
  await cell.click({ button: 'right' });
  await app.getByRole('menuitem', { name: 'Show order history' }).click();
  await expect(chips(app)).toContainText('Symbols: BTC-USDT');
  await expect(quick).toHaveValue('');
  await app.keyboard.press('Alt+ArrowLeft');
  await expect(quick).toHaveValue('BTC');
  await expect(chips(app)).toHaveCount(0);
  await app.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(screen(app, 'Open plans')).toBeVisible();
  await app.keyboard.press('Alt+ArrowRight');
  await quick.fill('');

  await show(app, 'PnL analysis');
  const symbols = app.getByRole('region', { name: 'PnL by symbol', exact: true });
  const period = app.getByRole('button', { name: /^Created: / });
  await period.click();
  await app.getByRole('button', { name: 'This year' }).click();
  await expect(period).toHaveText(/^\d{4}$/);
  await symbols.getByRole('application').focus();
  await app.keyboard.press('ArrowRight');
  await app.keyboard.press('Enter');
  await expect(screen(app, 'Order history')).toBeVisible();
  await expect(chips(app)).toContainText('Symbols: ');

  await app.keyboard.press('Alt+ArrowLeft');
  await expect(screen(app, 'PnL analysis')).toBeVisible();
  await expect(chips(app)).toHaveCount(0);
  await expect(period).toHaveText(/^\d{4}$/);

  await app.keyboard.press('Alt+ArrowRight');
  await expect(screen(app, 'Order history')).toBeVisible();
  await expect(chips(app)).toContainText('Symbols: ');
  await clickSideButton(app, 'back');
  await expect(screen(app, 'PnL analysis')).toBeVisible();
  await clickSideButton(app, 'forward');
  await expect(screen(app, 'Order history')).toBeVisible();
  await app.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(screen(app, 'PnL analysis')).toBeVisible();
  await expect(chips(app)).toHaveCount(0);
});

test('Back never leaves the program', async ({ app }) => {
  await show(app, 'Futures tickers');
  await show(app, 'Spot tickers');
  // As the browser's own button does.
  for (const expected of ['Futures tickers', 'Open plans', 'Open plans', 'Open plans']) {
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
});

test('a click narrows a list for a while: it leaves the filter of the user, and what clears it can be undone', async ({
  sharedApp: app,
}) => {
  await show(app, 'Order history');
  const quick = app.getByRole('textbox', { name: 'Search symbol, ID, or note' });
  await quick.fill('BTC');
  const symbols = () => columnTexts(screen(app, 'Order history'), 'symbol');
  await expect.poll(async () => (await symbols()).every((symbol) => symbol.includes('BTC'))).toBe(true);
  const showOrders = async (): Promise<void> => {
    const cell = screen(app, 'Order history').locator('[data-row-id] [data-col="symbol"]').first();
    await expect(cell).toHaveText('BTC-USDT');
    await cell.click({ button: 'right' });
    await app.getByRole('menuitem', { name: 'Show order history' }).click();
    await expect(chips(app)).toContainText('Temporary filter');
  };
  await showOrders();
  await app.getByRole('button', { name: 'Back to my filter' }).click();
  await expect(quick).toHaveValue('BTC');
  await expect(chips(app)).toHaveCount(0);

  await showOrders();
  await show(app, 'Trades');
  await show(app, 'Order history');
  await expect(chips(app)).toHaveCount(0);
  await expect(quick).toHaveValue('BTC');

  await showOrders();
  await app.getByRole('button', { name: 'Clear all' }).click();
  await expect(app.getByText('Filter cleared', { exact: true })).toBeVisible();
  await app.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(chips(app)).toContainText('Symbols: BTC-USDT');
  await app.getByRole('button', { name: 'Remove Symbols: BTC-USDT' }).click();
  await expect(chips(app)).not.toContainText('Symbols: BTC-USDT');
  await app.keyboard.press('Control+z');
  await expect(chips(app)).toContainText('Symbols: BTC-USDT');

  await app.reload();
  await expect(quick).toHaveValue('BTC');
  await expect(chips(app)).toHaveCount(0);
  await quick.fill('');
});
