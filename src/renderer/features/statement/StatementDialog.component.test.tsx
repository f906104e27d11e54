import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import type { HistoryState } from '../../../shared/contract/history.ts';
import type { Order } from '../../../shared/contract/orders.ts';
import type { Statement } from '../../../shared/contract/statement.ts';
import { blankRow } from '../../../shared/testing/blank-row.ts';
import { succeed } from '../../../shared/values/result.ts';
import { openDialog } from '../../platform/dialogs.ts';
import { expectAccessible } from '../../testing/axe.ts';
import { type Rendered, render } from '../../testing/render.tsx';
import { demoAccount, programAnswers, wholeHistory } from '../../testing/samples.ts';
import { StatementDialog } from './StatementDialog.tsx';

const figures = {
  ...{
    quote: 'USDT',
    gains: '12.5',
    losses: '-3',
    net: '9.5',
    trades: 3,
    incompleteTrades: 1,
    unknownPnl: 0,
    orders: 9,
  },
  ...{ lowest: null, highest: null },
};
const hash = '0123456789abcdef'.repeat(4);

function statementOf(basis: Statement['basis'], from: string, to: string): Statement {
  return {
    ...{ version: 1, from, to, zone: 'UTC', start: Date.parse(from), end: Date.parse(to) + 86_400_000, basis },
    // More than a window shows.
    symbols: Array.from({ length: 60 }, (_, index) => ({ ...figures, symbol: `S${index}-USDT` })),
    totals: [figures],
    ...{ opening: [], closing: [], unfinished: [], between: [], unseen: 0, costMethod: null, readUntil: null },
    coverage: [],
    ...{ unreadable: 0, orders: 540, earlierOrders: 0, hash },
  };
}

const account = { ...demoAccount, name: 'Main' };
const dialog = page.getByRole('dialog', { name: 'Statement' });
const sheet = dialog.getByRole('article');
const find = (selector: string): HTMLElement => {
  const found = sheet.element().querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(`The statement has no ${selector}.`);
  return found;
};
const colorOf = (element: Element): string => getComputedStyle(element).color;
const bottomOf = (element: Element): number => element.getBoundingClientRect().bottom;

let downloads: string[];

beforeEach(async () => {
  await page.viewport(1440, 900);
  downloads = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    downloads.push(this.download);
  });
  return () => click.mockRestore();
});

async function showStatement(): Promise<Rendered> {
  const state: HistoryState = { ...wholeHistory, account: account.id, list: 'order-history' };
  const rendered = render(<StatementDialog account={account} />, {
    settings: { timeZone: 'UTC' },
    answers: {
      ...programAnswers,
      readHistoryState: () => succeed(state),
      readStatement: ({ from, to, basis = 'creation' }) => succeed(statementOf(basis, from, to)),
      exportStatement: ({ name }) =>
        succeed({ rows: 1, bytes: 1, place: { kind: 'download', address: '/api/export/x', name: `${name}.jsonl` } }),
    },
  });
  openDialog('statement');
  await expect.element(sheet).toMatchTextContent(hash);
  return rendered;
}

/** Shows the page as it is printed, until the test ends. */
async function print(): Promise<void> {
  await cdp().send('Emulation.setEmulatedMedia', { media: 'print' });
  onTestFinished(() =>
    cdp()
      .send('Emulation.setEmulatedMedia', { media: '' })
      .then(() => {}),
  );
}

it('is made for the chosen days and basis, and saved', async () => {
  const { host } = await showStatement();
  await dialog.getByRole('radio', { name: 'Days' }).click();
  const from = dialog.getByRole('textbox', { name: /Days.*from/i });
  await from.fill('2000-01-01');
  await userEvent.keyboard('{Enter}');
  await expect
    .poll(() => host.callsOf('readStatement').at(-1))
    .toMatchObject({ account: 'demo', from: '2000-01-01', zone: 'UTC' });
  for (const words of [
    '540 orders in the period',
    'Unknown and not included: fees, funding',
    'By creation: each order counts when it was created.',
  ])
    await expect.element(sheet).toMatchTextContent(words);
  // A part of the PnL of an incomplete trade may be missing, so the sign of the sum is not certain.
  const amounts = [...find('tbody tr').querySelectorAll('td')].slice(0, 3);
  expect(amounts.map(({ dataset }) => dataset.tone)).toEqual(['up', 'down', undefined]);
  await dialog.getByRole('radio', { name: 'By execution' }).click();
  await expect.element(sheet).toMatchTextContent('By execution where it was seen');
  expect(host.callsOf('readStatement').at(-1)).toMatchObject({ from: '2000-01-01', basis: 'execution' });
  await expectAccessible(dialog.element());

  await dialog.getByRole('button', { name: 'Save as JSON Lines' }).click();
  await expect
    .element(dialog.getByRole('status'))
    .toMatchTextContent(/^Statement downloaded as Main Statement 2000-01-01 .*\.jsonl/);
  expect(downloads).toEqual([expect.stringMatching(/^Main Statement 2000-01-01 .*\.jsonl$/)]);
  const [saved] = host.callsOf('exportStatement');
  expect(saved).toMatchObject({
    account: 'demo',
    from: '2000-01-01',
    zone: 'UTC',
    basis: 'execution',
    format: 'jsonl',
  });
});

