import { useState } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { SampleFigure, TradeGroup, TradeResults } from '../../../shared/contract/results.ts';
import type { TradeFilter } from '../../../shared/contract/trades.ts';
import { tradeGroupings } from '../../../shared/orders/trades.ts';
import { succeed } from '../../../shared/values/result.ts';
import { expectAccessible } from '../../testing/axe.ts';
import { render } from '../../testing/render.tsx';
import { demoAccount } from '../../testing/samples.ts';
import { tradeResults } from './TradeResults.tsx';
import './results.css';
import './panels/calendar.css';

const average = (value: string | null, sample = 40): SampleFigure => ({ value, sample, interval: null });
const group = (name: string, pnl: string, count: number, wins: number, losses: number): TradeGroup => ({
  name,
  pnl,
  count,
  wins,
  losses,
  average: average(pnl, count),
  winRate: wins + losses === 0 ? null : String((100 * wins) / (wins + losses)),
  averageWin: '2',
  averageLoss: '-1',
  bin: null,
  range: null,
  uncertain: 0,
});
const none = Object.fromEntries(tradeGroupings.map((grouping) => [grouping, []])) as unknown as TradeResults['groups'];

const october: TradeResults = {
  version: 1,
  quotes: ['USDT'],
  quote: 'USDT',
  open: { trades: 1, sum: '0.5' },
  incomplete: { trades: 2, sum: '-3' },
  uncertain: 0,
  winRate: average('60'),
  averageWin: average('3'),
  averageLoss: average('-2'),
  profitFactor: average('1.5'),
  expectancy: average('0.25'),
  longestWins: null,
  longestLosses: null,
  drawdown: { amount: '12', from: null, to: Date.UTC(2026, 9, 5), recoveredAt: null, uncertain: 0 },
  days: [
    { day: '2026-10-02', pnl: '14', count: 30, wins: 20, losses: 10, total: '14' },
    { day: '2026-10-12', pnl: '-4', count: 10, wins: 4, losses: 6, total: '10' },
  ],
  groups: {
    ...none,
    side: [group('long', '4', 30, 15, 15), group('short', '6', 10, 9, 1)],
    weekday: ['0', '-4', '0', '0', '14', '0', '0'].map((pnl, day) => group(String(day + 1), pnl, 4, 2, 2)),
  },
};
const september: TradeResults = {
  ...october,
  winRate: average('55.5'),
  profitFactor: average(null, 0),
  drawdown: null,
  days: [{ day: '2026-09-02', pnl: '-20', count: 8, wins: 2, losses: 6, total: '-20' }],
  groups: { ...none, side: [group('long', '-20', 8, 2, 6)] },
};
const compared = { results: september, name: 'September 2026', shift: 30 };
const october2026: TradeFilter = { closed: { from: '2026-10-01', to: '2026-10-31' } };

const panelOf = (title: string) => page.getByRole('region', { name: title, exact: true });
/** The figure with a name, and everything below it. */
const figure = (name: string) => page.getByRole('term').filter({ hasText: name }).element().parentElement?.textContent;

beforeEach(async () => {
  chosen = [];
  await page.viewport(1440, 900);
});

const archive = { id: 'demo', name: 'Demo', accounts: [demoAccount] };
let chosen: TradeFilter[];
const shown = {
  account: 'demo',
  archive,
  results: october,
  onChoose: (filter: TradeFilter) => void chosen.push(filter),
};
const show = (filter: TradeFilter = october2026, results = october, earlier: typeof compared | null = compared) =>
  render(
    <div className="results">
      <div className="results-head">
        <tradeResults.Figures {...shown} results={results} compared={earlier} filter={filter} />
      </div>
      <tradeResults.Charts {...shown} results={results} compared={earlier} />
    </div>,
    {
      settings: { timeZone: 'UTC' },
      answers: {
        summarizeHistory: () =>
          succeed({
            version: 1,
            rows: 50,
            filled: 50,
            canceled: 0,
            failed: 0,
            unknownPnl: 0,
            pnl: [
              {
                quote: 'USDT',
                sum: '6.25',
                wins: 1,
                losses: 1,
                zeros: 0,
                winRate: '50',
                average: '3',
                best: '9',
                worst: '-3',
              },
            ],
          }),
      },
    },
  );

