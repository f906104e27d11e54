import { expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Activity } from '../../../shared/contract/alerts.ts';
import type { PnlSummary } from '../../../shared/contract/history.ts';
import { longPosition } from '../../../shared/testing/positions.ts';
import { fail, succeed } from '../../../shared/values/result.ts';
import { acceptLiveChange } from '../../domain/market/live/live.ts';
import { planSample } from '../../domain/plans/testing/samples.ts';
import { hostGone } from '../../platform/host-gone.ts';
import { queryClient } from '../../platform/query-client.ts';
import { expectAccessible } from '../../testing/axe.ts';
import type { Answers } from '../../testing/fake-host.ts';
import { FakeMarket } from '../../testing/fake-market.ts';
import type { Rendered } from '../../testing/render.tsx';
import { wholeHistory, wholeModes } from '../../testing/samples.ts';
import { details, showOpenPlans } from './testing/open-plans.tsx';

const line = page.getByRole('region', { name: 'Today', exact: true });
const events = line.getByRole('list', { name: 'Next events' }).getByRole('button');
const titles = () => events.elements().map((each) => (each as HTMLElement).title);
const tone = () => line.last().element().querySelector('strong')?.dataset.tone;
const usdt: PnlSummary = {
  ...{ quote: 'USDT', sum: '12.5', wins: 2, losses: 1, zeros: 0 },
  ...{ winRate: '66.67', average: null, best: null, worst: null },
  fees: { lowest: '0.5', highest: '0.5', unpriced: 0 },
};
const summary = { version: 1, rows: 3, filled: 3, canceled: 0, failed: 0, pnl: [], unknownPnl: 0 };
const feeRates = { maker: '0.02', taker: '0.05' };

const samples = [
  planSample('1', { triggerPrice: '98', triggerDirection: 'falls-to', side: 'sell', quantity: '5', kind: 'market' }),
  planSample('2', { triggerPrice: '102.01', symbol: 'ETH-USDT' }),
  // How far away these are cannot be told.
  planSample('3', { triggerPrice: null, symbol: 'ETH-USDT' }),
  planSample('4', { triggerPrice: '5', symbol: 'GONE-USDT' }),
];

/** BTC-USDT is at 100, ETH-USDT at 101; both were between 50 and 400 in the last 24 hours. The history is whole. */
function marketOf(plans = samples): FakeMarket {
  const market = new FakeMarket(['BTC-USDT', 'ETH-USDT'], plans, [longPosition]);
  market.history = { modes: wholeModes, checkedAt: Date.now() };
  return market;
}

/** Shows a day with a PnL of an account whose fee rates are known. */
function show(
  pnl: PnlSummary[],
  answers: Answers = {},
  market = marketOf(),
  rates = { [market.account]: feeRates },
): Rendered {
  return showOpenPlans(
    market,
    { feeRates: rates },
    { summarizeHistory: () => succeed({ ...summary, pnl }), ...answers },
  );
}

it('says what today has brought after fees, and colors only what is certain', async () => {
  const { host } = show([usdt]);
  await expect.element(line).toMatchTextContent(/Today USDT after fees≈ \+12/);
  expect(host.callsOf('summarizeHistory').at(-1)).toMatchObject({ rates: feeRates });
  expect(tone()).toBe('up');
  await expectAccessible(line.element());
});

it('does not color what is before fees, or of which orders may be missing, and says so', async () => {
  const { fees: _, ...gross } = usdt;
  show([gross], {}, marketOf(), {});
  await expect.element(line).toMatchTextContent(/Today USDT before fees\+12\.50/);
  expect(tone()).toBeUndefined();

  const market = marketOf();
  market.history = {
    modes: wholeModes.map((mode) => ({ ...mode, complete: false, oldest: Date.now() })),
    checkedAt: Date.now(),
  };
  show([usdt], {}, market);
  await expect.element(line.last()).toMatchTextContent(/≈ \+12.* \?/);
  expect(tone()).toBeUndefined();

  const paused = marketOf();
  paused.history = { modes: wholeModes, checkedAt: Date.now(), phase: 'paused' };
  show([usdt], {}, paused);
  await expect.element(line.last()).toMatchTextContent(/≈ \+12.* \?/);
});

it('marks that a sum in another currency has no room, and has every sum in its tooltip', async () => {
  const { fees: _, ...gross } = usdt;
  const seenMarks = () => {
    line.last().element().scrollIntoView();
    return [...line.last().element().querySelectorAll('.day-more')].filter((mark) => {
      const { left, width, top, height } = mark.getBoundingClientRect();
      return document.elementFromPoint(left + width / 2, top + height / 2) === mark;
    }).length;
  };
  show([gross, { ...gross, quote: 'USDC', sum: '-1.5' }], {}, marketOf(), {});
  await expect.element(line).toMatchTextContent('−1.50 USDC');
  expect(seenMarks()).toBe(0);
  show(
    [gross, { ...gross, quote: 'USDC', sum: '-1.5' }, { ...gross, quote: 'BTC', sum: '0.0012' }],
    {},
    marketOf(),
    {},
  );
  await expect.element(line.last().getByTitle(/^\+12\.50 USDT, −1\.50 USDC, \+0\.0012 BTC Realized PnL/)).toBeVisible();
  expect(seenMarks()).toBe(1);
});

