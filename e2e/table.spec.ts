import { columnTexts, dataRows, expect, showScreen, test } from './test.ts';

const asNumber = (text: string): number => Number(text.replace(/[+,…]/g, ''));

test('sorting says what it covers, covers the rest on demand, and is exact', async ({ app }) => {
  const grid = await showScreen(app, 'Order history');
  await expect(dataRows(grid).first()).toBeVisible();
  const state = app.getByRole('region', { name: 'State of the table' });

  await grid.getByRole('columnheader', { name: 'PnL' }).click();
  await expect(grid.getByRole('columnheader', { name: 'PnL' })).toHaveAttribute('aria-sort', 'descending');
  await expect(state).toContainText(/sorted over the \d+ loaded rows only/);
  const descending = (await columnTexts(grid, 'pnl')).map(asNumber);
  expect(descending).toEqual([...descending].sort((a, b) => b - a));

  await state.getByRole('button', { name: 'Load the rest' }).click();
  await expect(state).toContainText('complete');
  await expect(state).not.toContainText('sorted over');
  const all = (await columnTexts(grid, 'pnl')).map(asNumber);
  expect(all[0]).toBeGreaterThanOrEqual(descending[0] ?? 0);
  expect(all).toEqual([...all].sort((a, b) => b - a));

  await grid.getByRole('columnheader', { name: 'PnL' }).click();
  await expect(grid.getByRole('columnheader', { name: 'PnL' })).toHaveAttribute('aria-sort', 'ascending');
  await grid.getByRole('columnheader', { name: 'PnL' }).click();
  await expect(grid.getByRole('columnheader', { name: 'PnL' })).toHaveAttribute('aria-sort', 'none');
});

test('a row opens every field and the row as it was received', async ({ app }) => {
  const grid = await showScreen(app, 'Order history');
  await dataRows(grid).nth(2).click();
  const details = app.getByRole('complementary', { name: 'Details' });
  await expect(details).toBeVisible();
  for (const field of ['Created', 'Symbol', 'Price', 'Filled', 'PnL', 'Status', 'Order ID']) {
    await expect(details.locator('dt', { hasText: field }).first()).toBeVisible();
  }
  const raw = JSON.parse((await details.locator('pre').textContent()) ?? '') as Record<string, unknown>;
  expect(Object.keys(raw)).toEqual(
    expect.arrayContaining(['order_id', 'ctime', 'deal_amount', 'profit', 'lever_rate']),
  );
  await expect(details.locator('[data-field="id"] dd span')).toHaveText(String(raw.order_id));
  await app.getByRole('button', { name: 'Close the details' }).click();
  await expect(details).toBeHidden();
});

test('the keyboard reaches everything', async ({ app }) => {
  const grid = await showScreen(app, 'Futures tickers');
  await expect(dataRows(grid).first()).toBeVisible();
  await grid.focus();
  await app.keyboard.press('ArrowDown');
  await app.keyboard.press('ArrowDown');
  await app.keyboard.press('ArrowRight');
  await expect(grid.locator('[data-active]')).toHaveAttribute('data-col', 'last');
  await expect(grid.locator('[data-position="1"] [data-active]')).toHaveCount(1);

  await app.keyboard.press('Control+End');
  const last = Number(await grid.getAttribute('aria-rowcount')) - 2;
  await expect(grid.locator(`[data-position="${last}"] [data-active]`)).toBeInViewport();
  await app.keyboard.press('PageUp');
  await app.keyboard.press('Home');
  await expect(grid.locator('[data-active]')).toHaveAttribute('data-col', 'symbol');
  await app.keyboard.press('Control+Home');
  await expect(grid.locator('[data-position="0"] [data-active]')).toBeInViewport();

  await app.keyboard.press('Enter');
  const details = app.getByRole('complementary', { name: 'Details' });
  await expect(details).toBeVisible();
  const first = await details.getByRole('heading', { level: 2 }).textContent();
  await app.keyboard.press('ArrowDown');
  await expect(details.getByRole('heading', { level: 2 })).not.toHaveText(first ?? '');
  await app.keyboard.press('Escape');
  await expect(details).toBeHidden();

  await app.keyboard.press('ArrowUp');
  await app.keyboard.press('ArrowUp');
  await app.keyboard.press('Enter');
  await expect(grid.getByRole('columnheader', { name: 'Symbol' })).toHaveAttribute('aria-sort', 'ascending');
});

test('a cell is copied to the last digit', async ({ app }) => {
  const grid = await showScreen(app, 'Futures tickers');
  await expect(dataRows(grid).first()).toBeVisible();
  await app.evaluate(() => {
    document.addEventListener('copy', (event) => {
      document.documentElement.dataset.copied = event.clipboardData?.getData('text/plain') ?? '';
    });
  });
  await grid.focus();
  await app.keyboard.press('ArrowDown');
  await app.keyboard.press('Control+c');
  const symbol = (await columnTexts(grid, 'symbol'))[0] ?? '';
  await expect(app.locator('html')).toHaveAttribute('data-copied', symbol);
  await expect(app.getByRole('status')).toContainText(`Copied ${symbol}`);
});

test('widths, order and visibility of columns stay', async ({ app }) => {
  const grid = await showScreen(app, 'Symbol rules');
  const header = grid.getByRole('columnheader', { name: 'Symbol' });
  const before = (await header.boundingBox())?.width ?? 0;
  const border = await header.locator('.table-head-border').boundingBox();
  if (!border) throw new Error('The header has no border to drag.');
  await app.mouse.move(border.x + 4, border.y + 8);
  await app.mouse.down();
  await app.mouse.move(border.x + 84, border.y + 8, { steps: 4 });
  await app.mouse.up();
  await expect.poll(async () => (await header.boundingBox())?.width).toBeCloseTo(before + 80, -1);
  await expect(header).toHaveAttribute('aria-sort', 'none');

  await app.getByRole('button', { name: 'Columns' }).click();
  await app.getByRole('checkbox', { name: 'Max price' }).click();
  await app.getByRole('button', { name: 'Move Min price to the front' }).click();
  await app.keyboard.press('Escape');
  await expect(grid.getByRole('columnheader', { name: 'Max price' })).toBeHidden();
  await expect(grid.getByRole('columnheader').nth(1)).toContainText('Min price');

  await showScreen(app, 'Spot tickers');
  await app.reload();
  await showScreen(app, 'Symbol rules');
  await expect(grid.getByRole('columnheader', { name: 'Max price' })).toBeHidden();
  await expect(grid.getByRole('columnheader').nth(1)).toContainText('Min price');
  expect((await header.boundingBox())?.width).toBeCloseTo(before + 80, -1);
});