it('is printed alone, in black on white, and whole', async () => {
  await showStatement();
  await expect.element(dialog.getByRole('button', { name: 'Print…' })).toBeVisible();
  await print();
  await expect.element(dialog.getByRole('button', { name: 'Print…' })).not.toBeInTheDocument();
  expect(document.querySelector('#main')?.getClientRects()).toHaveLength(0);
  const last = [...sheet.element().querySelectorAll('tr')].at(-1) ?? document.body;
  for (const element of [sheet.element(), last]) expect(colorOf(element)).toBe('rgb(0, 0, 0)');
  // Nothing is cut off at the height of the window.
  expect(bottomOf(last)).toBeGreaterThan(window.innerHeight);
  expect(document.documentElement.scrollHeight).toBeGreaterThan(bottomOf(last));
});

it('breaks a long name on paper before an amount', async () => {
  await showStatement();
  await print();
  await page.viewport(690, 900);
  const lines = (element: Element): number => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  };
  const name = find('tbody [scope="row"]');
  name.replaceChildren('THOUSANDMOGWIFHATVERYLONGNAMEINDEED1000000-USDT');
  expect(lines(name)).toBeGreaterThan(1);
  const amount = find('tbody tr [data-tone]');
  amount.replaceChildren('+12,200.83000000');
  expect(lines(amount)).toBe(1);
});

it('adds up all accounts once each has been read, and saves a flat sheet of them', async () => {
  const second = { ...account, id: 'b', name: 'Second', kind: 'live' as const };
  const first = { ...account, id: 'a', name: 'First', kind: 'live' as const };
  const { host } = render(<StatementDialog account={first} />, {
    settings: { timeZone: 'UTC', planAccounts: 'all' },
    answers: {
      ...programAnswers,
      listAccounts: () => succeed([demoAccount, first, second]),
      readHistoryState: ({ account: id }) => succeed({ ...wholeHistory, account: id, list: 'order-history' }),
      readStatement: ({ from, to, basis = 'creation' }) => succeed(statementOf(basis, from, to)),
      exportStatement: ({ name }) =>
        succeed({ rows: 120, bytes: 1, place: { kind: 'download', address: '/api/export/x', name: `${name}.csv` } }),
      exportTrades: ({ name }) =>
        succeed({ rows: 3, bytes: 1, place: { kind: 'download', address: '/api/export/y', name: `${name}.csv` } }),
    },
  });
  openDialog('statement');
  await expect.element(sheet.getByText('All accounts, in USDT')).toBeVisible();
  const total = find('tr[data-total]');
  expect(total.textContent).toContain('19.0');
  for (const name of ['First', 'Second']) await expect.element(sheet.getByRole('heading', { name })).toBeVisible();

  await dialog.getByRole('button', { name: 'Save as CSV' }).click();
  await expect.poll(() => host.callsOf('exportStatement')).toHaveLength(1);
  const [call] = host.callsOf('exportStatement');
  expect(call).toMatchObject({ account: 'a+b', of: 'symbols', accountNames: { a: 'First', b: 'Second' } });
  expect(call?.name).toContain('Statement Row per symbol');
  expect(call?.columns?.[0]).toEqual({ field: 'account', heading: 'Account' });
  await dialog.getByRole('radio', { name: 'Row per trade' }).click();
  await dialog.getByRole('button', { name: 'Save as CSV' }).click();
  await expect
    .poll(() => host.callsOf('exportTrades'))
    .toMatchObject([
      {
        account: 'a+b',
        name: expect.stringContaining('Statement Row per trade'),
        // Orders that fit no position have no state.
        filter: expect.not.objectContaining({ states: expect.anything() }),
        columns: [{ field: 'account' }, { field: 'symbol' }, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}],
      },
    ]);
  await expectAccessible(dialog.element());
});

it('colors no sum of all accounts of which one may lack orders, and says so, and which accounts have the same orders', async () => {
  const names: Record<string, string> = { a: 'First', b: 'Same', c: 'Unread' };
  const accounts = Object.entries(names).map(([id, name]) => ({ ...account, id, name, kind: 'live' as const }));
  const [first = account] = accounts;
  const order: Order = { ...blankRow('order-history'), key: 'cross:1', id: '1', symbol: 'BTC-USDT', createdAt: 1 };
  const whole = { ...figures, incompleteTrades: 0 };
  render(<StatementDialog account={first} />, {
    settings: { timeZone: 'UTC', planAccounts: 'all' },
    answers: {
      ...programAnswers,
      listAccounts: () => succeed(accounts),
      readHistoryState: ({ account: id }) => succeed({ ...wholeHistory, account: id, list: 'order-history', rows: 1 }),
      readStatement: ({ account: id, from, to, basis = 'creation' }) => {
        const statement = { ...statementOf(basis, from, to), symbols: [] };
        if (id === 'c') return succeed({ ...statement, totals: [] });
        return succeed({ ...statement, totals: [whole], readUntil: Date.now() });
      },
      readOrdersByKey: ({ account: id, keys }) =>
        succeed(id === 'c' ? { latest: null, found: [] } : { latest: order, found: keys.length > 0 ? [order] : [] }),
    },
  });
  openDialog('statement');
  await expect.element(sheet.getByText('All accounts, in USDT')).toBeVisible();
  await expect
    .element(sheet.getByRole('list').first())
    .toMatchTextContent(/Orders of Unread may be missing from these sums.*First and Same have the same orders/);
  const tonesOf = (row: string) => [...find(row).querySelectorAll('td')].slice(0, 3).map(({ dataset }) => dataset.tone);
  expect(tonesOf('tr[data-total]')).toEqual(['up', 'down', undefined]);
  await expectAccessible(dialog.element());
});
