import { useCallback } from 'react';
import { expect, it } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import type { AccountSummary } from '../../shared/contract/accounts.ts';
import type { Order } from '../../shared/contract/orders.ts';
import type { Results } from '../../shared/contract/results.ts';
import { blankRow } from '../../shared/testing/blank-row.ts';
import { fail, succeed } from '../../shared/values/result.ts';
import { acceptHistoryState } from '../domain/orders/history-state.ts';
import { OrderHistoryScreen } from '../features/history/HistoryScreen.tsx';
import { ResultsScreen } from '../features/results/ResultsScreen.tsx';
import { drillDown } from '../platform/navigation/drill-down.ts';
import { type Destination, GoTo } from '../platform/navigation/go-to.ts';
import { acceptSettings, currentSettings, useChangeSettings, useSetting } from '../platform/settings/settings.ts';
import { FakeArchive } from '../testing/fake-archive.ts';
import { FakeMarket } from '../testing/fake-market.ts';
import { type Rendered, render } from '../testing/render.tsx';
import { demoAccount, programAnswers } from '../testing/samples.ts';
import { UndoToast } from '../ui/screen/UndoToast.tsx';
import { openDestination } from './destinations.ts';
import { Header } from './Header.tsx';
import { Navigation } from './Navigation.tsx';
import { useKeys } from './use-program-commands.ts';
import { useScreenHistory } from './use-screen-history.ts';

const order = (id: number, symbol: string): Order => ({
  ...blankRow('order-history'),
  ...{ key: `isolated:${id}`, id: String(id), symbol, side: 'buy', kind: 'limit', status: 'filled', pnl: '1' },
  createdAt: Date.UTC(2026, 0, 5) - id * 60_000,
});
const symbols = ['BTC-USDT', 'ETH-USDT', 'BTC-USDC'];
const part = { pnl: '1', count: 1, wins: 1, losses: 0 };
const results: Results = {
  ...{ version: 1, quotes: ['USDT'], quote: 'USDT', tags: [], accounts: [], drawdown: null },
  days: [{ ...part, day: '2026-01-05', total: '1' }],
  symbols: symbols.map((symbol) => ({ ...part, symbol })),
  weekdays: Array.from({ length: 7 }, () => part),
  hours: Array.from({ length: 24 }, () => part),
};

const screen = (name: string): Locator => page.getByRole('region', { name, exact: true });
const chips = page.getByRole('list', { name: 'Active filters' });
const quick = page.getByRole('textbox', { name: 'Symbol, ID, or note' });
const back = page.getByRole('button', { name: 'Back', exact: true });
const forward = page.getByRole('button', { name: 'Forward', exact: true });
const press = (keys: string): Promise<void> => userEvent.keyboard(keys);
const shown = (): (string | null)[] =>
  [...document.querySelectorAll('[data-row-id] [data-col="symbol"]')].map(({ textContent }) => textContent);
const show = async (name: string): Promise<void> => {
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name }).click();
  await expect.element(screen(name)).toBeVisible();
};

let tests = 0;

/** The navigation of the shell around two of its screens. */
function Screens({ account }: { account: AccountSummary }) {
  const current = useSetting('screen');
  const change = useChangeSettings();
  const goTo = useCallback(
    (destination: Destination) => openDestination(destination, change, currentSettings().screen),
    [change],
  );
  useKeys();
  const visited = useScreenHistory([account], account);
  const ignore = (): void => undefined;
  const Screen = current === 'results' ? ResultsScreen : OrderHistoryScreen;
  return (
    <GoTo value={goTo}>
      <Header visited={visited} accounts={[account]} account={account} onManage={ignore} />
      <Navigation current={current} onChoose={(screen) => change({ screen })} />
      <Screen key={current} account={account} />
      <UndoToast />
    </GoTo>
  );
}

async function showScreens(): Promise<Rendered> {
  await page.viewport(1440, 900);
  // Filters and results outlive a screen, so each test has an account of its own.
  const account = { ...demoAccount, id: `screens-${tests++}`, name: 'Demo account' };
  const rows = symbols.map((symbol, index) => order(index, symbol));
  const archive = new FakeArchive(account.id, rows, acceptHistoryState).answers;
  const rendered = render(<Screens account={account} />, {
    settings: { timeZone: 'UTC', screen: 'order-history', resultsOf: 'order-history', account: account.id },
    answers: {
      ...programAnswers,
      ...new FakeMarket(symbols, [], [], account.id).answers,
      ...archive,
      // Each period of the test has all orders.
      readOrderHistory: ({ filter: { created: _, ...filter }, ...query }) =>
        archive.readOrderHistory?.({ ...query, filter }) ?? fail('internal', ''),
      summarizeHistory: ({ filter: { created: _, ...filter }, ...query }) =>
        archive.summarizeHistory?.({ ...query, filter }) ?? fail('internal', ''),
      listAccounts: () => succeed([account]),
      readResults: () => succeed(results),
      readActivity: () => succeed([]),
      readUnwatched: () => succeed([]),
    },
  });
  await expect.poll(shown).toEqual(symbols);
  return rendered;
}