it('does not color, or call nothing, what lacks the PnL of an order', async () => {
  show([], { summarizeHistory: () => succeed({ ...summary, pnl: [usdt], unknownPnl: 1 }) });
  await expect.element(line).toMatchTextContent(/Today USDT after fees≈ \+12.* \?/);
  expect(tone()).toBeUndefined();
});

it('does not say that nothing was realized while orders of today may be missing, or cannot be read', async () => {
  const market = marketOf();
  market.history = { modes: wholeModes, checkedAt: Date.now() - 2 * 86_400_000 };
  show([], {}, market);
  await expect.element(line).toMatchTextContent('Realized todayCan’t be told yet');
  const downloading = marketOf();
  downloading.history = { modes: wholeModes, checkedAt: Date.now(), phase: 'backfill' };
  show([], {}, downloading);
  await expect.element(line.last()).toMatchTextContent('Realized todayCan’t be told yet');
  show([], { summarizeHistory: () => fail('internal', 'The archive is damaged.') });
  await expect.element(line.last()).toMatchTextContent('Realized todayCan’t be told yet');
});

it('lists what fires next with its distance in percent and in ranges of a day, and leads to it', async () => {
  const market = marketOf();
  show([], {}, market);
  await expect
    .poll(titles)
    .toEqual([
      'ETH Buy, +1.00%, < 0.01 × the range of the last 24 hours',
      'BTC stop, −2.00%, 0.01 × the range of the last 24 hours',
    ]);
  await expect.element(events.last()).toHaveAccessibleName(/^BTC stop −2\.00% 0\.01 × the range of the last 24 hours$/);
  await expect.element(line).toMatchTextContent('Nothing realized');
  acceptLiveChange(market.move({ 'BTC-USDT': '98.98' }));
  await expect.poll(() => titles().at(-1)).toContain('BTC stop, −0.99%');
  await events.last().click();
  await expect.element(details).toMatchTextContent(/98\.00/);
});

it('leaves the side of an event whole, however long its symbol is', async () => {
  const symbol = '1000000CATDOGWIFHATANDVERYLONGNAME-USDT';
  const market = new FakeMarket([symbol], [planSample('1', { symbol, triggerPrice: '101' })]);
  show([], {}, market);
  await expect.poll(titles).toEqual([expect.stringContaining('1000000CATDOGWIFHATANDVERYLONGNAME Buy, +1.00%')]);
  const label = events.first().element().querySelector<HTMLElement>('.account-risk-label');
  if (label === null) throw new Error('The event has no label.');
  label.style.width = '100px';
  expect(label.scrollWidth).toBe(label.clientWidth);
  expect(label.firstElementChild?.scrollWidth).toBeGreaterThan(100);
});

it('lists an event as soon as it is known, and leaves those that the user has seen in their places for a while', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  onTestFinished(() => clock.mockRestore());
  const market = marketOf([]);
  show([], {}, market);
  await expect.element(line).toMatchTextContent('Nothing realized');
  expect(titles()).toEqual([]);
  acceptLiveChange(market.replacePlans(samples.slice(0, 1)));
  await expect.poll(titles).toEqual([expect.stringMatching(/^BTC stop, −2\.00%/)]);
  acceptLiveChange(market.replacePlans(samples));
  await expect
    .poll(titles)
    .toEqual([expect.stringMatching(/^BTC stop, −2\.00%/), expect.stringMatching(/^ETH Buy, \+1\.00%/)]);
  clock.mockReturnValue(performance.now() + 5000);
  acceptLiveChange(market.move({ 'BTC-USDT': '100.01' }));
  await expect.poll(titles).toEqual([expect.stringMatching(/^ETH Buy/), expect.stringMatching(/^BTC stop/)]);
});

it('gives a plan order that has triggered no distance', async () => {
  show([], {}, marketOf([planSample('1', { triggerPrice: '98', triggerStatus: 'triggered' })]));
  await expect.poll(titles).toEqual(['BTC Buy, Triggered']);
});

it('says how far a plan order was crossed, not how much of a day that is', async () => {
  show([], {}, marketOf([planSample('1', { triggerPrice: '101', triggerDirection: 'falls-to', side: 'buy' })]));
  await expect.poll(titles).toEqual(['BTC Buy, Crossed 1.00%']);
});

