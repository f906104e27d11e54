import type { Page } from '@playwright/test';
import { stillMarket } from '../still-market.ts';
import { expect, test } from '../test.ts';

test.use({ ...stillMarket, settings: { ...stillMarket.settings, screen: 'futures-tickers' } });

test('seven pages show live data over one connection, also after the page that has it is closed or hangs', async ({
  app,
  exchange,
}) => {
  const pages = [app];
  /** The pages that have opened the stream. */
  const streams: Page[] = [];
  app.context().on('request', (request) => {
    if (request.url().endsWith('/api/events')) streams.push(request.frame().page());
  });
  const expectPrice = async (price: string): Promise<void> => {
    exchange.setPrice('BTC-USDT', price.replace(',', ''));
    for (const page of pages) {
      const grid = page.getByRole('grid', { name: /^Futures tickers, / });
      await expect(grid.locator('[data-row-id="BTC-USDT"] [data-col="last"]')).toHaveText(price);
    }
  };
  await expectPrice('80,001.0');
  while (pages.length < 7) {
    const page = await app.context().newPage();
    await page.clock.install();
    await page.goto(app.url());
    pages.push(page);
  }
  await expectPrice('80,002.0');
  expect(streams).toEqual([]);

  await test.step('the next page opens the stream once the first is closed', async () => {
    await pages.shift()?.close();
    await expectPrice('80,003.0');
    expect(streams).toHaveLength(1);
  });

  await test.step('a visible page takes the stream from one that no longer responds', async () => {
    await streams[0]?.evaluate(() => {
      // A page that hangs has the lock and does not answer.
      void navigator.locks.request('orderglass-events', { steal: true }, () => new Promise(() => {}));
    });
    const last = pages.at(-1);
    await expect
      .poll(
        async () => {
          await last?.clock.fastForward(5000);
          return streams.length;
        },
        { intervals: [1000] },
      )
      .toBeGreaterThan(1);
    await expectPrice('80,004.0');
  });
});
