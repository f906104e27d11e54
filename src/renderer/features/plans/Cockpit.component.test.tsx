import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { OpenPlan, Order } from '../../../shared/contract/orders.ts';
import type { SettingsChange } from '../../../shared/contract/settings.ts';
import type { OrderDoubt, Position } from '../../../shared/contract/trades.ts';
import { blankRow } from '../../../shared/testing/blank-row.ts';
import { contractOf, longPosition, shortPosition } from '../../../shared/testing/positions.ts';
import { fail, succeed } from '../../../shared/values/result.ts';
import { untold } from '../../../shared/values/told.ts';
import { acceptLiveChange } from '../../domain/market/live/live.ts';
import { acceptHistoryState } from '../../domain/orders/history-state.ts';
import { planSample } from '../../domain/plans/testing/samples.ts';
import { drillDown } from '../../platform/navigation/drill-down.ts';
import { queryClient } from '../../platform/query-client.ts';
import { currentSettings } from '../../platform/settings/settings.ts';
import { undoLatest } from '../../platform/undo.ts';
import { expectAccessible } from '../../testing/axe.ts';
import type { Answers } from '../../testing/fake-host.ts';
import type { FakeMarket } from '../../testing/fake-market.ts';
import { type Rendered, render } from '../../testing/render.tsx';
import { wholeModes } from '../../testing/samples.ts';
import { cellsOf as cellsIn } from '../../testing/table.ts';
import { en } from '../../text/en.ts';
import { zh } from '../../text/zh.ts';
import { moneyEstimate } from '../../ui/text/estimates.ts';
import { OpenPlansScreen } from './OpenPlansScreen.tsx';
import { details, marketOf as emptyMarketOf, grid, showOpenPlans, status, withColumns } from './testing/open-plans.tsx';

const risk = page.getByRole('region', { name: 'Account risk' });
const hiddenColumns = [
  ...['side', 'quantity', 'entryPrice', 'stop', 'toStop', 'atRisk', 'target', 'marginMode', 'triggerPrice', 'exits'],
  ...['position', 'triggerDirection', 'ticks', 'price', 'takeProfit', 'toTakeProfit', 'stopLoss', 'toStopLoss'],
  ...['triggerStatus', 'leverage', 'id', 'note'],
];

/** A long position from 100 and a short one from 98. BTC-USDT is at 100, ETH-USDT at 102. */
const long: Position = { ...longPosition, quantity: '10', trade: 'isolated 1' };
const ether: Position = { ...shortPosition, symbol: 'ETH-USDT', quantity: '3', entryPrice: '98', trade: 'isolated 3' };
/** A plan order at market that closes a long position. */
const plan = (id: string, fields: Partial<OpenPlan>): OpenPlan =>
  planSample(id, { side: 'sell', kind: 'market', price: '0', quantity: '10', ...fields });

function marketOf(plans: readonly OpenPlan[], positions: readonly Position[]): FakeMarket {
  const market = emptyMarketOf(plans, positions);
  market.history = { modes: wholeModes, checkedAt: Date.UTC(2026, 0, 2, 3, 4, 5) };
  return market;
}

interface Shown extends Rendered {
  /** Changes the positions by further orders. */
  hold(...positions: readonly Position[]): void;
}

function show(market: FakeMarket, settings: SettingsChange = {}): Shown {
  const rendered = showOpenPlans(market, { timeZone: 'UTC', ...settings });
  return { ...rendered, hold: (...positions) => acceptHistoryState(market.hold(positions)) };
}

const rowsInOrder = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>('[data-row-id]')].sort(
    (a, b) => Number(a.dataset.position) - Number(b.dataset.position),
  );
/** IDs of the plan orders and trades of the positions, from top to bottom. */
const ids = (): (string | undefined)[] => rowsInOrder().map(({ dataset }) => dataset.rowId?.split(/[ :]/).at(-1));
/** Cells of the column in the rows of positions or plan orders, from top to bottom. */
const cellsOf = (kind: 'positions' | 'plans', column: string): HTMLElement[] =>
  cellsIn(column, kind === 'plans' ? '[data-row-id^="plan "]' : '[data-row-id^="position "]');
const texts = (table: 'positions' | 'plans', column: string): (string | null)[] =>
  cellsOf(table, column).map(({ textContent }) => textContent);
