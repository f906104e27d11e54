import type { Locator, Page } from '@playwright/test';
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

async function expectFirst(app: Page, query: string, label: string): Promise<void> {
  await search(app, query);
  await expect(options(app).first().locator('.palette-label'), query).toHaveText(label);
}

test('the palette finds the most liquid symbol first, forgives a typing error, and knows other words and what was chosen most', async ({
  sharedApp: app,
}) => {
  await openPalette(app);
  await expectFirst(app, 'btc', 'BTC-USDT');
  await expectFirst(app, 'bct', 'BTC-USDT');
  await expectFirst(app, 'dodge', 'DOGE-USDT');
  await expectFirst(app, 'bars', '币安人生-USDT');
  await expectFirst(app, 'histroy', 'Order history');
  await expectFirst(app, 'csv', 'Export to file');
  await expectFirst(app, 'loss', 'PnL analysis');
  await expectFirst(app, 'night', 'Theme: Dark');

  for (const screen of ['Plan history', 'Plan history', 'Order history']) {
    await search(app, screen);
    await app.keyboard.press('Enter');
    await expect(app.getByRole('grid', { name: new RegExp(`^${screen}`) })).toBeVisible();
    await openPalette(app);
  }
  await search(app, 'history');
  await expect(options(app).first()).toContainText('Plan history');

  await test.step('the search of the tickers and of a symbol forgive a typing error and read pinyin', async () => {
    await app.keyboard.press('Escape');
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

  await test.step('in Chinese, the palette reads pinyin initials and English words', async () => {
    await app.keyboard.press('Escape');
    await openPalette(app);
    await search(app, '简体中文');
    await app.keyboard.press('Enter');
    await expect(app.locator('html')).toHaveAttribute('lang', 'zh-Hans');
    await openPalette(app);
    await expectFirst(app, 'ykfx', '盈亏分析');
    await expectFirst(app, 'loss', '盈亏分析');
    await expectFirst(app, '亏损', '盈亏分析');
    await expectFirst(app, '夜间', '主题：深色');
  });
});
