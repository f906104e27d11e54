import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { AccountSummary } from '../../../../shared/contract/accounts.ts';
import type { HistoryState } from '../../../../shared/contract/history.ts';

import { succeed } from '../../../../shared/values/result.ts';
import { render } from '../../../testing/render.tsx';
import { demoAccount, wholeHistory, wholeModes } from '../../../testing/samples.ts';
import { TroubleLine } from '../../../ui/screen/Bar.tsx';
import { AccountNotices } from './AccountNotices.tsx';
import { HistoryPlaceholder } from './HistoryNotices.tsx';

const ignore = (): void => undefined;
const placeholder = {
  failure: null,
  isRead: true,
  empty: { what: 'No trades yet', next: 'Trades appear here.' },
  noneFits: { what: 'None match', next: 'Everything was searched.' },
  skeleton: null,
  onRetry: ignore,
  onSync: ignore,
  onClearFilter: ignore,
};

function show(state: Pick<HistoryState, 'rows' | 'unreadable'>, isFiltered: boolean): void {
  const modes = (['isolated', 'cross'] as const).map((marginMode) => ({
    marginMode,
    rows: state.rows,
    oldest: null,
    newest: null,
    complete: true,
    blocked: false,
    verifiedAt: null,
    gaps: [],
  }));
  render(
    <HistoryPlaceholder
      {...placeholder}
      state={{ ...state, modes, phase: 'idle', failure: null, checkedAt: 1 } as unknown as HistoryState}
      isFiltered={isFiltered}
    />,
  );
}

const unreadable = page.getByText('3 rows of the archive couldn’t be read and aren’t included.');
const searched = page.getByText('Everything was searched.');

it('says that everything was searched if every row could be read', async () => {
  show({ rows: 5, unreadable: 0 }, true);
  await expect.element(searched).toBeVisible();
});

it('says instead how many rows could not be read, with a filter and without rows', async () => {
  show({ rows: 5, unreadable: 3 }, true);
  await expect.element(unreadable).toBeVisible();
  await expect.element(searched).not.toBeInTheDocument();
});

it('does not say when rows appear beside rows that could not be read', async () => {
  show({ rows: 0, unreadable: 3 }, false);
  await expect.element(page.getByText('No trades yet')).toBeVisible();
  await expect.element(unreadable).toBeVisible();
  await expect.element(page.getByText('Trades appear here.')).not.toBeInTheDocument();
});

it('names the account that has failed, not the selected one', async () => {
  const main: AccountSummary = { ...demoAccount, kind: 'live', id: 'main', name: 'Main' };
  const swing = { ...main, id: 'swing', name: 'Swing' };
  const part = (account: AccountSummary, failure: HistoryState['failure']) => ({
    account,
    state: { ...wholeHistory, account: account.id, list: 'order-history', checkedAt: 1, failure } as const,
  });
  render(
    <>
      <TroubleLine />
      <AccountNotices
        parts={[part(main, null), part(swing, { code: 'service-error', message: 'refused' })]}
        list="order-history"
        zone="UTC"
        showing={() => ''}
      />
    </>,
    { answers: { listAccounts: () => succeed([main, swing]) }, settings: { account: main.id } },
  );
  await expect.element(page.getByRole('alert')).toMatchTextContent(/^Swing: /);
});

const whole = { ...wholeHistory, modes: wholeModes };
const partly = { ...wholeHistory, modes: wholeModes.map((mode) => ({ ...mode, complete: false })) };

it.each([
  ['a filter that no row matches', { ...whole, rows: 3 }, true],
  ['rows of which none is a result', { ...partly, rows: 3 }, false],
  ['an account without rows', whole, false],
  ['nothing that was downloaded yet', partly, false],
])('says once why an account fails, with %s', async (_, history, isFiltered) => {
  const account: AccountSummary = { ...demoAccount, kind: 'live', id: 'main', name: 'Main' };
  const failure = { code: 'key-expired', message: 'no' } as const;
  const state: HistoryState = { ...history, account: 'main', list: 'order-history', checkedAt: 1, failure };
  render(
    <>
      <TroubleLine />
      <AccountNotices parts={[{ account, state }]} list="order-history" zone="UTC" showing={() => ''} />
      <HistoryPlaceholder {...placeholder} state={state} isFiltered={isFiltered} />
    </>,
    { answers: { listAccounts: () => succeed([account]) }, settings: { account: 'main' } },
  );
  await expect.element(page.getByText(/This API key has expired/)).toBeVisible();
  expect(page.getByText(/This API key has expired/).elements()).toHaveLength(1);
});
