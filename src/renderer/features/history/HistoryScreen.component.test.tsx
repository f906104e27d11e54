import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import type { AccountSummary } from '../../../shared/contract/accounts.ts';
import type { OrderExecution, RowChange } from '../../../shared/contract/history.ts';
import type { Order, PlanOrder } from '../../../shared/contract/orders.ts';
import { blankRow } from '../../../shared/testing/blank-row.ts';
import { succeed } from '../../../shared/values/result.ts';
import { acceptHistoryState } from '../../domain/orders/history-state.ts';
import { runCommand } from '../../platform/commands.ts';
import { acceptSettings } from '../../platform/settings/settings.ts';
import { expectAccessible } from '../../testing/axe.ts';
import { FakeArchive } from '../../testing/fake-archive.ts';
import type { Answers } from '../../testing/fake-host.ts';
import { FakeMarket } from '../../testing/fake-market.ts';
import { type Rendered, render } from '../../testing/render.tsx';
import { programAnswers } from '../../testing/samples.ts';
import { cell, cellAt, textsOf } from '../../testing/table.ts';
import { figureForm, setFigureForm } from '../../text/number-form.ts';
import { Tooltips } from '../../ui/controls/Tooltips.tsx';
import { OrderHistoryScreen, PlanHistoryScreen } from './HistoryScreen.tsx';

const digits = '16608.26177661337639196788653752133134300371';
const full = '+16,608.26177661337639196788653752133134300371';

const order = (id: number, symbol: string, pnl: string, fields: Partial<Order> = {}): Order => ({
  ...blankRow('order-history'),
  key: `isolated:${id}`,
  id: String(id),
  symbol,
  side: pnl.startsWith('-') ? 'sell' : 'buy',
  kind: 'limit',
  action: 'close',
  status: 'filled',
  createdAt: Date.UTC(2026, 9, 1) - id * 60_000,
  quantity: '1',
  filledQuantity: '1',
  pnl,
  raw: `{"order_id":"${id}"}`,
  ...fields,
});
const orders = [
  order(1, 'BTC-USDT', digits),
  order(2, 'ETH-USDT', '-3'),
  order(3, 'BTC-USDT', '0.00042'),
  order(4, 'SOL-USDT', '1234.5', { status: 'partially-canceled', averagePrice: '101.5' }),
  order(5, 'ETH-USDT', '0', { status: 'canceled', filledQuantity: '0' }),
];

const grid = page.getByRole('grid', { name: /^Order history, / });
const chips = page.getByRole('list', { name: 'Active filters' });
const details = page.getByRole('complementary', { name: 'Details' });
const summary = page.getByRole('region', { name: 'Summary' });
const field = page.getByRole('textbox', { name: 'Note', exact: true });
const form = page.getByRole('dialog', { name: 'Filter' });
const search = page.getByRole('textbox', { name: 'Symbol, ID, or note' });
const press = (keys: string): Promise<void> => userEvent.keyboard(keys);
const item = (name: string | RegExp): Locator => page.getByRole('menuitem', { name });
const focusGrid = (): void => (grid.element() as HTMLElement).focus();
let copied: string;

beforeEach(() => {
  copied = '';
  window.addEventListener('copy', keepCopy);
  Object.defineProperty(navigator.clipboard, 'writeText', {
    configurable: true,
    value: async (text: string) => {
      copied = text;
    },
  });
  Object.defineProperty(navigator.clipboard, 'write', {
    configurable: true,
    value: async ([item]: ClipboardItem[]) => {
      copied = (await (await item?.getType('text/plain'))?.text()) ?? '';
    },
  });
  return () => {
    window.removeEventListener('copy', keepCopy);
    Reflect.deleteProperty(navigator.clipboard, 'writeText');
    Reflect.deleteProperty(navigator.clipboard, 'write');
  };
});
/** Rows that must be read first are written to the clipboard instead of the event. */
function keepCopy({ clipboardData }: ClipboardEvent): void {
  copied = clipboardData?.getData('text/plain') || copied;
}

/** More orders than one question may ask for, with the PnL in another order than the symbols. */
const many = Array.from({ length: 1200 }, (_, place) =>
  order(place, ['BTC-USDT', 'ETH-USDT', 'SOL-USDT'][place % 3] ?? '', String(((place * 37) % 101) - 50)),
);

async function showOrders(
  rows: readonly Order[] = orders,
  answers: Answers = {},
): Promise<Rendered & { archive: FakeArchive }> {
  const market = new FakeMarket(['BTC-USDT', 'ETH-USDT', 'SOL-USDT']);
  const account = market.owner;
  const archive = new FakeArchive(account.id, rows, acceptHistoryState);
  const rendered = render(
    <>
      <Tooltips />
      <OrderHistoryScreen account={account} />
    </>,
    {
      answers: { ...programAnswers, ...market.answers, ...archive.answers, ...answers },
      settings: { timeZone: 'UTC' },
    },
  );
  await expect.poll(() => grid.query() && textsOf('id').slice(0, 5)).toEqual(rows.slice(0, 5).map(({ id }) => id));
  return { ...rendered, archive };
}

