import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { succeed } from '../../shared/values/result.ts';
import { freshness } from '../domain/market/freshness.ts';
import { putQueryData } from '../platform/query-client.ts';
import { settingsQuery, useSetting } from '../platform/settings/settings.ts';
import { render } from '../testing/render.tsx';
import { demoAccount, programAnswers } from '../testing/samples.ts';
import { AccountSwitcher, Age } from './Header.tsx';

it('marks data as not live once it is older than the live time, without a failure too', async () => {
  const fetchedAt = Date.now() - 6000;
  freshness.set({ fetchedAt, liveFor: 60_000, failure: null });
  render(<Age />);
  await expect.element(page.getByText(/^Updated \d+ sec ago$/)).toBeVisible();
  expect(page.getByText('Not live').query()).toBeNull();
  freshness.set({ fetchedAt, liveFor: 5000, failure: null });
  await expect.element(page.getByText('Not live')).toBeVisible();
});

it('chooses one of several accounts or all of them, but a single one on a screen of the market', async () => {
  const own = { ...demoAccount, id: 'own', kind: 'live', name: 'Main' } as const;
  const accounts = [demoAccount, own, { ...own, id: 'other', name: 'Swing' }];
  function Shown() {
    const chosen = useSetting('account');
    const account = accounts.find(({ id }) => id === chosen) ?? demoAccount;
    return <AccountSwitcher accounts={accounts} account={account} onManage={() => {}} />;
  }
  const { host } = render(<Shown />, { answers: { ...programAnswers, listAccounts: () => succeed(accounts) } });
  const picker = page.getByRole('button', { name: /^Account:/ });
  const choose = async (name: string): Promise<void> => {
    await picker.click();
    await page.getByRole('menuitemradio', { name }).click();
    await expect.element(picker).toMatchTextContent(name);
  };
  // The demo account is shown alone.
  await choose('All accounts');
  expect(host.settings).toMatchObject({ account: 'own', planAccounts: 'all' });
  await choose('Swing');
  expect(host.settings).toMatchObject({ account: 'other', planAccounts: 'this' });
  await choose('All accounts');
  host.settings = { ...host.settings, screen: 'futures-tickers' };
  putQueryData(settingsQuery.queryKey, host.settings);
  await expect.element(picker).toMatchTextContent('Swing');
  await picker.click();
  await expect.element(page.getByRole('menuitemradio', { name: 'Main' })).toBeVisible();
  expect(page.getByRole('menuitemradio', { name: 'All accounts' }).query()).toBeNull();
});
