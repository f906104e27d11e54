import type { Locator, Page } from '@playwright/test';
import { columnTexts, dataRows, expect, showScreen, test } from '../test.ts';

test.use({ settings: { screen: 'order-history' } });

/** An order that opens a position shows no PnL. The exchange sends 0. */
const asNumber = (text: string): number => (text === '–' ? 0 : Number(text.replace(/[+,]/g, '').replace('−', '-')));

const leftOf = (grid: Locator, column: string): Promise<number> =>
  grid
    .locator(`[data-position="1"] [data-col="${column}"]`)
    .evaluate(
      (cell) => cell.getBoundingClientRect().left - (cell.closest('.table')?.getBoundingClientRect().left ?? 0),
    );

const isComplete = (app: Page): Promise<void> =>
  expect(app.getByRole('region', { name: 'Table status' })).toContainText('complete');

test('sorting is exact and covers all rows, by one column or several, and drawn cells keep nothing of other rows', async ({
  sharedApp: app,
}) => {
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
  await pnl.click();
  await expect(pnl).toHaveAttribute('aria-sort', 'ascending');
  const ascending = await readEnds();
  expect(ascending).toEqual(ascending.toSorted((a, b) => a - b));
  expect([ascending[0], ascending.at(-1)]).toEqual([descending.at(-1), descending[0]]);
  expect([...tones]).toEqual(expect.arrayContaining(['up', 'down']));
  await pnl.click();
  await expect(pnl).toHaveAttribute('aria-sort', 'none');
  await expect(grid.locator('[data-position="0"]')).toHaveAttribute('data-row-id', firstId ?? '');

  await test.step('Shift adds a column to the sort order, by pointer and by keyboard', async () => {
    await head('Symbol').click();
    await pnl.click({ modifiers: ['Shift'] });
    await expect(head('Symbol').locator('.table-head-place')).toHaveText('1');
    await expect(pnl.locator('.table-head-place')).toHaveText('2');
    await expect(head('Symbol')).toHaveAttribute('aria-sort', 'ascending');
    await expect(pnl).toHaveAttribute('aria-sort', 'descending');
    await expect(grid).not.toHaveAttribute('data-outdated');
    const figures = (await columnTexts(grid, 'pnl')).map(asNumber);
    const rows = (await columnTexts(grid, 'symbol')).map((symbol, place) => ({ symbol, pnl: figures[place] ?? 0 }));
    const ofEachSymbol = Object.entries(Object.groupBy(rows, ({ symbol }) => symbol)).sort();
    expect(ofEachSymbol.length).toBeGreaterThan(1);
    expect(rows).toEqual(ofEachSymbol.flatMap(([, same = []]) => same.toSorted((a, b) => b.pnl - a.pnl)));

    // The active cell is the header that was clicked last. The creation is two columns behind it.
    await app.keyboard.press('ArrowRight');
    await app.keyboard.press('ArrowRight');
    await app.keyboard.press('Shift+Enter');
    await expect(head('Created').locator('.table-head-place')).toHaveText('3');
  });
});

test('a cell is copied exactly, and selected rows under their headings, loaded or not', async ({ sharedApp: app }) => {
  const grid = await showScreen(app, 'Order history');
  await isComplete(app);
  await app.evaluate(() => {
    const keep = (text: string): void => {
      document.documentElement.dataset.copied = text;
    };
    document.addEventListener('copy', (event) => keep(event.clipboardData?.getData('text/plain') ?? ''));
    Object.defineProperty(navigator.clipboard, 'writeText', { value: async (text: string) => keep(text) });
  });
  const copied = async (said: string): Promise<string[]> => {
    await app.keyboard.press('Control+c');
    await expect(app.getByRole('status')).toContainText(said);
    return ((await app.locator('html').getAttribute('data-copied')) ?? '').split('\n');
  };
  await expect(dataRows(grid).first()).toBeVisible();
  // A notice of a copy hides the number of selected rows for seconds.
  await grid.focus();
  await app.keyboard.press('Control+a');
  await expect(app.getByRole('status')).toContainText('600 rows selected');
  await app.keyboard.press('Escape');
  await expect(grid.locator('[data-chosen]')).toHaveCount(0);
  await grid.locator('[data-position="2"] [data-col="symbol"]').click();
  await app.keyboard.press('Escape');
  await grid.locator('[data-position="4"] [data-col="symbol"]').click({ modifiers: ['Shift'] });
  await expect(app.getByRole('status')).toContainText('3 rows selected');
  await app.keyboard.press('Shift+ArrowDown');
  await expect(grid.locator('[data-chosen]')).toHaveCount(4);
  const symbols = await columnTexts(grid, 'symbol');
  const four = await copied('Copied 4 rows');
  expect(four).toHaveLength(5);
  expect(four[0]?.split('\t').slice(0, 3)).toEqual(['Symbol', 'Side', 'PnL (gross, quote)']);
  expect(four.slice(1).map((line) => line.split('\t')[0])).toEqual(symbols.slice(2, 6));

  await app.keyboard.press('Control+a');
  await expect(grid.locator('[data-row-id]:not([data-chosen])')).toHaveCount(0);
  expect(await copied('Copied 600 rows')).toHaveLength(601);
  await app.keyboard.press('Escape');
  await expect(grid.locator('[data-chosen]')).toHaveCount(0);

  await app.keyboard.press('Control+Home');
  expect(await copied(`Copied ${symbols[0]}`)).toEqual([symbols[0]]);
});

