import { expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Order } from '../../../shared/contract/orders.ts';
import type { Position, Trade } from '../../../shared/contract/trades.ts';
import { jointId, jointKey } from '../../../shared/orders/joint.ts';
import { blankRow, blankTrade } from '../../../shared/testing/blank-row.ts';
import { addDays, dayOf } from '../../../shared/time/days.ts';
import { fail, succeed } from '../../../shared/values/result.ts';
import { acceptAccounts } from '../../domain/accounts/accounts.ts';
import { acceptHistoryState } from '../../domain/orders/history-state.ts';
import { planSample } from '../../domain/plans/testing/samples.ts';
import { openDialog } from '../../platform/dialogs.ts';
import { hostGone } from '../../platform/host-gone.ts';
import { expectAccessible } from '../../testing/axe.ts';
import type { Answers } from '../../testing/fake-host.ts';
import { FakeMarket } from '../../testing/fake-market.ts';
import { type Rendered, render } from '../../testing/render.tsx';
import { demoAccount, wholeHistory, wholeModes } from '../../testing/samples.ts';
import { ReviewDialog } from './ReviewDialog.tsx';

const yesterday = addDays(dayOf(Date.now(), 'UTC'), -1);
const noon = Date.parse(`${yesterday}T12:00:00Z`);
const minute = 60_000;

const trade = (number: number, symbol: string, pnl: string, note?: string): Trade => ({
  ...blankTrade(),
  key: `isolated:${number}`,
  symbol,
  marginMode: 'isolated',
  side: 'long',
  state: 'closed',
  openedAt: noon,
  closedAt: noon + number * minute,
  duration: number * minute,
  openedBy: noon,
  closedBy: noon + number * minute,
  executions: 'certain',
  orders: 2,
  largestSize: '1',
  openedQuantity: '1',
  closedQuantity: '1',
  entryPrice: '100',
  exitPrice: '101',
  pnl,
  returnPercent: '1',
  pnlPerContract: pnl,
  leverage: '10',
  incomplete: [],
  ...(note === undefined ? {} : { note }),
});
const trades = [trade(1, 'BTC-USDT', '5', 'planned'), trade(2, 'ETH-USDT', '-2'), trade(3, 'SOL-USDT', '4')];
const position: Position = {
  symbol: 'BTC-USDT',
  marginMode: 'isolated',
  side: 'long',
  quantity: '3',
  entryPrice: '90',
  since: noon,
  incomplete: [],
  trade: 'isolated:9',
};

const market = new FakeMarket(['BTC-USDT'], [], [position]);
market.history = { modes: wholeModes, checkedAt: Date.now() };
const answers: Answers = {
  ...market.answers,
  readTradePicture: () => succeed(null),
  readTrades: ({ filter: { closed } }) => {
    const rows = closed && 'from' in closed && closed.from === yesterday ? trades : [];
    return succeed({ rows, total: rows.length, version: 1, anchor: null });
  },
  summarizeTrades: ({ filter: { closed } }) => {
    const isYesterday = closed && 'from' in closed && closed.from === yesterday;
    const pnl = {
      sum: '7',
      wins: 2,
      losses: 1,
      zeros: 0,
      winRate: '66.67',
      average: '2.33333333',
      best: '5',
      worst: '-2',
    };
    const part = { trades: 0, sum: '0' };
    return isYesterday
      ? succeed({
          version: 1,
          trades: 3,
          closed: 3,
          open: 0,
          incomplete: 0,
          uncertain: 0,
          quotes: [{ quote: 'USDT', closed: { quote: 'USDT', ...pnl }, open: part, incomplete: part }],
        })
      : succeed({ version: 1, trades: 0, closed: 0, open: 0, incomplete: 0, uncertain: 0, quotes: [] });
  },
  readActivity: () =>
    succeed(
      (['failed', 'fully-executed'] as const).map((status, place) => ({
        id: status,
        account: market.account,
        at: noon + place,
        read: false,
        notify: true,
        event: {
          kind: 'plan-left',
          plan: `isolated:${70 + place}`,
          symbol: 'ETH-USDT',
          side: 'sell',
          triggerPrice: '1.5',
          lastSeenAt: noon - 1000,
          outcome: { status, filledQuantity: null },
          backAt: null,
        },
      })),
    ),
  readTags: () => succeed([]),
  readUnwatched: () => succeed([]),
  saveNote: ({ text }) => succeed({ outcome: 'saved', text }),
};

const dialog = page.getByRole('dialog', { name: 'Daily review' });
const fact = (name: string) => dialog.getByRole('region', { name, exact: true });
const notes = (): HTMLTextAreaElement[] => [
  ...document.querySelectorAll<HTMLTextAreaElement>('.review-trade textarea'),
];
const focused = (): number => notes().indexOf(document.activeElement as HTMLTextAreaElement);

