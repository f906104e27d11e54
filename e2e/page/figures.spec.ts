import type { Locator, Page } from '@playwright/test';
import { columnTexts, dataRows, expect, showScreen, test } from '../test.ts';

const digits = '16608.26177661337639196788653752133134300371';
const full = '+16,608.26177661337639196788653752133134300371';

/** Reloads the history with one more order, whose PnL has 38 decimal places. Returns its PnL cell. */
async function showLongPnl(app: Page): Promise<{ grid: Locator; cell: Locator }> {
  const grid = await showScreen(app, 'Order history');
  await app.getByRole('button', { name: 'Refresh' }).click();
  const cell = grid.locator('[data-position="0"] [data-col="pnl"]');
  await expect(cell).toHaveText('+16,608.26');
  return { grid, cell };
}

test.use({
  exchangeOptions: { orders: 40, plans: 0, ordersPerMinute: 0, requestsPerWindow: 100_000, timeScale: 0 },
});

test.describe('an amount of money', () => {
  test.beforeEach(async ({ app, exchange }) => {
    await showScreen(app, 'Order history');
    exchange.addOrder({ symbol: 'BTC-USDT', fields: { profit: digits, status: 3 } });
  });

  test('has two decimals in the table, and every digit in the tooltip, the details, the copy and for screen readers', async ({
    app,
  }) => {
    const { grid, cell } = await showLongPnl(app);
    await expect(cell).toHaveAccessibleName(`+16,608.26, exactly ${full}`);
    await cell.hover();
    await expect(cell).toHaveAttribute('title', full);

    await cell.click();
    const details = app.getByRole('complementary', { name: 'Details' });
    await expect(details.locator('[data-field="pnl"] dd')).toHaveText(full);

    await app.evaluate(() => {
      document.addEventListener('copy', ({ clipboardData }) => {
        document.body.dataset.copied = clipboardData?.getData('text/plain') ?? '';
      });
    });
    await grid.press('Control+C');
    await expect(app.locator('body')).toHaveAttribute('data-copied', digits);
  });

  test('has two decimals in the sums, with every digit in the tooltip', async ({ app }) => {
    await showLongPnl(app);
    const summary = app.getByRole('region', { name: 'Summary' });
    const best = summary.locator('.figure', { hasText: full });
    await expect(best).toHaveAttribute('title', full);
    await expect(best.locator('[aria-hidden]')).toHaveText('+16,608.26');

    await app.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name: 'PnL analysis' }).click();
    const total = app.locator('.results-totals strong .figure');
    await expect(total.locator('[aria-hidden]')).toHaveText(/^[+-][\d,]+\.\d\d USDT$/);
    await expect(total).toHaveAttribute('title', /^[+-][\d,]+\.\d{38} USDT$/);
  });

  test('is exact everywhere, if the user wants so', async ({ app }) => {
    const { cell } = await showLongPnl(app);
    await app.getByRole('button', { name: 'Settings' }).click();
    await app.getByRole('radiogroup', { name: 'Figures' }).getByRole('radio', { name: 'Exact everywhere' }).click();
    await app.getByRole('button', { name: 'Close' }).click();
    await expect(cell).toHaveText(full);
    await expect(cell).not.toHaveAttribute('aria-label');
    await expect(app.getByRole('region', { name: 'Summary' })).toContainText(`best ${full}`);
  });

  test('is summed exactly over the selected rows', async ({ app }) => {
    const { grid } = await showLongPnl(app);
    await grid.press('ArrowDown');
    await grid.press('Shift+Space');
    const status = app.getByRole('status');
    await expect(status).toContainText(`PnL ${full} USDT · 1 row selected`);
    await grid.press('Escape');
    await expect(status).toHaveText('');
  });
});

test('an amount below a cent has its decimal point below those of the others', async ({ app, exchange }) => {
  for (const profit of ['1234.5', '0.00042', '-3'])
    exchange.addOrder({ symbol: 'BTC-USDT', fields: { profit, status: 3 } });
  const grid = await showScreen(app, 'Order history');
  const pnl = grid.locator('[data-col="pnl"]');
  const cells = ['-3.00', '+0.00042', '+1,234.50'].map((text) => pnl.filter({ hasText: text }).first());
  const points = (): Promise<number[]> =>
    Promise.all(
      cells.map((cell) =>
        cell.evaluate((element) => {
          const [text] = element.childNodes;
          const range = new Range();
          range.setStart(text as Text, (text?.textContent ?? '').indexOf('.'));
          range.setEnd(text as Text, range.startOffset + 1);
          return range.getBoundingClientRect().left;
        }),
      ),
    );
  const [first = 0, ...others] = await points();
  for (const left of others) expect(Math.abs(left - first)).toBeLessThan(1);
});

test('large figures are abbreviated, and the decimals of a column are below each other', async ({ app }) => {
  const grid = await showScreen(app, 'Futures tickers');
  await expect(dataRows(grid).first()).toBeVisible();
  const turnover = await columnTexts(grid, 'turnover');
  expect(turnover.filter((text) => !/^([\d,]+\.\d{1,2}[TBMK]|[\d,]{1,3}(\.\d{1,2})?)$/.test(text))).toEqual([]);
  const cell = grid.locator('[data-position="0"] [data-col="turnover"]');
  await expect(cell).toHaveAccessibleName(/^[\d.]+[BM], exactly [\d,]{9,}(\.\d+)?$/);
  const style = await cell.evaluate((element) => getComputedStyle(element).fontVariantNumeric);
  expect(style).toBe('tabular-nums');
});
