import type { Locator, Page } from '@playwright/test';
import { openAccounts } from '../accounts-dialog.ts';
import { expect, test } from '../test.ts';

/** The size of a window of 1440 x 900 at 200% zoom. */
const viewport = { width: 720, height: 450 };

const screens = [
  'Open plans',
  'Order history',
  'Plan history',
  'Trades',
  'PnL analysis',
  'Futures tickers',
  'Spot tickers',
  'Trading rules',
];

/** Returns the names of controls outside the window, and 'the page' if the page scrolls sideways. */
function outside(app: Page, region: string): Promise<string[]> {
  return app.evaluate((region) => {
    const page = document.documentElement;
    const controls = [...document.querySelectorAll<HTMLElement>(region)].flatMap((element) => [
      ...element.querySelectorAll<HTMLElement>('button, input, [role="radio"], [role="combobox"]'),
    ]);
    const cut = controls.filter((control) => {
      const { left, right, width } = control.getBoundingClientRect();
      return width > 1 && (left < 0 || right > window.innerWidth);
    });
    const names = cut.map((control) => control.getAttribute('aria-label') ?? control.textContent ?? '');
    return page.scrollWidth > window.innerWidth ? ['the page', ...names] : names;
  }, region);
}

async function expectToFit(dialog: Locator): Promise<void> {
  await expect(dialog).toBeVisible();
  const box = await dialog.boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect(box?.y).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(viewport.width);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(viewport.height);
}

test('at 200% zoom no screen scrolls sideways, all its tools are reachable, and every dialog fits', async ({
  sharedApp: app,
}) => {
  await app.setViewportSize(viewport);
  for (const name of screens) {
    await app.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name }).click();
    await expect(app.getByRole('region', { name, exact: true }).getByRole('toolbar').first()).toBeVisible();
    expect(await outside(app, '.toolbar, .header, .navigation, .status'), name).toEqual([]);
  }

  const dialogs: [name: string, keys: string][] = [
    ['Activity', 'a'],
    ['Alerts', 'Control+i'],
    ['Keyboard shortcuts', 'Control+/'],
    ['Settings', 'Control+,'],
  ];
  for (const [name, keys] of dialogs) {
    const dialog = app.getByRole('dialog', { name });
    // The dialog before may still have the focus for a moment.
    await expect(async () => {
      await app.keyboard.press(keys);
      await expect(dialog).toBeVisible({ timeout: 1000 });
    }).toPass();
    await expectToFit(dialog);
    const last = dialog.getByRole('button').last();
    await last.scrollIntoViewIfNeeded();
    await expect(last).toBeInViewport();
    await app.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
  await app.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name: 'Search' }).click();
  await expectToFit(app.getByRole('dialog'));
  await app.keyboard.press('Escape');
  await app.getByRole('button', { name: 'Activity', exact: true }).click();
  await app.getByRole('tab', { name: 'Alerts' }).click();
  await app.getByRole('button', { name: 'New alert' }).click();
  const form = app.getByRole('dialog', { name: 'New alert' });
  await expectToFit(form);
  await form.getByRole('button', { name: 'Create alert' }).click();
  await form.getByRole('button', { name: 'Cancel' }).click();
  await app.getByRole('dialog', { name: 'Alerts' }).getByRole('button', { name: 'Close' }).click();
  const accounts = await openAccounts(app);
  await accounts.getByRole('button', { name: 'Add account' }).click();
  await expectToFit(accounts);
  await accounts.getByRole('button', { name: 'Save' }).click();
  await expect(accounts.getByRole('button', { name: 'Save' })).toBeInViewport();
});

test('the messages of the title bar unfold without covering the accounts or the bell', async ({ sharedApp: app }) => {
  const banner = app.getByRole('banner');
  const kept = [
    banner.getByRole('button', { name: /^Account/ }),
    banner.getByRole('button', { name: 'Activity', exact: true }),
  ];
  for (const size of [{ width: 1440, height: 900 }, { width: 1024, height: 700 }, viewport]) {
    await app.setViewportSize(size);
    await app.mouse.move(size.width / 2, size.height - 40);
    const messages = app.locator('.bars');
    const folded = await messages.boundingBox();
    await app.locator('.bar-place').hover();
    if (size.width < 1280) await expect.poll(async () => (await messages.boundingBox())?.y).not.toBe(folded?.y);
    const box = await messages.boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(size.width);
    for (const control of kept) await control.click({ trial: true });
    await app.locator('.bar-place').hover();
    for (const button of await messages.getByRole('button').all()) await expect(button).toBeInViewport({ ratio: 1 });
  }
});
