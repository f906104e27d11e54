import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Activity, Alert } from '../../../shared/contract/alerts.ts';
import { succeed } from '../../../shared/result.ts';
import { openDialog } from '../../platform/dialogs.ts';
import { expectAccessible } from '../../testing/axe.ts';
import { FakeMarket } from '../../testing/fake-market.ts';
import { render } from '../../testing/render.tsx';
import { demoAccount } from '../../testing/samples.ts';
import { ActivityPanel } from './ActivityPanel.tsx';

/** Live lists outlive a panel, so each test has an account of its own. */
const demo = new FakeMarket('panel-demo', ['BTC-USDT']);
const listed = new FakeMarket('panel-alerts', ['BTC-USDT']);
const main = { ...demoAccount, id: demo.account, kind: 'live' as const, name: 'Main' };
const other = { ...main, id: 'other', name: 'Other' };
const now = Date.now();

const condition = { kind: 'price', market: 'futures', symbol: 'BTC-USDT', level: '99', direction: 'falls-to' } as const;
const fired: Activity = {
  id: '1',
  account: main.id,
  at: now,
  read: false,
  notify: true,
  event: {
    kind: 'alert',
    alert: '1',
    condition,
    symbol: 'BTC-USDT',
    plan: null,
    list: null,
    value: '98.5',
    failure: null,
  },
};
const left: Activity = {
  ...fired,
  id: '2',
  account: other.id,
  event: {
    kind: 'plan-left',
    plan: 'isolated:7',
    symbol: 'ETH-USDT',
    side: 'sell',
    triggerPrice: '1.5',
    lastSeenAt: now - 90_000,
    outcome: { status: 'failed', filledQuantity: null },
    backAt: null,
  },
};
const alert: Alert = {
  id: '1',
  account: listed.account,
  condition,
  paused: false,
  createdAt: 1,
  lastFiredAt: now,
  isArmed: false,
};
const answers = {
  ...demo.answers,
  listAccounts: () => succeed([main, other]),
  readActivity: () => succeed([fired, left]),
  listAlerts: () => succeed([alert]),
  readUnwatched: () => succeed([]),
};

it('shows each event in one line, and those of one account or kind alone', async () => {
  render(<ActivityPanel account={main.id} />, { answers });
  openDialog('activity');
  const items = page.getByRole('list', { name: 'Activity' }).getByRole('listitem');
  await expect
    .element(items.first())
    .toMatchTextContent(/\d\d:\d\d:\d\d.*BTC fell to 99\.0 Last price then 98\.5Main$/);
  await expect.element(items.nth(1)).toMatchTextContent(/≤ .*ETH sell plan order failed Trigger price 1\.5Other$/);
  for (const item of items.elements()) expect(item.getBoundingClientRect().height).toBeLessThan(40);
  await expectAccessible(page.getByRole('dialog').element());

  const choose = async (label: string, name: string): Promise<void> => {
    await page.getByRole('combobox', { name: label }).click();
    await page.getByRole('option', { name }).click();
  };
  await choose('Account', 'Other');
  await expect.poll(() => items.elements().length).toBe(1);
  await expect.element(items).toMatchTextContent('ETH sell');
  await choose('Kind', 'Alerts');
  await expect.element(page.getByText('No activity matches')).toBeVisible();
  await choose('Account', 'All accounts');
  await expect.element(items).toMatchTextContent('BTC fell to');
});

it('says how far an alert is from its level, and when it fires again', async () => {
  render(<ActivityPanel account={main.id} />, { answers: { ...answers, ...listed.answers } });
  openDialog('alerts');
  const item = page.getByRole('list', { name: 'Alerts' }).getByRole('listitem');
  await expect.element(item).toMatchTextContent('BTC falls to 99');
  await expect.element(item).toMatchTextContent('−1.00% from the last price');
  await expect.element(item).toMatchTextContent('Re-arms at 99.10 or higher.');
});