async function openForm(tab: string): Promise<void> {
  await page.getByRole('button', { name: /^Filter/ }).click();
  await form.getByRole('tab', { name: tab }).click();
}

it('shows an amount with two decimals, and every digit where the user looks closer', async () => {
  await showOrders();
  // An amount below a cent has its decimal point below those of the others.
  const pointOf = (position: number): number => {
    const [text] = cellAt(position, 'pnl').childNodes;
    const range = new Range();
    range.setStart(text as Text, (text?.textContent ?? '').indexOf('.'));
    range.setEnd(text as Text, range.startOffset + 1);
    return range.getBoundingClientRect().left;
  };
  expect(textsOf('pnl').slice(0, 4)).toEqual(['+16,608.26', '−3.00', '+0.00042', '+1,234.50']);
  await document.fonts.load('13px "Inter Variable"');
  const spread = (points: readonly number[]): number => Math.max(...points) - Math.min(...points);
  await expect.poll(() => spread([1, 2, 3].map(pointOf))).toBeLessThan(0.1);

  await expect.element(cell(0, 'pnl')).toHaveAccessibleName(`+16,608.26, exactly ${full}`);
  await cell(0, 'pnl').hover();
  await expect.element(page.getByRole('tooltip')).toMatchTextContent(full);
  await cell(0, 'pnl').click();
  await expect
    .poll(() => details.element().querySelector('[data-field="pnl"] .figure')?.getAttribute('title'))
    .toBe(full);
  await press('{Escape}');
  focusGrid();
  await press('{Control>}{Home}{/Control}{Shift>} {/Shift}');
  await expect
    .element(page.getByRole('status').filter({ hasText: 'selected' }))
    .toMatchTextContent(`PnL ${full} USDT · 1 row selected`);
  await press('{Escape}');
  const highest = [...summary.element().querySelectorAll('.figure')].find((each) => each.textContent?.includes(full));
  expect(highest?.getAttribute('title')).toBe(full);
  expect(highest?.querySelector('[aria-hidden]')?.textContent).toBe('+16,608.26');
  await cell(0, 'pnl').click();
  await press('{Control>}c{/Control}');
  expect(copied).toBe(digits);
});

it('shows every digit everywhere if the user wants so', async () => {
  const short = figureForm();
  setFigureForm({ ...short, isExact: true });
  await showOrders();
  expect(textsOf('pnl')[0]).toBe(full);
  expect(cellAt(0, 'pnl').getAttribute('aria-label')).toBe(null);
  await expect.element(summary).toMatchTextContent(`highest ${full}`);
  setFigureForm(short);
});

it('shows words instead of codes, and times in the selected time zone', async () => {
  const { host } = await showOrders([
    order(1, 'BTC-USDT', '1', { side: 'sell', status: 'partially-filled' }),
    order(2, 'BTC-USDT', '0', { side: 'buy', kind: 'market', action: 'open', status: 'partially-canceled' }),
    order(3, 'BTC-USDT', '0', { side: 'sell', action: null, status: 'canceling' }),
  ]);
  expect(textsOf('side')).toEqual(['Sell, close long · Limit', 'Buy, open long · Market', 'Sell · Limit']);
  expect(textsOf('status')).toEqual(['Partially filled', 'Partially canceled', 'Canceling']);
  expect(textsOf('createdAt')).toEqual(['2026-09-30 23:59:00', '2026-09-30 23:58:00', '2026-09-30 23:57:00']);
  acceptSettings({ ...host.settings, timeZone: 'Asia/Kolkata' });
  await expect
    .poll(() => textsOf('createdAt'))
    .toEqual(['2026-10-01 05:29:00', '2026-10-01 05:28:00', '2026-10-01 05:27:00']);
});

