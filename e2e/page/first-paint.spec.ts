import type { Page } from '@playwright/test';
import { expect, showScreen, test } from '../test.ts';

/** Makes the answers that the host puts into the page unreadable. */
async function spoilFirstAnswers(app: Page): Promise<void> {
  await app.route(
    ({ pathname }) => pathname === '/',
    async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace('id="first-answers">[', 'id="first-answers">[0,');
      await route.fulfill({ response, body });
    },
  );
}

/** Frame of the page: what the static shell shows, with the place and look of each part. */
function frame(app: Page) {
  return app.evaluate(() => {
    const parts = document.querySelectorAll(
      '.header-product, .header-name, .logo, .header-steps > button, .navigation, .navigation-search, .navigation-search > :not(.navigation-keys), .navigation-title, .navigation-item, .navigation-item > svg',
    );
    return [...parts].map((part) => {
      const { x, y, width, height } = part.getBoundingClientRect();
      const { color, backgroundColor, font, opacity } = getComputedStyle(part);
      return {
        part: part.outerHTML.slice(0, 60),
        text: part.textContent,
        x,
        y,
        width,
        height,
        color,
        backgroundColor,
        font,
        opacity,
      };
    });
  });
}

for (const { name, ...settings } of [
  { language: 'en', theme: 'dark', screen: 'open-plans', name: 'Open plans' },
  { language: 'zh', theme: 'light', screen: 'trades', name: '交易记录' },
] as const) {
  test.describe(() => {
    test.use({ settings });

    test(`the frame is there before the code of the page, in ${settings.language} and ${settings.theme}`, async ({
      app,
    }) => {
      const current = (shell: string) => app.locator(`${shell} .navigation-item[aria-current]`);
      await expect(current('.shell:not([inert])')).toHaveText(name);
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      await app.route('**/assets/*.js', async (route) => {
        await released;
        await route.continue();
      });
      await app.reload({ waitUntil: 'commit' });
      await expect(current('.shell[inert]')).toHaveText(name);
      // The browser paints nothing before its styles.
      await app.waitForFunction(() => document.styleSheets.length > 0);
      await app.evaluate(() => document.fonts.ready);
      // The frame is not for assistive technology, which would lose its place in it.
      await expect(app.getByRole('navigation')).toHaveCount(0);
      const early = await frame(app);

      release();
      await expect(current('.shell:not([inert])')).toHaveText(name);
      const withoutKeys = (part: (typeof early)[number]) => ({
        ...part,
        part: '',
        text: part.text?.replace(/Ctrl.*|⌘.*/, ''),
      });
      expect(early.length).toBeGreaterThan(25);
      expect((await frame(app)).map(withoutKeys)).toEqual(early.map(withoutKeys));
    });
  });
}

test('what the host has put into the page is not requested, unless it may be outdated or is wrong', async ({ app }) => {
  const first = ['readSettings', 'listAccounts', 'readAbout', 'readFileNotices', 'readConnection'];
  const requested: string[] = [];
  await showScreen(app, 'Open plans');
  const other = await app.context().newPage();
  other.on('request', (request) => {
    if (request.url().endsWith('/api/call')) requested.push(JSON.parse(request.postData() ?? '').channel);
  });
  // The page confirms later, in idle time, what may have changed before its first event.
  const early = async (load: () => Promise<unknown>): Promise<string[]> => {
    requested.length = 0;
    await load();
    await other.locator('[data-row-id]').first().waitFor();
    return requested.slice(0, requested.indexOf('readLive')).filter((channel) => first.includes(channel));
  };
  expect(await early(() => other.goto(app.url()))).toEqual([]);
  expect(await early(() => other.reload())).toEqual(expect.arrayContaining(['readSettings', 'listAccounts']));

  await other.goto('about:blank');
  await spoilFirstAnswers(other);
  const wrong = await early(() => other.goto(app.url()));
  expect(wrong).toEqual(expect.arrayContaining(['readSettings', 'listAccounts']));
  await other.close();
});

test.describe(() => {
  test.use({ settings: { screen: 'symbol-rules' } });

  test('a change that is sent when the page goes is in the next page', async ({ app }) => {
    const grid = app.getByRole('grid', { name: /^Trading rules/ });
    await expect(grid.locator('[data-row-id]').first()).toBeVisible();
    const { promise: filled, resolve: onFilled } = Promise.withResolvers<void>();
    // Holds back the changes until the host has filled the next page.
    await app.route('**/api/call', async (route) => {
      if (route.request().postData()?.includes('"changeSettings"')) await filled;
      await route.continue();
    });
    await app.route(
      ({ pathname }) => pathname === '/',
      async (route) => {
        const response = await route.fetch();
        onFilled();
        await route.fulfill({ response });
      },
    );
    await app.getByRole('button', { name: 'Columns' }).click();
    await app.getByRole('checkbox', { name: 'Qty precision' }).click();
    await app.keyboard.press('Escape');
    await app.reload();
    await expect(grid.locator('[data-row-id]').first()).toBeVisible();
    await expect(grid.getByRole('columnheader', { name: 'Qty precision' })).toHaveCount(0);
  });
});
