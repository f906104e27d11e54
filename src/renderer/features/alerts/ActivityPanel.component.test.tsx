import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Activity, Alert } from '../../../shared/contract/alerts.ts';
import { succeed } from '../../../shared/values/result.ts';
import { acceptActivity } from '../../domain/alerts/activity.ts';
import { closeDialog, openDialog } from '../../platform/dialogs.ts';
import { offerUndo, undoLatest } from '../../platform/undo.ts';
import { expectAccessible } from '../../testing/axe.ts';
import type { Answers } from '../../testing/fake-host.ts';
import { FakeMarket } from '../../testing/fake-market.ts';
import { render } from '../../testing/render.tsx';
import { UndoToast } from '../../ui/screen/UndoToast.tsx';
import { ActivityNotice } from './ActivityNotice.tsx';
import { ActivityPanel } from './ActivityPanel.tsx';
import { AlertDialog } from './AlertDialog.tsx';

const demo = new FakeMarket(['BTC-USDT']);
const listed = new FakeMarket(['BTC-USDT']);
const main = { ...demo.owner, kind: 'live' as const, name: 'Main' };
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
  quietMinutes: 5,
  endsAt: null,
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
  render(<ActivityPanel account={main} />, { answers });
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

it.each([true, false])(
  'begins the second line of an event where the words of the first one begin (read: %s)',
  async (read) => {
    await page.viewport(420, 700);
    render(<ActivityPanel account={main} />, {
      answers: { ...answers, readActivity: () => succeed([{ ...left, read }]) },
    });
    openDialog('activity');
    const detail = page.getByText('Trigger price 1.5');
    await expect.element(detail).toBeVisible();
    const words = document.createRange();
    words.selectNodeContents(document.querySelector('.activity-title')?.lastChild ?? expect.fail('no title'));
    const [first, second] = [words.getClientRects()[0], detail.element().getBoundingClientRect()];
    expect(second.top).toBeGreaterThanOrEqual(first?.bottom ?? 0);
    expect(second.left).toBeCloseTo(first?.left ?? 0, 0);
    await page.viewport(1440, 900);
  },
);

it.each([1440, 1024])(
  'leaves a notice its place beside the panel and the navigation in a window of %i pixels',
  async (width) => {
    await page.viewport(width, 700);
    render(
      <>
        <section className="status" style={{ marginLeft: 176 }} />
        <div className="toasts">
          <UndoToast />
        </div>
        <ActivityPanel account={main} />
      </>,
      { answers },
    );
    openDialog('alerts');
    offerUndo('Alert deleted: BTC falls to 99', () => {});
    const undo = page.getByRole('button', { name: 'Undo' });
    await expect.element(undo).toBeVisible();
    const toast = document.querySelector('.toast')?.getBoundingClientRect();
    expect(toast?.left).toBe(192);
    await expect
      .poll(() => page.getByRole('dialog').element().getBoundingClientRect().left)
      .toBeGreaterThanOrEqual((toast?.right ?? width) + 16);
    await page.viewport(1440, 900);
  },
);

it('says how far an alert is from its level, and when it fires again', async () => {
  render(<ActivityPanel account={main} />, {
    answers: { ...answers, ...listed.answers, listAlerts: () => succeed([alert]) },
  });
  openDialog('alerts');
  const item = page.getByRole('list', { name: 'Alerts' }).getByRole('listitem');
  await expect.element(item).toMatchTextContent('BTC falls to 99');
  await expect.element(item).toMatchTextContent('−1.00% from the last price');
  await expect.element(item).toMatchTextContent('Re-arms at 99.10 or higher.');
  await expectAccessible(page.getByRole('dialog').element());
});

it('says that the symbol of an alert is not in the list, and how often and until when the alert fires', async () => {
  const gone = { ...alert, condition: { ...condition, symbol: 'GONE-USDT' }, quietMinutes: null, lastFiredAt: null };
  const alerts = [gone, { ...gone, id: '2', paused: true, lastFiredAt: now, endsAt: Date.parse('2100-01-01T12:00Z') }];
  render(<ActivityPanel account={main} />, {
    answers: { ...answers, ...listed.answers, listAlerts: () => succeed(alerts) },
  });
  openDialog('alerts');
  const items = page.getByRole('list', { name: 'Alerts' }).getByRole('listitem');
  await expect.element(items.first()).toMatchTextContent('Not in the list');
  await expect.element(items.first()).toMatchTextContent('Fires once');
  await expect.element(items.nth(1)).toMatchTextContent(/Paused.*Fires once/);
  await expect.element(items.nth(1)).toMatchTextContent('Until 2100-01-01');
  await expectAccessible(page.getByRole('dialog').element());
});