function cell(table: 'positions' | 'plans', position: number, column: string): HTMLElement {
  const found = cellsOf(table, column)[position];
  if (!found) throw new Error(`The ${table} have no ${column} at ${position}.`);
  return found;
}
it('follows the orders and the price, with gains and losses of both sides', async () => {
  const market = marketOf([plan('1', { triggerPrice: '120' })], [long]);
  market.move({ 'BTC-USDT': '110.00' });
  const { hold } = show(market);
  const tones = (): (string | undefined)[] => cellsOf('positions', 'pnlPercent').map(({ dataset }) => dataset.tone);
  const percents = () => texts('positions', 'pnlPercent').map((text) => text?.replace('≈ ', ''));
  await expect.poll(percents).toEqual(['+10.00%']);
  expect(['sideQuantity', 'level'].map((column) => texts('positions', column)[0])).toEqual(['Long 10', '100.00']);
  await expect.element(status).toMatchTextContent('From your orders as of 2026-01-02 03:04:05');

  const short: Position = { ...shortPosition, marginMode: 'cross', quantity: '3', trade: 'cross 2' };
  hold(long, short);
  await expect.poll(percents).toEqual(['+10.00%', '−10.00%']);
  expect(tones()).toEqual(['up', 'down']);
  // A jump after a usual change leaves no sign open.
  acceptLiveChange(market.move({ 'BTC-USDT': '110.10' }));
  await expect.poll(percents).toEqual(['+10.10%', '−10.10%']);
  acceptLiveChange(market.move({ 'BTC-USDT': '99.00' }));
  await expect.poll(percents).toEqual(['−1.00%', '+1.00%']);
  expect(tones()).toEqual(['down', 'up']);
  hold({ ...long, quantity: '6' });
  await expect.poll(() => texts('positions', 'sideQuantity')).toEqual(['Long 6']);
});

