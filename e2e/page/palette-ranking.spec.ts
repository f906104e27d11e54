import type { Locator, Page } from '@playwright/test';
import { seriousFindings } from '../axe.ts';
import { dataRows, expect, showScreen, test } from '../test.ts';

function options(app: Page): Locator {
  return app.getByRole('dialog', { name: /Command palette|命令面板/ }).getByRole('option');
}

async function search(app: Page, query: string): Promise<void> {
  const input = app.getByRole('dialog', { name: /Command palette|命令面板/ }).getByRole('combobox');
  await input.fill(query);
}

async function openPalette(app: Page): Promise<void> {
  await expect(dataRows(app.getByRole('grid')).first()).toBeVisible();
  await app.keyboard.press('ControlOrMeta+k');
  await expect(options(app).first()).toBeVisible();
}

test('the palette finds the most liquid symbol first, forgives a typing error, and knows other words', async ({
  sharedApp: app,
}) => {
  await openPalette(app);
  for (const [query, first] of [
    ['btc', 'BTC-USDT'],
    ['bct', 'BTC-USDT'],
    ['dodge', 'DOGE-USDT'],
    ['bars', '币安人生-USDT'],
    ['histroy', 'Order history'],
    ['csv', 'Order history'],
    ['loss', 'PnL analysis'],
    ['night', 'Theme: Dark'],
  ] as const) {
    await search(app, query);
    await expect(options(app).first().locator('.palette-label'), query).toHaveText(first);
  }
  expect.soft(await seriousFindings(app, { include: '.palette' })).toEqual([]);
});

test('an entry that was chosen more often comes first', async ({ app }) => {
  for (let time = 0; time < 2; time++) {
    await openPalette(app);
    await search(app, 'plan history');
    await app.keyboard.press('Enter');
    await expect(app.getByRole('grid', { name: /^Plan history/ })).toBeVisible();
    await openPalette(app);
    await search(app, 'order history');
    await app.keyboard.press('Enter');
    await expect(app.getByRole('grid', { name: /^Order history/ })).toBeVisible();
  }
  await openPalette(app);
  await search(app, 'plan history');
  await app.keyboard.press('Enter');
  await expect(app.getByRole('grid', { name: /^Plan history/ })).toBeVisible();
  await openPalette(app);
  await search(app, 'history');
  await expect(options(app).first()).toContainText('Plan history');
});

test('the search of the tickers and of a symbol forgive a typing error and read pinyin', async ({ sharedApp: app }) => {
  const grid = await showScreen(app, 'Futures tickers');
  await expect(dataRows(grid).first()).toBeVisible();
  await app.getByRole('textbox', { name: 'Filter by symbol' }).fill('bars');
  await expect(dataRows(grid).first()).toContainText('币安人生');
  await app.getByRole('textbox', { name: 'Filter by symbol' }).fill('dgoe');
  await expect(dataRows(grid).first()).toContainText('DOGE');

  await showScreen(app, 'Open plans');
  await app.getByRole('combobox', { name: 'Symbol', exact: true }).fill('btc');
  await expect(app.getByRole('option').first()).toHaveText('BTC-USDT');
});

test.describe('in Chinese', () => {
  test.use({ settings: { language: 'zh' } });

  test('the palette reads pinyin initials and English words', async ({ app }) => {
    await openPalette(app);
    for (const [query, first] of [
      ['ykfx', '盈亏分析'],
      ['loss', '盈亏分析'],
      ['亏损', '盈亏分析'],
      ['夜间', '主题：深色'],
    ] as const) {
      await search(app, query);
      await expect(options(app).first().locator('.palette-label'), query).toHaveText(first);
    }
  });
});
