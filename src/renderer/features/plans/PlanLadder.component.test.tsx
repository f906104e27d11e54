import { beforeEach, expect, it } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import type { OpenPlan } from '../../../shared/contract/orders.ts';
import type { SettingsChange } from '../../../shared/contract/settings.ts';
import type { Position } from '../../../shared/contract/trades.ts';
import { longPosition } from '../../../shared/testing/positions.ts';
import { succeed } from '../../../shared/values/result.ts';
import { acceptLiveChange } from '../../domain/market/live/live.ts';
import { planSample } from '../../domain/plans/testing/samples.ts';
import { scenario } from '../../domain/plans/what-if/scenario.ts';
import { expectAccessible } from '../../testing/axe.ts';
import { FakeMarket } from '../../testing/fake-market.ts';
import type { Rendered } from '../../testing/render.tsx';
import { details, grid, showOpenPlans } from './testing/open-plans.tsx';

const longSymbol = 'THOUSANDCATSWITHAVERYLONGNAME1000000-USDT';
const press = (keys: string): Promise<void> => userEvent.keyboard(keys);
const focus = (element: Locator): void => (element.element() as HTMLElement).focus();
const ladder = page.getByRole('region', { name: 'Price ladder of BTC-USDT' });
const detail = (field: string): string | undefined =>
  document.querySelector(`[data-field="${field}"]`)?.textContent ?? undefined;
const row = (symbol: string): Locator => grid.getByRole('gridcell', { name: `${symbol} Iso`, exact: true });

/** A plan order in isolated margin mode. BTC-USDT is at 100. */
const plan = (id: string, fields: Partial<OpenPlan>): OpenPlan => planSample(id, { quantity: '10', ...fields });
const first = plan('1', { triggerPrice: '101', price: '101.02', takeProfit: '105', stopLoss: '98.75' });
const second = plan('2', { triggerPrice: '101.01', side: 'sell', kind: 'market', price: '0' });

const marketOf = (plans: readonly OpenPlan[], positions: readonly Position[] = []): FakeMarket =>
  new FakeMarket(['BTC-USDT', longSymbol], plans, positions);

function show(market: FakeMarket, settings: SettingsChange = {}): Rendered {
  const outcomes = { version: 1, rows: 4, filled: 3, canceled: 0, failed: 1, pnl: [], unknownPnl: 0 };
  // The positions above the plan orders would move the ladder when they are loaded.
  return showOpenPlans(market, { planLadder: true, ...settings }, { summarizeHistory: () => succeed(outcomes) });
}

/** The labels from top to bottom, as they are shown. */
function labels(): string[] {
  return [...document.querySelectorAll('.ladder-label')].map((label) =>
    Array.from(label.querySelectorAll('span:not(.visually-hidden)'), ({ textContent }) => textContent)
      .join(' ')
      .trim(),
  );
}
const boxesOf = (selector: string): { top: number; bottom: number }[] =>
  [...document.querySelectorAll(selector)].map((each) => {
    const { top, bottom } = each.getBoundingClientRect();
    return { top, bottom };
  });

beforeEach(async () => {
  await page.viewport(1440, 900);
  scenario.set(null);
});

it('shows the prices of plan orders in places of their own, and a tick moves only the last price', async () => {
  const market = marketOf([first, second]);
  show(market);
  await expect
    .poll(labels)
    .toEqual([
      '2 TP 105.00 +5.00%',
      '2 Limit 101.02 +1.02%',
      '1 Sell 10 101.01 +1.01%',
      '2 Buy 10 101.00 +1.00%',
      '2 SL 98.75 −1.25%',
    ]);
  const before = boxesOf('.ladder-label');
  for (const [number, { top }] of before.entries())
    if (number > 0) expect(top).toBeGreaterThanOrEqual((before[number - 1]?.bottom ?? 0) - 0.5);
  const [last] = boxesOf('.ladder-last');
  acceptLiveChange(market.move({ 'BTC-USDT': '100.50' }));
  await expect.poll(labels).toContain('2 Buy 10 101.00 +0.50%');
  expect(document.querySelector('.ladder-last')?.textContent).toBe('Last price 100.50');
  expect(boxesOf('.ladder-label')).toEqual(before);
  expect(boxesOf('.ladder-last')[0]?.top).toBeLessThan(last?.top ?? 0);

  // A plan order far away is counted, and shown with the range of the day on request.
  acceptLiveChange(market.replacePlans([first, second, plan('3', { triggerPrice: '380' })]));
  await ladder.getByRole('button', { name: '2 more above, up to +278.11%' }).click();
  await expect.poll(() => labels()[0]).toBe('24h high 400.00 +298.01%');
});

it('leads from a mark to its plan order, by pointer and by the arrow keys, in the details too', async () => {
  show(marketOf([first, second]));
  await ladder.getByRole('button', { name: /TP 105.00 .*what this plan order would open: Buy · Limit/ }).click();
  await expect.poll(() => detail('takeProfit')).toContain('105');
  // The ladder has moved into the details.
  const inDetails = details.getByRole('region', { name: 'Price ladder of BTC-USDT' });
  focus(inDetails.getByRole('button', { name: /TP 105.00/ }));
  await press('{ArrowDown}{ArrowDown}');
  await expect.element(inDetails.getByRole('button', { name: /Sell 10.* 101.01/ })).toHaveFocus();
  await press('{Enter}');
  await expect.poll(() => detail('triggerPrice')).toContain('101.01');
  await details.getByRole('button', { name: 'Close' }).click();
  await expect.element(details).not.toBeInTheDocument();
  await expect.element(ladder).toBeVisible();
});

