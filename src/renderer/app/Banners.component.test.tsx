import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Order } from '../../shared/contract/orders.ts';
import { blankRow } from '../../shared/testing/blank-row.ts';
import { succeed } from '../../shared/values/result.ts';
import { render } from '../testing/render.tsx';
import { demoAccount, wholeHistory } from '../testing/samples.ts';
import { TroubleLine } from '../ui/screen/Bar.tsx';
import { FileBanner, LeftEntriesBanner, SameOrdersBanner } from './Banners.tsx';

it('names each file that cannot be used until the user has confirmed it', async () => {
  const damaged = { what: 'alerts', problem: 'damaged' } as const;
  render(
    <>
      <TroubleLine />
      <FileBanner />
    </>,
    {
      answers: {
        readFileNotices: () =>
          succeed([
            { ...damaged, what: 'settings', backupName: 'old-settings' },
            { ...damaged, backupName: 'old-alerts-1' },
            { ...damaged, backupName: 'old-alerts-2' },
            { what: 'accounts', problem: 'later-version', backupName: null },
            { what: 'settings', problem: 'earlier-version', backupName: null },
            { what: 'notes', backupName: 'old-notes' },
            { what: 'backups', folder: '/disk/old-backups' },
          ]),
      },
    },
  );
  const lines = page.getByRole('alert');
  const named = (): (string | undefined)[] =>
    lines.elements().map(({ textContent }) => /old-[\w-]+|accounts\.json|never released/.exec(textContent)?.[0]);
  await expect
    .poll(named)
    .toEqual([
      'old-settings',
      'old-alerts-1',
      'old-alerts-2',
      'accounts.json',
      'never released',
      'old-notes',
      'old-backups',
    ]);
  await lines.nth(1).getByRole('button', { name: 'Got it' }).click();
  await expect
    .poll(named)
    .toEqual(['old-settings', 'old-alerts-2', 'accounts.json', 'never released', 'old-notes', 'old-backups']);
  await expect.element(lines.nth(2)).toMatchTextContent('A newer version of Orderglass wrote accounts.json');
  await lines.nth(2).getByRole('button', { name: 'Got it' }).click();
  await expect.poll(named).toEqual(['old-settings', 'old-alerts-2', 'never released', 'old-notes', 'old-backups']);
});

it('names the entries that are left in the keychain until the user has confirmed them', async () => {
  const { host } = render(
    <>
      <TroubleLine />
      <LeftEntriesBanner />
    </>,
    {
      answers: {
        readLeftEntries: () =>
          succeed([
            { entry: 'one', notShown: true },
            { entry: 'two', notShown: false },
            { entry: 'three', notShown: true },
          ]),
        forgetLeftEntries: () => succeed([]),
      },
    },
  );
  const lines = page.getByRole('alert');
  await expect
    .element(lines.first())
    .toMatchTextContent(
      'Your keychain didn’t show the entries “Orderglass/one”, “Orderglass/three”. If you denied access, delete them there.',
    );
  await expect
    .element(lines.nth(1))
    .toMatchTextContent(
      'The keychain didn’t delete “Orderglass/two”. Orderglass tries again when it next uses the keychain.',
    );
  await lines.first().getByRole('button', { name: 'Got it' }).click();
  await expect.poll(() => lines.elements()).toHaveLength(1);
  expect(host.callsOf('forgetLeftEntries')).toEqual([{ entries: ['one', 'three'] }]);
});

it('names two accounts with the same orders while all accounts are shown', async () => {
  const accounts = ['Main', 'New key', 'Other'].map((name) => ({
    ...demoAccount,
    id: name,
    name,
    kind: 'live' as const,
  }));
  const order: Order = { ...blankRow('order-history'), key: 'cross:1', id: '1', symbol: 'BTC-USDT', createdAt: 1 };
  const [first] = accounts;
  if (first === undefined) throw new Error('no account');
  render(
    <>
      <TroubleLine />
      <SameOrdersBanner account={first} onManage={() => {}} />
    </>,
    {
      settings: { planAccounts: 'all' },
      answers: {
        listAccounts: () => succeed(accounts),
        readHistoryState: ({ account, list }) => succeed({ ...wholeHistory, account, list, rows: 1 }),
        readOrdersByKey: ({ account, keys }) => {
          const latest = account === 'Other' ? { ...order, key: 'cross:2', id: '2' } : order;
          return succeed({ latest, found: keys.includes(latest.key) ? [latest] : [] });
        },
      },
    },
  );
  const line = page.getByRole('status');
  await expect.element(line).toMatchTextContent('Main and New key have the same orders');
  expect(line.elements()).toHaveLength(1);
});
