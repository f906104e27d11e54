import { useState } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import type { HistoryFilter } from '../../../shared/contract/history.ts';
import type { Results } from '../../../shared/contract/results.ts';
import type { ShownArchive } from '../../domain/accounts/shown-archive.ts';
import { expectAccessible } from '../../testing/axe.ts';
import { type Rendered, render } from '../../testing/render.tsx';
import { demoAccount } from '../../testing/samples.ts';
import { orderResults } from './OrderResults.tsx';
import type { Goal } from './results-basis.ts';
import './results.css';
import './panels/calendar.css';

const part = (pnl: string, wins = 1) => ({ pnl, count: wins + 2, wins, losses: 1 });
const results: Results = {
  version: 1,
  quotes: ['USDT'],
  quote: 'USDT',
  days: [
    { ...part('10.5'), day: '2026-01-05', total: '10.5' },
    { ...part('-3.25'), day: '2026-02-17', total: '7.25' },
  ],
  symbols: [
    { ...part('9.5'), symbol: 'BTC-USDT' },
    { ...part('-2.25'), symbol: 'ETH-USDT' },
  ],
  tags: [],
  accounts: [
    { ...part('8.75', 3), account: 'own' },
    { ...part('-1.5'), account: 'other' },
  ],
  weekdays: Array.from({ length: 7 }, (_, day) => part(`${day - 3}.5`)),
  hours: Array.from({ length: 24 }, (_, hour) => part(`${hour % 2 === 0 ? '' : '-'}${hour + 1}.25`)),
  drawdown: { amount: '3.25', from: Date.UTC(2026, 0, 5), to: Date.UTC(2026, 1, 17), recoveredAt: null },
};

const panelOf = (title: string): Locator => page.getByRole('region', { name: title, exact: true });
const readingOf = (title: string): Locator => panelOf(title).getByRole('status');
const chartOf = (title: string): Locator => panelOf(title).getByRole('application');
const press = (keys: string): Promise<void> => userEvent.keyboard(keys);
const canvases = (): HTMLCanvasElement[] => [...document.querySelectorAll('canvas')];

let chosen: [filter: HistoryFilter, goal: Goal | undefined][];

beforeEach(async () => {
  await page.viewport(1440, 900);
  chosen = [];
});

async function showCharts(shown: ShownArchive = archive, of: Results = results): Promise<Rendered> {
  const onChoose = (filter: HistoryFilter, goal?: Goal): void => void chosen.push([filter, goal]);
  const rendered = render(<ChartsInScreen archive={shown} results={of} onChoose={onChoose} />);
  await expect.element(panelOf('PnL by hour')).toBeVisible();
  return rendered;
}

const archive: ShownArchive = { id: 'demo', name: 'Demo', accounts: [demoAccount] };

interface ChartsProps {
  archive: ShownArchive;
  results: Results;
  onChoose: (filter: HistoryFilter, goal?: Goal) => void;
}

function ChartsInScreen({ archive: shown, results: of, onChoose }: ChartsProps) {
  const [choose] = useState(() => onChoose);
  return (
    <div className="results">
      <orderResults.Charts account="demo" archive={shown} results={of} compared={null} onChoose={choose} />
    </div>
  );
}

/** True if a pixel of the chart has the profit color of the style sheet. */
function drawsProfits(title: string): boolean {
  const canvas = panelOf(title).element().querySelector('canvas');
  const probe = document.body.appendChild(document.createElement('i'));
  probe.style.color = 'var(--up)';
  const [red, green, blue] = (getComputedStyle(probe).color.match(/\d+/g) ?? []).map(Number);
  probe.remove();
  const { data } = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
  for (let at = 0; at < data.length; at += 4) {
    if (data[at] === red && data[at + 1] === green && data[at + 2] === blue) return true;
  }
  return false;
}

