import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AccountSummary } from '../../../shared/contract/accounts.ts';
import type { HistoryState } from '../../../shared/contract/history.ts';
import type { SettingsChange } from '../../../shared/contract/settings.ts';
import type { Trade, TradeFilter } from '../../../shared/contract/trades.ts';
import { accountsIn, jointKey } from '../../../shared/orders/joint.ts';
import { blankRow, blankTrade } from '../../../shared/testing/blank-row.ts';
import { compareDecimals, signOf, sum } from '../../../shared/values/decimal.ts';
import { marginModes } from '../../../shared/values/domain.ts';
import { succeed } from '../../../shared/values/result.ts';
import { putQueryData } from '../../platform/query-client.ts';
import { settingsQuery } from '../../platform/settings/settings.ts';
import { expectAccessible } from '../../testing/axe.ts';
import { FakeMarket } from '../../testing/fake-market.ts';
import { type Rendered, render } from '../../testing/render.tsx';
import { demoAccount, programAnswers, wholeHistory } from '../../testing/samples.ts';
import { cell, textsOf } from '../../testing/table.ts';
import { idsFilter } from '../../ui/filter/list-filter.ts';
import { TroubleLine } from '../../ui/screen/Bar.tsx';
import { TradesScreen } from './TradesScreen.tsx';

const trade = (id: number, symbol: string, side: Trade['side'], pnl: string, fields: Partial<Trade> = {}): Trade => ({
  ...blankTrade(),
  key: `isolated:${id}`,
  symbol,
  side,
  state: 'closed',
  openedAt: Date.UTC(2026, 9, 1) - id * 60_000,
  closedAt: Date.UTC(2026, 9, 2) - id * 60_000,
  executions: 'certain',
  orders: 2,
  pnl,
  ...fields,
});
const trades = [
  trade(1, 'BTC-USDT', 'long', '12.5'),
  trade(2, 'ETH-USDT', 'short', '-3'),
  trade(3, 'BTC-USDT', 'short', '40'),
  trade(4, 'SOL-USDT', 'long', '-7'),
  trade(5, 'LOST-USDT', 'long', '2', { incomplete: ['more-closed'] }),
];

const grid = page.getByRole('grid', { name: /^Trades, / });
const chips = page.getByRole('list', { name: 'Active filters' });
const details = page.getByRole('complementary', { name: 'Details' });
const orders = details.getByRole('region', { name: 'Orders of this trade' });
const summary = page.getByRole('region', { name: 'Summary' });
const form = page.getByRole('dialog', { name: 'Filter' });
const search = page.getByRole('textbox', { name: 'Symbol, ID, or note' });
const press = (keys: string): Promise<void> => userEvent.keyboard(keys);
const sumOf = (rows: readonly Trade[]) => ({
  trades: rows.length,
  sum: rows.map(({ pnl }) => pnl ?? '0').reduce(sum, '0'),
});

/** The trades of an archive, by the conditions that tests use. */
function find(rows: readonly Trade[], filter: TradeFilter): Trade[] {
  return rows.filter(
    ({ symbol, side, pnl, incomplete, note = '', account = '' }) =>
      (filter.symbols?.includes(symbol) ?? true) &&
      (filter.sides?.some((each) => each === side) ?? true) &&
      (filter.pnlSigns?.includes(signOf(pnl ?? '0') > 0 ? 'profit' : 'loss') ?? true) &&
      (filter.incomplete === undefined || incomplete.length > 0 === (filter.incomplete === 'only')) &&
      (filter.accounts?.includes(account) ?? true) &&
      (filter.text === undefined || `${symbol} ${note}`.toLowerCase().includes(filter.text)),
  );
}

/** That of a joint archive is the sum of those of its accounts. */
const versionOf = (account: string): number => accountsIn(account).length;

let tests = 0;

interface Shown {
  rows?: readonly Trade[];
  accounts?: readonly AccountSummary[];
  history?: Partial<HistoryState>;
  settings?: SettingsChange;
}

