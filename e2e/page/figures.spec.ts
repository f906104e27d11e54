import { expect, showScreen, test } from '../test.ts';

const digits = '16608.26177661337639196788653752133134300371';
const full = '+16,608.26177661337639196788653752133134300371';

// Without open plans no order is added.
test.use({
  settings: { resultsOf: 'order-history' },
  exchangeOptions: { orders: 40, plans: 0, openPlans: 0, ordersPerMinute: 0, requestsPerWindow: 100_000, timeScale: 0 },
});

test('an amount of money has two decimals, with every digit where the user looks closer or wants so everywhere', async ({
  app,
  exchange,
}) => {
  for (const profit of ['1234.5', '0.00042', '-3', digits]) {
    exchange.addOrder({ symbol: 'BTC-USDT', fields: { profit, status: 3 } });
    exchange.advance(1000);
  }
  const grid = await showScreen(app, 'Order history');
  const cell = grid.locator('[data-position="0"] [data-col="pnl"]');
  const summary = app.getByRole('region', { name: 'Summary' });
  await expect(cell).toHaveText('+16,608.26');

  await test.step('an amount below a cent has its decimal point below those of the others', async () => {
    const pnl = grid.locator('[data-col="pnl"]');
    const cells = ['−3.00', '+0.00042', '+1,234.50'].map((text) => pnl.filter({ hasText: text }).first());
    const points = await Promise.all(
      cells.map((each) =>
        each.evaluate((element) => {
          const [text] = element.childNodes;
          const range = new Range();
          range.setStart(text as Text, (text?.textContent ?? '').indexOf('.'));
          range.setEnd(text as Text, range.startOffset + 1);
          return range.getBoundingClientRect().left;
        }),
      ),
    );
    const [first = 0, ...others] = points;
    for (const left of others) expect(Math.abs(left - first)).toBeLessThan(1);
  });

  await test.step('the tooltip, the details, the copy and screen readers have every digit', async () => {
    await expect(cell).toHaveAccessibleName(`+16,608.26, exactly ${full}`);
    await cell.hover();
    await expect(app.getByRole('tooltip')).toHaveText(full);
    await cell.click();
    const details = app.getByRole('complementary', { name: 'Details' });
    await expect(details.locator('[data-field="pnl"] .figure')).toHaveAttribute('title', full);
    await app.evaluate(() => {
      document.addEventListener('copy', ({ clipboardData }) => {
        document.body.dataset.copied = clipboardData?.getData('text/plain') ?? '';
      });
    });
    await grid.press('Control+C');
    await expect(app.locator('body')).toHaveAttribute('data-copied', digits);
    await grid.press('Escape');
  });

  await test.step('the sum of the selected rows is exact', async () => {
    await grid.press('Control+Home');
    await grid.press('Shift+Space');
    const status = app.getByRole('status');
    await expect(status).toContainText(`PnL ${full} USDT · 1 row selected`);
    await grid.press('Escape');
    await expect(status).toHaveText('');
  });

  await test.step('the sums have two decimals, with every digit in the tooltip', async () => {
    const best = summary.locator('.figure', { hasText: full });
    await expect(best).toHaveAttribute('title', full);
    await expect(best.locator('[aria-hidden]')).toHaveText('+16,608.26');
    await app.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name: 'PnL analysis' }).click();
    const total = app.locator('.results-totals strong .figure');
    await expect(total.locator('[aria-hidden]')).toHaveText(/^[+−][\d,]+\.\d\d USDT$/);
    await expect(total).toHaveAttribute('title', /^[+−][\d,]+\.\d{38} USDT$/);
  });

  await test.step('figures are exact everywhere, if the user wants so', async () => {
    await showScreen(app, 'Order history');
    await app.getByRole('button', { name: 'Settings' }).click();
    await app.getByRole('radiogroup', { name: 'Figures' }).getByRole('radio', { name: 'Exact everywhere' }).click();
    await app.getByRole('button', { name: 'Close' }).click();
    await expect(cell).toHaveText(full);
    await expect(cell).not.toHaveAttribute('aria-label');
    await expect(summary).toContainText(`highest ${full}`);
  });
});