it('draws charts in the colors of the theme and of prices, as wide as their panels', async () => {
  await showCharts();
  await expect.poll(() => drawsProfits('PnL by hour')).toBe(true);
  const { dataset } = document.documentElement;
  for (const changed of [{ theme: 'light' }, { priceColors: 'color-blind' }]) {
    Object.assign(dataset, changed);
    await expect.poll(() => drawsProfits('PnL by hour'), { message: JSON.stringify(changed) }).toBe(true);
  }
  for (const [width, height] of [
    [1024, 700],
    [1440, 900],
  ] as const) {
    await page.viewport(width, height);
    const scroller = document.querySelector('.results');
    await expect.poll(() => (scroller ? scroller.scrollWidth - scroller.clientWidth : null)).toBe(0);
    // A chart is resized in the next frame.
    await expect
      .poll(() => canvases().map((canvas) => Math.abs(canvas.clientWidth - (canvas.parentElement?.clientWidth ?? 0))))
      .toEqual(canvases().map(() => 0));
  }
  await expectAccessible(document.body);
});

it('lets the keyboard read every figure of a chart, which the table has, too, and choose what is behind it', async () => {
  await showCharts();
  await panelOf('PnL by hour').getByRole('button', { name: 'Show PnL by hour as a table' }).click();
  const rows = [...panelOf('PnL by hour').element().querySelectorAll('tbody tr')];
  expect(rows).toHaveLength(24);
  expect(rows[22]?.textContent).toMatch(/^22:00 to 22:59\+23\.25/);
  await expectAccessible(panelOf('PnL by hour').element());
  await panelOf('PnL by hour').getByRole('button', { name: 'Show PnL by hour as a chart' }).click();

  await press('{Tab}');
  await expect.element(chartOf('PnL by hour')).toHaveFocus();
  await expect.element(readingOf('PnL by hour')).toMatchTextContent('23:00 to 23:59 −24.25 USDT');
  await press('{ArrowLeft}');
  await expect.element(readingOf('PnL by hour')).toMatchTextContent('22:00 to 22:59 +23.25 USDT');
  await press('{Home}');
  await expect.element(readingOf('PnL by hour')).toMatchTextContent('00:00 to 00:59 +1.25 USDT');
  await press('{Enter}');
  expect(chosen).toEqual([[{ hours: [0] }, 'rows']]);
});

it('names the bar under the pointer, and a click chooses what is behind it', async () => {
  await showCharts();
  const canvas = panelOf('PnL by symbol').element().querySelector('canvas');
  if (canvas === null) throw new Error('The symbols have no chart.');
  const name = () => readingOf('PnL by symbol').element().querySelector('.results-reading-name')?.textContent;
  for (const [place, symbol] of ['BTC-USDT', 'ETH-USDT'].entries()) {
    const position = { x: canvas.clientWidth / 2, y: (canvas.clientHeight * (1 + 2 * place)) / 4 };
    await page.elementLocator(canvas).hover({ position });
    await expect.poll(name).toBe(symbol);
    await page.elementLocator(canvas).click({ position });
    expect(chosen.at(-1)).toEqual([{ symbols: [symbol] }, 'rows']);
  }
});

it('lists the results of each account by its name, of several accounts alone', async () => {
  const own = { ...demoAccount, id: 'own', name: 'Main desk' };
  const other = { ...demoAccount, id: 'other', name: 'Swing' };
  await showCharts({ id: 'own+other', name: 'All accounts', accounts: [own, other] });
  const rows = () => [...panelOf('By account').element().querySelectorAll('tbody tr')];
  expect(rows().map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^Main desk\+8\.75/),
    expect.stringMatching(/^Swing−1\.50/),
  ]);
  await panelOf('By account').getByText('Main desk').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Show these orders' }).click();
  expect(chosen).toEqual([[{ accounts: ['own'] }, 'rows']]);
  await panelOf('By account').getByRole('button', { name: 'Show By account as a chart' }).click();
  const bottom = (element: Element | null): number => element?.getBoundingClientRect().bottom ?? Number.NaN;
  const panel = panelOf('By account').element();
  await expect.poll(() => panel.querySelector('canvas')?.clientHeight ?? 0).toBeGreaterThan(100);
  expect(bottom(panel.querySelector('canvas'))).toBeLessThanOrEqual(bottom(panel));
  await expectAccessible(panel);
});