async function showTrades({ rows = trades, accounts, history = {}, settings }: Shown = {}): Promise<Rendered> {
  // Filters and notes outlive a screen, so each test has an account of its own.
  const account = accounts?.[0] ?? { ...demoAccount, id: `trades-${tests++}`, name: 'Demo account' };
  const modes = marginModes.map((marginMode) => ({
    ...{ marginMode, rows: 1, oldest: Date.UTC(2025, 1, 3), newest: Date.UTC(2026, 9, 1), complete: true },
    ...{ blocked: false, verifiedAt: null, gaps: [] },
  }));
  const state = (of: string): HistoryState => ({
    ...wholeHistory,
    ...{ account: of, list: 'order-history', rows: 9, modes },
    ...history,
  });
  let current = rows;
  const screen = (
    <>
      <TroubleLine />
      <TradesScreen account={account} />
    </>
  );
  const rendered = render(screen, {
    settings: { timeZone: 'UTC', ...settings },
    answers: {
      ...programAnswers,
      ...new FakeMarket(['BTC-USDT', 'ETH-USDT'], [], [], account.id).answers,
      listAccounts: () => succeed([...(accounts ?? [account])]),
      readHistoryState: ({ account: of }) => succeed(state(of)),
      syncHistory: ({ account: of }) => succeed(state(of)),
      readHistoryChoices: () => succeed({ version: 1, symbols: [], kinds: [], statuses: [] }),
      readTags: () => succeed([]),
      readOrderPlans: () => succeed([]),
      readTrades: ({ account: of, filter, sort, from, count }) => {
        const found = find(current, filter);
        const [first] = sort;
        if (first?.field === 'pnl') found.sort((a, b) => compareDecimals(a.pnl ?? '0', b.pnl ?? '0'));
        if (first?.direction === 'descending') found.reverse();
        const rows = found.slice(from, from + count);
        return succeed({ rows, total: found.length, version: versionOf(of), anchor: null });
      },
      summarizeTrades: ({ account: of, filter }) => {
        const found = find(current, filter);
        const incomplete = found.filter((row) => row.incomplete.length > 0);
        const closed = found.filter((row) => row.incomplete.length === 0);
        const wins = closed.filter(({ pnl }) => signOf(pnl ?? '0') > 0).length;
        const counts = { wins, losses: closed.length - wins, zeros: 0, winRate: null, average: null };
        const pnl = { quote: 'USDT', sum: sumOf(closed).sum, ...counts, best: null, worst: null };
        return succeed({
          ...{ version: versionOf(of), trades: found.length, closed: closed.length, open: 0, uncertain: 0 },
          incomplete: incomplete.length,
          quotes: [{ quote: 'USDT', closed: pnl, open: sumOf([]), incomplete: sumOf(incomplete) }],
        });
      },
      readTradePicture: () => succeed(null),
      readTradeOrders: ({ key }) => {
        const found = current.find((row) => row.key === key || row.key.endsWith(` ${key}`)) ?? null;
        const ids = found === null ? [] : ['open', 'close'].map((action) => `${key.split(':')[1]}-${action}`);
        return succeed({
          version: 1,
          trade: found && { ...found, key },
          pnlFits: null,
          orders: ids.map((id) => ({
            order: { ...blankRow('order-history'), key: `isolated:${id}`, id, side: 'buy', kind: 'limit' },
            size: '1',
          })),
        });
      },
      saveNote: ({ account: of, key, text }) => {
        const noted = accounts === undefined ? key : jointKey(of, key);
        current = current.map((row) => (row.key === noted ? { ...row, note: text } : row));
        return succeed({ outcome: 'saved', text });
      },
      exportTrades: () => succeed(null),
    },
  });
  await expect.poll(() => grid.query() && textsOf('symbol')).toEqual(rows.map(({ symbol }) => symbol));
  return rendered;
}

/** `more`: the button behind which the field is. */
async function openForm(field: string, more?: string): Promise<void> {
  await page.getByRole('button', { name: /^Filter/ }).click();
  if (more !== undefined) await form.getByRole('button', { name: more }).click();
  await form.getByRole('tab', { name: field }).click();
}

beforeEach(() => page.viewport(1440, 900));

