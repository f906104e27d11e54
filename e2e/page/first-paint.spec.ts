import type { Page } from '@playwright/test';
import { expect, test } from '../test.ts';

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

// Not the defaults, which a frame could have without the settings.
test.use({ settings: { language: 'zh', theme: 'light' } });

test('the frame is there before the code of the page, what the host has put into the page is not requested, unless it may be outdated, and a change that is sent when the page goes is in the next one', async ({
  sharedApp: app,
}) => {
  const grid = app.getByRole('treegrid', { name: '当前计划委托，模拟账户' });
  const row = grid.locator('[data-row-id]').first();
  const current = (shell: string) => app.locator(`${shell} .navigation-item[aria-current]`);
  const requested: string[] = [];
  app.on('request', (request) => {
    if (request.url().endsWith('/api/call')) requested.push(JSON.parse(request.postData() ?? '').channel);
  });
  const isOfHost = new Set(['readSettings', 'listAccounts', 'readAbout', 'readFileNotices', 'readConnection']);
  /** Calls of what the host puts into the page, until the page reads its rows. The page confirms them later, in idle time. */
  const early = (): string[] => {
    expect(requested).toContain('readLive');
    return requested.slice(0, requested.indexOf('readLive')).filter((channel) => isOfHost.has(channel));
  };
  await expect(row).toBeVisible();
  const header = grid.getByRole('columnheader', { name: '最新价' });
  await expect(header).toHaveCount(1);

  await test.step('a reload shows the frame first, and the change that was being sent', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: filled, resolve: onFilled } = Promise.withResolvers<void>();
    // Holds back the change until the host has filled the next page, and the code of that page until its frame was seen.
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
    await app.route('**/assets/*.js', async (route) => {
      await released;
      await route.continue();
    });
    await app.getByRole('button', { name: '列设置', exact: true }).click();
    await app.getByRole('checkbox', { name: '最新价' }).click();
    await app.keyboard.press('Escape');
    requested.length = 0;
    await app.reload({ waitUntil: 'commit' });
    await expect(current('.shell[inert]')).toHaveText('当前计划委托');
    // The browser paints nothing before its styles.
    await app.waitForFunction(() => document.styleSheets.length > 0);
    await app.evaluate(() => document.fonts.ready);
    // The frame is not for assistive technology, which would lose its place in it.
    await expect(app.getByRole('navigation')).toHaveCount(0);
    const before = await frame(app);

    release();
    await expect(current('.shell:not([inert])')).toHaveText('当前计划委托');
    const withoutKeys = (part: (typeof before)[number]) => ({
      ...part,
      part: '',
      text: part.text?.replace(/Ctrl.*|⌘.*/, ''),
    });
    expect(before.length).toBeGreaterThan(25);
    expect((await frame(app)).map(withoutKeys)).toEqual(before.map(withoutKeys));
    await expect(row).toBeVisible();
    await expect(header).toHaveCount(0);
    expect(early()).toEqual(expect.arrayContaining(['readSettings', 'listAccounts']));
  });

  const address = app.url();
  await app.goto('about:blank');
  await app.unrouteAll({ behavior: 'wait' });
  requested.length = 0;
  await app.goto(address);
  await expect(row).toBeVisible();
  expect(early()).toEqual([]);
});