it('shows the new status of an open order after a refresh, what it was before, and when it was executed', async () => {
  const open = order(1, 'BTC-USDT', '2.5', {
    status: 'partially-filled',
    quantity: '10',
    filledQuantity: '4',
    raw: '{"order_id":"1","status":2}',
  });
  const at = (minute: number): number => Date.UTC(2026, 9, 1, 0, minute);
  let changes: RowChange[] = [];
  let execution: OrderExecution = {
    slices: [{ quantity: '4', averagePrice: '101.5', pnl: '2.5', from: at(1), to: at(2) }],
    waitingAt: at(2),
  };
  const { archive, host, restart } = await showOrders([open, order(2, 'BTC-USDT', '-0.25')], {
    readRowChanges: () => succeed(changes),
    readOrderExecution: () => succeed(execution),
  });
  await cell(0, 'symbol').click();
  const status = () => details.element().querySelector('[data-field="status"] dd')?.textContent;
  const seen = details.getByRole('region', { name: 'Execution' });
  const changed = details.getByRole('region', { name: 'Changes' });
  await expect
    .element(seen.getByRole('listitem').first())
    .toMatchTextContent(/^4 contracts at 101.5\d*, executed between .*00:01:00 and .*00:02:00$/);
  await expect.element(seen.getByRole('listitem').nth(1)).toMatchTextContent('Last seen pending: 2026-10-01 00:02:00');
  expect(status()).toContain('Partially filled');
  expect(changed.query()).toBeNull();
  focusGrid();
  await press('{Control>}a{/Control}');
  await expect
    .element(page.getByRole('status').filter({ hasText: 'selected' }))
    .toMatchTextContent('PnL +2.25 USDT · 2 rows selected');

  await expect.poll(() => runCommand('refresh')).toBe(true);
  expect(host.callsOf('syncHistory').map(({ action }) => action)).toEqual(['refresh', 'refresh']);
  changes = [{ at: at(9), raw: open.raw }];
  execution = { slices: [{ quantity: '10', averagePrice: '102', pnl: '6', from: at(1), to: at(9) }], waitingAt: null };
  const filled = { ...open, status: 'filled', pnl: '6', raw: '{"order_id":"1","status":3}' } as const;
  archive.change([filled, ...archive.rows.slice(1)]);
  await expect.poll(() => textsOf('status')[0]).toBe('Filled');
  await expect.poll(status).toContain('Filled');
  const change = changed.getByRole('listitem');
  await expect.poll(() => change.element().querySelector('del')?.textContent).toBe('Partially filled');
  expect(change.element().querySelector('ins')?.textContent).toBe('Filled');
  expect(change.elements()).toHaveLength(1);
  await expect.element(seen).toMatchTextContent(/Executed between .*00:01:00 and .*00:09:00$/);
  await expect
    .element(page.getByRole('status').filter({ hasText: 'selected' }))
    .toMatchTextContent('PnL +5.75 USDT · 2 rows selected');

  restart();
  await expect.poll(() => grid.query() && textsOf('status')[0]).toBe('Filled');
  await cell(0, 'symbol').click();
  await expect.element(changed).toMatchTextContent('Partially filled');
});

it('filters by the value of a cell, and copies the cell, the row and the ID, also by keyboard', async () => {
  const { destinations } = await showOrders();
  await cell(0, 'symbol').click({ button: 'right' });
  await expectAccessible(page.getByRole('menu').element());
  await item('Exclude BTC-USDT').click();
  await expect.element(page.getByRole('button', { name: 'Remove Symbols not: BTC-USDT' })).toBeVisible();
  await expect.poll(() => textsOf('id')).toEqual(['2', '4', '5']);
  await cell(1, 'status').click({ button: 'right' });
  await item('Show only Partially canceled').click();
  await expect.element(page.getByRole('button', { name: 'Remove Status: Partially canceled' })).toBeVisible();
  await expect.poll(() => textsOf('id')).toEqual(['4']);
  await chips.getByRole('button', { name: 'Clear all' }).click();
  await expect.poll(() => textsOf('id')).toEqual(['1', '2', '3', '4', '5']);

  focusGrid();
  await press('{Control>}{Home}{/Control}{Home}{ArrowRight}{ArrowRight}');
  expect(cellAt(0, 'pnl').dataset.active).toBe('true');
  await press('{Shift>}{F10}{/Shift}');
  const menu = page.getByRole('menu', { name: 'PnL cell' });
  // The menu takes the focus in the next frame. Earlier keys would go to the table.
  await expect.element(menu).toHaveFocus();
  const leftOf = (element: Element): number => element.getBoundingClientRect().left;
  expect(Math.abs(leftOf(menu.element()) - leftOf(cellAt(0, 'pnl')))).toBeLessThan(2);
  await press('{ArrowDown}{Enter}');
  await expect.poll(() => copied).toBe(digits);
  await expect.element(grid).toHaveFocus();
  await press('{ContextMenu}');
  await item('Copy order ID').click();
  await expect.poll(() => copied).toBe('1');
  await expect.element(grid).toHaveFocus();
  await press('{Shift>}{ArrowDown}{/Shift}{Shift>}{F10}{/Shift}');
  await item('Copy 2 rows').click();
  await expect.poll(() => copied.split('\n')).toHaveLength(3);

  await cell(3, 'averagePrice').click({ button: 'right' });
  await item('Alert me at the average price…').click();
  const alert = { kind: 'new-alert', symbol: 'SOL-USDT', market: 'futures', level: '101.5' };
  await expect.poll(() => destinations).toMatchObject([alert]);
});

it('copies no value that runs in a spreadsheet, and an ID as it is', async () => {
  const symbol = '=HYPERLINK("https://exchange.example")';
  await showOrders([order(1, symbol, '1', { key: 'isolated:-Zk3/x+9=', id: '-Zk3/x+9=' })]);
  const copy = async (name: string): Promise<void> => {
    await cell(0, 'symbol').click({ button: 'right' });
    await item(name).click();
  };
  await copy('Copy cell');
  await expect.poll(() => copied).toBe(`'${symbol}`);
  await copy('Copy order ID');
  await expect.poll(() => copied).toBe('-Zk3/x+9=');
  await copy('Copy row');
  await expect.poll(() => copied).toContain(`\n"'${symbol.replaceAll('"', '""')}"\t`);

  await cell(0, 'symbol').click();
  await page.getByRole('button', { name: 'Copy Order ID' }).click();
  await expect.poll(() => copied).toBe('-Zk3/x+9=');
  await page.getByRole('button', { name: 'Copy Symbol' }).click();
  await expect.poll(() => copied).toBe(`'${symbol}`);
  copied = '';
  focusGrid();
  await press('{Control>}c{/Control}');
  expect(copied).toBe(`'${symbol}`);
});