it('sorts and filters the trades, and counts incomplete ones apart, whose details say why', async () => {
  await showTrades();
  await expect.element(summary).toMatchTextContent(/^5 trades ?0 open ?1 incomplete/);
  await expect.element(summary).toMatchTextContent('derived from orders, before fees');
  await grid.getByRole('columnheader', { name: /^PnL(?!\/)/ }).click();
  await expect.poll(() => textsOf('pnl')).toEqual(['+40.00', '+12.50', '+2.00', '−3.00', '−7.00']);

  await openForm('PnL');
  await form.getByRole('button', { name: 'Loss' }).click();
  await form.getByRole('tab', { name: 'Side' }).click();
  await form.getByRole('button', { name: 'Short' }).click();
  await press('{Escape}');
  await expect.element(chips).toMatchTextContent(/PnL: Loss.*Side: Short/);
  await expect.poll(() => textsOf('symbol')).toEqual(['ETH-USDT']);
  expect(textsOf('side')).toEqual(['Short']);
  await chips.getByRole('button', { name: 'Clear all' }).click();
  await expect.poll(() => textsOf('symbol')).toHaveLength(5);

  await openForm('Completeness', 'More');
  await form.getByRole('button', { name: 'Incomplete' }).click();
  await press('{Escape}');
  await expect.element(summary).toMatchTextContent(/^1 trade ?0 open ?1 incomplete ?Incomplete trades \+2\.00 USDT/);
  // Its sign is not certain.
  expect(summary.element().querySelectorAll('[data-tone]')).toHaveLength(0);
  await cell(0, 'symbol').click();
  const state = (): string | null | undefined => details.element().querySelector('[data-field="state"]')?.textContent;
  await expect.poll(state).toMatch(/Closed · Incomplete.*More was closed than the known orders opened\./);
  const shown = [...details.element().querySelectorAll('[data-field]')].map((field) =>
    field.getAttribute('data-field'),
  );
  expect(shown).toContain('duration');
  for (const field of ['openedBy', 'closedBy', 'executions', 'pnlPerContract']) expect(shown).not.toContain(field);
});

it('shows the orders of a trade, which lead to their places in the order history', async () => {
  const { destinations } = await showTrades();
  // The details of another trade replace the note, too.
  for (const position of [1, 0]) {
    await cell(position, 'symbol').click();
    await expect.element(details.getByRole('heading', { name: trades[position]?.symbol ?? '' })).toBeVisible();
    expect(details.getByRole('textbox', { name: 'Note', exact: true }).elements()).toHaveLength(1);
  }
  await expect.poll(() => orders.getByRole('listitem').elements()).toHaveLength(trades[0]?.orders ?? 0);
  await expectAccessible(document.body);
  await orders.getByRole('button', { name: 'Show in order history' }).click();
  const list = { kind: 'list', account: `trades-${tests - 1}`, list: 'order-history' };
  const ofTrade = { marginMode: 'isolated' } as const;
  await expect
    .poll(() => destinations)
    .toEqual([{ ...list, filter: idsFilter(list.account, ['1-open', '1-close'], ofTrade) }]);
  await orders.getByRole('listitem').last().getByRole('button').click();
  expect(destinations.at(-1)).toEqual({ ...list, filter: idsFilter(list.account, ['1-close'], ofTrade) });
});

it('says which orders are missing from the trades, also those before the first trade of a position', async () => {
  await showTrades({ history: { unreadable: 1 } });
  await expect.element(page.getByText('1 row of the archive couldn’t be read and isn’t included.')).toBeVisible();
  await expect.element(page.getByText(/^Local archive incomplete/)).not.toBeInTheDocument();
  await expect.element(page.getByRole('region', { name: 'Table status' })).toMatchTextContent('all readable rows');
  const lost = orders.getByText(/^This is the first trade of its side in the archive/);
  await cell(0, 'symbol').click();
  await expect.poll(() => orders.getByRole('listitem').elements()).toHaveLength(2);
  expect(lost.query()).toBeNull();
  await search.fill('lost');
  await expect.poll(() => textsOf('symbol')).toEqual(['LOST-USDT']);
  await cell(0, 'symbol').click();
  await expect.element(lost).toBeVisible();
});

