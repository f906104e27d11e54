import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Activity } from '../../../shared/contract/alerts.ts';
import type { PnlSummary } from '../../../shared/contract/history.ts';
import type { SettingsChange } from '../../../shared/contract/settings.ts';
import { longPosition } from '../../../shared/testing/positions.ts';
import { fail, succeed } from '../../../shared/values/result.ts';
import { acceptLiveChange } from '../../domain/market/live/live.ts';
import { planSample } from '../../domain/plans/testing/samples.ts';
import { expectAccessible } from '../../testing/axe.ts';
import type { Answers } from '../../testing/fake-host.ts';
import { FakeMarket } from '../../testing/fake-market.ts';
import { type Rendered, render } from '../../testing/render.tsx';
import { demoAccount, wholeHistory } from '../../testing/samples.ts';
import { OpenPlansScreen } from './OpenPlansScreen.tsx';

const line = page.getByRole('region', { name: 'Today', exact: true });
const events = line.getByRole('list', { name: 'Next events' }).getByRole('button');
const wholeModes = (['isolated', 'cross'] as const).map((marginMode) => ({
  ...{ marginMode, rows: 1, oldest: 1, newest: 2, complete: true, blocked: false, verifiedAt: null, gaps: [] },
}));
const usdt: PnlSummary = {
  ...{ quote: 'USDT', sum: '12.5', wins: 2, losses: 1, zeros: 0 },
  ...{ winRate: '66.67', average: null, best: null, worst: null },
};

const summary = { version: 1, rows: 3, filled: 3, canceled: 0, failed: 0, pnl: [], unknownPnl: 0 };
const state = { ...wholeHistory, modes: wholeModes, checkedAt: Date.now(), version: 1 };

let tests = 0;

/** BTC-USDT is at 100, ETH-USDT at 101; both were between 50 and 400 in the last 24 hours. */
function show(
  settings: SettingsChange,
  pnl: readonly PnlSummary[],
  more: Answers = {},
): Rendered & { market: FakeMarket } {
  const plans = [
    planSample('1', { triggerPrice: '98', triggerDirection: 'falls-to', side: 'sell', quantity: '5', kind: 'market' }),
    planSample('2', { triggerPrice: '102.01', symbol: 'ETH-USDT' }),
    // How far away these are cannot be told.
    planSample('3', { triggerPrice: null, symbol: 'ETH-USDT' }),
    planSample('4', { triggerPrice: '5', symbol: 'GONE-USDT' }),
  ];
  const market = new FakeMarket(`day-${tests++}`, ['BTC-USDT', 'ETH-USDT'], plans, [longPosition]);
  market.history = { modes: wholeModes, checkedAt: Date.now() };
  const account = { ...demoAccount, id: market.account, name: 'Demo account' };
  const answers: Answers = {
    ...market.answers,
    listAccounts: () => succeed([account]),
    summarizeHistory: () => succeed({ ...summary, pnl: [...pnl] }),
    ...more,
  };
  return { ...render(<OpenPlansScreen account={account} />, { answers, settings }), market };
}

it('says what today has brought after fees, and colors only what is certain', async () => {
  const fees = { lowest: '0.5', highest: '0.5', unpriced: 0 };
  const { host } = show({ feeRates: { 'day-0': { maker: '0.02', taker: '0.05' } } }, [{ ...usdt, fees }]);
  await expect.element(line).toMatchTextContent(/Today USDT after fees≈ \+12/);
  expect(host.callsOf('summarizeHistory').at(-1)).toMatchObject({ rates: { maker: '0.02', taker: '0.05' } });
  expect(line.element().querySelector('strong')?.dataset.tone).toBe('up');
  await expectAccessible(line.element());
});

it('does not color what is before fees, or of which orders may be missing, and says so', async () => {
  show({}, [usdt]);
  await expect.element(line).toMatchTextContent(/Today USDT before fees\+12\.50/);
  expect(line.element().querySelector('strong')?.dataset.tone).toBeUndefined();

  const gap = wholeModes.map((mode) => ({ ...mode, complete: false, oldest: Date.now() }));
  const fees = { lowest: '0', highest: '0', unpriced: 0 };
  show({ feeRates: { 'day-2': { maker: '0', taker: '0' } } }, [{ ...usdt, fees }], {
    readHistoryState: ({ account, list }) => succeed({ ...state, account, list, modes: gap }),
    syncHistory: ({ account, list }) => succeed({ ...state, account, list, modes: gap }),
  });
  await expect.element(line.last()).toMatchTextContent(/\+12\.5.* \?/);
  expect(line.last().element().querySelector('strong')?.dataset.tone).toBeUndefined();
});