it('has no table by account for a single account', async () => {
  await showCharts();
  expect(panelOf('By account').query()).toBeNull();
});

it('lets the keyboard reach every day of the calendar, and choose one with orders', async () => {
  await showCharts();
  const days = panelOf('PnL by day').element();
  const focused = (): string | undefined => (document.activeElement as HTMLElement | null)?.dataset.day;
  days.querySelector<HTMLElement>('[role="grid"]')?.focus();
  await expect.poll(focused).toBe('2026-02-17');
  await press('{Home}');
  await expect.poll(focused).toBe('2026-02-01');
  await press('{Enter}');
  expect(chosen).toEqual([]);
  await press('{Control>}{Home}{/Control}');
  await press('{Control>}{End}{/Control}');
  while (focused() !== '2026-02-17') await press('{ArrowUp}');
  await expect.element(readingOf('PnL by day')).toMatchTextContent('2026-02-17 −3.25 USDT');
  await press('{Enter}');
  const ofDay = [{ created: { from: '2026-02-17', to: '2026-02-17' } }, 'rows'];
  expect(chosen).toEqual([ofDay]);
  // The menu of the active day, which has the focus.
  await press('{Shift>}{F10}{/Shift}');
  await page.getByRole('menuitem', { name: 'Show these orders' }).click();
  expect(chosen).toEqual([ofDay, ofDay]);
});

it('has a menu for each bar that copies its figures, filters by it, and leads to its symbol', async () => {
  const { destinations } = await showCharts();
  const symbols = chartOf('PnL by symbol');
  (symbols.element() as HTMLElement).focus();
  await press('{Home}');
  await expect.element(readingOf('PnL by symbol')).toMatchTextContent('BTC-USDT +9.50 USDT');
  let copied = '';
  Object.defineProperty(navigator.clipboard, 'writeText', {
    configurable: true,
    value: async (text: string) => {
      copied = text;
    },
  });
  const openMenu = async (): Promise<Locator> => {
    await press('{Shift>}{F10}{/Shift}');
    const menu = page.getByRole('menu', { name: 'BTC-USDT' });
    await expect.element(menu).toBeVisible();
    return menu;
  };
  await expectAccessible((await openMenu()).element());
  await page.getByRole('menuitem', { name: 'Copy row' }).click();
  await expect.poll(() => copied.split('\n')[1]).toBe('BTC-USDT\t9.5\t3\t1\t1');
  await expect.element(readingOf('PnL by symbol')).toMatchTextContent('BTC-USDT');

  await (await openMenu()).getByRole('menuitem', { name: 'Show only BTC-USDT' }).click();
  expect(chosen).toEqual([[{ symbols: ['BTC-USDT'] }, 'results']]);
  await (await openMenu()).getByRole('menuitem', { name: 'Show open plans' }).click();
  expect(destinations).toEqual([{ kind: 'open-plans', account: 'demo', symbol: 'BTC-USDT' }]);
});

it('shows the results of each tag, and says that orders with several tags count in each', async () => {
  await showCharts(archive, {
    ...results,
    tags: [
      { ...part('-4.5'), tag: 'fomo-entry' },
      { ...part('1'), tag: 'plan' },
    ],
  });
  const panel = panelOf('PnL by tag');
  await expect.element(panel).toMatchTextContent('Orders with several tags count in each.');
  await panel.getByRole('button', { name: 'Show PnL by tag as a table' }).click();
  await expect.element(panel.getByRole('row', { name: /^#fomo-entry/ })).toMatchTextContent('#fomo-entry−4.503');
  await panel.getByRole('button', { name: 'Show PnL by tag as a chart' }).click();
});
