import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { AccountSummary } from '../../../shared/contract/accounts.ts';
import type { HistoryState } from '../../../shared/contract/history.ts';
import type { Results } from '../../../shared/contract/results.ts';
import type { SettingsChange } from '../../../shared/contract/settings.ts';
import { accountsIn } from '../../../shared/orders/joint.ts';
import { marginModes } from '../../../shared/values/domain.ts';
import { succeed } from '../../../shared/values/result.ts';
import { acceptHistoryState } from '../../domain/orders/history-state.ts';
import { dialog } from '../../platform/dialogs.ts';
import { expectAccessible } from '../../testing/axe.ts';
import { type Rendered, render } from '../../testing/render.tsx';
import { demoAccount, programAnswers, wholeHistory } from '../../testing/samples.ts';
import { ResultsScreen } from './ResultsScreen.tsx';

const part = (pnl: string, count: number) => ({ pnl, count, wins: pnl.startsWith('-') ? 0 : count, losses: 0 });
const symbols = [
  { ...part('9.5', 4), symbol: 'BTC-USDT' },
  { ...part('-2.25', 3), symbol: 'ETH-USDT' },
];

/** The results of the orders of some symbols. Each symbol has all of its orders on one day. */
function resultsOf(wanted: readonly string[] | undefined, accounts: readonly string[], version: number): Results {
  const shown = symbols.filter(({ symbol }) => wanted?.includes(symbol) ?? true);
  return {
    version,
    quotes: ['USDT'],
    quote: 'USDT',
    days: shown.map(({ symbol, ...rest }) => ({
      ...rest,
      day: symbol === 'BTC-USDT' ? '2026-01-05' : '2026-02-17',
      total: shown.length > 1 && symbol === 'ETH-USDT' ? '7.25' : rest.pnl,
    })),
    symbols: shown,
    tags: [],
    accounts: accounts.map((account) => ({ ...part('1', 1), account })),
    weekdays: Array.from({ length: 7 }, () => part('0', 0)),
    hours: Array.from({ length: 24 }, () => part('0', 0)),
    drawdown: null,
  };
}

const modes = marginModes.map((marginMode) => ({
  ...{ marginMode, rows: 7, oldest: Date.UTC(2025, 1, 3), newest: Date.UTC(2026, 1, 17), complete: true },
  ...{ blocked: false, verifiedAt: null, gaps: [] },
}));
const whole = { ...wholeHistory, list: 'order-history', rows: 7, modes } as const;

const panelOf = (title: string) => page.getByRole('region', { name: title, exact: true });
const chips = page.getByRole('list', { name: 'Active filters' });
const form = page.getByRole('dialog', { name: 'Filter' });
const totals = (): string | null | undefined => document.querySelector('.results-totals')?.textContent;
const symbolsShown = (): (string | null)[] =>
  [...panelOf('PnL by symbol').element().querySelectorAll('tbody th')].map(({ textContent }) => textContent);

let tests = 0;

async function showResults(
  history: Partial<HistoryState> = {},
  accounts?: readonly AccountSummary[],
  settings?: SettingsChange,
): Promise<Rendered & { account: AccountSummary; version: { now: number } }> {
  // Results outlive a screen, so each test has an account of its own.
  const account = accounts?.[0] ?? { ...demoAccount, id: `results-${tests++}`, name: 'Demo account' };
  const state = (of: string): HistoryState => ({ ...whole, ...history, account: of });
  const version = { now: 1 };
  const rendered = render(<ResultsScreen account={account} />, {
    settings: { timeZone: 'UTC', resultsOf: 'order-history', ...settings },
    answers: {
      ...programAnswers,
      listAccounts: () => succeed([...(accounts ?? [account])]),
      readHistoryState: ({ account: of }) => succeed(state(of)),
      syncHistory: ({ account: of }) => succeed(state(of)),
      readHistoryChoices: () =>
        succeed({
          version: 1,
          symbols: symbols.map(({ symbol }) => ({ value: symbol, rows: 3 })),
          kinds: [],
          statuses: [],
        }),
      readTags: () => succeed([]),
      readResults: ({ account: of, filter }) => {
        // The version of a joint archive is the sum of those of its accounts.
        const ids = accountsIn(of);
        return succeed(resultsOf(filter.symbols, ids, ids.length - 1 + version.now));
      },
    },
  });
  await expect.element(panelOf('PnL by hour')).toBeVisible();
  return { ...rendered, account, version };
}