it('leads with four figures and their differences, and shows the others on request, which stays', async () => {
  const { restart } = show();
  await expect.poll(() => figure('PnL before fees')).toBe('PnL before fees+10.00 USDT+30.00 from −20.00');
  expect(figure('Win rate')).toBe('Win rate60%+4.5 pp from 55.5%');
  expect(figure('Profit factor')).toBe('Profit factor1.5none before');
  expect(figure('Largest drawdown')).toBe('Largest drawdown−12.00−12.00 from 0.00');
  await expect.element(page.getByText('Expectancy per trade')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'More' }).click();
  await expect.poll(() => figure('Expectancy per trade')).toContain('+0.25');
  await expectAccessible(document.body);
  restart();
  await expect.element(page.getByText('Expectancy per trade')).toBeVisible();
});

it('has one line below each figure, and its doubts behind a mark that the focus, a click, and the pointer open', async () => {
  show(october2026, {
    ...october,
    uncertain: 3,
    winRate: { ...average('60', 12), interval: { from: '35.9', to: '91.8' } },
  });
  await expect.poll(() => figure('Win rate')).toBe('Win rate60%+4.5 pp from 55.5%');
  const mark = (name: string) => page.getByRole('button', { name: `About ${name}` });
  const about = (name: string) => page.getByRole('dialog', { name: `About ${name}` });
  await mark('Win rate').hover();
  await expect
    .element(about('Win rate'))
    .toMatchTextContent('12 trades95% ≈ 35.9% to 91.8%Fewer than 30 trades, so the figure is uncertain.');
  await mark('Largest drawdown').click();
  await expect.element(about('Largest drawdown')).toMatchTextContent('start to 2026-10-05, not recovered');
  await expect.element(about('Win rate')).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.element(about('Largest drawdown')).not.toBeInTheDocument();
  await userEvent.keyboard('{Shift>}{Tab}{Tab}{Tab}{/Shift}');
  await expect.element(mark('PnL before fees')).toHaveFocus();
  await expect.element(about('PnL before fees')).toMatchTextContent('40 trades');
  await expectAccessible(document.body);
  await userEvent.keyboard('{Tab}');
  await expect.element(about('PnL before fees').getByRole('button', { name: 'Enter your fee rates' })).toHaveFocus();
  await about('PnL before fees').getByRole('button', { name: '3 with uncertain fill sequence' }).click();
  expect(chosen).toEqual([{ states: ['closed'], incomplete: 'none', executions: ['uncertain'] }]);
});

it('has no column of intervals unless each row has one, and a row instead of a single bar', async () => {
  const withInterval = (part: TradeGroup): TradeGroup => ({
    ...part,
    average: { ...part.average, interval: { from: '1', to: '2' } },
  });
  const { side, weekday } = october.groups;
  show(
    october2026,
    {
      ...october,
      groups: {
        ...october.groups,
        side: side.map((part, index) => (index === 0 ? withInterval(part) : part)),
        weekday: weekday.map(withInterval),
        symbol: [group('BTC-USDT', '10', 40, 24, 16)],
      },
    },
    null,
  );
  const column = (title: string) => panelOf(title).getByRole('columnheader', { name: '95% (approx.)' });
  await expect.element(panelOf('PnL by side').getByRole('table')).toBeVisible();
  await expect.element(column('PnL by side')).not.toBeInTheDocument();
  await expect.element(panelOf('PnL by symbol').getByRole('row', { name: /^BTC-USDT \+10\.00 40/ })).toBeVisible();
  await expect.element(panelOf('PnL by symbol').getByRole('button', { name: /as a chart$/ })).not.toBeInTheDocument();
  await panelOf('PnL by weekday of opening')
    .getByRole('button', { name: /as a table$/ })
    .click();
  await expect.element(column('PnL by weekday of opening')).toBeVisible();
});

it('adds up to the orders on request, with what their days leave between them', async () => {
  const { host } = show();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'How this adds up to the PnL of orders' }).click();
  await expect
    .poll(() => document.querySelector('.pnl-bridge-parts')?.textContent?.replaceAll(/\s+/g, ' '))
    .toMatch(
      /^Closed trades \+10\.00 ?\+ open trades \+0\.50 ?\+ incomplete trades −3\.00 ?\+ orders of trades that closed in another period or are still open −1\.25 ?= orders \+6\.25 USDT$/,
    );
  expect(host.callsOf('summarizeHistory').at(-1)).toMatchObject({ filter: { created: october2026.closed } });
});

