import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type HostProcess, startHostProcess } from '../hosts/browser.ts';
import { expect, showScreen, test, tryAgain } from '../test.ts';

test.use({ exchangeOptions: { orders: 60, plans: 30, ordersPerMinute: 0, requestsPerWindow: 100_000 } });

test('a page says that its program has stopped, continues when it is back, keeps changes of another page, and removes all data', async ({
  chromium,
  dataDirectory,
  exchange,
  environment,
}) => {
  const options = { dataDirectory, exchange: exchange.baseUrl, environment };
  const output: string[] = [];
  const first = await startHostProcess(options);
  const context = await chromium.newContext({ colorScheme: 'dark' });
  const page = await context.newPage();
  let second: HostProcess | null = null;
  try {
    await page.goto(first.url);
    await showScreen(page, 'Order history');
    // The page reads its rows again while they are being downloaded.
    await expect(page.getByRole('region', { name: 'Table status' })).toContainText('complete');
    // The dialogs are loaded in idle time, or with the first of them.
    await page.keyboard.press('Control+,');
    await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
    await page.keyboard.press('Escape');
    await first.stop();
    // The stream of events has ended. The page itself calls nothing here.
    const gone = page.locator('.trouble').getByRole('alert');
    await expect(gone).toHaveText('Orderglass has stopped. Start Orderglass again.');
    await page.keyboard.press('Control+4');
    await expect(page.getByRole('main').locator('.failure')).toContainText('Orderglass has stopped.');

    const refused = page.waitForResponse((response) => response.url().endsWith('/api/events') && !response.ok());
    const port = Number(new URL(first.url).port);
    second = await startHostProcess({ ...options, port, onStderr: (part) => output.push(String(part)) });
    const { url } = second;
    const ended = once(second.process, 'exit');
    const other = await context.newPage();
    await test.step('it receives answers and events again once the browser has a session of the new program', async () => {
      await refused;
      await other.goto(url);
      await showScreen(other, 'Order history');
      await tryAgain(page);
      await expect(gone).toBeHidden();
      await other.keyboard.press('Control+Shift+L');
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    });

    await test.step('both pages change settings at the same time', async () => {
      const { promise: held, resolve: release } = Promise.withResolvers<void>();
      let isHolding = true;
      await page.route('**/api/call', async (route) => {
        const isChange = route.request().postData()?.includes('"changeSettings"');
        if (!isHolding || !isChange) return route.continue();
        const response = await route.fetch();
        await held;
        await route.fulfill({ response });
      });
      const eventArrived = page.evaluate(
        () =>
          new Promise<void>((resolve) => {
            const stream = new EventSource('/api/events');
            stream.onmessage = ({ data }) => {
              if (!String(data).includes('"density":"compact"')) return;
              stream.close();
              resolve();
            };
            stream.onopen = () => document.documentElement.setAttribute('data-subscribed', '');
          }),
      );
      await expect(page.locator('html')).toHaveAttribute('data-subscribed');
      await page.keyboard.press('Control+Shift+L');
      await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark');
      await other.keyboard.press('Control+,');
      const rowHeights = other.getByRole('radiogroup', { name: 'Row height' });
      await rowHeights.getByRole('radio', { name: 'Compact', exact: true }).click();
      await expect(other.locator('html')).toHaveAttribute('data-density', 'compact');
      await eventArrived;
      release();
      await expect(page.locator('html')).toHaveAttribute('data-density', 'compact');
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
      // The route stays: Playwright loses requests that are under way while it takes the last one away.
      isHolding = false;
      await other.close();
    });

    await test.step('the settings remove all data after a question, and the program ends', async () => {
      await writeFile(path.join(dataDirectory, 'other.txt'), 'a file of the user');
      await page.getByRole('button', { name: 'Settings' }).click();
      await page.getByRole('button', { name: 'Remove all data…' }).click();
      const question = page.getByRole('alertdialog');
      await expect(question).toContainText(dataDirectory);
      await expect(question).toContainText('data-folder.lock');
      await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(question).toBeHidden();
      expect(await readdir(dataDirectory)).toContain('data-folder.lock');

      await page.getByRole('button', { name: 'Remove all data…' }).click();
      await question.getByRole('button', { name: 'Remove' }).click();
      await expect(question).toContainText('Orderglass has quit');
      expect(await ended).toEqual([0, null]);
      expect(output.join('')).toContain('Orderglass’ data has been removed.');
      expect(await readdir(dataDirectory)).toEqual(['other.txt']);
      // Its stopped program is no news.
      await page.keyboard.press('Escape');
      await expect(question).toContainText('Orderglass has quit');
    });
  } finally {
    await context.close();
    await first.stop();
    await second?.stop();
  }
});

test('Chromium lacks what Playwright switches off, and the pages of its address bar', async ({ chromium }) => {
  const devTools = await chromium.newBrowserCDPSession();
  const { commandLine } = await devTools.send('SystemInfo.getInfo');
  const [first = [], last] = [...commandLine.matchAll(/--disable-features=(\S+)/g)].map(([, list = '']) =>
    list.split(','),
  );
  expect(first.length).toBeGreaterThan(5);
  expect(last).toEqual(expect.arrayContaining(first));
  const context = await chromium.newContext();
  await (await context.newPage()).goto('data:text/html,');
  const { targetInfos } = await devTools.send('Target.getTargets', { filter: [{}] });
  expect(targetInfos.filter(({ url }) => url.startsWith('chrome://omnibox-popup'))).toEqual([]);
  await context.close();
});

test.describe('with favorites of 80 KB, of which no call may outlive its page', () => {
  const favorites = Array.from({ length: 1900 }, (_, number) => `${'LONG'.repeat(8)}${number}-USDT`);
  const view = { view: 'table', quote: null, shown: 'all' } as const;
  const tickers = { futures: { ...view, favorites }, spot: { ...view, favorites: [] } };
  test.use({ settings: { screen: 'futures-tickers', tickers } });

  test('one more is saved', async ({ app, dataDirectory }) => {
    await app.getByRole('gridcell', { name: 'Not in favorites' }).first().click();
    const saved = async () => JSON.parse(await readFile(path.join(dataDirectory, 'settings.json'), 'utf8'));
    await expect.poll(async () => (await saved()).tickers.futures.favorites).toHaveLength(1901);
  });
});