async function open(changed: Answers = {}): Promise<Rendered> {
  const rendered = render(<ReviewDialog account={{ ...demoAccount, id: market.account }} />, {
    answers: { ...answers, ...changed },
    settings: { timeZone: 'UTC' },
  });
  openDialog('review');
  await expect.element(dialog).toBeVisible();
  return rendered;
}

it('shows yesterday: what was earned, which plans failed, what has no stop and no note, each with its rows', async () => {
  const { destinations } = await open();
  await expect.element(fact('Closed trades')).toMatchTextContent(/\+7\.00 USDT.*3 trades/);
  await expect
    .element(fact('Plan orders'))
    .toMatchTextContent('1 triggered1 failedPlan orders: only those that Orderglass saw open');
  await expect
    .element(fact('Stops now'))
    .toMatchTextContent(/^Stops nowAs of now, not of \d{4}-\d\d-\d\d1 without a stop foundBTC-USDT Long 3$/);
  await expect.element(fact('Notes')).toMatchTextContent('2 trades without a note');
  await expectAccessible(dialog.element());
  await fact('Plan orders').getByRole('button', { name: '1 failed' }).click();
  expect(destinations).toMatchObject([
    {
      kind: 'list',
      list: 'plan-history',
      filter: { accounts: [market.account], ids: ['70'], marginModes: ['isolated'] },
    },
  ]);
  await expect.element(dialog).not.toBeInTheDocument();
});

it('says of how many positions a stop is unknown, also beside those without one', async () => {
  const unclear = planSample('1', { symbol: 'ETH-USDT', side: 'sell', triggerDirection: 'unknown:0' });
  const held = new FakeMarket(['BTC-USDT', 'ETH-USDT'], [unclear], [position, { ...position, symbol: 'ETH-USDT' }]);
  render(<ReviewDialog account={{ ...demoAccount, id: held.account }} />, {
    answers: { ...answers, ...held.answers },
    settings: { timeZone: 'UTC' },
  });
  openDialog('review');
  await expect.element(fact('Stops now')).toMatchTextContent('1 without a stop found, 1 unknown');
});

it('does not say that there are no positions while orders may be missing', async () => {
  const empty = new FakeMarket(['BTC-USDT']);
  empty.history = { modes: wholeModes.map((mode) => ({ ...mode, complete: false })), checkedAt: Date.now() };
  render(<ReviewDialog account={{ ...demoAccount, id: empty.account }} />, {
    answers: { ...answers, ...empty.answers },
    settings: { timeZone: 'UTC' },
  });
  openDialog('review');
  await expect.element(fact('Stops now')).toMatchTextContent(/No open positions found yet\. Some may be missing/);
});