it('offers no sum of orders for a filter that orders do not have', async () => {
  show({ sides: ['long'] });
  await page.getByRole('button', { name: 'More' }).click();
  await expect.element(page.getByRole('button', { name: 'How this adds up to the PnL of orders' })).toBeDisabled();
});

it('shows the row of a single side', async () => {
  show({ sides: ['long'] }, september, null);
  const sides = panelOf('PnL by side');
  const row = sides.getByRole('row', { name: /^Long −20\.00 8/ });
  await expect.element(row).toBeVisible();
  const end = sides.element().getBoundingClientRect().bottom;
  expect(row.element().getBoundingClientRect().bottom).toBeLessThan(end);
});

it('has room for all columns of the sides, compared with days of a long name', async () => {
  await page.viewport(780, 900);
  show(october2026, october, { ...compared, name: '2026-07-01 to 2026-08-28' });
  const sides = panelOf('PnL by side');
  const last = sides.getByRole('row', { name: /^Short/ });
  await expect.element(last).toBeVisible();
  const table = sides.element().querySelector('.figure-table') ?? expect.fail('no table');
  expect(table.scrollWidth).toBeLessThanOrEqual(table.clientWidth);
  expect(table.scrollHeight).toBeLessThanOrEqual(table.clientHeight);
  const bottom = sides.element().getBoundingClientRect().bottom;
  expect(last.element().getBoundingClientRect().bottom).toBeLessThan(bottom);
});