it('stays hidden once it is, in the details and in a new page', async () => {
  const { restart } = show(marketOf([first]));
  await row('BTC-USDT').click();
  await expect.element(details.getByRole('region', { name: 'Price ladder of BTC-USDT' })).toBeVisible();
  const button = page.getByRole('button', { name: 'Ladder' });
  await button.click();
  await expect.element(ladder).not.toBeInTheDocument();
  restart();
  await expect.element(row('BTC-USDT')).toBeVisible();
  await expect.element(button).toHaveAttribute('aria-pressed', 'false');
  expect(ladder.query()).toBeNull();
  await button.click();
  await expect.element(ladder).toBeVisible();
});

it('keeps a long symbol in its head', async () => {
  await page.viewport(1680, 900);
  show(marketOf([first, plan('3', { symbol: longSymbol, triggerPrice: '120' })]));
  await row(longSymbol).click();
  const choice = page.getByRole('combobox', { name: 'Price ladder of' });
  await expect.element(choice).toMatchTextContent(longSymbol);
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = choice.element();
  expect([scrollWidth, scrollHeight]).toEqual([clientWidth, clientHeight]);
});

it('answers what a price would do, with the orders that fill on the way and what is held then', async () => {
  const stop = plan('1', { side: 'sell', kind: 'market', price: '0', quantity: '4', triggerPrice: '97.50' });
  const position = { ...longPosition, quantity: '10', entryPrice: '99' };
  const market = marketOf([{ ...stop, triggerDirection: 'falls-to' }], [position]);
  // As the search asks before the price is known.
  scenario.set({ kind: 'move', account: market.account, symbol: 'BTC-USDT', percent: '-5' });
  show(market);
  const tried = ladder.getByRole('slider', { name: 'Price of BTC-USDT to try' });
  const result = page.getByRole('region', { name: 'BTC-USDT, Isolated' });
  await expect.element(tried).toHaveAttribute('aria-valuetext', '95.00, −5.00%');
  await expect.element(result.getByRole('listitem')).toMatchTextContent(/^97\.50\s+Sell 4\S* closes · assumed$/);
  await expect.element(result).toMatchTextContent(/Long then\s*≈ 6 \(6 to 10\)/);
  await expectAccessible(page.getByRole('complementary', { name: 'Price ladder' }).element());

  focus(tried);
  await press('{PageUp}');
  await expect.element(tried).toHaveAttribute('aria-valuetext', expect.stringMatching(/^96\.00, /));
  await page.getByRole('textbox', { name: 'What if the price of BTC-USDT' }).fill('99');
  await expect.element(result).toMatchTextContent('No order triggers on the way.');
  focus(tried);
  await press('{Escape}');
  await expect.element(result).not.toBeInTheDocument();

  await page.getByRole('textbox', { name: 'If all prices move' }).fill('-5');
  const line = page.getByRole('region', { name: 'If all prices move' });
  await expect.element(line).toMatchTextContent('If all prices move −5.00%');
  await expect.element(line).toMatchTextContent('1 order fills');
  await line.getByRole('button', { name: 'Clear what-if' }).click();
  await expect.element(line).not.toBeInTheDocument();
});

it.each([
  ['Radar', { planRadar: true, planLadder: false }, 'Plan orders by distance to the trigger price'],
  ['Ladder', { planLadder: true }, 'Price ladder'],
] as const)(
  'shows the %s beside the table if both have room, otherwise in its place',
  async (name, settings, title) => {
    const panel = page.getByRole('complementary', { name: title });
    const button = page.getByRole('button', { name, exact: true });
    const widthOf = (each: Locator): number => Math.round(each.element().getBoundingClientRect().width);
    show(marketOf([first]), settings);
    await expect.element(panel).toBeVisible();
    expect([widthOf(grid), widthOf(panel)]).toEqual([1440 - 356, 356]);

    for (const [width, height] of [
      [1024, 700],
      [720, 450],
      [320, 568],
    ] as const) {
      await page.viewport(width, height);
      await expect.element(grid).not.toBeInTheDocument();
      await expect.poll(() => widthOf(panel)).toBe(width);
      await expect.element(button).toHaveAttribute('title', expect.stringContaining('no room beside it'));
      await expectAccessible(panel.element());
    }
    // What the radar opens stands beside it, as beside the table.
    await page.viewport(1024, 700);
    if (name === 'Radar') {
      await panel.getByRole('button', { name: /^BTC-USDT, / }).click();
      await expect.element(details).toBeVisible();
      const [left, right] = [panel, details].map((each) => each.element().getBoundingClientRect());
      expect(right?.left).toBeGreaterThanOrEqual(left?.right ?? Number.NaN);
      await press('{Escape}');
    }
    await button.click();
    await expect.element(grid).toBeVisible();
    expect(widthOf(grid)).toBe(1024);
    await expect.element(panel).not.toBeInTheDocument();
    await button.click();
    await expect.element(grid).not.toBeInTheDocument();
    await page.viewport(1280, 800);
    await expect.element(grid).toBeVisible();
    expect(widthOf(grid)).toBe(1280 - 356);
  },
);