it('lists what fires next first, with the plan orders of a position below it, which the user folds', async () => {
  const usdc: Position = { ...long, symbol: 'BTC-USDC', trade: 'isolated 5' };
  const market = marketOf(
    [
      plan('1', { triggerPrice: '98', triggerDirection: 'falls-to' }),
      plan('2', { triggerPrice: '100.3', symbol: 'ETH-USDT', side: 'buy', quantity: '2' }),
      plan('4', { triggerPrice: '90', triggerDirection: 'falls-to' }),
      plan('6', { triggerPrice: '101', key: 'cross:6', marginMode: 'cross' }),
    ],
    [long, usdc, ether],
  );
  market.move({ 'BTC-USDT': '100.00', 'BTC-USDC': '100.00', 'ETH-USDT': '100.00' });
  const { restart } = show(market);
  const whole = ['3', '2', '6', '1', '1', '4', '5'];
  await expect.poll(ids).toEqual(whole);
  expect(texts('positions', 'distance')).toEqual(['+0.30%', '−2.00%', '']);
  expect(texts('positions', 'cover')).toEqual(['Stop 66%', 'Stop 100%', 'No stop found']);
  expect(texts('plans', 'cover')).toEqual(['Stop 66%', 'None', 'Stop 100%', 'Stop, 0% left']);
  expect(rowsInOrder().map((row) => row.ariaLevel)).toEqual(['1', '2', '1', '1', '2', '2', '1']);
  expect(rowsInOrder().map((row) => row.ariaExpanded)).toEqual(['true', null, null, 'true', null, null, null]);
  await expectAccessible(grid.element());

  // The mark folds, and so do the arrow keys in the first column; both say so.
  await page.elementLocator(cell('positions', 0, 'symbol')).click({ position: { x: 12, y: 10 } });
  await expect.poll(ids).toEqual(['3', '6', '1', '1', '4', '5']);
  expect(rowsInOrder()[0]?.ariaExpanded).toBe('false');
  expect(details.query()).toBeNull();
  (grid.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.poll(ids).toEqual(whole);
  await userEvent.keyboard('{ArrowDown}{ArrowLeft}{ArrowLeft}');
  await expect.poll(ids).toEqual(['3', '6', '1', '1', '4', '5']);
  // What is folded stays folded while the page lasts.
  restart();
  await expect.poll(ids).toEqual(['3', '6', '1', '1', '4', '5']);
  await page.getByRole('button', { name: 'Fold plan orders' }).click();
  await expect.poll(ids).toEqual(['3', '6', '1', '5']);
  await page.getByRole('button', { name: 'Show plan orders' }).click();
  await expect.poll(ids).toEqual(whole);

  // A column of positions alone has no value in the row of a plan order, nor in what is copied of the row.
  await page.elementLocator(cell('plans', 0, 'notional')).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Show row as a plain table' }).click();
  const plain = page.getByRole('dialog').getByRole('table');
  await expect.element(plain).toMatchTextContent(/ETH-USDT.*100\.3/);
  await userEvent.keyboard('{Escape}');
  await expect.element(plain).not.toBeInTheDocument();

  await page.getByRole('button', { name: 'Fires within 1%' }).click();
  await expect.poll(ids).toEqual(['3', '2', '6']);
  await page.getByRole('button', { name: 'Fires within 1%' }).click();
  // The rows of a position stay below it in any order.
  await grid.getByRole('columnheader', { name: 'Distance' }).click();
  await expect.poll(ids).toEqual(['1', '4', '1', '6', '3', '2', '5']);
});

it('sorts in a position that comes later, also while nothing is live', async () => {
  const plans = [
    plan('2', { triggerPrice: '103', symbol: 'ETH-USDT' }),
    plan('8', { triggerPrice: '105', symbol: 'BTC-USDC' }),
    plan('1', { triggerPrice: '98', triggerDirection: 'falls-to' }),
  ];
  const market = marketOf(plans, []);
  const { hold } = show(market);
  await expect.poll(ids).toEqual(['2', '1', '8']);
  // The pointer holds no row.
  await status.hover();
  hold(long);
  await expect.poll(ids).toEqual(['2', '1', '1', '8']);
  acceptLiveChange({
    ...market.move({}),
    failure: { code: 'keychain-unavailable', keychain: 'session-ended', message: 'no' },
  });
  await expect.element(grid).toHaveAttribute('data-stale', 'true');
  hold(long, ether);
  await expect.poll(ids).toEqual(['3', '2', '1', '1', '8']);
});

it('puts plan orders without a position below their symbol if the user wants that, with the contracts that are certain', async () => {
  const market = marketOf(
    [
      plan('1', { triggerPrice: '98', triggerDirection: 'falls-to' }),
      plan('2', { triggerPrice: '103', symbol: 'ETH-USDT', side: 'buy', quantity: '2' }),
      plan('3', { triggerPrice: '110', symbol: 'ETH-USDT', side: 'buy', quantity: '3.5' }),
      plan('4', { triggerPrice: '120', symbol: 'ETH-USDT', quantity: '7' }),
      plan('5', { triggerPrice: '105', symbol: 'ETH-USDT', key: 'cross:5', marginMode: 'cross', quantity: '0' }),
      plan('6', { triggerPrice: '104', symbol: 'ETH-USDT', key: 'cross:6', marginMode: 'cross' }),
      plan('8', { triggerPrice: '101', symbol: 'BTC-USDC' }),
    ],
    [long],
  );
  market.move({ 'BTC-USDC': '100.00' });
  const { host } = show(market);
  const ungrouped = ['2', '8', '6', '1', '1', '5', '3', '4'];
  await expect.poll(ids).toEqual(ungrouped);
  const group = page.getByRole('button', { name: 'Group plan orders without a position by symbol' });
  await group.click();
  expect(host.settings.planGroups).toBe(true);
  // Each margin mode has its own row. A single plan order stays as it is, and so does that of a position.
  const whole = ['ETH-USDT', '2', '3', '4', '8', 'ETH-USDT', '6', '5', '1', '1'];
  await expect.poll(ids).toEqual(whole);
  const groups = (column: string) => cellsIn(column, '[data-row-id^="symbol "]');
  const shown = (column: string) => groups(column).map(({ textContent }) => textContent);
  // A quantity of zero cannot be one, so that the sum is not the whole.
  expect(shown('sideQuantity')).toEqual(['Buy 5.5, Sell 7', 'Sell ≥ 10']);
  expect(groups('sideQuantity').map(({ dataset }) => dataset.remark)).toEqual([undefined, 'true']);
  expect(groups('sideQuantity')[1]?.ariaLabel).toContain('1 plan order whose size or side can’t be told');
  expect(['symbol', 'cover', 'distance', 'last', 'since', 'result'].map(shown)).toEqual([
    ...[
      ['ETH-USDT', 'ETH-USDT'],
      ['3 plan orders', '2 plan orders'],
      ['+0.98%', '+1.96%'],
    ],
    ...[
      ['102.00', '102.00'],
      ['', ''],
      ['', ''],
    ],
  ]);
  await expectAccessible(grid.element());

  // The row opens nothing: it folds.
  await page.elementLocator(groups('sideQuantity')[0] as HTMLElement).click();
  await expect.poll(ids).toEqual(['ETH-USDT', '8', 'ETH-USDT', '6', '5', '1', '1']);
  expect(details.query()).toBeNull();
  (grid.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(ids).toEqual(whole);
  // The sums are those of what the filter shows.
  await page.getByRole('button', { name: 'Fires within 1%' }).click();
  await expect.poll(ids).toEqual(['2', '8']);
  await page.getByRole('button', { name: 'Fires within 1%' }).click();
  await group.click();
  await expect.poll(ids).toEqual(ungrouped);
});

describe.each([
  [1440, 1264, en],
  [1440, 1264, zh],
  [1024, 848, en],
  [1024, 848, zh],
  [720, 672, en],
  [720, 672, zh],
] as const)('in a window of %i pixels, with %i beside the navigation', (windowWidth, width, text) => {
  /** Texts above the table that have no room. */
  const cut = (): (string | null)[] =>
    [...document.querySelectorAll('.account-risk-label, .account-risk-figure')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ textContent }) => textContent);
  const showAt = async (market: FakeMarket, settings: SettingsChange = {}): Promise<void> => {
    await page.viewport(windowWidth, 700);
    render(
      <div style={{ width }}>
        <OpenPlansScreen account={market.owner} />
      </div>,
      { answers: market.answers, settings, text },
    );
  };

  it('says of how many positions the open PnL is, and that it is not live, without a cut', async () => {
    const market = marketOf([], [long, { ...ether, symbol: 'GONE-USDT' }]);
    await showAt(market);
    const label = page.getByText(`${text.risk.openPnl} USDT`);
    await expect.element(label).toMatchTextContent(text.risk.share(1, 2));
    expect(cut()).toEqual([]);
    const failure = { code: 'keychain-unavailable', keychain: 'session-ended', message: 'no' } as const;
    acceptLiveChange({ ...market.move({}), failure });
    await expect.element(label).toMatchTextContent(text.risk.notLive);
    expect(cut()).toEqual([]);
  });

  it('says that each position has a stop, without a cut', async () => {
    await showAt(marketOf([plan('1', { triggerPrice: '98', triggerDirection: 'falls-to' })], [long]));
    await expect.element(page.getByText(text.risk.allHaveStop)).toBeVisible();
    expect(cut()).toEqual([]);
  });
});

