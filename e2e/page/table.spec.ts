import type { Locator } from '@playwright/test';
import { columnTexts, dataRows, expect, readWholeGrid, showScreen, test } from '../test.ts';

/** An order that opens a position shows no PnL. The exchange sends 0. */
const asNumber = (text: string): number => (text === '–' ? 0 : Number(text.replace(/[+,]/g, '')));

async function wholeColumn(grid: Locator, column: string): Promise<string[]> {
  return (await readWholeGrid(grid)).map(({ cells }) => cells[column] ?? '');
}

test('sorting is exact and covers all rows', async ({ sharedApp: app }) => {
  const grid = await showScreen(app, 'Order history');
  await expect(app.getByRole('region', { name: 'Table status' })).toContainText('complete');
  const pnl = grid.getByRole('columnheader', { name: 'PnL' });
  const firstId = await dataRows(grid).first().getAttribute('data-row-id');

  await pnl.click();
  await expect(pnl).toHaveAttribute('aria-sort', 'descending');
  await expect(grid.locator('[data-position="0"]')).not.toHaveAttribute('data-row-id', firstId ?? '');
  const descending = (await wholeColumn(grid, 'pnl')).map(asNumber);
  expect(descending).toHaveLength(600);
  expect(descending).toEqual([...descending].sort((a, b) => b - a));

  await pnl.click();
  await expect(pnl).toHaveAttribute('aria-sort', 'ascending');
  await pnl.click();
  await expect(pnl).toHaveAttribute('aria-sort', 'none');
  await expect(grid.locator('[data-position="0"]')).toHaveAttribute('data-row-id', firstId ?? '');
});

test('Shift adds a column to the sort order, by pointer and by keyboard', async ({ sharedApp: app }) => {
  const grid = await showScreen(app, 'Order history');
  await expect(app.getByRole('region', { name: 'Table status' })).toContainText('complete');
  const head = (name: string): Locator => grid.getByRole('columnheader', { name });
  await head('Symbol').click();
  await head('PnL').click({ modifiers: ['Shift'] });
  await expect(head('Symbol').locator('.table-head-place')).toHaveText('1');
  await expect(head('PnL').locator('.table-head-place')).toHaveText('2');
  await expect(head('Symbol')).toHaveAttribute('aria-sort', 'ascending');
  await expect(head('PnL')).toHaveAttribute('aria-sort', 'descending');
  const rows = await readWholeGrid(grid);
  const symbols = rows.map(({ cells }) => cells.symbol);
  const pnl = rows.map(({ cells }) => asNumber(cells.pnl ?? ''));
  const inOrder = symbols.every((symbol, position) => {
    const before = symbols[position - 1];
    return before === undefined || before !== symbol || (pnl[position - 1] ?? 0) >= (pnl[position] ?? 0);
  });
  expect(inOrder).toBe(true);
  expect(new Set(symbols).size).toBe(symbols.filter((symbol, position) => symbol !== symbols[position - 1]).length);

  // The active cell is the header that was clicked last. The creation is two columns behind it.
  await app.keyboard.press('ArrowRight');
  await app.keyboard.press('ArrowRight');
  await app.keyboard.press('Shift+Enter');
  await expect(head('Created').locator('.table-head-place')).toHaveText('3');
});

test('selected rows are copied under their headings, loaded or not', async ({ sharedApp: app }) => {
  const grid = await showScreen(app, 'Order history');
  await expect(app.getByRole('region', { name: 'Table status' })).toContainText('complete');
  await app.evaluate(() => {
    const keep = (text: string): void => {
      document.documentElement.dataset.copied = text;
    };
    document.addEventListener('copy', (event) => keep(event.clipboardData?.getData('text/plain') ?? ''));
    Object.defineProperty(navigator.clipboard, 'writeText', { value: async (text: string) => keep(text) });
  });
  const copied = async (): Promise<string[]> => {
    await app.keyboard.press('Control+c');
    await expect(app.getByRole('status')).toContainText('Copied');
    return ((await app.locator('html').getAttribute('data-copied')) ?? '').split('\n');
  };

  await grid.locator('[data-position="2"] [data-col="symbol"]').click();
  await app.keyboard.press('Escape');
  await grid.locator('[data-position="4"] [data-col="symbol"]').click({ modifiers: ['Shift'] });
  await expect(app.getByRole('status')).toContainText('3 rows selected');
  await app.keyboard.press('Shift+ArrowDown');
  await expect(grid.locator('[data-chosen]')).toHaveCount(4);
  const four = await copied();
  expect(four).toHaveLength(5);
  expect(four[0]?.split('\t').slice(0, 3)).toEqual(['Symbol', 'Side', 'PnL (gross, quote)']);
  const symbols = await columnTexts(grid, 'symbol');
  expect(four.slice(1).map((line) => line.split('\t')[0])).toEqual(symbols.slice(2, 6));

  await app.keyboard.press('Control+a');
  await expect(app.getByRole('status')).toContainText('600 rows selected');
  await app.keyboard.press('Control+c');
  await expect(app.getByRole('status')).toContainText('Copied 600 rows');
  const all = ((await app.locator('html').getAttribute('data-copied')) ?? '').split('\n');
  expect(all).toHaveLength(601);
  await app.keyboard.press('Escape');
  await expect(grid.locator('[data-chosen]')).toHaveCount(0);
});