it('keeps notes, marks the orders that have one, and finds them by tags and words', async () => {
  const { restart } = await showOrders();
  const marked = (): (string | null)[] =>
    [...grid.element().querySelectorAll('[data-noted]')].map((each) => each.getAttribute('aria-label'));
  await cell(0, 'symbol').click();
  await field.fill('Late #fomo-entry');
  await press('{Control>}{Enter}{/Control}');
  await expect.poll(marked).toEqual([expect.stringMatching(/Note: Late #fomo-entry$/)]);
  // The note is saved when the details show another row.
  await cell(1, 'symbol').click();
  await expect.element(field).toHaveValue('');
  await field.fill('again #fomo-entry');
  await cell(0, 'symbol').click();
  await expect.element(field).toHaveValue('Late #fomo-entry');
  await expectAccessible(details.element());
  await expect.poll(() => marked().length).toBe(2);

  // The menu of the row leads to the field and filters by the tag, and the search finds words of notes.
  focusGrid();
  await press('{Shift>}{F10}{/Shift}');
  await item('Note…').click();
  await expect.element(field).toHaveFocus();
  await press('{Escape}');
  await expect.element(field).not.toBeInTheDocument();
  await cell(0, 'symbol').click({ button: 'right' });
  await item('Show only #fomo-entry').click();
  await expect.poll(() => textsOf('id')).toEqual(['1', '2']);
  await expect.element(chips).toMatchTextContent('Tags: #fomo-entry');
  await search.fill('late');
  await expect.poll(() => textsOf('id')).toEqual(['1']);
  await page.getByRole('button', { name: 'Clear search' }).click();
  await page.getByRole('button', { name: /^Filter/ }).click();
  await form.getByRole('tab', { name: 'Tags' }).click();
  await form.getByRole('button', { name: '#fomo-entry' }).click();
  await press('{Escape}');
  await expect.element(chips).not.toBeInTheDocument();

  // The next page has the notes.
  restart();
  await expect.poll(() => grid.query() && marked().length).toBe(2);
});

it('copies selected rows under their headings, loaded or not', async () => {
  await showOrders(many);
  const status = page.getByRole('status').filter({ hasText: 'selected' });
  const chosen = (): number => grid.element().querySelectorAll('[data-chosen]').length;
  const copy = async (said: string): Promise<string[]> => {
    await press('{Control>}c{/Control}');
    await expect.element(page.getByText(said).last()).toBeInTheDocument();
    return copied.split('\n');
  };
  // A notice of a copy hides the number of selected rows for seconds.
  focusGrid();
  await press('{Control>}a{/Control}');
  await expect.element(status).toMatchTextContent('1,200 rows selected');
  await press('{Escape}');
  await expect.poll(chosen).toBe(0);
  await cell(2, 'symbol').click();
  await press('{Escape}');
  await cell(4, 'symbol').click({ modifiers: ['Shift'] });
  await expect.element(status).toMatchTextContent('3 rows selected');
  await press('{Shift>}{ArrowDown}{/Shift}');
  await expect.poll(chosen).toBe(4);
  const four = await copy('Copied 4 rows');
  expect(four).toHaveLength(5);
  expect(four[0]?.split('\t').slice(0, 3)).toEqual(['Symbol', 'Side', 'PnL (before fees)']);
  expect(four.slice(1).map((line) => line.split('\t')[0])).toEqual(many.slice(2, 6).map(({ symbol }) => symbol));

  await press('{Control>}a{/Control}');
  await expect.poll(() => grid.element().querySelectorAll('[data-row-id]:not([data-chosen])').length).toBe(0);
  expect(await copy('Copied 1,200 rows')).toHaveLength(1201);
  await press('{Escape}');
  await expect.poll(chosen).toBe(0);
  await press('{Control>}{Home}{/Control}');
  expect(await copy('Copied BTC-USDT')).toEqual(['BTC-USDT']);
});

it('opens the details by a click, a double click, or a click on selected text, but not by a drag over a text', async () => {
  await showOrders(many);
  const close = async (): Promise<void> => {
    await expect.element(details).toBeVisible();
    await press('{Escape}');
    await expect.element(details).not.toBeInTheDocument();
  };
  const selected = (): string => getSelection()?.toString().trim() ?? '';
  await cell(2, 'symbol').click();
  await expect.element(details.getByRole('heading', { name: many[2]?.symbol ?? '' })).toBeVisible();
  for (const name of ['Created', 'Price', 'Filled', 'PnL', 'Status', 'Order ID']) {
    expect(
      [...details.element().querySelectorAll('dt')].some((each) => each.textContent?.includes(name)),
      name,
    ).toBe(true);
  }
  await details.getByRole('button', { name: 'Raw JSON', exact: true }).click();
  expect(details.element().querySelector('pre')?.textContent).toContain('"order_id": "2"');
  await expect.element(details.getByText('2', { exact: true }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Close details' }).click();
  await expect.element(details).not.toBeInTheDocument();

  const onText = { position: { x: 16, y: 10 } };
  await cell(2, 'symbol').dblClick(onText);
  await close();
  expect(selected()).not.toBe('');
  await cell(2, 'symbol').click(onText);
  await close();
  await cell(2, 'symbol').dblClick({ position: { x: cellAt(2, 'symbol').clientWidth - 4, y: 10 } });
  await close();
  await userEvent.dragAndDrop(cell(2, 'symbol'), cell(2, 'symbol'), {
    sourcePosition: { x: 10, y: 10 },
    targetPosition: { x: 50, y: 10 },
    steps: 4,
  });
  expect(selected()).not.toBe('');
  expect(cellAt(2, 'symbol').dataset.active).toBe('true');
  await expect.element(details).not.toBeInTheDocument();
});

it('lets the details follow the keyboard to a row that is being loaded, unless the user opens another row or sorts meanwhile', async () => {
  await showOrders(many);
  const id = (): string | null | undefined =>
    details.element().querySelector('[data-field="id"] dd > span')?.textContent;
  /** Moves to the last row, and clicks before it can be loaded. */
  const moveAndClick = (selector: string): void => {
    grid.element().dispatchEvent(new KeyboardEvent('keydown', { key: 'End', ctrlKey: true, bubbles: true }));
    grid.element().querySelector<HTMLElement>(selector)?.click();
  };
  const showEnd = async (): Promise<void> => {
    grid.element().scrollTo({ top: grid.element().scrollHeight });
    await expect.poll(() => grid.element().querySelector('[data-position="1199"][data-row-id]')).not.toBeNull();
  };
  const symbol = grid.getByRole('columnheader', { name: 'Symbol' });
  const isSorted = async (direction: 'ascending' | 'descending' | 'none', first: string): Promise<void> => {
    await expect.element(symbol).toHaveAttribute('aria-sort', direction);
    await expect.element(grid).not.toHaveAttribute('data-outdated');
    await expect.poll(() => textsOf('symbol')[0]).toBe(first);
  };
  await cell(0, 'symbol').click();
  await expect.element(details).toBeVisible();
  moveAndClick('[data-position="1"] [data-col="symbol"]');
  await showEnd();
  expect(id()).toBe('1');

  await symbol.click();
  await isSorted('ascending', 'BTC-USDT');
  moveAndClick('[role="columnheader"][data-col="symbol"]');
  await isSorted('descending', 'SOL-USDT');
  await showEnd();
  expect(id()).toBe('1');

  await symbol.click();
  await isSorted('none', 'BTC-USDT');
  await press('{Control>}{End}{/Control}');
  await expect.poll(id).toBe('1199');
});

const toneOf = (amount: string): string | undefined =>
  amount.startsWith('+') ? 'up' : amount.startsWith('−') ? 'down' : undefined;

it('requests the rows of another order in the click on the header, once', async () => {
  const { host } = await showOrders(many);
  await expect.poll(() => textsOf('pnl')[0]).toBeDefined();
  const before = host.callsOf('readOrderHistory').length;
  const requested = () => host.callsOf('readOrderHistory').slice(before);
  grid.element().querySelector<HTMLElement>('[role="columnheader"][data-col="pnl"]')?.click();
  const sorted = [{ sort: [{ field: 'pnl', direction: 'descending' }], from: 0 }];
  expect(requested()).toMatchObject(sorted);
  await expect.element(grid).not.toHaveAttribute('data-outdated');
  await expect.poll(() => textsOf('pnl')[0]).toBe('+50.00');
  expect(requested().filter(({ from }) => from === 0)).toMatchObject(sorted);
});

it('sorts by several columns, by pointer and by keyboard, and marks gains and losses', async () => {
  await showOrders(many);
  const head = (name: string): Locator => grid.getByRole('columnheader', { name });
  const places = (): (string | null)[] =>
    ['symbol', 'pnl', 'id'].map(
      (column) =>
        grid.element().querySelector(`[role="columnheader"][data-col="${column}"] .table-head-place`)?.textContent ??
        null,
    );
  await head('PnL').click();
  await expect.element(head('PnL')).toHaveAttribute('aria-sort', 'descending');
  await expect.poll(() => textsOf('pnl')[0]).toBe('+50.00');
  expect(cellAt(0, 'pnl').dataset.tone).toBe('up');
  // A drawn cell keeps nothing of the row that it showed before.
  const figures: number[] = [];
  for (const [key, position] of [
    ['Home', 0],
    ['End', many.length - 1],
  ] as const) {
    await press(`{Control>}{${key}}{/Control}`);
    await expect.poll(() => grid.element().querySelector(`[data-position="${position}"] [data-active]`)).not.toBeNull();
    await expect.poll(() => grid.element().querySelector('[data-waiting], [data-outdated]')).toBeNull();
    figures.push(...textsOf('pnl').map((text) => Number(text.replace('−', '-'))));
    const cells = [...grid.element().querySelectorAll<HTMLElement>('[data-row-id] [data-col="pnl"]')];
    expect(cells.map(({ dataset }) => dataset.tone)).toEqual(cells.map(({ textContent }) => toneOf(textContent)));
  }
  expect(figures).toEqual(figures.toSorted((a, b) => b - a));
  expect(figures.at(-1)).toBe(-50);
  await head('PnL').click();
  await expect.poll(() => textsOf('pnl')[0]).toBe('−50.00');
  expect(cellAt(0, 'pnl').dataset.tone).toBe('down');
  await head('PnL').click();
  await expect.element(head('PnL')).toHaveAttribute('aria-sort', 'none');

  await head('Symbol').click();
  await head('PnL').click({ modifiers: ['Shift'] });
  expect(places()).toEqual(['1', '2', null]);
  await expect.element(head('Symbol')).toHaveAttribute('aria-sort', 'ascending');
  await expect.element(head('PnL')).toHaveAttribute('aria-sort', 'descending');
  const expected = many.filter(({ symbol }) => symbol === 'BTC-USDT').map(({ pnl }) => Number(pnl));
  await expect
    .poll(() => textsOf('pnl').map((text) => Number(text.replace('−', '-'))))
    .toEqual(expected.sort((a, b) => b - a).slice(0, textsOf('pnl').length));
  // The active cell is the header that was clicked last.
  await press('{End}{Shift>}{Enter}{/Shift}');
  await expect.poll(places).toEqual(['1', '2', '3']);
});

it('says for how many orders the PnL is unknown, and colors no sum that lacks it', async () => {
  const tone = () => summary.element().querySelector<HTMLElement>('.summary-sum [data-tone]')?.dataset.tone;
  const { archive } = await showOrders();
  await expect.poll(tone).toMatch(/up|down/);
  await expect.element(summary).not.toMatchTextContent('unknown');
  const [first, ...others] = orders;
  archive.change([{ ...(first as Order), action: 'close', pnl: null }, ...others]);
  await expect.element(summary).toMatchTextContent('PnL of 1 unknown');
  await expect.poll(tone).toBeUndefined();
});

it('combines conditions, which are chips that can be edited and removed one by one', async () => {
  await showOrders();
  await openForm('Side');
  await form.getByRole('button', { name: 'Buy' }).click();
  await form.getByRole('tab', { name: 'PnL' }).click();
  await form.getByRole('button', { name: 'Profit' }).click();
  await form.getByRole('button', { name: 'Show 3 orders' }).click();
  await expect.element(chips).toMatchTextContent(/Side: Buy.*PnL: Profit.*Clear all/);
  await expect.poll(() => textsOf('id')).toEqual(['1', '3', '4']);
  await expect.element(summary).toMatchTextContent('3 orders');
  await page.getByRole('button', { name: 'Remove PnL: Profit' }).click();
  await expect.poll(() => textsOf('id')).toEqual(['1', '3', '4', '5']);
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect.element(chips).not.toBeInTheDocument();

  await openForm('Symbols');
  for (const [typed, symbol] of [
    ['ｂｔｃ-', /^BTC-USDT/],
    ['sol-', /^SOL-USDT/],
  ] as const) {
    await form.getByRole('combobox', { name: 'Search symbols' }).fill(typed);
    await form.getByRole('option', { name: symbol }).click();
  }
  await press('{Escape}');
  await expect.element(chips).toMatchTextContent('BTC-USDT, SOL-USDT');
  await expect.poll(() => textsOf('id')).toEqual(['1', '3', '4']);
  await page.getByRole('button', { name: 'Clear all' }).click();

  // Nothing contains both words. They are what was searched, and are offered as conditions.
  await search.fill('loss eth');
  await expect.element(grid).toMatchTextContent('Searched for: “loss eth” in symbols, IDs, and notes.');
  await grid.getByRole('button', { name: 'Search for Symbols: ETH-USDT · PnL: Loss' }).click();
  await expect.element(search).toHaveValue('');
  await expect.poll(() => textsOf('id')).toEqual(['2']);
  await page.getByRole('button', { name: 'Clear all' }).click();

  // Enter makes parts of the filter of what the words name. A chip leads to its field.
  await search.fill('loss eth 1-2');
  await press('{Enter}');
  await expect.element(search).toHaveValue('1-2');
  await search.fill('');
  await expect.poll(() => textsOf('id')).toEqual(['2']);
  await chips.getByRole('button', { name: 'PnL: Loss', exact: true }).click();
  await expect.element(form.getByRole('button', { name: 'Loss' })).toHaveAttribute('aria-pressed', 'true');
});

it('keeps its filter for the next page, and saves it as a view with the sort order', async () => {
  const { host, restart } = await showOrders([
    order(1, 'BTC-USDT', '-1.5'),
    order(2, 'ETH-USDT', '2', { marginMode: 'cross' }),
    order(3, 'SOL-USDT', '-0.25'),
  ]);
  const views = page.getByRole('button', { name: /^View/ });
  const head = grid.getByRole('columnheader', { name: 'PnL' });
  await openForm('PnL');
  await form.getByRole('button', { name: 'Loss' }).click();
  await press('{Escape}');
  await expect.poll(() => textsOf('id')).toEqual(['1', '3']);
  for (const words of ['2 orders', 'PnL −1.75 USDT', '0 wins', '2 losses'])
    await expect.element(summary).toMatchTextContent(words);
  await head.click();
  await expect.poll(() => textsOf('id')).toEqual(['3', '1']);
  await views.click();
  await page.getByRole('button', { name: 'Save as view' }).click();
  await press('  Losses {Enter}');
  await expect.element(views).toMatchTextContent(/^View: Losses$/);
  await press('{Escape}');

  // Another order changes the view; without its filter it is not in use any more.
  await head.click();
  await expect.element(views).toMatchTextContent('changed');
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect.element(views).toMatchTextContent(/^Views$/);
  await page.getByRole('button', { name: /^Filter/ }).click();
  await form.getByRole('button', { name: 'More' }).click();
  await form.getByRole('tab', { name: 'Margin mode' }).click();
  await form.getByRole('button', { name: 'Cross' }).click();
  await press('{Escape}');
  await expect.poll(() => host.settings.filters['order-history']).toEqual({ marginModes: ['cross'] });

  restart();
  await expect.element(chips).toMatchTextContent('Margin mode: Cross');
  await expect.poll(() => textsOf('id')).toEqual(['2']);
  await views.click();
  await page.getByRole('button', { name: 'Losses', exact: true }).click();
  await expect.element(chips).toMatchTextContent('PnL: Loss');
  await expect.element(head).toHaveAttribute('aria-sort', 'descending');
  await expect.poll(() => textsOf('id')).toEqual(['3', '1']);
  await expect.element(views).toMatchTextContent(/^View: Losses$/);
});

it('filters the plan history by its own conditions', async () => {
  const market = new FakeMarket(['BTC-USDT']);
  market.history = { checkedAt: 1 };
  const account = market.owner;
  const statuses = ['fully-executed', 'failed', 'canceled'] as const;
  const plans = statuses.map(
    (status, index): PlanOrder => ({
      ...blankRow('plan-history'),
      ...{ key: `isolated:${index}`, id: String(index), symbol: 'BTC-USDT', side: 'buy', kind: 'limit', status },
    }),
  );
  const find = (wanted: readonly string[] = statuses) => plans.filter(({ status }) => wanted.includes(status));
  const { host, destinations } = render(<PlanHistoryScreen account={account} />, {
    settings: { filters: { 'order-history': { pnlSigns: ['loss'] } } },
    answers: {
      ...programAnswers,
      ...market.answers,
      readPlanHistory: ({ filter }) => {
        const rows = find(filter.statuses);
        return succeed({ rows, total: rows.length, version: 1, anchor: null });
      },
      summarizeHistory: ({ filter }) =>
        succeed({
          ...{ version: 1, rows: find(filter.statuses).length, filled: 0, canceled: 0, failed: 1 },
          ...{ pnl: [], unknownPnl: 0 },
        }),
      readHistoryChoices: () => succeed({ version: 1, symbols: [], kinds: [], statuses: [] }),
      readTags: () => succeed([]),
    },
  });
  const shownGrid = page.getByRole('grid', { name: /^Plan history, / });
  const shown = (): (string | null)[] =>
    [...shownGrid.element().querySelectorAll('[data-row-id] [data-col="status"]')].map((each) => each.textContent);
  await expect.poll(() => shownGrid.query() && shown()).toHaveLength(3);
  expect(chips.query()).toBeNull();
  await expect.element(summary).toMatchTextContent(/^3 plan orders.*1 failed2 others/);
  await summary.getByRole('button', { name: '1 failed' }).click();
  expect(destinations).toMatchObject([{ kind: 'list', list: 'plan-history', filter: { statuses: ['failed'] } }]);
  await openForm('Status');
  expect(form.getByRole('tab', { name: 'PnL' }).query()).toBeNull();
  await form.getByRole('button', { name: 'Execution failed' }).click();
  await press('{Escape}');
  await expect.poll(shown).toEqual(['Execution failed']);
  await expect.element(summary).toMatchTextContent(/^1 plan order/);
  expect(host.settings.filters).toEqual({
    'order-history': { pnlSigns: ['loss'] },
    'plan-history': { statuses: ['failed'] },
  });
});

it('finds IDs and symbols, and closes the details of rows that are not found', async () => {
  await showOrders([order(1, 'BTC-USDT', '1', { id: 'BG7x', key: 'isolated:BG7x' }), order(2, 'ETH-USDT', '2')]);
  await cell(0, 'symbol').click();
  await expect.element(details).toBeVisible();
  await search.fill('bg7X');
  await expect.poll(() => textsOf('id')).toEqual(['BG7x']);
  await expect.element(grid).toHaveAttribute('aria-rowcount', '2');
  await expect.element(details).toBeVisible();
  await search.fill('no such order');
  await expect.element(grid.getByText('No orders match the filter')).toBeVisible();
  await expect.element(details).not.toBeInTheDocument();
  await grid.getByRole('button', { name: 'Clear filter' }).click();
  await expect.element(search).toHaveValue('');
  await expect.poll(() => textsOf('id')).toEqual(['BG7x', '2']);
  await search.fill('ｅｔｈ');
  await expect.poll(() => textsOf('id')).toEqual(['2']);
});

it('says at its field what is wrong with a condition, which does not apply then', async () => {
  await showOrders();
  await page.getByRole('button', { name: /^Filter/ }).click();
  await form.getByRole('tab', { name: 'PnL' }).click();
  const [from, to] = ['PnL from', 'PnL to'].map((name) => form.getByRole('textbox', { name }));
  await from?.fill('ten');
  await expect.element(form.getByRole('alert')).toMatchTextContent('Enter a number');
  expect(from?.element().getAttribute('aria-invalid')).toBe('true');
  await expect.element(chips).not.toBeInTheDocument();
  await from?.fill('1,000.5');
  await to?.fill('3');
  await expect.element(form.getByRole('alert')).toMatchTextContent('The end is before the start. Swap them.');
  await to?.fill('');
  await expect.element(form.getByRole('alert')).not.toBeInTheDocument();
  await expect.element(chips).toMatchTextContent('PnL: 1,000.5 or more');
  await expect.poll(() => textsOf('id')).toEqual(['1', '4']);
  await form.getByRole('tab', { name: 'Created' }).click();
  await form.getByRole('textbox', { name: 'Days from' }).fill('2025-02-29');
  await expect.element(form.getByRole('alert')).toMatchTextContent('Enter a date');
});

it.each([
  ['filter', 'Filter'],
  ['views', 'No saved views yet. Save the current filter and sorting as a view.'],
  ['columns', 'Visible columns, in order'],
  ['export', 'Export: Order history'],
] as const)('gives the focus to what the command %s opens, and back to the table', async (command, title) => {
  await showOrders();
  focusGrid();
  await expect.poll(() => runCommand(command)).toBe(true);
  const opened = page.getByRole('dialog', { name: title, exact: true });
  await expect.element(opened).toBeVisible();
  await expect.poll(() => opened.element().contains(document.activeElement)).toBe(true);
  await press('{Escape}');
  await expect.element(opened).not.toBeInTheDocument();
  await expect.element(grid).toHaveFocus();
});

it.each([
  [1024, 848, {}],
  [1024, 848, { 'order-history': { created: { from: '2026-11-03', to: '2026-11-19' } } }],
  [1440, 1264, { 'order-history': { created: { from: '2026-11-03', to: '2026-11-19' } } }],
])(
  'keeps its toolbar on one line in a window of %i pixels, also with compared days',
  async (window, width, filters) => {
    await page.viewport(window, 900);
    const market = new FakeMarket(['BTC-USDT', 'ETH-USDT', 'SOL-USDT']);
    const account = market.owner;
    const archive = new FakeArchive(account.id, orders, acceptHistoryState);
    const other: AccountSummary = { ...account, id: 'other', kind: 'live', name: 'Main' };
    render(
      // The width that the navigation leaves.
      <div style={{ width }}>
        <OrderHistoryScreen account={other} />
      </div>,
      {
        answers: {
          ...programAnswers,
          ...market.answers,
          ...archive.answers,
          listAccounts: () => succeed([account, other, { ...other, id: 'third', name: 'Swing' }]),
        },
        settings: { timeZone: 'UTC', account: other.id, filters },
      },
    );
    await expect.element(page.getByRole('button', { name: 'Columns' })).toBeVisible();
    const toolbar = page.getByRole('toolbar').element();
    const middles = [...toolbar.querySelectorAll('button')].map((button) => {
      const { top, height } = button.getBoundingClientRect();
      return Math.round(top + height / 2);
    });
    expect(new Set(middles).size).toBe(1);
  },
);

it('reads nothing while the page is hidden, and what has changed when it is seen again', async () => {
  const { archive, host } = await showOrders();
  await expect.poll(() => host.callsOf('summarizeHistory').length).toBeGreaterThan(0);
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  onTestFinished(() => visibility.mockRestore());
  const read = ['readOrderHistory', 'summarizeHistory', 'readHistoryState'] as const;
  const calls = () => read.map((channel) => host.callsOf(channel).length);
  let before: number[] = [];
  const areSame = () => {
    const earlier = before;
    before = calls();
    return earlier.join() === before.join();
  };
  // The sums are read once more if the state or the fee rates come after them.
  await expect.poll(areSame, { interval: 200 }).toBe(true);
  const fresh: Order = { ...(orders[0] as Order), id: '9000', key: 'isolated:9000', createdAt: Date.UTC(2030, 0, 1) };
  archive.change([fresh, ...orders]);
  // Without the wait, the calls would come in the next frame.
  await new Promise((resolve) => requestAnimationFrame(resolve));
  expect(calls()).toEqual(before);
  visibility.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(() => textsOf('id')[0]).toBe('9000');
});