/** Narrows the order history for a while by the menu of its first row. */
async function showOrdersOfRow(): Promise<void> {
  await screen('Order history').getByRole('gridcell', { name: 'BTC-USDT' }).first().click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Show order history' }).click();
  await expect.element(chips).toMatchTextContent(/Temporary filter.*Symbols: BTC-USDT/);
  await expect.poll(shown).toEqual(['BTC-USDT']);
}

it('returns to the earlier filter on the same screen, and from the orders of a bar to the results with their period', async () => {
  await showScreens();
  await quick.fill('btc');
  await expect.poll(shown).toEqual(['BTC-USDT', 'BTC-USDC']);
  await showOrdersOfRow();
  await expect.element(quick).toHaveValue('');
  await press('{Alt>}{ArrowLeft}{/Alt}');
  await expect.element(quick).toHaveValue('btc');
  await expect.element(chips).not.toBeInTheDocument();
  await forward.click();
  await expect.element(chips).toMatchTextContent('Temporary filter');
  await back.click();
  await quick.fill('');

  await show('PnL analysis');
  const period = page.getByRole('button', { name: /^Created: / });
  await period.click();
  await page.getByRole('button', { name: 'This year' }).click();
  await expect.element(period).toMatchTextContent(/^\d{4}$/);
  (page.getByRole('region', { name: 'PnL by symbol' }).getByRole('application').element() as HTMLElement).focus();
  await press('{Home}{Enter}');
  await expect.element(screen('Order history')).toBeVisible();
  await expect.element(chips).toMatchTextContent(/From: PnL analysis.*Symbols: /);
  await press('{Alt>}{ArrowLeft}{/Alt}');
  await expect.element(screen('PnL analysis')).toBeVisible();
  await expect.element(chips).not.toBeInTheDocument();
  await expect.element(period).toMatchTextContent(/^\d{4}$/);
  await press('{Alt>}{ArrowRight}{/Alt}');
  await expect.element(chips).toMatchTextContent(/From: PnL analysis.*Symbols: /);
  await back.click();
  await expect.element(screen('PnL analysis')).toBeVisible();
  drillDown.set(null);
});

it('narrows a list for a while by a click: it leaves the filter of the user, and what clears it can be undone', async () => {
  const { host } = await showScreens();
  await quick.fill('btc');
  await expect.poll(() => host.settings.filters['order-history']).toEqual({ text: 'btc' });
  await showOrdersOfRow();
  await page.getByRole('button', { name: 'Back to my filter' }).click();
  await expect.element(quick).toHaveValue('btc');
  await expect.element(chips).not.toBeInTheDocument();

  await showOrdersOfRow();
  await show('PnL analysis');
  await show('Order history');
  await expect.element(quick).toHaveValue('btc');
  await expect.element(chips).not.toBeInTheDocument();

  await showOrdersOfRow();
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect.element(page.getByText('Filter cleared', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.element(chips).toMatchTextContent('Symbols: BTC-USDT');
  await page.getByRole('button', { name: 'Remove Symbols: BTC-USDT' }).click();
  await expect.element(chips).not.toMatchTextContent('Symbols: BTC-USDT');
  await press('{Control>}z{/Control}');
  await expect.element(page.getByText('Undone: Symbols: BTC-USDT removed')).toBeVisible();
  await expect.element(chips).toMatchTextContent('Symbols: BTC-USDT');
  expect(host.settings.filters).toEqual({ 'order-history': { text: 'btc' } });
  drillDown.set(null);
});

it('says in which time zone the times are', async () => {
  const { host } = await showScreens();
  await expect.element(page.getByRole('button', { name: 'UTC', exact: true })).toBeVisible();
  acceptSettings({ ...host.settings, timeZone: 'Asia/Kolkata' });
  await expect.element(page.getByRole('button', { name: 'Asia/Kolkata UTC+05:30' })).toBeVisible();
});