it('pauses an alert and resumes it, edits it in its form, and deletes it, which can be undone', async () => {
  let alerts: Alert[] = [{ ...alert, lastFiredAt: null }];
  const save: Answers['saveAlert'] = ({ condition, paused }) => {
    const saved = { ...alert, condition, paused };
    alerts = [saved];
    return succeed(saved);
  };
  const account = { ...main, id: listed.account };
  const { host } = render(
    <>
      <ActivityPanel account={account} />
      <AlertDialog accounts={[account]} account={account} />
    </>,
    {
      answers: {
        ...answers,
        ...listed.answers,
        listAccounts: () => succeed([account]),
        listAlerts: () => succeed(alerts),
        saveAlert: save,
        removeAlert: () => succeed([]),
      },
    },
  );
  openDialog('alerts');
  const panel = page.getByRole('dialog', { name: 'Alerts' });
  const item = panel.getByRole('listitem');
  await expect.element(item).toMatchTextContent('Not fired yet');
  await item.getByRole('button', { name: 'Pause: BTC falls to 99' }).click();
  await expect.element(item).toMatchTextContent('Paused');
  const resume = item.getByRole('button', { name: 'Resume: BTC falls to 99' });
  await expect.element(resume).toHaveFocus();
  await resume.click();
  await expect.element(item).not.toMatchTextContent('Paused');

  await item.getByRole('button', { name: 'Edit: BTC falls to 99' }).click();
  const form = page.getByRole('dialog', { name: 'Edit alert' });
  await form.getByRole('textbox', { name: 'Level' }).fill('98.5');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.element(item).toMatchTextContent('BTC falls to 98.5');
  const changed = { ...condition, level: '98.5' };
  expect(host.callsOf('saveAlert')).toEqual([
    { id: '1', account: account.id, condition, paused: true },
    { id: '1', account: account.id, condition, paused: false },
    { id: '1', account: account.id, condition: changed, paused: false, quietMinutes: 5, endsAt: null },
  ]);

  await item.getByRole('button', { name: 'Delete: BTC falls to 98.5' }).click();
  await expect.element(panel.getByText('No alerts yet')).toBeVisible();
  await expectAccessible(panel.element());
  expect(host.callsOf('removeAlert')).toEqual([{ id: '1', account: account.id }]);
  undoLatest();
  await expect.element(item).toMatchTextContent('BTC falls to 98.5');
});

it('says in one notice what happens together, and leads to the list, where all is marked as read', async () => {
  let all = [fired, left];
  const { host } = render(
    <>
      <ActivityNotice />
      <ActivityPanel account={main} />
    </>,
    { answers: { ...answers, readActivity: () => succeed(all), markActivityRead: () => succeed({ unread: 0 }) } },
  );
  await expect.poll(() => host.callsOf('readActivity').length).toBeGreaterThan(0);
  const happens = (id: string): void => {
    const outcome = { status: 'fully-executed', filledQuantity: '14' } as const;
    const event = { ...left.event, symbol: 'BTC-USDT', side: 'buy', plan: `isolated:${id}`, outcome } as const;
    const activity: Activity = { ...left, id, account: main.id, event: event as Activity['event'] };
    all = [activity, ...all];
    acceptActivity(activity);
    host.send('activityAdded', activity);
  };
  const notice = () => document.querySelector('.activity-notice');
  happens('p1');
  await expect.poll(() => notice()?.textContent).toMatch(/BTC buy triggered at 1\.5.*14 contracts filled/);
  // The pointer keeps the notice on the screen.
  await page.elementLocator(notice() as Element).hover();
  await expectAccessible(notice() as Element);
  for (const id of ['p2', 'p3', 'p4', 'p5']) happens(id);
  await expect.poll(() => notice()?.textContent).toMatch(/5 plan orders triggeredMain · BTC/);
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  const items = page.getByRole('list', { name: 'Activity' }).getByRole('listitem');
  await expect.poll(() => items.elements().length).toBe(7);
  expect(notice()).toBeNull();
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect
    .poll(() => host.callsOf('markActivityRead').map(({ account, ids }) => [account, ids]))
    .toEqual([
      [main.id, ['p5', 'p4', 'p3', 'p2', 'p1', '1']],
      [other.id, ['2']],
    ]);
  await expect.element(page.getByRole('button', { name: 'Mark all as read' })).toBeDisabled();
  // What the list shows while it is open needs no notice.
  happens('p6');
  await expect.poll(() => items.elements().length).toBe(8);
  expect(notice()).toBeNull();
  closeDialog('activity');
});

it('shows the whole of an event whose words have no room in a line', async () => {
  await page.viewport(1024, 700);
  const event = { ...left.event, symbol: '1000SHIB-USDT', triggerPrice: '0.00000490678' };
  const outcome = { status: 'partially-executed', filledQuantity: '0.103' } as const;
  const long = { ...left, account: main.id, event: { ...event, outcome } as Activity['event'] };
  render(<ActivityPanel account={main} />, { answers: { ...answers, readActivity: () => succeed([long]) } });
  openDialog('activity');
  const line = page.getByText('Partially executed, 0.103 contracts filled');
  await expect.element(line).toBeVisible();
  const { right, bottom } = line.element().getBoundingClientRect();
  const row = (line.element().closest('li') as Element).getBoundingClientRect();
  expect(right).toBeLessThan(row.right);
  expect(bottom).toBeLessThan(row.bottom);
  closeDialog('activity');
});