it('lists a few positions without a stop, and all of them on request', async () => {
  const symbols = ['BTC-USDT', 'ETH-USDT', 'SOL-USDT', 'XRP-USDT', 'ADA-USDT'];
  const held = new FakeMarket(
    symbols,
    [],
    symbols.map((symbol) => ({ ...position, symbol })),
  );
  render(<ReviewDialog account={{ ...demoAccount, id: held.account }} />, {
    answers: { ...answers, ...held.answers },
    settings: { timeZone: 'UTC' },
  });
  openDialog('review');
  const rows = fact('Stops now').getByRole('listitem');
  await expect.poll(() => rows.elements().length).toBe(3);
  const more = fact('Stops now').getByRole('button', { name: 'Show all 5' });
  const box = fact('Stops now').element().getBoundingClientRect();
  expect(more.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(box.bottom);
  await expectAccessible(dialog.element());
  await more.click();
  expect(rows.elements()).toHaveLength(5);
  await expect.element(more).not.toBeInTheDocument();
});

it('leads with the arrow keys from note to note, beginning with the first trade without one', async () => {
  await open();
  await expect.poll(focused).toBe(1);
  await userEvent.keyboard('{ArrowDown}');
  expect(focused()).toBe(2);
  await userEvent.keyboard('{ArrowDown}');
  expect(focused()).toBe(2);
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  expect(focused()).toBe(0);
  // The caret moves within a note of several lines before the focus leaves it.
  await userEvent.keyboard('{End}{Shift>}{Enter}{/Shift}late{ArrowUp}');
  expect(focused()).toBe(0);
});

it('goes to any day, and the focus stays on the button that goes there', async () => {
  await open();
  await expect.poll(focused).toBe(1);
  await dialog.getByRole('button', { name: 'Previous day' }).click();
  await expect.element(fact('Closed trades')).toMatchTextContent('No trades closed');
  await expect.element(fact('Plan orders')).toMatchTextContent('Orderglass saw none end');
  await expect.element(dialog.getByRole('button', { name: 'Previous day' })).toHaveFocus();
  await dialog.getByRole('button', { name: 'Next day' }).click();
  await expect.element(fact('Notes')).toMatchTextContent('2 trades without a note');
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(focused).toBe(1);
});

it('does not say that no trades were closed while the orders of the day are not known', async () => {
  await open({
    readHistoryState: ({ account, list }) => succeed({ ...wholeHistory, account, list }),
    readTrades: () => succeed({ rows: [], total: 0, version: 1, anchor: null }),
    summarizeTrades: () =>
      succeed({ version: 1, trades: 0, closed: 0, open: 0, incomplete: 0, uncertain: 0, quotes: [] }),
  });
  await expect.element(dialog).toMatchTextContent('Local archive incomplete');
  await expect.element(fact('Closed trades')).toMatchTextContent(/^Closed trades–$/);
  await expect.element(dialog).not.toMatchTextContent('No trades closed');
});

it('says in the dialog, which covers the line above all screens, that the program has stopped', async () => {
  onTestFinished(() => hostGone.set(false));
  hostGone.set(true);
  await open({ readTrades: () => fail('host-gone', '') });
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('Orderglass has stopped.');
  await expect.element(dialog).not.toMatchTextContent('Loading the trades');
});

it('has no PnL of a day on which only incomplete trades were closed', async () => {
  const sums = { sum: '0', wins: 0, losses: 0, zeros: 0, winRate: null, average: null, best: null, worst: null };
  const part = { trades: 0, sum: '0' };
  await open({
    summarizeTrades: () =>
      succeed({
        ...{ version: 1, trades: 1, closed: 1, open: 0, incomplete: 1, uncertain: 0 },
        quotes: [
          { quote: 'USDT', closed: { quote: 'USDT', ...sums }, open: part, incomplete: { trades: 1, sum: '5' } },
        ],
      }),
  });
  await expect.element(fact('Closed trades')).toMatchTextContent(/^Closed trades1 trade · 1 incomplete/);
});

it('says how many orders could not be read, of which no figure is made', async () => {
  await open({
    readHistoryState: ({ account, list }) => succeed({ ...wholeHistory, account, list, unreadable: 3 }),
  });
  await expect.element(dialog).toMatchTextContent('3 rows of the archive couldn’t be read and aren’t included.');
  await expectAccessible(dialog.element());
});

it('says as of when it is, if the orders of the day were not read to its end or are paused', async () => {
  const checkedAt = Date.now();
  await open({
    readHistoryState: ({ account, list }) =>
      succeed({ ...wholeHistory, account, list, modes: wholeModes, checkedAt, phase: 'paused' }),
  });
  await expect.element(dialog.getByRole('region', { name: 'Closed trades', exact: true })).toBeVisible();
  await expect.element(dialog).not.toMatchTextContent('Orders as of');
  await dialog.getByRole('button', { name: 'Next day' }).click();
  await expect.element(dialog).toMatchTextContent('Orders as of');
});

it('says which of all accounts have the same orders, which it counts twice', async () => {
  const main = { ...demoAccount, kind: 'live', id: market.account, name: 'Main' } as const;
  const order: Order = { ...blankRow('order-history'), key: 'cross:1', id: '1', symbol: 'BTC-USDT', createdAt: 1 };
  render(<ReviewDialog account={main} />, {
    answers: {
      ...answers,
      listAccounts: () => succeed([main, { ...main, id: 'new', name: 'New key' }]),
      readHistoryState: ({ account, list }) => succeed({ ...wholeHistory, account, list, modes: wholeModes, rows: 1 }),
      readOrdersByKey: () => succeed({ latest: order, found: [order] }),
    },
    settings: { timeZone: 'UTC', account: main.id, planAccounts: 'all' },
  });
  openDialog('review');
  await expect
    .element(page.getByRole('dialog', { name: 'Daily review: All accounts' }))
    .toMatchTextContent('Main and New key have the same orders');
});

it('is of all accounts that are shown: each trade with its account and its note there, the PnL only if none lacks orders', async () => {
  const main = { ...demoAccount, kind: 'live', id: market.account, name: 'Main' } as const;
  const swing = { ...main, id: 'swing', name: 'Swing' };
  const joint = jointId([main.id, swing.id]);
  const { host } = render(<ReviewDialog account={main} />, {
    answers: {
      ...answers,
      listAccounts: () => succeed([{ ...demoAccount, id: 'other' }, main, swing]),
      readHistoryState: ({ account, list }) =>
        succeed({
          ...{ ...wholeHistory, account, list, modes: wholeModes },
          checkedAt: account === swing.id ? noon : Date.now(),
        }),
      readTrades: ({ account }) => {
        const own = { ...trade(2, 'ETH-USDT', '-2'), key: jointKey(swing.id, 'isolated:2'), account: swing.id };
        const rows = account === joint ? [own] : [];
        return succeed({ rows, total: rows.length, version: 1, anchor: null });
      },
    },
    settings: { timeZone: 'UTC', account: main.id, planAccounts: 'all' },
  });
  openDialog('review');
  const review = page.getByRole('dialog', { name: 'Daily review: All accounts' });
  const closed = review.getByRole('region', { name: 'Closed trades', exact: true });
  await expect.element(closed).toMatchTextContent('PnL can’t be told, because orders of Swing may be missing3 trades');
  await expect.element(review.getByText(/^Swing · /)).toBeVisible();
  await expect.element(review.getByRole('region', { name: 'Stops now' })).toMatchTextContent('BTC-USDT Main: Long 3');
  await expectAccessible(review.element());
  await review.getByRole('textbox').fill('late');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect
    .poll(() => host.callsOf('saveNote'))
    .toMatchObject([{ account: swing.id, key: 'isolated:2', text: 'late' }]);

  acceptHistoryState({
    ...wholeHistory,
    account: swing.id,
    list: 'order-history',
    modes: wholeModes,
    checkedAt: Date.now(),
  });
  await expect.element(closed).toMatchTextContent(/^Closed trades.*\+7\.00 USDT/);
});

it.each([
  ['is paused', { phase: 'paused' }],
  ['can’t be read', { phase: 'failed', failure: { code: 'timeout', message: '' } }],
] as const)(
  'says no PnL of today of all accounts while one %s, but that of a day that was over before',
  async (_why, lacking) => {
    const main = { ...demoAccount, kind: 'live', id: market.account, name: 'Main' } as const;
    const swing = { ...main, id: 'swing', name: 'Swing' };
    render(<ReviewDialog account={main} />, {
      answers: {
        ...answers,
        listAccounts: () => succeed([main, swing]),
        readHistoryState: ({ account, list }) =>
          succeed({
            ...{ ...wholeHistory, account, list, modes: wholeModes, checkedAt: Date.now() },
            ...(account === swing.id && lacking),
          }),
      },
      settings: { timeZone: 'UTC', account: main.id, planAccounts: 'all' },
    });
    openDialog('review');
    const review = page.getByRole('dialog', { name: 'Daily review: All accounts' });
    const closed = review.getByRole('region', { name: 'Closed trades', exact: true });
    await expect.element(closed).toMatchTextContent(/^Closed trades.*\+7\.00 USDT/);
    await review.getByRole('button', { name: 'Next day' }).click();
    await expect.element(closed).toMatchTextContent('PnL can’t be told, because orders of Swing may be missing');
  },
);

it('shows nothing of all accounts once only one is left, while its own trades are being read', async () => {
  const main = { ...demoAccount, kind: 'live', id: market.account, name: 'Main' } as const;
  const swing = { ...main, id: 'swing', name: 'Swing' };
  const { promise: read, resolve: finish } = Promise.withResolvers<void>();
  const { host } = render(<ReviewDialog account={main} />, {
    answers: {
      ...answers,
      listAccounts: () => succeed([main, swing]),
      readHistoryState: ({ account, list }) =>
        succeed({ ...wholeHistory, account, list, modes: wholeModes, checkedAt: Date.now() }),
      readTrades: async ({ account }) => {
        if (account === main.id) await read;
        const of = account === main.id ? {} : { key: jointKey(swing.id, 'isolated:2'), account: swing.id };
        return succeed({ rows: [{ ...trade(2, 'ETH-USDT', '-2'), ...of }], total: 1, version: 1, anchor: null });
      },
    },
    settings: { timeZone: 'UTC', account: main.id, planAccounts: 'all' },
  });
  openDialog('review');
  const review = page.getByRole('dialog', { name: 'Daily review' });
  await expect.element(review.getByRole('textbox')).toBeVisible();
  acceptAccounts([main]);
  await expect.poll(() => host.callsOf('readTrades').at(-1)).toMatchObject({ account: main.id });
  // A note would be saved in another account than the one of its trade.
  await expect.element(review.getByRole('textbox')).not.toBeInTheDocument();
  await expect.element(review).not.toMatchTextContent('+7.00');
  finish();
  await expect.element(review.getByRole('textbox')).toBeVisible();
});

it('names its account if there are several', async () => {
  const main = { ...demoAccount, kind: 'live', id: market.account, name: 'Main' } as const;
  render(<ReviewDialog account={main} />, {
    answers: { ...answers, listAccounts: () => succeed([{ ...demoAccount, id: 'other' }, main]) },
    settings: { timeZone: 'UTC', account: main.id },
  });
  openDialog('review');
  await expect.element(page.getByRole('dialog', { name: 'Daily review: Main' })).toBeVisible();
});