it.each([en, zh])('has room for the first columns beside the navigation of a window of 1440 pixels', async (text) => {
  await page.viewport(1440, 900);
  const market = marketOf([plan('1', { triggerPrice: '98', triggerDirection: 'falls-to' })], [long]);
  render(
    <div style={{ width: 1264 }}>
      <OpenPlansScreen account={market.owner} />
    </div>,
    { answers: market.answers, text },
  );
  await expect.poll(() => texts('plans', 'symbol')).toEqual(['BTC-USDT']);
  const { scrollWidth, clientWidth } = page.getByRole('treegrid').element();
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);

  const padding = 16;
  const icon = 14;
  const range = document.createRange();
  const roomLeft = ([column, shown, beside = 0]: [column: string, shown: string, beside?: number]): number => {
    const written = cell('positions', 0, column);
    const last = written.appendChild(document.createElement('span'));
    last.textContent = shown;
    range.selectNodeContents(last);
    const { width } = range.getBoundingClientRect();
    last.remove();
    return written.getBoundingClientRect().width - padding - beside - width;
  };
  const widest: [column: string, shown: string, beside?: number][] = [
    ['sideQuantity', text.openPositions.incomplete(text.trades.sides.short), icon],
    ['level', '↑ 0.00123456'],
    ['last', '0.00123456'],
    ['distance', text.plans.crossedBy('12.34')],
    ['result', moneyEstimate({ value: '0.001', low: '-0.003', high: '0.006' }, text).shown],
    ['cover', text.risk.mayStop],
    ['cover', text.risk.noStop],
    ['cover', text.cockpit.noneLeft.target],
    ['pnlPercent', text.risk.doubted('≈ −12.34%')],
    ['notional', '≈ 12,345.67'],
    ['since', '2026-04-04 04:44'],
  ];
  expect(widest.filter((each) => roomLeft(each) < 0)).toEqual([]);
});

it('says of stops only that those positions have them that are known, while others may be missing', async () => {
  const market = marketOf([plan('1', { triggerPrice: '98', triggerDirection: 'falls-to' })], [long]);
  market.history = { ...market.history, modes: wholeModes.map((mode) => ({ ...mode, complete: false })) };
  show(market);
  await expect.element(risk).toMatchTextContent(/StopsEach known position/);
});

it.each([en, zh])('has another name for each column, and room for it beside the arrow', async (text) => {
  const market = marketOf([plan('1', { triggerPrice: '98', triggerDirection: 'falls-to' })], [long]);
  render(<OpenPlansScreen account={market.owner} />, {
    answers: market.answers,
    settings: withColumns(hiddenColumns),
    text,
  });
  await expect.element(page.getByText(text.risk.allHaveStop)).toBeVisible();
  const heads = [...document.querySelectorAll('.table-head')];
  expect(heads.length).toBeGreaterThan(hiddenColumns.length);
  const names = heads.map(({ ariaLabel }) => ariaLabel);
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
  const range = document.createRange();
  const narrow = heads.filter((head) => {
    range.selectNodeContents(head.querySelector('.table-head-text') ?? head);
    // The arrow with its gap, and the padding.
    return range.getBoundingClientRect().width + 16 + 16 > head.getBoundingClientRect().width;
  });
  expect(narrow.map(({ textContent }) => textContent)).toEqual([]);
});

it('says that the positions cannot be loaded, not that there are none', async () => {
  const market = marketOf([plan('1', { triggerPrice: '120' })], [long]);
  showOpenPlans(market, {}, { readPositionRisk: () => fail('internal', '') });
  await expect.element(risk).toMatchTextContent('Couldn’t load the open positions.');
  await expect.element(risk).not.toMatchTextContent('No open positions');
});

it('says of a target for which nothing is left that an order without a row comes first', async () => {
  const market = marketOf([plan('1', { triggerPrice: '112' })], [long]);
  const order: Order = {
    ...blankRow('order-history'),
    ...{ key: 'isolated:9', id: '9', symbol: 'BTC-USDT', marginMode: 'isolated', side: 'sell', action: 'close' },
    ...{ kind: 'limit', status: 'pending', price: '105', quantity: '10', filledQuantity: '0' },
  };
  const readPositionRisk: Answers['readPositionRisk'] = async (question) => {
    const risk = await market.answers.readPositionRisk?.(question);
    return risk?.ok ? succeed({ ...risk.data, orders: [order] }) : fail('internal', '');
  };
  showOpenPlans(market, { timeZone: 'UTC' }, { readPositionRisk });
  await expect.poll(() => texts('plans', 'cover')).toEqual(['Target, 0% left']);
  const why = /nearer orders close the whole position first, among them 1 order that is no plan order/;
  await expect.element(grid.getByRole('gridcell', { name: why })).toBeVisible();
});