it('does not color, or call nothing, what lacks the PnL of an order', async () => {
  const fees = { lowest: '0.5', highest: '0.5', unpriced: 0 };
  const unknownPnl = 1;
  const rates = { feeRates: { [`day-${tests}`]: { maker: '0.02', taker: '0.05' } } };
  const pnl = [{ ...usdt, fees }];
  show(rates, pnl, { summarizeHistory: () => succeed({ ...summary, pnl, unknownPnl }) });
  await expect.element(line).toMatchTextContent(/Today USDT after fees≈ \+12.* \?/);
  expect(line.element().querySelector('strong')?.dataset.tone).toBeUndefined();
});

it('does not say that nothing was realized while orders of today may be missing, or cannot be read', async () => {
  const unsynced = { checkedAt: Date.now() - 2 * 86_400_000 };
  show({}, [], { readHistoryState: ({ account, list }) => succeed({ ...state, ...unsynced, account, list }) });
  await expect.element(line).toMatchTextContent('Realized todayCan’t be told yet');
  show({}, [], { summarizeHistory: () => fail('internal', 'The archive is damaged.') });
  await expect.element(line.last()).toMatchTextContent('Realized todayCan’t be told yet');
});

it('lists what fires next with its distance in percent and in ranges of a day, and leads to it', async () => {
  const { market } = show({}, []);
  const names = () => events.elements().map((each) => (each as HTMLElement).title);
  await expect
    .poll(names)
    .toEqual([
      'ETH Buy, +1.00%, < 0.01 × the range of the last 24 hours',
      'BTC stop, −2.00%, 0.01 × the range of the last 24 hours',
    ]);
  await expect.element(events.last()).toHaveAccessibleName(/^BTC stop −2\.00% 0\.01 × the range of the last 24 hours$/);
  await expect.element(line).toMatchTextContent('Nothing realized');
  acceptLiveChange(market.move({ 'BTC-USDT': '98.98' }));
  await expect.poll(() => names().at(-1)).toContain('BTC stop, −0.99%');
  await events.last().click();
  await expect.element(page.getByRole('complementary', { name: 'Details' })).toMatchTextContent(/98\.00/);
});

it('gives a plan order that has triggered no distance', async () => {
  const market = new FakeMarket(
    `day-${tests++}`,
    ['BTC-USDT'],
    [planSample('1', { triggerPrice: '98', triggerStatus: 'triggered' })],
  );
  const account = { ...demoAccount, id: market.account, name: 'Demo account' };
  render(<OpenPlansScreen account={account} />, {
    answers: { ...market.answers, listAccounts: () => succeed([account]) },
  });
  await expect.poll(() => events.elements().map((each) => (each as HTMLElement).title)).toEqual(['BTC Buy, Triggered']);
});

it('counts what the user has not seen, and accounts that are not watched', async () => {
  const left = (id: string, status: 'failed' | 'fully-executed', read: boolean): Activity => ({
    ...{ id, account: `day-${tests}`, at: 1, read, notify: false },
    event: {
      ...{ kind: 'plan-left', plan: `isolated:${id}`, symbol: 'BTC-USDT', side: 'buy', triggerPrice: '1' },
      ...{ lastSeenAt: 1, outcome: { status, filledQuantity: null }, backAt: null },
    },
  });
  const activities = [left('1', 'failed', false), left('2', 'fully-executed', false), left('3', 'failed', true)];
  show({}, [], {
    readActivity: () => succeed(activities),
    readUnwatched: () => succeed([{ account: `day-${tests - 1}`, failure: null }]),
  });
  await expect.element(line.getByRole('button', { name: '2 new' })).toBeVisible();
  await expect.element(line.getByRole('button', { name: '1 failed' })).toBeVisible();
  await expect.element(line.getByRole('button', { name: 'Not watched' })).toBeVisible();
});
