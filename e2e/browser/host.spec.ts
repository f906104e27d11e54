import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startHostProcess } from '../hosts/browser.ts';
import { expect, showScreen, test } from '../test.ts';

test('a page says that its program has stopped and continues when it is back, and keeps changes of another page', async ({
  sharedApp: app,
}) => {
  await showScreen(app, 'Order history');
  // The page reads its rows again while they are being downloaded.
  await expect(app.getByRole('region', { name: 'Table status' })).toContainText('complete');
  await app.route('**/api/call', (route) => route.abort());
  // Another screen calls the program. A call of the page itself may come first, and takes the fields of this one away.
  await app.keyboard.press('Control+4');
  await expect(app.getByRole('alert')).toContainText('Orderglass has stopped.');
  await app.unroute('**/api/call');
  await app.getByRole('button', { name: 'Try again' }).click();
  await expect(app.getByRole('alert')).toBeHidden();

  // Both pages change settings at the same time.
  const other = await app.context().newPage();
  await other.goto(app.url());
  await showScreen(other, 'Order history');
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await app.route('**/api/call', async (route) => {
    const isChange = route.request().postData()?.includes('"changeSettings"');
    const response = await route.fetch();
    if (isChange) await held;
    await route.fulfill({ response });
  });
  const eventArrived = app.evaluate(
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
  await expect(app.locator('html')).toHaveAttribute('data-subscribed');
  await app.keyboard.press('Control+Shift+L');
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'light');
  await other.keyboard.press('Control+Shift+D');
  await expect(other.locator('html')).toHaveAttribute('data-density', 'compact');
  await eventArrived;
  release();
  await expect(app.locator('html')).toHaveAttribute('data-density', 'compact');
  await expect(app.locator('html')).toHaveAttribute('data-theme', 'light');
  await other.close();
});

test('an open page receives events again after a restart of the program', async ({
  chromium,
  dataDirectory,
  exchange,
  environment,
}) => {
  const options = { dataDirectory, exchange: exchange.baseUrl, environment };
  const first = await startHostProcess(options);
  const context = await chromium.newContext();
  const page = await context.newPage();
  try {
    await page.goto(first.url);
    await showScreen(page, 'Order history');
    await first.stop();
    const refused = page.waitForResponse((response) => response.url().endsWith('/api/events') && !response.ok());
    const second = await startHostProcess({ ...options, port: Number(new URL(first.url).port) });
    try {
      await refused;
      const other = await context.newPage();
      await other.goto(second.url);
      await showScreen(other, 'Order history');
      await other.keyboard.press('Control+Shift+L');
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
      await other.keyboard.press('Control+Shift+L');
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    } finally {
      await second.stop();
    }
  } finally {
    await context.close();
    await first.stop();
  }
});

test('each file that cannot be used is named until the user has confirmed it', async ({ sharedApp: app }) => {
  const notices = ['old-settings', 'old-alerts-1', 'old-alerts-2'].map((backupName) => ({
    what: backupName === 'old-settings' ? 'settings' : 'alerts',
    problem: 'damaged',
    backupName,
  }));
  const later = { what: 'accounts', problem: 'other-version', backupName: null };
  await app.route('**/api/call', (route) =>
    route.request().postData()?.includes('"readFileNotices"')
      ? route.fulfill({ json: { ok: true, data: [...notices, later] } })
      : route.fallback(),
  );
  await app.reload();
  const lines = app.locator('.banner-line').filter({ hasText: 'old-' });
  await expect(lines).toContainText(['old-settings', 'old-alerts-1', 'old-alerts-2']);
  // The lines unfold under the pointer.
  await app.locator('.bars').hover();
  await lines.nth(1).getByRole('button', { name: 'Got it' }).click();
  await expect(lines).toContainText(['old-settings', 'old-alerts-2']);
  const left = app.locator('.banner-line').filter({ hasText: 'Another version of Orderglass wrote accounts.json' });
  await left.getByRole('button', { name: 'Got it' }).click();
  await expect(left).toHaveCount(0);
});

test('the settings remove all data after a question, and the program ends', async ({
  chromium,
  dataDirectory,
  exchange,
  environment,
}) => {
  const output: string[] = [];
  const options = { dataDirectory, exchange: exchange.baseUrl, environment };
  const program = await startHostProcess({ ...options, onStderr: (chunk) => output.push(String(chunk)) });
  const ended = once(program.process, 'exit');
  const context = await chromium.newContext();
  const page = await context.newPage();
  try {
    await writeFile(path.join(dataDirectory, 'other.txt'), 'a file of the user');
    await page.goto(program.url);
    await showScreen(page, 'Order history');
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
  } finally {
    await context.close();
    await program.stop();
  }
});