test('the details of a row show all fields and the received row', async ({ sharedApp: app }) => {
  const grid = await showScreen(app, 'Order history');
  await dataRows(grid).nth(2).click();
  const details = app.getByRole('complementary', { name: 'Details' });
  await expect(details).toBeVisible();
  for (const field of ['Created', 'Symbol', 'Price', 'Filled', 'PnL', 'Status', 'Order ID']) {
    await expect(details.locator('dt', { hasText: field }).first()).toBeVisible();
  }
  const raw = JSON.parse((await details.locator('pre').textContent()) ?? '') as Record<string, unknown>;
  expect(Object.keys(raw)).toEqual(
    expect.arrayContaining(['order_id', 'ctime', 'deal_amount', 'profit', 'lever_rate']),
  );
  await expect(details.locator('[data-field="id"] dd span')).toHaveText(String(raw.order_id));
  await app.getByRole('button', { name: 'Close details' }).click();
  await expect(details).toBeHidden();
});

test('the keyboard reaches every cell, the headers and the details', async ({ sharedApp: app }) => {
  const grid = await showScreen(app, 'Futures tickers');
  await expect(dataRows(grid).first()).toBeVisible();
  await grid.focus();
  await app.keyboard.press('ArrowDown');
  await app.keyboard.press('ArrowDown');
  await app.keyboard.press('ArrowRight');
  await app.keyboard.press('ArrowRight');
  await expect(grid.locator('[data-active]')).toHaveAttribute('data-col', 'last');
  await expect(grid.locator('[data-position="1"] [data-active]')).toHaveCount(1);

  await app.keyboard.press('Control+End');
  const last = Number(await grid.getAttribute('aria-rowcount')) - 2;
  await expect(grid.locator(`[data-position="${last}"] [data-active]`)).toBeInViewport();
  await app.keyboard.press('PageUp');
  await app.keyboard.press('Home');
  await expect(grid.locator('[data-active]')).toHaveAttribute('data-col', 'symbol');
  await app.keyboard.press('Control+Home');
  await expect(grid.locator('[data-position="0"] [data-active]')).toBeInViewport();

  await app.keyboard.press('Enter');
  const details = app.getByRole('complementary', { name: 'Details' });
  await expect(details).toBeVisible();
  const first = await details.getByRole('heading', { level: 2 }).textContent();
  await app.keyboard.press('ArrowDown');
  await expect(details.getByRole('heading', { level: 2 })).not.toHaveText(first ?? '');
  await app.keyboard.press('Escape');
  await expect(details).toBeHidden();

  await app.keyboard.press('ArrowUp');
  await app.keyboard.press('ArrowUp');
  await app.keyboard.press('Enter');
  await expect(grid.getByRole('columnheader', { name: 'Symbol' })).toHaveAttribute('aria-sort', 'ascending');
});

test('the table has the focus from the start, and its ring appears once the keyboard is used', async ({
  sharedApp: app,
}) => {
  await showScreen(app, 'Order history');
  await app.reload();
  const grid = app.getByRole('grid', { name: /^Order history, / });
  await expect(grid).toBeFocused();
  const active = grid.locator('[data-active]');
  await expect(active).toHaveCSS('outline-style', 'none');
  await app.keyboard.press('ArrowDown');
  await expect(active).toHaveCSS('outline-style', 'solid');
});

