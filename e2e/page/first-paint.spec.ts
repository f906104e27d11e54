import type { Page } from '@playwright/test';
import { spoilFirstAnswers } from '../first-answers.ts';
import { expect, showScreen, test } from '../test.ts';

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

test('what the host has put into the page is not requested, and a wrong part of it is', async ({ app }) => {
  const first = ['readSettings', 'listAccounts', 'readAbout', 'readFileNotices', 'readConnection'];
  const requested: string[] = [];
  app.on('request', (request) => {
    if (request.url().endsWith('/api/call')) requested.push(JSON.parse(request.postData() ?? '').channel);
  });
  await showScreen(app, 'Open plans');
  // The page confirms later, in idle time, what may have changed before its first event.
  const early = async (): Promise<string[]> => {
    requested.length = 0;
    await app.reload();
    await app.locator('[data-row-id]').first().waitFor();
    return requested.slice(0, requested.indexOf('readLive'));
  };
  expect((await early()).filter((channel) => first.includes(channel))).toEqual([]);

  await spoilFirstAnswers(app);
  expect(await early()).toEqual(expect.arrayContaining(['readSettings', 'listAccounts']));
});
