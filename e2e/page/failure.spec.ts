import { startFaultyExchange } from '../../src/demo-exchange/faults/index.ts';
import { stillMarket } from '../still-market.ts';
import { dataRows, expect, test } from '../test.ts';

test.use({ ...stillMarket, settings: { ...stillMarket.settings, screen: 'futures-tickers' } });

test('a stopped exchange shows an error, keeps the rows, and recovers', async ({ app, exchange, exchangeOptions }) => {
  const grid = app.getByRole('grid', { name: /^Futures tickers, / });
  await expect(dataRows(grid).first()).toBeVisible();
  const rows = (await grid.getAttribute('aria-rowcount')) ?? '';
  await exchange.close();
  const failure = app.getByRole('alert');
  await expect(failure).toContainText('Can’t reach the exchange.');
  await expect(failure).toContainText('Showing data from');
  await expect(failure).toHaveCount(1);
  await expect(app.locator('.banner-line')).toHaveCount(0);
  await expect(app.getByRole('banner')).toContainText('Not live');
  await expect(grid).toHaveAttribute('aria-rowcount', rows);
  // The line under the title bar has the whole sentence and its button, and moves what is below it by one line.
  for (const [width, height, lines] of [
    [1440, 900, 1],
    [1024, 700, 2],
  ] as const) {
    await app.setViewportSize({ width, height });
    await expect(failure.getByRole('button', { name: 'Try again' })).toBeInViewport({ ratio: 1 });
    const cut = await failure.evaluate((element) =>
      [element, ...element.querySelectorAll(':not(.visually-hidden)')].filter(
        ({ clientWidth, scrollWidth }) => clientWidth > 0 && scrollWidth > clientWidth,
      ),
    );
    expect(cut).toEqual([]);
    expect((await failure.boundingBox())?.height).toBeLessThanOrEqual(28 * lines);
  }

  const again = await startFaultyExchange({ ...exchangeOptions, port: exchange.port });
  try {
    await expect(failure).toBeHidden();
    await expect(app.getByRole('banner')).not.toContainText('Not live');
  } finally {
    await again.close();
  }
});