it('says how far the archive reaches back, and that earlier trades are marked', async () => {
  const modes = marginModes.map((marginMode) => ({
    ...{ marginMode, rows: 5, oldest: Date.UTC(2025, 1, 3), newest: Date.UTC(2026, 0, 1), complete: false },
    ...{ blocked: false, verifiedAt: null, gaps: [] },
  }));
  await showTrades({ history: { modes, phase: 'paused' } });
  await expect
    .element(
      page.getByText('Local archive incomplete: back to 2025-02-03. Trades that may have begun earlier are marked.'),
    )
    .toBeVisible();
});

it('exports the trades of the filter with the fields of the visible columns', async () => {
  const { host } = await showTrades();
  await openForm('Completeness', 'More');
  await form.getByRole('button', { name: 'Incomplete' }).click();
  await press('{Escape}');
  await expect.poll(() => textsOf('symbol')).toEqual(['LOST-USDT']);
  await page.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export: Trades' });
  await expect.element(dialog.getByRole('radio', { name: 'All (5)' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Export 1 trade' }).click();
  await expect.poll(() => host.callsOf('exportTrades')).toHaveLength(1);
  const [query] = host.callsOf('exportTrades');
  expect(query).toMatchObject({ filter: { incomplete: 'only' }, sort: [], zone: 'UTC', format: 'csv' });
  expect(query?.name).toMatch(/^Demo account Trades \d{4}-\d\d-\d\d$/);
  const headings = query?.columns?.map(({ heading }) => heading);
  expect(headings?.slice(0, 7)).toEqual(['Symbol', 'Side', 'PnL', 'Cost method', 'Return', 'R', 'State']);
});

it('shows the trades of all accounts, whose notes and details are their own', async () => {
  const own: AccountSummary = { ...demoAccount, id: `trades-${tests++}`, kind: 'live', name: 'Main' };
  const other = { ...own, id: `${own.id}-other`, name: 'Swing' };
  const rows = trades.slice(0, 3).map((row, place): Trade => {
    const account = place === 1 ? other.id : own.id;
    return { ...row, account, key: jointKey(account, row.key) };
  });
  const { host } = await showTrades({ rows, accounts: [own, other], settings: { planAccounts: 'all' } });
  await expect.element(page.getByRole('grid', { name: 'Trades, All accounts' })).toBeVisible();
  expect(textsOf('account')).toEqual(['Main', 'Swing', 'Main']);
  await expect
    .element(page.getByRole('region', { name: 'Table status' }))
    .toMatchTextContent(/Main.*complete.*Swing.*complete/);

  await cell(1, 'account').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Show only Swing' }).click();
  await expect.element(chips).toMatchTextContent('Account: Swing');
  await expect.poll(() => textsOf('account')).toEqual(['Swing']);
  expect(host.callsOf('readTrades').at(-1)).toMatchObject({
    account: `${own.id}+${other.id}`,
    filter: { accounts: [other.id] },
  });

  await cell(0, 'symbol').click();
  await expect.poll(() => details.element().querySelector('[data-field="account"]')?.textContent).toContain('Swing');
  await details.getByRole('textbox', { name: 'Note', exact: true }).fill('Second account #late');
  await page.getByRole('button', { name: 'Close details' }).click();
  const note = { account: other.id, kind: 'trade', key: trades[1]?.key, text: 'Second account #late' };
  await expect.poll(() => host.callsOf('saveNote')).toMatchObject([note]);
  expect(host.callsOf('readTradeOrders').every(({ account }) => account === other.id)).toBe(true);

  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('button', { name: 'Export 1 trade' }).click();
  await expect.poll(() => host.callsOf('exportTrades')).toHaveLength(1);
  const [query] = host.callsOf('exportTrades');
  expect(query?.accountNames).toEqual({ [own.id]: 'Main', [other.id]: 'Swing' });
  expect(query?.columns).toContainEqual({ field: 'account', heading: 'Account' });
  await press('{Escape}');

  host.settings = { ...host.settings, planAccounts: 'this' };
  putQueryData(settingsQuery.queryKey, host.settings);
  await expect.element(page.getByRole('grid', { name: 'Trades, Main' })).toBeVisible();
  await expect.element(grid.getByRole('columnheader', { name: 'Account' })).not.toBeInTheDocument();
});