it('does not call orders nearer that close the whole position at the same price', async () => {
  show(marketOf([plan('1', { triggerPrice: '112' }), plan('2', { triggerPrice: '112' })], [long]));
  await expect.poll(() => texts('plans', 'cover')).toEqual(['Target 100%', 'Target, 0% left']);
  const why = /: orders that are nearer or at the same price close the whole position first/;
  await expect.element(grid.getByRole('gridcell', { name: why })).toBeVisible();
});

it('says of a stop for a tiny part of a position how little it closes, not that others come first', async () => {
  const market = marketOf(
    [plan('1', { triggerPrice: '90', triggerDirection: 'falls-to', quantity: '1' })],
    [{ ...long, quantity: '1000000000000000000000000000000' }],
  );
  show(market);
  await expect.poll(() => texts('plans', 'cover')).toEqual(['Stop 0%']);
  await expect.element(grid.getByRole('gridcell', { name: /Stop 0%, closes 1 of 1$/ })).toBeVisible();
});

it('shows the position of each plan order, and marks one whose position is too small or closed', async () => {
  const market = marketOf(
    [
      plan('1', { triggerPrice: '112', quantity: '12' }),
      plan('2', { triggerPrice: '113' }),
      plan('3', { triggerPrice: '114', key: 'cross:3', marginMode: 'cross', side: 'buy' }),
    ],
    [long],
  );
  const { hold } = show(market);
  const marks = (): NodeListOf<HTMLElement> => document.querySelectorAll<HTMLElement>('.screen-body [data-remark]');
  await expect.poll(() => texts('plans', 'cover')).toEqual(['Target 100%', 'Target, 0% left', 'None']);
  // Of the other margin mode there is one.
  await expect.element(grid.getByRole('gridcell', { name: /None \(Cross\) · Isolated: Long 10/ })).toBeVisible();
  expect(marks()).toHaveLength(1);
  await page.elementLocator(marks()[0] as HTMLElement).click();
  await expect.element(details).toMatchTextContent('This plan order may be an orphan');
  await expect
    .element(details)
    .toMatchTextContent('for 12 contracts. The position it could close (Long, Isolated) has 10.');
  expect(document.querySelector('[data-field="position"]')?.textContent).toContain('Long 10');
  await expectAccessible(document.querySelector('.plan-summary') as Element);

  hold();
  await expect.poll(marks).toHaveLength(2);
  await expect
    .element(details)
    .toMatchTextContent('The BTC-USDT position (Isolated) that was open when this plan order was created is closed.');
});

