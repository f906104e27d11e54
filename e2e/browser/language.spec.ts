import { startHostProcess } from '../hosts/browser.ts';
import { expect, test } from '../test.ts';

test('the language of the browser is the program’s from the start if supported', async ({
  chromium,
  sharedApp: app,
}) => {
  const storageState = await app.context().storageState();
  for (const [locale, heading, language] of [
    ['zh-TW', '当前计划委托，模拟账户', 'zh-Hans'],
    ['de-DE', 'Open plans, Demo account', 'en'],
  ] as const) {
    const context = await chromium.newContext({ locale, storageState });
    try {
      const page = await context.newPage();
      await page.goto(app.url());
      await expect(page.getByRole('grid', { name: heading })).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('lang', language);
    } finally {
      await context.close();
    }
  }
});

test('pages outside the program use the language of the system, then the selected one', async ({
  chromium,
  dataDirectory,
  exchange,
  environment,
}) => {
  const host = await startHostProcess({
    dataDirectory,
    exchange: exchange.baseUrl,
    environment: { ...environment, LC_ALL: 'zh_CN.UTF-8' },
  });
  const context = await chromium.newContext();
  const stranger = await chromium.newContext();
  try {
    const { origin } = new URL(host.url);
    const other = await stranger.newPage();
    await other.goto(origin);
    await expect(other.getByRole('heading', { name: '链接不完整' })).toBeVisible();
    await expect(other.locator('html')).toHaveAttribute('lang', 'zh-Hans');

    const page = await context.newPage();
    await page.goto(host.url);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('radio', { name: 'English' }).click();
    await expect(async () => {
      await other.reload();
      await expect(other.getByRole('heading', { name: 'The link is incomplete' })).toBeVisible({ timeout: 500 });
    }).toPass();
  } finally {
    await context.close();
    await stranger.close();
    await host.stop();
  }
});
