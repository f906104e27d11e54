import type { Locator, Page } from '@playwright/test';
import { stillMarket } from '../still-market.ts';
import { dataRows, expect, showScreen, test } from '../test.ts';

test.use({ exchangeOptions: stillMarket.exchangeOptions, settings: { screen: 'order-history' } });

/** Ctrl, or Command on macOS. */
const mod = 'ControlOrMeta';

function palette(app: Page): Locator {
  return app.getByRole('dialog', { name: 'Command palette' });
}

async function openPalette(app: Page): Promise<Locator> {
  await expect(dataRows(app.getByRole('grid')).first()).toBeVisible();
  await app.keyboard.press(`${mod}+k`);
  const input = palette(app).getByRole('combobox');
  await expect(input).toBeFocused();
  return input;
}

function options(app: Page): Locator {
  return palette(app).getByRole('option');
}

async function expectShown(app: Page, screen: string): Promise<void> {
  await expect(palette(app)).toBeHidden();
  const button = app.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name: screen });
  await expect(button).toHaveAttribute('aria-current', 'page');
}

test('the palette opens from its keys and its button, and shows a screen, whose table gets the focus, or a symbol, whose row comes into sight', async ({
  sharedApp: app,
}) => {
  const grid = app.getByRole('grid', { name: /^Order history/ });
  await dataRows(grid).first().waitFor();
  await grid.focus();
  const input = await openPalette(app);
  await expect(options(app).first()).toHaveAttribute('aria-selected', 'true');

  await test.step('it closes with Escape or its own key, and restores the focus', async () => {
    await app.keyboard.press('Escape');
    await expect(palette(app)).toBeHidden();
    await expect(grid).toBeFocused();
    await app.keyboard.press(`${mod}+k`);
    await expect(palette(app)).toBeVisible();
    await app.keyboard.press(`${mod}+k`);
    await expect(palette(app)).toBeHidden();
    await expect(grid).toBeFocused();
    const button = app.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name: 'Search' });
    await button.click();
    await expect(input).toBeFocused();
    await app.keyboard.press('Escape');
    await expect(button).toBeFocused();
  });

  await openPalette(app);
  await input.pressSequentially('tra ru');
  await expect(options(app).first()).toContainText('Trading rules');
  await app.keyboard.press('Enter');
  await expectShown(app, 'Trading rules');
  await expect(app.getByRole('grid', { name: /^Trading rules/ })).toBeFocused();

  // The spot market has the symbol, too.
  await showScreen(app, 'Spot tickers');
  await openPalette(app);
  await input.fill('币安');
  await expect(options(app).first()).toContainText(/Symbol$/);
  await app.keyboard.press('Enter');
  await expectShown(app, 'Futures tickers');
  const details = app.getByRole('complementary', { name: 'Details' });
  await expect(details.getByRole('heading', { name: /^币安/ })).toBeVisible();
  const chosen = app.getByRole('grid', { name: /^Futures tickers/ }).locator('[aria-selected="true"]');
  await expect(chosen).toBeInViewport();
});

test('the palette opens dialogs, which take and restore the focus, and changes settings immediately and permanently', async ({
  sharedApp: app,
}) => {
  const grid = await showScreen(app, 'Order history');
  const input = palette(app).getByRole('combobox');
  const enter = async (query: string): Promise<void> => {
    await openPalette(app);
    await input.fill(query);
    await app.keyboard.press('Enter');
    await expect(palette(app)).toBeHidden();
  };
  const enterAndEscape = async (query: string, title: string): Promise<void> => {
    await grid.focus();
    await enter(query);
    const opened = app.getByRole('dialog', { name: title, exact: true });
    await expect(opened).toBeVisible();
    await expect(opened.locator(':focus')).toHaveCount(1);
    await app.keyboard.press('Escape');
    await expect(app.getByRole('dialog')).toBeHidden();
  };
  for (const [query, title] of [
    ['statement', 'Statement'],
    ['daily review', 'Daily review'],
    ['keyboard', 'Keyboard shortcuts'],
    ['settings', 'Settings'],
    ['manage acc', 'Accounts'],
  ] as const) {
    await enterAndEscape(query, title);
    await expect(grid).toBeFocused();
  }

  const firstRow = grid.locator('[data-position="0"]');
  const rowHeight = async (): Promise<number | undefined> => (await firstRow.boundingBox())?.height;
  await enter('thousands separator none');
  await expect(grid).toBeFocused();
  expect(await rowHeight()).toBe(28);
  await enter('row compact');
  await expect.poll(rowHeight).toBe(24);
  await enter('light theme');
  await expect(app.locator('html')).toHaveAttribute('data-theme', 'light');
  await app.reload();
  await expect(app.locator('html')).toHaveAttribute('data-theme', 'light');
  await expect.poll(rowHeight).toBe(24);
  await enter('add acc');
  await expect(app.getByRole('textbox', { name: 'Account name' })).toBeVisible();
});

test('keys show the screens, refresh, and switch the theme and the account', async ({ app, exchange }) => {
  const history = await showScreen(app, 'Order history');
  await app.keyboard.press(`${mod}+7`);
  await expectShown(app, 'Spot tickers');
  await app.keyboard.press(`${mod}+2`);
  await expectShown(app, 'Order history');
  await expect(dataRows(history).first()).toBeVisible();
  const newest = await dataRows(history).first().getAttribute('data-row-id');
  exchange.addOrder({ symbol: 'BTC-USDT' });
  await app.keyboard.press(`${mod}+r`);
  await expect(dataRows(history).first()).not.toHaveAttribute('data-row-id', newest ?? '');
  await app.keyboard.press(`${mod}+Shift+l`);
  await expect(app.locator('html')).toHaveAttribute('data-theme', 'light');
  await app.keyboard.press(`${mod}+Shift+l`);
  await expect(app.locator('html')).toHaveAttribute('data-theme', 'dark');

  await app.keyboard.press(`${mod}+Shift+e`);
  await app.getByRole('textbox', { name: 'Account name' }).fill('Second');
  await app.getByRole('textbox', { name: 'Base URL' }).fill('http://127.0.0.1:9');
  await app.getByLabel('Access token').fill('token-of-second');
  await app.getByLabel('Secret key').fill('secret-of-second');
  await app.getByRole('button', { name: 'Save' }).click();
  await app.getByRole('button', { name: 'Keep for this session only' }).click();
  await expect(app.getByRole('button', { name: 'Account: Second', includeHidden: true })).toBeAttached();
  await app.keyboard.press('Escape');
  await expect(app.getByRole('dialog')).toHaveCount(0);
  await app.keyboard.press('Alt+ArrowDown');
  await expect(app.getByRole('button', { name: 'Account: Demo account' })).toBeVisible();
  await app.keyboard.press('Alt+ArrowUp');
  await expect(app.getByRole('button', { name: 'Account: Second' })).toBeVisible();
  const input = palette(app).getByRole('combobox');
  await app.keyboard.press(`${mod}+k`);
  await input.fill('demo');
  await app.keyboard.press('Enter');
  await expect(app.getByRole('button', { name: 'Account: Demo account' })).toBeVisible();
});