it('shows what each position brings and what protects it, sums them up, and shows those without a stop alone', async () => {
  const bitcoin = { ...long, quantity: '12', entryPrice: '90' };
  const market = marketOf(
    [plan('1', { triggerPrice: '88', triggerDirection: 'falls-to', quantity: '9' })],
    [bitcoin, ether],
  );
  market.contractOf = (symbol) =>
    symbol === 'BTC-USDT'
      ? { ...contractOf(symbol, '0.5'), from: '0.49', to: '0.51' }
      : { ...contractOf(symbol), size: untold('few-trades'), from: null, to: null };
  const { destinations } = show(market, withColumns(['stop', 'toStop', 'atRisk']));
  const symbols = () => texts('positions', 'symbol');
  const figures = (position: number): Record<string, string | null> =>
    Object.fromEntries(
      ['notional', 'result', 'pnlPercent', 'stop', 'toStop', 'atRisk'].map((column) => [
        column,
        cell('positions', position, column).textContent,
      ]),
    );
  await expect.poll(symbols).toEqual(['BTC-USDT', 'ETH-USDT']);
  await expect
    .poll(() => figures(0))
    .toEqual({
      ...{ notional: '≈ 600', result: '≈ +60', pnlPercent: '≈ +11.11%' },
      ...{ stop: '88.00 · 75%', toStop: '−12.00%', atRisk: '≈ −9' },
    });
  expect(cell('positions', 0, 'result').dataset.tone).toBe('up');
  // What the stop makes of it.
  expect(['result', 'pnlPercent', 'cover'].map((column) => texts('plans', column)[0])).toEqual([
    '≈ −9',
    '−2.22%',
    'Stop 75%',
  ]);
  expect(figures(1)).toMatchObject({
    notional: '–',
    result: '–',
    pnlPercent: '−4.08%',
    stop: 'No stop found',
    atRisk: '–',
  });
  // The symbol says it, and so do the cells of the PnL, the result at the stop and the notional.
  expect(grid.getByRole('gridcell', { name: /Contract size unknown: at least three/ }).elements()).toHaveLength(4);
  await expect.element(risk).toMatchTextContent(/Open PnL USDT.*1 of 2 positions.*\+60/);
  await expect.element(risk).toMatchTextContent(/If all stops hit.*1 of 2 positions.*−9/);
  await expectAccessible(risk.element());

  const bare = risk.getByRole('button', { name: '1 without a stop found' });
  await bare.click();
  await expect.poll(symbols).toEqual(['ETH-USDT']);
  await bare.click();
  await expect.poll(symbols).toEqual(['BTC-USDT', 'ETH-USDT']);

  // The details list the stops, which lead to their plan orders.
  await page.elementLocator(cell('positions', 0, 'symbol')).click();
  const stops = details.getByRole('region', { name: 'Stops' });
  await expect.element(stops).toMatchTextContent(/75% covered.*Result.*−9/);
  await expectAccessible(details.element());
  await stops.getByRole('button', { name: 'Sell · Falls to 88.00' }).click();
  await expect.poll(() => document.querySelector('[data-field="triggerPrice"]')?.textContent).toContain('88.00');
  await details.getByRole('button', { name: 'Close details' }).click();

  await grid.getByRole('columnheader', { name: 'PnL %' }).click();
  await expect.poll(symbols).toEqual(['BTC-USDT', 'ETH-USDT']);
  await grid.getByRole('columnheader', { name: 'PnL %' }).click();
  await expect.poll(symbols).toEqual(['ETH-USDT', 'BTC-USDT']);
  // A symbol narrows both.
  await page.elementLocator(cell('positions', 0, 'symbol')).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Show open plans' }).click();
  expect(destinations).toEqual([{ kind: 'open-plans', account: market.account, symbol: 'ETH-USDT' }]);
  drillDown.set({ screen: 'open-plans', account: market.account, symbol: 'ETH-USDT' });
  await expect.poll(symbols).toEqual(['ETH-USDT']);
  expect(texts('plans', 'symbol')).toEqual([]);
});

it('sorts the nearest stop first with one click, and keeps the symbol in sight when it is scrolled', async () => {
  const plans = [
    plan('1', { triggerPrice: '88', triggerDirection: 'falls-to' }),
    plan('2', { triggerPrice: '100.5', triggerDirection: 'rises-to' }),
    plan('3', { triggerPrice: '105', triggerDirection: 'rises-to', symbol: 'ETH-USDT', side: 'buy' }),
  ];
  show(marketOf(plans, [long, ether]), withColumns(['toStop']));
  await expect.poll(() => texts('positions', 'toStop')).toEqual(['−12.00%', '+2.94%']);
  await grid.getByRole('columnheader', { name: 'To stop' }).click();
  await expect.poll(() => texts('positions', 'toStop')).toEqual(['+2.94%', '−12.00%']);

  await page.viewport(700, 600);
  const table = grid.element();
  await expect.poll(() => table.scrollWidth - table.clientWidth).toBeGreaterThan(60);
  table.scrollLeft = 60;
  const head = grid.getByRole('columnheader', { name: 'Symbol' }).element().getBoundingClientRect();
  expect(table.scrollLeft).toBe(60);
  expect(cell('positions', 0, 'symbol').getBoundingClientRect().left).toBe(head.left);

  await page.elementLocator(cell('positions', 1, 'symbol')).click();
  await expect.element(details).toMatchTextContent('To stop−12.00%');
});

