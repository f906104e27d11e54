import type { Locator, Page } from '@playwright/test';
import { seriousFindings } from '../axe.ts';
import { dataRows, expect, showScreen, test } from '../test.ts';

/** As high as usual, because axe checks no contrast below the window. */
const wide = { width: 1440, height: 900 };
/** The size of a window of 1440 x 900 at 200% zoom. */
const zoomed = { width: 720, height: 450 };

const tables = [
  'Open plans',
  'Order history',
  'Plan history',
  'Trades',
  'Futures tickers',
  'Spot tickers',
  'Trading rules',
];
const results = 'PnL analysis';

/** Expects that axe finds nothing serious in a part of the page, a whole screen by default. */
async function expectAccessible(app: Page, where: string, include = '#main'): Promise<void> {
  expect.soft(await seriousFindings(app, { include }), where).toEqual([]);
}

/** Expects that no control of a screen is outside the window, and that the page does not scroll sideways. */
async function expectToBeReachable(app: Page, where: string): Promise<void> {
  const outside = await app.evaluate(() => {
    const controls = [...document.querySelectorAll('.toolbar, .header, .navigation, .status')].flatMap((element) => [
      ...element.querySelectorAll<HTMLElement>('button, input, [role="radio"], [role="combobox"]'),
    ]);
    const cut = controls.filter((control) => {
      const { left, right, width } = control.getBoundingClientRect();
      return width > 1 && (left < 0 || right > window.innerWidth);
    });
    const names = cut.map((control) => control.getAttribute('aria-label') ?? control.textContent ?? '');
    return document.documentElement.scrollWidth > window.innerWidth ? ['the page', ...names] : names;
  });
  expect.soft(outside, where).toEqual([]);
}

/** Checks a screen at both sizes, at the present one first: its accessibility in the wide window, its tools at 200% zoom. */
async function checkAtBothSizes(app: Page, where: string, check: () => Promise<void>): Promise<void> {
  const isWide = app.viewportSize()?.width === wide.width;
  for (const size of isWide ? [wide, zoomed] : [zoomed, wide]) {
    await app.setViewportSize(size);
    if (size === zoomed) await expectToBeReachable(app, where);
    else await check();
  }
}

/** Checks the open dialog in the wide window, and leaves the page at 200% zoom. */
async function expectDialogToBeAccessible(app: Page, where: string): Promise<void> {
  await app.setViewportSize(wide);
  await expectAccessible(app, where, '[role=dialog]');
  await app.setViewportSize(zoomed);
}

async function expectToFit(dialog: Locator): Promise<void> {
  await expect(dialog).toBeVisible();
  const box = await dialog.boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect(box?.y).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(zoomed.width);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(zoomed.height);
}

async function close(dialog: Locator): Promise<void> {
  await dialog.page().keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
}

const screens = (app: Page): Locator => app.getByRole('navigation', { name: 'Screens' });

test.beforeEach(({ sharedApp }) => sharedApp.setViewportSize(wide));

test('axe finds nothing serious on any list with details, and all tools are reachable at 200% zoom', async ({
  sharedApp: app,
}) => {
  const details = app.getByRole('complementary', { name: 'Details' });
  for (const name of tables) {
    const grid = await showScreen(app, name);
    const row = dataRows(grid).first();
    await expect(row).toBeVisible();
    await expect(screens(app).getByRole('button', { name })).toHaveAttribute('aria-current', 'page');
    await expect(app.getByRole('banner')).toContainText('DEMO');
    await checkAtBothSizes(app, name, async () => {
      await row.click();
      await expect(details).toBeVisible();
      // The header, the strip and the navigation are the same on all screens.
      await expectAccessible(app, name, name === tables[0] ? 'html' : '#main');
      await app.keyboard.press('Escape');
      await expect(details).toHaveCount(0);
    });
  }
});

test('axe finds nothing serious in the results, and all their tools are reachable at 200% zoom', async ({
  sharedApp: app,
}) => {
  await screens(app).getByRole('button', { name: results }).click();
  await expect(app.getByRole('heading', { name: 'PnL by side' })).toBeVisible();
  await checkAtBothSizes(app, results, async () => {
    await expectAccessible(app, `${results} of trades`);
    await app.getByRole('radio', { name: 'Orders' }).click();
    await expect(app.getByRole('heading', { name: 'PnL by hour' })).toBeVisible();
    await expectAccessible(app, `${results} of orders`);
  });
});

test('every dialog fits at 200% zoom, and axe finds nothing serious in it', async ({ sharedApp: app }) => {
  const banner = app.getByRole('banner');
  const navigation = screens(app);
  const dialogs: [name: string, keys: string, isChecked?: true][] = [
    ['Activity', 'a'],
    ['Alerts', 'Control+i'],
    ['Keyboard shortcuts', 'Control+/'],
    ['Settings', 'Control+,'],
    ['Statement', 's', true],
  ];
  await app.setViewportSize(zoomed);
  await navigation.getByRole('button', { name: 'Order history' }).click();
  await expect(dataRows(app.getByRole('grid')).first()).toBeVisible();
  for (const [name, keys, isChecked] of dialogs) {
    const dialog = app.getByRole('dialog', { name });
    // The dialog before may still have the focus for a moment.
    await expect(async () => {
      await app.keyboard.press(keys);
      await expect(dialog).toBeVisible({ timeout: 1000 });
    }).toPass();
    await expectToFit(dialog);
    if (isChecked) await expectDialogToBeAccessible(app, name);
    const last = dialog.getByRole('button').last();
    await last.scrollIntoViewIfNeeded();
    await expect(last).toBeInViewport();
    await close(dialog);
  }

  await app.getByRole('button', { name: 'Export' }).click();
  const exporting = app.getByRole('dialog', { name: 'Export: Order history' });
  await expectToFit(exporting);
  await expectDialogToBeAccessible(app, 'export');
  await close(exporting);

  await navigation.getByRole('button', { name: 'Search' }).click();
  await expectToFit(app.getByRole('dialog'));
  await close(app.getByRole('dialog'));

  await app.keyboard.press('Control+Shift+U');
  const form = app.getByRole('dialog', { name: 'New alert' });
  await expectToFit(form);
  await form.getByRole('button', { name: 'Create alert' }).click();
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect(form).toHaveCount(0);

  // The strip and the account menu open the same form.
  await app.locator('.bar-place').hover();
  await app.getByRole('button', { name: 'Connect your account…' }).click();
  const accounts = app.getByRole('dialog', { name: 'Accounts' });
  await expect(accounts.getByRole('region', { name: 'New account' }).getByLabel('Account name')).toBeFocused();
  await expectToFit(accounts);
  await accounts.getByRole('button', { name: 'Save' }).click();
  await expect(accounts.getByRole('button', { name: 'Save' })).toBeInViewport();
  await close(accounts);
  await banner.getByRole('button', { name: 'Account: Demo account' }).click();
  await app.getByRole('menuitem', { name: 'Add account…' }).click();
  await expect(accounts.getByRole('region', { name: 'New account' })).toBeVisible();
  await close(accounts);
});

test('the messages of the title bar unfold without covering the accounts or the bell', async ({ sharedApp: app }) => {
  const banner = app.getByRole('banner');
  const messages = app.locator('.bars');
  const kept = [
    banner.getByRole('button', { name: /^Account/ }),
    banner.getByRole('button', { name: 'Activity', exact: true }),
  ];
  for (const size of [zoomed, { width: 1024, height: 700 }, wide]) {
    await app.setViewportSize(size);
    await app.mouse.move(size.width / 2, size.height - 40);
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
