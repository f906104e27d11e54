import type { Locator, Page } from '@playwright/test';
import { dataRows, expect, showScreen, test } from '../test.ts';

test.use({ settings: { screen: 'order-history' } });

/** An order that opens a position shows no PnL. The exchange sends 0. */
const asNumber = (text: string): number => (text === '–' ? 0 : Number(text.replace(/[+,]/g, '').replace('−', '-')));

const isComplete = (app: Page): Promise<void> =>
  expect(app.getByRole('region', { name: 'Table status' })).toContainText('complete');

test('sorting is exact and covers all rows, and drawn cells keep nothing of other rows', async ({ sharedApp: app }) => {
  const grid = await showScreen(app, 'Order history');
  await isComplete(app);
  const head = (name: string): Locator => grid.getByRole('columnheader', { name });
  const pnl = head('PnL');
  const firstId = await dataRows(grid).first().getAttribute('data-row-id');
  const tones = new Set<string>();
  /** Returns the figures drawn at both ends, top to bottom. Checks and collects their tones. */
  const readEnds = async (): Promise<number[]> => {
    // Sorted rows start at their top, so a key that is pressed before they are loaded has no effect.
    await expect(grid).not.toHaveAttribute('data-outdated');
    const figures: number[] = [];
    for (const [key, position] of [
      ['Home', 0],
      ['End', 599],
    ] as const) {
      await grid.press(`Control+${key}`);
      await expect(grid.locator(`[data-position="${position}"] [data-active]`)).toBeInViewport();
      await expect(grid.locator('[data-waiting], [data-outdated]')).toHaveCount(0);
      const cells = await grid.locator('[data-row-id] [data-col="pnl"]').evaluateAll((elements: HTMLElement[]) =>
        elements.map(({ textContent, dataset: { tone }, parentElement }) => ({
          position: Number(parentElement?.dataset.position),
          text: textContent ?? '',
          tone: tone ?? 'none',
        })),
      );
      for (const { text, tone } of cells.toSorted((a, b) => a.position - b.position)) {
        tones.add(tone);
        expect([tone === 'up', tone === 'down'], text).toEqual([asNumber(text) > 0, asNumber(text) < 0]);
        figures.push(asNumber(text));
      }
    }
    return figures;
  };

  await pnl.click();
  await expect(pnl).toHaveAttribute('aria-sort', 'descending');
  await expect(grid.locator('[data-position="0"]')).not.toHaveAttribute('data-row-id', firstId ?? '');
  await expect(grid).toHaveAttribute('aria-rowcount', '601');
  const descending = await readEnds();
  expect(descending).toEqual(descending.toSorted((a, b) => b - a));
  expect([...tones]).toEqual(expect.arrayContaining(['up', 'down']));
});

test('the table has the focus from the start and after the shortcut of its screen', async ({ sharedApp: app }) => {
  // The button that leads back needs another screen before.
  const grid = await showScreen(app, 'Plan history');
  await test.step('Escape never shows the link that skips to the table', async () => {
    const skip = app.getByRole('link', { name: 'Skip to table' });
    // A click beside all controls leaves the focus with the page.
    await app.getByRole('toolbar').click({ position: { x: 4, y: 4 } });
    await app.evaluate(() => (document.activeElement as HTMLElement).blur());
    await app.keyboard.press('Control+K');
    await expect(app.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
    await app.keyboard.press('Escape');
    await expect(grid).toBeFocused();
    await skip.focus();
    await expect(skip).not.toBeFocused();

    await app.getByRole('button', { name: 'Back', exact: true }).focus();
    await app.keyboard.press('Shift+Tab');
    await expect(skip).toBeFocused();
    await app.keyboard.press('Enter');
    await expect(grid).toBeFocused();
  });

  // The ring appears once the keyboard is used.
  await app.reload();
  await expect(grid).toBeFocused();
  const active = grid.locator('[data-active]');
  await expect(active).toHaveCSS('outline-style', 'none');
  await app.keyboard.press('ArrowDown');
  await expect(active).toHaveCSS('outline-style', 'solid');

  for (const [key, name] of [
    ['Control+7', 'Spot tickers'],
    ['Control+3', 'Plan history'],
    ['Control+3', 'Plan history'],
  ] as const) {
    await app.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name: 'Settings' }).focus();
    await app.keyboard.press(key);
    await expect(app.getByRole('grid', { name: new RegExp(`^${name}, `) })).toBeFocused();
  }
});

test('keys lead from the search to the table, open its dialogs, and lead between screens', async ({
  sharedApp: app,
}) => {
  const grid = await showScreen(app, 'Order history');
  await expect(dataRows(grid).first()).toBeVisible();
  const activeRow = (): Promise<string | null | undefined> =>
    grid.evaluate((element) =>
      document
        .getElementById(element.getAttribute('aria-activedescendant') ?? '')
        ?.closest('[data-position]')
        ?.getAttribute('data-position'),
    );
  const search = app.getByRole('textbox', { name: 'Search symbol, ID, or note' });
  await app.keyboard.press('/');
  await expect(search).toBeFocused();
  await app.keyboard.type('fekj');
  await expect(search).toHaveValue('fekj');
  await app.keyboard.press('Escape');
  await expect(grid).toBeFocused();
  await expect(search).toHaveValue('fekj');
  await app.keyboard.press('/');
  await search.fill('');
  await expect(dataRows(grid).first()).toBeVisible();
  await app.keyboard.press('ArrowDown');
  await expect(grid).toBeFocused();
  await expect.poll(activeRow).toMatch(/\d/);
  await app.keyboard.press('f');
  await expect(app.getByRole('dialog', { name: 'Filter' })).toBeVisible();
  await app.keyboard.press('Escape');
  await app.keyboard.press('e');
  await expect(app.getByRole('dialog', { name: /^Export/ })).toBeVisible();
  await app.keyboard.press('Escape');
  await app.keyboard.press('/');
  await app.keyboard.press('Control+4');
  await expect(app.getByRole('grid', { name: /^Trades, / })).toBeVisible();
});