it('counts what the user has not seen, and accounts that are not watched', async () => {
  const market = marketOf();
  const left = (id: string, status: 'failed' | 'fully-executed', read: boolean): Activity => ({
    ...{ id, account: market.account, at: 1, read, notify: false },
    event: {
      ...{ kind: 'plan-left', plan: `isolated:${id}`, symbol: 'BTC-USDT', side: 'buy', triggerPrice: '1' },
      ...{ lastSeenAt: 1, outcome: { status, filledQuantity: null }, backAt: null },
    },
  });
  const activities = [left('1', 'failed', false), left('2', 'fully-executed', false), left('3', 'failed', true)];
  const answers: Answers = {
    readActivity: () => succeed(activities),
    readUnwatched: () => succeed([{ account: market.account, failure: null }]),
  };
  show([], answers, market);
  await expect.element(line.getByRole('button', { name: '2 new' })).toBeVisible();
  await expect.element(line.getByRole('button', { name: '1 failed' })).toBeVisible();
  await expect.element(line.getByRole('button', { name: 'Not watched' })).toBeVisible();
});

it('counts no unread activity from before the last look', async () => {
  const market = marketOf();
  const alert = (id: string, at: number): Activity => ({
    ...{ id, account: market.account, at, read: false, notify: false },
    event: {
      ...{ kind: 'alert', alert: 'a', condition: { kind: 'account-silent' } },
      ...{ symbol: null, plan: null, list: null, value: null, failure: null },
    },
  });
  showOpenPlans(
    market,
    { timeZone: 'UTC', catchUps: { [market.account]: { since: 1, lastLook: 60_000 } } },
    { readActivity: () => succeed([alert('2', 60_000), alert('1', 59_999)]) },
  );
  await expect.element(line.getByRole('button', { name: '1 new' })).toBeVisible();
  await expect.element(line.getByTitle(/since your last look at 1970-01-01 00:01/)).toBeVisible();
});

it('does not say that nothing is new, or color the day, until it is known which accounts are watched', async () => {
  const { promise: unwatched, resolve } =
    Promise.withResolvers<Awaited<ReturnType<NonNullable<Answers['readUnwatched']>>>>();
  show([usdt], { readActivity: () => succeed([]), readUnwatched: () => unwatched });
  await expect.element(line).toMatchTextContent(/≈ \+12.* \?/);
  await expect.element(line).not.toMatchTextContent('Nothing new');
  resolve(succeed([]));
  await expect.element(line).toMatchTextContent('Nothing new');
  expect(tone()).toBe('up');
});

it('does not say that nothing is new before the plan orders have been seen', async () => {
  const market = marketOf();
  const { promise: seen, resolve } = Promise.withResolvers<void>();
  const readLive: Answers['readLive'] = async (input) => {
    if (input.list === 'open-plans') await seen;
    return market.answers.readLive?.(input) ?? fail('internal', 'no list');
  };
  show([usdt], { readActivity: () => succeed([]), readUnwatched: () => succeed([]), readLive }, market);
  await expect.poll(() => queryClient.getQueryData(['unwatched'])).toEqual([]);
  await new Promise(requestAnimationFrame);
  await expect.element(line).toMatchTextContent(/Since you looked–$/);
  resolve();
  await expect.element(line).toMatchTextContent(/Since you lookedNothing new$/);
});

it('does not say that nothing is new, or color the day, once the program has stopped', async () => {
  show([usdt], { readActivity: () => succeed([]) });
  await expect.element(line).toMatchTextContent('Nothing new');
  expect(tone()).toBe('up');
  onTestFinished(() => hostGone.set(false));
  hostGone.set(true);
  await expect.element(line).toMatchTextContent(/≈ \+12.* \?/);
  await expect.element(line).not.toMatchTextContent('Nothing new');
  expect(tone()).toBeUndefined();
});

it.each([
  ['can’t be read', { failure: { code: 'timeout', message: '' } } as const, false],
  ['isn’t watched', {}, true],
])(
  'marks what today has brought to all accounts while one of them %s, and names it',
  async (_why, state, isUnwatched) => {
    const market = marketOf();
    market.owner = { ...market.owner, kind: 'live', name: 'Main' };
    const swing = { ...market.owner, id: `${market.account}-swing`, name: 'Swing' };
    showOpenPlans(
      market,
      { account: market.account, planAccounts: 'all', feeRates: { [market.account]: feeRates, [swing.id]: feeRates } },
      {
        listAccounts: () => succeed([market.owner, swing]),
        summarizeHistory: () => succeed({ ...summary, pnl: [usdt] }),
        readUnwatched: () => succeed(isUnwatched ? [{ account: swing.id, failure: null }] : []),
        readHistoryState: ({ account, list }) =>
          succeed({
            ...{ ...wholeHistory, account, list, modes: wholeModes, checkedAt: Date.now() },
            ...(account === swing.id && state),
          }),
      },
    );
    await expect.element(line).toMatchTextContent(/Today USDT after fees≈ \+24.* \? ?Swing/);
    await expect.element(line.getByTitle(/Swing: orders of today may be missing/)).toBeVisible();
    expect(tone()).toBeUndefined();
  },
);