test('every pixel of a row belongs to a cell, its details show all fields, and its symbol stays in sight', async ({
  sharedApp: app,
}) => {
  const grid = await showScreen(app, 'Order history');
  const row = grid.locator('[data-position="2"]');
  /** Returns the columns of the cells that are topmost at the given places of an element, as shares of its height. */
  const topmost = (element: Locator, lefts: number[], shares: number[]): Promise<(string | null | undefined)[]> =>
    element.evaluate(
      (one, [lefts, shares]) => {
        const { left, top, height } = one.getBoundingClientRect();
        const points = shares.flatMap((share) => lefts.map((x) => [left + x, top + share * (height - 0.5)] as const));
        return points.map(([x, y]) =>
          document.elementFromPoint(x, y)?.closest('[role="gridcell"]')?.getAttribute('data-col'),
        );
      },
      [lefts, shares] as const,
    );
  const ofRow = await topmost(row, [20, 300], [0, 0.5, 1]);
  expect(ofRow).toEqual(ofRow.map(() => expect.stringMatching(/./)));

  await row.click();
  const details = app.getByRole('complementary', { name: 'Details' });
  await expect(details).toBeVisible();
  for (const field of ['Created', 'Symbol', 'Price', 'Filled', 'PnL', 'Status', 'Order ID'])
    await expect(details.locator('dt', { hasText: field }).first()).toBeVisible();
  const raw = JSON.parse((await details.locator('pre').textContent()) ?? '') as Record<string, unknown>;
  expect(Object.keys(raw)).toEqual(
    expect.arrayContaining(['order_id', 'ctime', 'deal_amount', 'profit', 'lever_rate']),
  );
  await expect(details.locator('[data-field="id"] dd span')).toHaveText(String(raw.order_id));

  await test.step('scrolled sideways, the pinned symbol lies above the other cells, which do not show through', async () => {
    await expect(grid.getByRole('columnheader').first()).toContainText('Symbol');
    await expect(grid).not.toHaveAttribute('data-under-start');
    await grid.evaluate((element) => {
      element.scrollLeft = 300;
    });
    await expect(grid).toHaveAttribute('data-under-start');
    expect(await leftOf(grid, 'symbol')).toBe(0);
    const symbol = grid.locator('[data-position="1"] [data-col="symbol"]');
    expect(await topmost(symbol, [40], [0.5])).toEqual(['symbol']);
    expect(await symbol.evaluate((cell) => getComputedStyle(cell).backgroundColor)).toMatch(/^rgb\(/);
  });
  await app.getByRole('button', { name: 'Close details' }).click();
  await expect(details).toBeHidden();

  await test.step('a double click and a click on selected text open a row, and a drag over its text does not', async () => {
    const symbol = row.locator('[data-col="symbol"]');
    const text = await symbol.boundingBox();
    if (!text) throw new Error('The symbol is not drawn.');
    const selected = (): Promise<string> => app.evaluate(() => getSelection()?.toString().trim() ?? '');
    const close = async (): Promise<void> => {
      await expect(details).toBeVisible();
      await app.keyboard.press('Escape');
      await expect(details).toBeHidden();
    };
    const onText = { position: { x: 16, y: 10 } };
    await symbol.dblclick(onText);
    await close();
    expect(await selected()).not.toBe('');
    await symbol.click(onText);
    await close();
    await symbol.dblclick({ position: { x: text.width - 4, y: 10 } });
    await close();

    await app.mouse.move(text.x + 10, text.y + 10);
    await app.mouse.down();
    await app.mouse.move(text.x + 50, text.y + 10, { steps: 4 });
    await app.mouse.up();
    expect(await selected()).not.toBe('');
    await expect(symbol).toHaveAttribute('data-active');
    await expect(details).toBeHidden();
  });

  await test.step('the elements of rows are in the order shown, wherever the user has scrolled to', async () => {
    const positions = (): Promise<number[]> =>
      dataRows(grid).evaluateAll((rows: HTMLElement[]) => rows.map((each) => Number(each.dataset.position)));
    const before = await positions();
    for (const pixels of [910, -333]) {
      await grid.evaluate((element, by) => {
        element.scrollTop += by;
      }, pixels);
      await expect.poll(async () => (await positions())[0]).not.toBe(before[0]);
      await expect
        .poll(async () =>
          (await positions()).every((position, place, all) => place === 0 || position === (all[place - 1] ?? 0) + 1),
        )
        .toBe(true);
    }
  });
});

test('details follow the keyboard to a row that is being loaded, unless the user opens another row or sorts meanwhile', async ({
  sharedApp: app,
}) => {
  const grid = await showScreen(app, 'Order history');
  await isComplete(app);
  const details = app.getByRole('complementary', { name: 'Details' });
  const id = details.locator('[data-field="id"] dd > span');
  const idAt = (position: number): Locator => grid.locator(`[data-position="${position}"] [data-col="id"]`);
  const moveToEnd = { key: 'End', ctrlKey: true, bubbles: true };
  /** Moves to the last row, and clicks before it can be loaded. */
  const moveAndClick = (selector: string): Promise<void> =>
    grid.evaluate(
      (element, [key, clicked]) => {
        element.dispatchEvent(new KeyboardEvent('keydown', key));
        element.querySelector<HTMLElement>(clicked)?.click();
      },
      [moveToEnd, selector] as const,
    );
  const showEnd = async (): Promise<void> => {
    await grid.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
    await expect(idAt(599)).toHaveText(/./);
  };
  const symbol = grid.getByRole('columnheader', { name: 'Symbol' });
  const isSorted = async (direction: 'ascending' | 'descending' | 'none'): Promise<void> => {
    await expect(symbol).toHaveAttribute('aria-sort', direction);
    await expect(grid).not.toHaveAttribute('data-outdated');
    await expect(idAt(0)).toHaveText(/./);
  };

  const second = (await idAt(1).textContent()) ?? '';
  await grid.locator('[data-position="0"] [data-col="symbol"]').click();
  await expect(details).toBeVisible();
  await moveAndClick('[data-position="1"] [data-col="symbol"]');
  await showEnd();
  await expect(id).toHaveText(second);

  await symbol.click();
  await isSorted('ascending');
  await moveAndClick('[role="columnheader"][data-col="symbol"]');
  await isSorted('descending');
  await showEnd();
  await expect(id).toHaveText(second);

  await symbol.click();
  await isSorted('none');
  await app.keyboard.press('Control+End');
  await expect(idAt(599)).toHaveText(/./);
  await expect(id).toHaveText((await idAt(599).textContent()) ?? '');
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

test('hands: a drag selects rows with their sum, and keys lead from the search to the table and between screens', async ({
  sharedApp: app,
}) => {
  const grid = await showScreen(app, 'Order history');
  const position = (row: number) => grid.locator(`[data-position="${row}"] [data-col="pnl"]`);
  await expect(position(5)).toHaveText(/./);
  await position(2).hover();
  await app.mouse.down();
  await position(3).hover();
  await position(5).hover();
  await app.mouse.up();
  await expect(app.getByRole('region', { name: 'Table status' })).toContainText('4 rows selected');
  expect(await app.evaluate(() => window.getSelection()?.toString())).toBe('');
  await expect(app.getByRole('complementary', { name: 'Details' })).toHaveCount(0);
  await app.keyboard.press('Escape');

  const activeRow = (): Promise<string | null | undefined> =>
    grid.evaluate((element) =>
      document
        .getElementById(element.getAttribute('aria-activedescendant') ?? '')
        ?.closest('[data-position]')
        ?.getAttribute('data-position'),
    );
  await app.keyboard.press('j');
  await expect.poll(activeRow).toBe('6');
  await app.keyboard.press('k');
  await expect.poll(activeRow).toBe('5');

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
  await expect(position(5)).toHaveText(/./);
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
