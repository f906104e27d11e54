import type { Page } from '@playwright/test';
import { stillMarket } from '../still-market.ts';
import { expect, test } from '../test.ts';

test.use({ ...stillMarket, settings: { ...stillMarket.settings, screen: 'futures-tickers' } });

/** Milliseconds between two checks of a page on the one that has the stream (`shared-events.ts`). */
const checkIntervalMs = 5000;

/**
 * Keeps the checks of a page on the one that has the stream until `check` runs them: on a busy machine, that page would not respond between
 * two of them and lose the stream, as it should.
 */
function holdChecks(interval: number): void {
  const start = window.setInterval;
  const held: TimerHandler[] = [];
  window.setInterval = ((run: TimerHandler, ms?: number) =>
    ms === interval ? held.push(run) : start(run, ms)) as typeof window.setInterval;
  Object.assign(window, { held });
}

/** Returns once a page of the browser has the stream. */
function streamIsOpen(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const channel = new BroadcastChannel('orderglass-events');
    channel.onmessage = ({ data }: MessageEvent<{ stream?: string | null }>) => data.stream && resolve();
    channel.postMessage('is the stream open?');
    await promise;
    channel.close();
  });
}

/** Returns once the page has checked; `answered`: and once it has the answer of the page that has the stream. */
async function check(page: Page, answered: boolean): Promise<void> {
  await page.evaluate(async (isAwaited) => {
    const { held } = window as unknown as { held: (() => void)[] };
    if (held.length === 0) throw new Error('The page makes no checks.');
    const { promise, resolve } = Promise.withResolvers<void>();
    const channel = new BroadcastChannel('orderglass-events');
    channel.onmessage = ({ data }: MessageEvent<{ stream?: string | null }>) => data.stream && resolve();
    for (const run of held) run();
    if (isAwaited) await promise;
    channel.close();
  }, answered);
}

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
  // The first page may have read that price before it opened the stream.
  await streamIsOpen(app);
  streams.length = 0;
  while (pages.length < 7) {
    const page = await app.context().newPage();
    await page.addInitScript(holdChecks, checkIntervalMs);
    await page.goto(app.url());
    pages.push(page);
  }
  const [last = app] = pages.slice(-1);
  await expectPrice('80,002.0');
  expect(streams).toHaveLength(0);

  await test.step('a page that responds keeps the stream', async () => {
    await check(last, true);
    await check(last, true);
    await expectPrice('80,003.0');
    expect(streams).toHaveLength(0);
  });

  await test.step('the next page opens the stream once the first is closed', async () => {
    await pages.shift()?.close();
    await expectPrice('80,004.0');
    expect(streams).toHaveLength(1);
  });

  await test.step('a visible page takes the stream from one that no longer responds', async () => {
    await streams[0]?.evaluate(() => {
      // A page that hangs has the lock and does not answer.
      void navigator.locks.request('orderglass-events', { steal: true }, () => new Promise(() => {}));
    });
    await check(last, false);
    expect(streams).toHaveLength(1);
    await check(last, false);
    await expect.poll(() => streams.length).toBeGreaterThan(1);
    expect(streams.indexOf(last)).toBe(1);
    await expectPrice('80,005.0');
    expect(streams).toHaveLength(2);
  });
});