it('says which orders may have changed a position, the newest first, and lets the user settle them', async () => {
  const at = Date.UTC(2026, 0, 2, 3, 4);
  const market = marketOf([], [{ ...long, since: at - 1, incomplete: ['doubtful-order'] }]);
  const doubt = { symbol: 'BTC-USDT', marginMode: 'isolated', at } as const;
  const [excess, unreadable, odd]: OrderDoubt[] = [
    { ...doubt, id: 'a', key: 'isolated:7', reason: 'more-closed', excess: { quantity: '5', side: 'short' } },
    { ...doubt, id: 'b', key: null, symbol: null, at: null, reason: 'unreadable' },
    { ...doubt, id: 'isolated:5', key: 'isolated:5', reason: 'not-executed' },
  ] as const;
  market.doubts = [excess, unreadable, odd];
  const { hold } = show(market);
  await status.getByRole('button', { name: '3 orders may have changed a position' }).click();
  const list = page.getByRole('list', { name: 'Orders that may have changed a position' });
  await expect
    .element(list)
    .toMatchTextContent(
      /^BTC-USDT Isolated: 5 contracts more closed than held\. A position may be open that isn’t listed/,
    );
  await expect.poll(() => list.element().children.length).toBe(3);
  await expect.element(list).toMatchTextContent('Unknown symbol Isolated: an order that couldn’t be read.');
  await expect
    .element(list)
    .toMatchTextContent('BTC-USDT Isolated, 2026-01-02 03:04: the exchange doesn’t say how much');
  await expect.poll(() => texts('positions', 'sideQuantity')).toEqual(['Long, size unknown']);

  // Only an order of a known symbol and time can have closed a position.
  await expect.poll(() => list.getByRole('button', { name: 'It changed no position' }).elements().length).toBe(2);
  await list.getByRole('button', { name: 'It closed the long' }).click();
  const settled = () => currentSettings().settledOrders[market.account];
  await expect.poll(settled).toEqual({ 'isolated:5': 'closed-long' });
  expect(undoLatest()?.done).toBe('Order settled');
  await expect.poll(settled).toEqual({});

  // An order that is settled goes to the end of the list, and the focus stays at its place.
  const noneOpen = list.getByRole('button', { name: 'No position is open' });
  await expect.element(noneOpen).toHaveAccessibleDescription(/^BTC-USDT Isolated: 5 contracts more closed than held/);
  (noneOpen.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(settled).toEqual({ a: 'other' });
  market.doubts = [{ ...excess, settled: 'other' }, unreadable, odd];
  hold(long);
  await expect.element(list).toMatchTextContent(/You said: no position is open/);
  const first = list.getByRole('listitem').first();
  await expect.element(first).toMatchTextContent(/^Unknown symbol/);
  await expect.element(first.getByRole('button')).toHaveFocus();
});

it('is quiet about a stop that was never seen, and points out one that was canceled', async () => {
  const tone = () => cell('positions', 0, 'cover').dataset.tone;
  const market = marketOf([], [long]);
  const { restart } = show(market);
  await expect.poll(() => texts('positions', 'cover')).toEqual(['No stop found']);
  await expect.poll(tone).toBe('muted');
  const { triggerStatus: _, ...canceled } = planSample('9', { side: 'sell', quantity: '10', triggerPrice: '90' });
  const createdAt = long.since + 1;
  market.endedPlans = [
    { ...blankRow('plan-history'), ...canceled, createdAt, triggerDirection: 'falls-to', status: 'canceled' },
  ];
  queryClient.clear();
  restart();
  await expect.poll(tone).toBe('warning');
  await userEvent.dblClick(cell('positions', 0, 'symbol'));
  await expect
    .element(details)
    .toMatchTextContent(/A stop of 10 contracts at 90(\.00)? was canceled or failed, and none was found since\./);
});

it('says where the distance stands that a plan order has triggered, without a price too', async () => {
  const triggered = { triggerPrice: '101', triggerDirection: 'falls-to', triggerStatus: 'triggered' } as const;
  const market = marketOf([plan('1', triggered), plan('2', { ...triggered, symbol: 'GONE-USDT' })], [long]);
  show(market);
  await expect.poll(() => texts('plans', 'distance')).toEqual(['Triggered', 'Triggered']);
  expect(cellsOf('plans', 'distance').map(({ dataset }) => dataset.tone)).not.toContain('warning');
  await userEvent.dblClick(cell('plans', 0, 'symbol'));
  await expect.element(details).toMatchTextContent('Triggered, being placed');
});

it('says that a symbol has left the list, takes its new name, and takes that back', async () => {
  const market = marketOf([], [{ ...long, symbol: 'OLD-USDT' }]);
  show(market);
  const remark = grid.getByRole('gridcell', { name: /OLD-USDT isn’t in the exchange’s list any longer/ });
  await expect.element(remark.first()).toBeVisible();
  await userEvent.dblClick(cell('positions', 0, 'symbol'));
  await details.getByRole('combobox', { name: 'If the exchange renamed the symbol, choose its new name' }).fill('ETH');
  await page.getByRole('option', { name: 'ETH-USDT' }).click();
  await details.getByRole('button', { name: 'Use this name' }).click();
  await expect.poll(() => currentSettings().renamedSymbols[market.account]).toEqual({ 'OLD-USDT': 'ETH-USDT' });
  expect(undoLatest()?.done).toBe('OLD-USDT is ETH-USDT now');
  await expect.poll(() => currentSettings().renamedSymbols[market.account]).toEqual({});
});

it('puts a plan order with the earlier name of a symbol below the position, and points out one that was canceled', async () => {
  const terms = { symbol: 'OLD-USDT', side: 'buy', quantity: '3', triggerDirection: 'rises-to' } as const;
  const market = marketOf([plan('1', { ...terms, quantity: '1', triggerPrice: '110' })], [ether]);
  market.renamed = { 'OLD-USDT': 'ETH-USDT' };
  const { triggerStatus: _, ...canceled } = planSample('9', { ...terms, triggerPrice: '115' });
  market.endedPlans = [
    { ...blankRow('plan-history'), ...canceled, createdAt: ether.since + 1, ...terms, status: 'canceled' },
  ];
  show(market);
  await expect.poll(ids).toEqual(['3', '1']);
  await expect.poll(() => texts('positions', 'cover')).toEqual(['Stop 33%']);
  expect(texts('plans', 'cover')).toEqual(['Stop 33%']);
  await expect.poll(() => cell('positions', 0, 'cover').dataset.tone).toBe('warning');
});

it('says in the details which orders count as the symbol', async () => {
  const market = marketOf([], [ether]);
  show(market, { renamedSymbols: { [market.account]: { 'OLD-USDT': 'ETH-USDT' } } });
  await expect.poll(() => texts('positions', 'symbol')).toEqual(['ETH-USDT']);
  await userEvent.dblClick(cell('positions', 0, 'symbol'));
  await expect.element(details).toMatchTextContent('You said: OLD-USDT is ETH-USDT now.');
  await details.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => currentSettings().renamedSymbols[market.account]).toEqual({});
});