beforeEach(() => page.viewport(1440, 900));

it('follows the filter, and leads to the orders of a figure without a change of the filter', async () => {
  const { host, destinations, account } = await showResults();
  expect(totals()).toContain('Orders7Wins');
  await panelOf('PnL by symbol')
    .getByRole('button', { name: /as a table$/ })
    .click();
  await expect.poll(symbolsShown).toEqual(['BTC-USDT', 'ETH-USDT']);
  await page.getByRole('button', { name: /^Filter/ }).click();
  await form.getByRole('combobox', { name: 'Search symbols' }).fill('eth');
  await form.getByRole('option', { name: 'ETH-USDT' }).first().click();
  await expect.element(form.getByRole('button', { name: 'Show 3 orders', exact: true })).toBeVisible();
  await form.getByRole('button', { name: 'Show 3 orders', exact: true }).click();
  await expect.element(chips).toMatchTextContent('ETH-USDT');
  await expect.poll(totals).toContain('Orders3Wins');
  await expect.poll(symbolsShown).toEqual(['ETH-USDT']);

  const own = { 'order-history': { symbols: ['ETH-USDT'] } };
  document.querySelector<HTMLElement>('[data-day="2026-02-17"]')?.click();
  const filter = { symbols: ['ETH-USDT'], created: { from: '2026-02-17', to: '2026-02-17' } };
  await expect.poll(() => destinations).toEqual([{ kind: 'list', account: account.id, list: 'order-history', filter }]);
  expect(host.settings.filters).toEqual(own);
  await chips.getByRole('button', { name: 'Clear all' }).click();
  await expect.element(chips).not.toBeInTheDocument();
  await expect.poll(symbolsShown).toEqual(['BTC-USDT', 'ETH-USDT']);
  expect(host.settings.filters).toEqual({ 'order-history': {} });
  await expectAccessible(document.body);
});

it('includes new orders, and has no notice if it has all of them', async () => {
  const { account, version } = await showResults();
  await expect.element(page.getByText(/^Includes orders|^Some orders/)).not.toBeInTheDocument();
  symbols.push({ ...part('1', 1), symbol: 'SOL-USDT' });
  version.now = 2;
  acceptHistoryState({ ...whole, account: account.id, version: 2, rows: 8 });
  await expect.poll(totals).toContain('Orders8Wins');
  symbols.pop();
});

it('says how many rows could not be read, and from when on it has the orders', async () => {
  const { account } = await showResults({ unreadable: 1 });
  const sentence = page.getByText('1 row of the archive couldn’t be read and isn’t included.');
  await expect.element(sentence).toBeVisible();
  const unfinished = modes.map((mode) => ({ ...mode, complete: false }));
  acceptHistoryState({ ...whole, account: account.id, modes: unfinished, phase: 'backfill' });
  await expect.element(page.getByText(/^Includes orders.*2025-02-03/)).toBeVisible();
  await expect.element(sentence).not.toBeInTheDocument();
});

it('opens the statement, and says what is for one account beside figures of several', async () => {
  const own: AccountSummary = { ...demoAccount, id: `results-${tests++}`, kind: 'live', name: 'Main' };
  await showResults({}, [own, { ...own, id: `${own.id}-other`, name: 'Swing' }], { planAccounts: 'all' });
  const rows = panelOf('By account').getByRole('rowheader');
  await expect.poll(() => rows.elements().map(({ textContent }) => textContent)).toEqual(['Main', 'Swing']);
  const note = 'Fees are estimated for one account at a time.';
  await expect.element(page.getByText(note)).toBeVisible();
  await page.getByRole('button', { name: 'Statement…' }).click();
  expect(dialog.get()).toBe('statement');
});