test('the shortcut of a screen moves the focus into the screen', async ({ sharedApp: app }) => {
  await showScreen(app, 'Order history');
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

test('Escape never shows the link that skips to the table', async ({ sharedApp: app }) => {
  const grid = await showScreen(app, 'Order history');
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

test('every pixel of a row belongs to a cell', async ({ sharedApp: app }) => {
  const grid = await showScreen(app, 'Order history');
  const row = dataRows(grid).nth(2);
  const box = await row.boundingBox();
  if (!box) throw new Error('The row is not in sight.');
  const inCell = (x: number, y: number) =>
    app.evaluate(([left, top]) => document.elementFromPoint(left, top)?.closest('[role="gridcell"]') !== null, [
      x,
      y,
    ] as const);
  for (const y of [box.y, box.y + box.height / 2, box.y + box.height - 0.5]) {
    expect([await inCell(box.x + 20, y), await inCell(box.x + 300, y)], `at ${y - box.y}`).toEqual([true, true]);
  }
});

test('a cell is copied exactly', async ({ sharedApp: app }) => {
  const grid = await showScreen(app, 'Futures tickers');
  await expect(dataRows(grid).first()).toBeVisible();
  await app.evaluate(() => {
    document.addEventListener('copy', (event) => {
      document.documentElement.dataset.copied = event.clipboardData?.getData('text/plain') ?? '';
    });
  });
  await grid.focus();
  await app.keyboard.press('ArrowDown');
  await app.keyboard.press('Control+c');
  const symbol = (await columnTexts(grid, 'symbol'))[0] ?? '';
  await expect(app.locator('html')).toHaveAttribute('data-copied', symbol);
  await expect(app.getByRole('status')).toContainText(`Copied ${symbol}`);
});

test('widths, order and visibility of columns are saved', async ({ sharedApp: app }) => {
  const grid = await showScreen(app, 'Trading rules');
  const header = grid.getByRole('columnheader', { name: 'Symbol' });
  const before = (await header.boundingBox())?.width ?? 0;
  const border = await header.locator('.table-head-border').boundingBox();
  if (!border) throw new Error('The header has no border to drag.');
  await app.mouse.move(border.x + 4, border.y + 8);
  await app.mouse.down();
  await app.mouse.move(border.x + 84, border.y + 8, { steps: 4 });
  await app.mouse.up();
  await expect.poll(async () => (await header.boundingBox())?.width).toBeCloseTo(before + 80, -1);
  await expect(header).toHaveAttribute('aria-sort', 'none');

  await grid.focus();
  await app.keyboard.press('Shift+ArrowRight');
  await app.keyboard.press('Shift+ArrowRight');
  await app.keyboard.press('Shift+ArrowLeft');
  await expect.poll(async () => (await header.boundingBox())?.width).toBeCloseTo(before + 96, -1);

  await app.getByRole('button', { name: 'Columns' }).click();
  await app.getByRole('checkbox', { name: 'Max price' }).click();
  await app.getByRole('button', { name: 'Move Min price up' }).click();
  await app.keyboard.press('Escape');
  await expect(grid.getByRole('columnheader', { name: 'Max price' })).toBeHidden();
  await expect(grid.getByRole('columnheader').nth(1)).toContainText('Min price');

  await showScreen(app, 'Spot tickers');
  await app.reload();
  await showScreen(app, 'Trading rules');
  await expect(grid.getByRole('columnheader', { name: 'Max price' })).toBeHidden();
  await expect(grid.getByRole('columnheader').nth(1)).toContainText('Min price');
  expect((await header.boundingBox())?.width).toBeCloseTo(before + 96, -1);
});

test('the elements of rows are in the order shown, wherever the user has scrolled to', async ({ sharedApp }) => {
  const grid = await showScreen(sharedApp, 'Order history');
  const positions = (): Promise<number[]> =>
    grid.locator('[data-row-id]').evaluateAll((rows: HTMLElement[]) => rows.map((row) => Number(row.dataset.position)));
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

test('a cell that shows another row keeps nothing of the row before', async ({ sharedApp: app }) => {
  const grid = await showScreen(app, 'Order history');
  await expect(app.getByRole('region', { name: 'Table status' })).toContainText('complete');
  const pnl = grid.getByRole('columnheader', { name: 'PnL' });
  const seen = new Set<string>();
  for (const direction of ['descending', 'ascending']) {
    await pnl.click();
    await expect(pnl).toHaveAttribute('aria-sort', direction);
    // Sorted rows start at their top, so a key that is pressed before they are loaded has no effect.
    await expect(grid).not.toHaveAttribute('data-outdated');
    for (const end of ['End', 'Home']) {
      await grid.press(`Control+${end}`);
      await expect(grid.locator('[data-row-id] [data-active]')).toHaveCount(1);
      await expect(grid.locator('[data-waiting], [data-outdated]')).toHaveCount(0);
      const cells = await grid.locator('[data-row-id] [data-col="pnl"]').evaluateAll((elements: HTMLElement[]) =>
        elements.map(({ textContent, dataset: { tone } }) => ({
          figure: Number(textContent?.replaceAll(',', '').replace('–', '0')),
          tone: tone ?? 'none',
        })),
      );
      for (const { figure, tone } of cells) {
        seen.add(tone);
        expect([tone === 'up', tone === 'down'], String(figure)).toEqual([figure > 0, figure < 0]);
      }
    }
  }
  expect([...seen]).toEqual(expect.arrayContaining(['up', 'down']));
});

test.describe('pinned columns', () => {
  /** Returns true if no pinned column covers the column. */
  async function isUncovered(grid: Locator, column: string): Promise<boolean> {
    return grid.evaluate((element, name) => {
      const head = (id: string): DOMRect | undefined =>
        element.querySelector(`[role="columnheader"][data-col="${id}"]`)?.getBoundingClientRect();
      const box = head(name);
      const frame = element.getBoundingClientRect();
      const start = head('symbol')?.right ?? frame.left;
      const end = element.querySelector('[role="columnheader"][data-pinned="end"]')?.getBoundingClientRect().left;
      return box !== undefined && box.left >= start - 1 && box.right <= (end ?? frame.right) + 1;
    }, column);
  }
  const leftOf = (grid: Locator, column: string): Promise<number> =>
    grid
      .locator(`[data-position="1"] [data-col="${column}"]`)
      .evaluate(
        (cell) => cell.getBoundingClientRect().left - (cell.closest('.table')?.getBoundingClientRect().left ?? 0),
      );

  test('the symbol stays in sight when the table is scrolled sideways, with the details open, too', async ({
    sharedApp: app,
  }) => {
    const grid = await showScreen(app, 'Order history');
    await expect(dataRows(grid).first()).toBeVisible();
    await expect(grid.getByRole('columnheader').first()).toContainText('Symbol');
    await expect(grid).not.toHaveAttribute('data-under-start');
    await grid.locator('[data-position="1"] [data-col="symbol"]').click();
    await expect(app.getByRole('complementary', { name: 'Details' })).toBeVisible();
    await grid.evaluate((element) => {
      element.scrollLeft = 300;
    });
    await expect(grid).toHaveAttribute('data-under-start');
    expect(await leftOf(grid, 'symbol')).toBe(0);
    const symbol = grid.locator('[data-position="1"] [data-col="symbol"]');
    // The pinned cell lies above the scrolled ones, which do not show through it.
    const box = await symbol.boundingBox();
    if (!box) throw new Error('The symbol is not drawn.');
    const topmost = await app.evaluate(
      ([x, y]) => document.elementFromPoint(x ?? 0, y ?? 0)?.getAttribute('data-col'),
      [box.x + box.width / 2, box.y + box.height / 2],
    );
    expect(topmost).toBe('symbol');
    expect(await symbol.evaluate((cell) => getComputedStyle(cell).backgroundColor)).toMatch(/^rgb\(/);
  });

  test('the keyboard takes no cell below a pinned column', async ({ sharedApp: app }) => {
    const grid = await showScreen(app, 'Order history');
    await expect(dataRows(grid).first()).toBeVisible();
    await app.getByRole('button', { name: 'Columns' }).click();
    await app.getByRole('button', { name: 'Pin PnL right' }).click();
    await app.keyboard.press('Escape');
    await expect(grid.getByRole('columnheader').last()).toContainText('PnL');
    await grid.focus();
    await app.keyboard.press('ArrowDown');
    const count = Number(await grid.getAttribute('aria-colcount'));
    for (const [key, steps] of [
      ['ArrowRight', count - 2],
      ['ArrowLeft', count - 3],
    ] as const) {
      for (let step = 0; step < steps; step++) {
        await app.keyboard.press(key);
        const column = (await grid.locator('[data-row-id] [data-active]').getAttribute('data-col')) ?? '';
        expect(await isUncovered(grid, column), `${column} after ${key}`).toBe(true);
      }
    }
    await app.keyboard.press('End');
    const active = grid.locator('[data-row-id] [data-active]');
    await expect(active).toHaveAttribute('data-col', 'pnl');
    await expect(active).toHaveAttribute('aria-colindex', String(count));
  });

  test('pinned columns that would fill the table scroll with the others', async ({ sharedApp: app }) => {
    const grid = await showScreen(app, 'Order history');
    await expect(dataRows(grid).first()).toBeVisible();
    await app.getByRole('button', { name: 'Columns' }).click();
    for (const column of ['Created', 'Side', 'Price', 'Avg price', 'Status', 'Order ID', 'Leverage'])
      await app.getByRole('button', { name: `Pin ${column} left`, exact: true }).click();
    await app.keyboard.press('Escape');
    await expect(grid).toHaveAttribute('data-unpinned');
    await grid.focus();
    await app.keyboard.press('End');
    await expect(grid.getByRole('columnheader').last()).toBeInViewport({ ratio: 1 });
    expect(await leftOf(grid, 'symbol')).toBeLessThan(0);
    await app.keyboard.press('Home');
    expect(await leftOf(grid, 'symbol')).toBe(0);
  });

  test('the menu of a header pins, moves and hides its column, and the layout outlives the page', async ({
    sharedApp: app,
  }) => {
    const grid = await showScreen(app, 'Trading rules');
    await expect(dataRows(grid).first()).toBeVisible();
    const heads = grid.getByRole('columnheader');
    await grid.focus();
    await app.keyboard.press('End');
    await app.keyboard.press('Shift+F10');
    const menu = app.getByRole('menu', { name: 'Column Max quantity' });
    await expect(menu).toBeFocused();
    await expect(menu.getByRole('menuitemradio', { name: 'Not pinned' })).toHaveAttribute('aria-checked', 'true');
    await app.keyboard.press('ArrowDown');
    await expect(menu.getByRole('menuitemradio', { name: 'Sort ascending' })).toBeFocused();
    for (let step = 0; step < 3; step++) await app.keyboard.press('ArrowDown');
    await expect(menu.getByRole('menuitemradio', { name: 'Pin left' })).toBeFocused();
    await app.keyboard.press('Enter');
    await expect(heads.nth(1)).toContainText('Max quantity');
    await expect(grid).toBeFocused();
    await app.keyboard.press('Home');
    await app.keyboard.press('Control+Shift+ArrowRight');
    await expect(heads.first()).toContainText('Max quantity');
    await expect(heads.nth(1)).toContainText('Symbol');
    await expect(grid.locator('[role="columnheader"][data-active]')).toContainText('Symbol');

    await heads.filter({ hasText: 'Max price' }).click({ button: 'right' });
    await app.getByRole('menuitem', { name: 'Hide column' }).click();
    await heads.filter({ hasText: 'Min quantity' }).click({ button: 'right' });
    await app.getByRole('menuitemradio', { name: 'Pin right' }).click();
    const order = ['Max quantity', 'Symbol', 'Price precision', 'Min price', 'Qty precision', 'Min quantity'];
    const names = (): Promise<string[]> => heads.locator('.table-head-text').allTextContents();
    await expect.poll(names).toEqual(order);

    await showScreen(app, 'Spot tickers');
    await app.reload();
    await showScreen(app, 'Trading rules');
    await expect.poll(names).toEqual(order);
    await expect(heads.nth(0)).toHaveAttribute('data-pinned', 'start');
    await expect(heads.nth(5)).toHaveAttribute('data-pinned', 'end');

    await app.getByRole('button', { name: 'Columns' }).click();
    await app.getByRole('button', { name: 'Reset columns' }).click();
    await expect(heads.first()).toContainText('Symbol');
    await expect(heads).toHaveCount(7);
  });

  test('a header that is dragged onto a pinned column is pinned', async ({ sharedApp: app }) => {
    const grid = await showScreen(app, 'Trading rules');
    await expect(dataRows(grid).first()).toBeVisible();
    const heads = grid.getByRole('columnheader');
    await heads.filter({ hasText: 'Min price' }).locator('.table-head-label').dragTo(heads.first());
    await expect(heads.first()).toContainText('Min price');
    await expect(heads.first()).toHaveAttribute('data-pinned', 'start');
  });
});
