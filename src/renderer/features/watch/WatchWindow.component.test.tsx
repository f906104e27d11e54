import { beforeEach, expect, it } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import type { Watchlist } from '../../../shared/contract/settings.ts';
import { longPosition } from '../../../shared/testing/positions.ts';
import { succeed } from '../../../shared/values/result.ts';
import { acceptLiveChange } from '../../domain/market/live/live.ts';
import { planSample } from '../../domain/plans/testing/samples.ts';
import { acceptSettings } from '../../platform/settings/settings.ts';
import { expectAccessible } from '../../testing/axe.ts';
import type { Answers } from '../../testing/fake-host.ts';
import { FakeMarket } from '../../testing/fake-market.ts';
import { type Rendered, render } from '../../testing/render.tsx';
import { WatchWindow } from './WatchWindow.tsx';

const plans = [
  planSample('1', { triggerPrice: '101' }),
  planSample('2', { triggerDirection: 'falls-to', triggerPrice: '99.9' }),
];

const tickers = page.getByRole('region', { name: 'Tickers' });
const choice = tickers.getByRole('combobox', { name: 'Show tickers' });
const nearest = page.getByRole('region', { name: 'Nearest to trigger price' });
const option = (name: string): Locator => page.getByRole('option', { name });
const textsOf = (items: Locator): string[] => items.elements().map(({ textContent }) => textContent);

let market: FakeMarket;

beforeEach(() => {
  const symbols = ['BTC-USDT', 'ETH-USDT', ...Array.from({ length: 10 }, (_, position) => `T${position}-USDT`)];
  market = new FakeMarket(symbols, plans, [longPosition]);
});

async function showWindow(readAbout: Answers['readAbout']): Promise<Rendered> {
  const answers = { ...market.answers, ...(readAbout && { readAbout }) };
  const rendered = render(<WatchWindow accounts={[market.owner]} age={null} />, { answers });
  await expect.poll(() => textsOf(tickers.getByRole('listitem'))).toHaveLength(8);
  return rendered;
}

it('shows tickers, the risk and the nearest plan orders before the host has identified itself, and new prices under the pointer', async () => {
  await showWindow(() => new Promise(() => {}));
  const rows = nearest.getByRole('listitem');
  await expect
    .poll(() => textsOf(rows))
    .toEqual([
      expect.stringMatching(/BTC-USDT.* · Falls to 99\.90.*−0\.10%/),
      expect.stringMatching(/BTC-USDT.* · Rises to 101\.00.*\+1\.00%/),
    ]);
  await expect.element(page.getByRole('region', { name: 'Account risk' })).toMatchTextContent('without a stop found');
  await rows.first().hover();
  acceptLiveChange(market.move({ 'BTC-USDT': '99.95' }));
  await expect.element(rows.first()).toMatchTextContent('−0.05%');
  await expect.element(page.getByText('On Wayland')).not.toBeInTheDocument();
  await expectAccessible(document.body);
});

it('shows the sums of a second currency below those of the first, without a cut', async () => {
  await page.viewport(360, 640);
  const stop = planSample('3', { symbol: 'BTC-USDC', side: 'sell', triggerPrice: '90', triggerDirection: 'falls-to' });
  const held = [longPosition, { ...longPosition, symbol: 'BTC-USDC', trade: 'isolated 2' }];
  market = new FakeMarket(['BTC-USDT', 'BTC-USDC'], [{ ...stop, quantity: '5', kind: 'market' }], held);
  const answers: Answers = { ...market.answers, readAbout: () => new Promise(() => {}) };
  render(<WatchWindow accounts={[market.owner]} age={null} />, { answers });
  const risk = page.getByRole('region', { name: 'Account risk' });
  await expect.element(risk).toMatchTextContent('Each known position');
  const items = [...risk.element().querySelectorAll('.account-risk-item')];
  const leftOf = (place: number) => items[place]?.getBoundingClientRect().left;
  for (const place of [0, 1, 2, 3, 4]) expect(leftOf(place + 5)).toBe(leftOf(place));
  for (const figure of risk.element().querySelectorAll('.account-risk-figure'))
    expect(figure.scrollWidth).toBeLessThanOrEqual(figure.clientWidth);
});

it('says on Wayland that it cannot stay above other windows', async () => {
  await showWindow(() => succeed({ version: '1.0.0', host: 'electron', platform: 'linux', wayland: true }));
  await expect.element(page.getByText('On Wayland, Orderglass can’t keep this window above others')).toBeVisible();
});

it('offers a watchlist that is created while the choice is open, and leaves one that was deleted', async () => {
  const { host } = await showWindow(() => new Promise(() => {}));
  const change = (watchlists: Watchlist[]): void => {
    host.settings = { ...host.settings, watchlists };
    acceptSettings(host.settings);
  };
  await choice.click();
  await expect.poll(() => textsOf(page.getByRole('option'))).toEqual(['Top turnover, Futures', 'Top turnover, Spot']);
  change([{ name: 'Majors', market: 'futures', symbols: ['ETH-USDT'] }]);
  await option('Majors, Futures').click();
  await expect.element(choice).toHaveTextContent('Majors, Futures');
  await expect.poll(() => textsOf(tickers.getByRole('listitem'))).toEqual([expect.stringContaining('ETH-USDT')]);
  expect(host.settings.watch).toEqual({ market: 'futures', shown: { watchlist: 'Majors' } });
  change([]);
  await expect.element(choice).toHaveTextContent('Top turnover, Futures');
  await expect.poll(() => textsOf(tickers.getByRole('listitem'))).toHaveLength(8);
});

it('leads from a plan order and from a ticker to what belongs to it', async () => {
  const { destinations } = await showWindow(() => new Promise(() => {}));
  const account = market.account;
  const button = nearest.getByRole('button', { name: /101\.00/ });
  await button.click();
  await expect.poll(() => destinations).toEqual([{ kind: 'screen', account, screen: 'open-plans', row: 'isolated:1' }]);
  (button.element() as HTMLElement).focus();
  await userEvent.keyboard('{Shift>}{F10}{/Shift}');
  await page.getByRole('menuitem', { name: 'Alert me at 101…' }).click();
  await expect
    .poll(() => destinations.at(-1))
    .toEqual({ kind: 'new-alert', account, market: 'futures', symbol: 'BTC-USDT', level: '101' });
  await tickers.getByRole('button', { name: /^ETH-USDT/ }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Show futures ticker' }).click();
  await expect
    .poll(() => destinations.at(-1))
    .toEqual({ kind: 'screen', account, screen: 'futures-tickers', row: 'ETH-USDT' });
});