it('compares long with short in a table also after a filter that left one of them', async () => {
  function Filtered() {
    const [isFiltered, setFiltered] = useState(true);
    return (
      <div className="results">
        <button type="button" onClick={() => setFiltered(false)}>
          Clear filter
        </button>
        <tradeResults.Charts {...shown} results={isFiltered ? september : october} compared={null} />
      </div>
    );
  }
  render(<Filtered />, { settings: { timeZone: 'UTC' } });
  const sides = panelOf('PnL by side').getByRole('table');
  await expect.element(sides.getByRole('row', { name: /^Long/ })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filter' }).click();
  await expect.element(sides.getByRole('row', { name: /^Short/ })).toBeVisible();
});

it('says that there are no closed trades, also without a filter', async () => {
  show({}, { ...october, days: [] }, null);
  await expect.element(page.getByText('No closed trades.', { exact: true })).toBeVisible();
});

it('compares long with short in a table that can be sorted, and weekdays return to their order', async () => {
  show();
  const rows = (title: string) =>
    [...panelOf(title).element().querySelectorAll('tbody tr')].map((row) =>
      [...row.querySelectorAll('th, td')].map((cell) => cell.textContent).join(' '),
    );
  const sides = panelOf('PnL by side');
  await expect.element(sides.getByRole('table')).toBeVisible();
  expect(rows('PnL by side')).toEqual([
    expect.stringMatching(/^Long \+4\.00 30 50% \+4\.00 −20\.00 \+24\.00/),
    expect.stringMatching(/^Short \+6\.00 10 90% \+6\.00 0\.00 \+6\.00/),
  ]);
  await sides.getByRole('button', { name: 'Win rate' }).click();
  await expect.poll(() => rows('PnL by side')[0]).toMatch(/^Short/);
  await sides.getByRole('button', { name: 'Win rate' }).click();
  await expect.poll(() => rows('PnL by side')[0]).toMatch(/^Long/);

  await panelOf('PnL by weekday of opening')
    .getByRole('button', { name: /as a table$/ })
    .click();
  const weekdays = panelOf('PnL by weekday of opening');
  await weekdays.getByRole('button', { name: /^PnL/ }).click();
  await expect.poll(() => rows('PnL by weekday of opening')[0]).toMatch(/^Friday \+14/);
  await weekdays.getByRole('button', { name: 'Weekday', exact: true }).click();
  await expect.poll(() => rows('PnL by weekday of opening')[0]).toMatch(/^Monday/);
});

it('shows one month as a calendar with the sum of each day and week, and the year on request', async () => {
  show();
  const days = panelOf('PnL by day');
  await expect.element(days.getByRole('button', { name: /^October 2, 2026: \+14\.00 USDT/ })).toBeVisible();
  await expect.element(days.getByText('October 2026: +10.00')).toBeVisible();
  const sums = [...days.element().querySelectorAll('.month-week')].map((cell) => cell.textContent);
  expect(sums).toEqual(['+14.00', '', '−4.00', '', '']);
  await expectAccessible(days.element());
  await days.getByRole('radio', { name: 'Year' }).click();
  await expect.element(days.getByRole('columnheader', { name: 'October 2026' })).toBeVisible();
  await expect.element(days.getByRole('rowheader', { name: 'Friday' })).toBeVisible();
  const friday = days.getByRole('button', { name: /^October 2, 2026: \+14\.00 USDT/ });
  await expect.element(friday).toHaveAttribute('data-sign', 'profit');
  expect(friday.element().textContent).toBe('');
});

it('leads with every figure after estimated fees, and has the gross one below or beside it, in tables, readings, and the calendar', async () => {
  const after = (figure: SampleFigure, ...ends: string[]): SampleFigure => ({ ...figure, after: ends });
  const withFees = (part: TradeGroup, fee: string): TradeGroup => ({
    ...part,
    fees: { lowest: fee, highest: fee, unpriced: 0 },
    average: after(part.average, '0.01'),
    averageWinAfter: ['1.9'],
    averageLossAfter: ['-1.2', '-1.1'],
  });
  const { side, weekday } = october.groups;
  const afterFees: TradeResults = {
    ...october,
    open: { ...october.open, fees: { lowest: '0.5', highest: '0.5', unpriced: 1 } },
    winRate: after(october.winRate, '55', '57.5'),
    profitFactor: after(october.profitFactor, '1.2'),
    expectancy: after(october.expectancy, '0.2', '0.22'),
    averageLoss: after(october.averageLoss, '-2.1'),
    drawdown: october.drawdown && { ...october.drawdown, after: ['12.5', '13'] },
    days: october.days.map((day) => ({ ...day, fees: { lowest: '0.5', highest: '1', unpriced: 0 } })),
    groups: {
      ...october.groups,
      side: side.map((part) => withFees(part, '1')),
      weekday: weekday.map((part) => withFees(part, '0.25')),
    },
  };
  show(october2026, afterFees, null);
  await expect.poll(() => figure('PnL after fees')).toContain('≈ +9 USDT+8 to +9 USDTbefore fees +10.00');
  expect(figure('Win rate')).toContain('55% to 57.5%before fees 60%');
  expect(figure('Profit factor')).toContain('≈ 1.2before fees 1.5');
  expect(figure('Largest drawdown')).toContain('≈ −13−13 to −12.5before fees −12.00');
  await page.getByRole('button', { name: 'More' }).click();
  await expect.poll(() => figure('Expectancy per trade')).toContain('≈ +0.21+0.2 to +0.22before fees +0.25');
  expect(figure('Average loss')).toContain('≈ −2.1before fees −2.00');
  expect(figure('Open trades')).toContain('≈ 0before fees +0.50');
  await page.getByRole('button', { name: 'About Open trades (not included)' }).click();
  const about = page.getByRole('dialog', { name: 'About Open trades (not included)' });
  await expect.element(about.getByText('without the fees of 1 order')).toBeVisible();
  await about.getByRole('button', { name: '1 trade' }).click();
  expect(chosen).toEqual([{ states: ['open'], incomplete: 'none' }]);
  await userEvent.keyboard('{Escape}');

  const sides = panelOf('PnL by side');
  await expect.element(sides.getByRole('columnheader', { name: 'PnL after fees USDT' })).toBeVisible();
  await expect.element(sides.getByRole('cell', { name: '≈ +3', exact: true })).toBeVisible();
  await expect.element(sides.getByTitle('≈ +0.01, before fees +4.00')).toBeInTheDocument();
  await expect.element(sides.getByTitle('−1.2 to −1.1, before fees −1.00').first()).toBeInTheDocument();

  const days = panelOf('PnL by day');
  await expect
    .element(days.getByTitle('before fees +10.00').first())
    .toHaveTextContent('October 2026: ≈ +9October 2026: +8 to +9');
  await days
    .getByRole('gridcell', { name: /October 2/ })
    .first()
    .hover();
  await expect.element(days.getByText('before fees +14.00', { exact: true })).toBeVisible();
  await expectAccessible(document.body);
});