it('shows what the user has settled, and takes it back', async () => {
  const market = marketOf([], [long]);
  const doubt = { symbol: 'BTC-USDT', marginMode: 'isolated', at: 1, key: 'isolated:5', reason: 'unplaced' } as const;
  market.doubts = [{ ...doubt, id: 'isolated:5', settled: 'other' }];
  show(market, { settledOrders: { [market.account]: { 'isolated:5': 'other' } } });
  await status.getByRole('button', { name: '1 order settled by you' }).click();
  const list = page.getByRole('list', { name: 'Orders that may have changed a position' });
  await expect.element(list).toMatchTextContent('You said: it changed no position');
  await list.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => currentSettings().settledOrders).toEqual({ [market.account]: {} });
});

it('says what is missing while the history is downloaded, and ends with what a new page shows', async () => {
  const unknown: Position = { ...long, incomplete: ['missing-start'] };
  const market = marketOf([plan('1', { triggerPrice: '120' })], [unknown]);
  const begun = wholeModes.map((mode) => ({ ...mode, complete: false, oldest: Date.UTC(2026, 0, 2) }));
  const whole = market.history;
  market.history = { modes: begun, phase: 'backfill' };
  let size: string | null = null;
  market.contractOf = (symbol) => ({ ...contractOf(symbol), size: size ?? untold('few-trades'), from: size, to: size });
  const { hold, restart } = show(market);
  await expect.element(status).toMatchTextContent('Positions opened before 2026-01-02 may be missing.');
  const reason = grid.getByRole('gridcell', { name: /this position was opened before the downloaded history/ });
  await expect.element(reason.first()).toBeVisible();

  // The sizes of contracts follow the orders.
  hold(long);
  await expect.element(reason).not.toBeInTheDocument();
  await expect.poll(() => texts('positions', 'notional')).toEqual(['–']);
  size = '1';
  market.history = whole;
  hold(long, ether);
  await expect.element(status).not.toMatchTextContent('may be missing');
  await expect.poll(() => texts('positions', 'notional')).toEqual(['1,000.00', '306.00']);
  const rows = () => cellsOf('positions', 'symbol').map(({ parentElement }) => parentElement?.textContent);
  const shown = rows();
  restart();
  await expect.poll(rows).toEqual(shown);
});

it('takes the size of a contract from the user for the exchange of the account, and removes it again', async () => {
  const market = marketOf([], [long]);
  const { host, hold } = show(market);
  market.contractOf = (symbol) => {
    const size = host.settings.contractSizes.demo?.[symbol] ?? null;
    const typed = size === null ? null : { size, contradicts: false };
    return { ...contractOf(symbol), size: size ?? untold('few-trades'), from: size, to: size, typed };
  };
  hold(long);
  await expect.poll(() => texts('positions', 'symbol')).toEqual(['BTC-USDT']);
  await page.elementLocator(cell('positions', 0, 'symbol')).click();
  const size = details.getByRole('region', { name: 'Contract size' });
  await expect.element(size).toMatchTextContent('at least three closed trades of the symbol must show it');
  // Below the figures that lack it.
  const sections = () => details.getByRole('region').elements();
  expect(sections()[0]).toBe(size.element());
  const confirm = size.getByRole('button', { name: 'Confirm' });
  await expect.element(confirm).toBeDisabled();
  const field = size.getByRole('textbox');
  await field.fill('0');
  await expect.element(field).toHaveAccessibleDescription('Enter a number above zero, e.g. 0.01.');
  await field.fill('1,234');
  await expect.element(field).toHaveAccessibleDescription('The comma is ambiguous. Enter 1234 or 1.234.');
  await field.fill('0,5');
  await expectAccessible(details.element());
  await confirm.click();
  await expect.poll(() => host.settings.contractSizes).toEqual({ demo: { 'BTC-USDT': '0.5' } });
  // The history has another version after each word of the user.
  hold(long);
  await expect.element(size).toMatchTextContent('0.5, entered by you');
  expect(sections()[0]).toBe(size.element());
  await expect.poll(() => texts('positions', 'notional')).toEqual(['500.00']);
  await size.getByRole('button', { name: 'Remove' }).click();
  await expect.poll(() => host.settings.contractSizes).toEqual({ demo: {} });
  hold(long);
  await expect.element(confirm).toBeVisible();
});
