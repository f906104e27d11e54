import type { Locator } from '@playwright/test';
import { dataRows, expect, showScreen, test } from './test.ts';

test.use({ exchangeOptions: { orders: 3000, plans: 300, ordersPerMinute: 0, requestsPerWindow: 100_000 } });

/** Scrolls down a screen at a time, as a reader would, and answers every row id that was drawn at each position. */
async function readToTheEnd(grid: Locator): Promise<Map<number, string>> {
  const seen = new Map<number, string>();
  await expect(async () => {
    const rows = await dataRows(grid).evaluateAll((elements) =>
      elements.map(({ dataset }) => [Number(dataset.position), dataset.rowId ?? ''] as const),
    );
    for (const [position, id] of rows) seen.set(position, id);
    const atEnd = await grid.evaluate(async (element) => {
      const end = element.scrollTop + element.clientHeight >= element.scrollHeight - 1;
      element.scrollTop += element.clientHeight - 100;
      // What is read next is what a reader would have seen: the frame after the scroll.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      return end;
    });
    expect(atEnd && (await grid.page().getByText('complete: the exchange has nothing older').isVisible())).toBe(true);
  }).toPass({ timeout: 60_000, intervals: [30] });
  return seen;
}

test('scrolling reaches the last of 3,000 orders, each exactly once', async ({ app }) => {
  test.setTimeout(90_000);
  const grid = await showScreen(app, 'Order history');
  await expect(dataRows(grid).first()).toBeVisible();
  const seen = await readToTheEnd(grid);
  await expect(app.getByRole('region', { name: 'State of the table' })).toContainText(/\b3,0\d\d rows/);
  const rowCount = Number(await grid.getAttribute('aria-rowcount')) - 1;
  expect(rowCount).toBeGreaterThanOrEqual(3000);
  expect([...seen.keys()].sort((a, b) => a - b)).toEqual(Array.from({ length: rowCount }, (_, position) => position));
  expect(new Set(seen.values()).size).toBe(rowCount);
});

test('a new order comes in on top and leaves the row under the eyes where it is', async ({ app, exchange }) => {
  const grid = await showScreen(app, 'Order history');
  await expect(dataRows(grid).first()).toBeVisible();
  const firstId = await dataRows(grid).first().getAttribute('data-row-id');

  await grid.evaluate((element) => {
    element.scrollTop = 40 * 28;
  });
  const marked = grid.locator('[data-position="45"]');
  await expect(marked).toBeVisible();
  const id = await marked.getAttribute('data-row-id');
  const place = (await marked.boundingBox())?.y;

  exchange.addOrder({ symbol: 'BTC-USDT' });
  await app.getByRole('button', { name: 'Refresh' }).click();
  await expect(grid.locator(`[data-row-id="${id}"]`)).toHaveAttribute('data-position', '46');
  expect((await grid.locator(`[data-row-id="${id}"]`).boundingBox())?.y).toBeCloseTo(place ?? 0, 0);

  await grid.evaluate((element) => {
    element.scrollTop = 0;
  });
  await expect(grid.locator('[data-position="1"]')).toHaveAttribute('data-row-id', firstId ?? '');
});
