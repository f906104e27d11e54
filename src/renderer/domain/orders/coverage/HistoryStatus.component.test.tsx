import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { HistoryState } from '../../../../shared/contract/history.ts';
import { succeed } from '../../../../shared/values/result.ts';
import { expectAccessible } from '../../../testing/axe.ts';
import { render } from '../../../testing/render.tsx';
import { demoAccount, wholeHistory } from '../../../testing/samples.ts';
import { en } from '../../../text/en.ts';
import { zh } from '../../../text/zh.ts';
import { HistoryStatus } from './HistoryStatus.tsx';
import './coverage.css';
import '../../../ui/screen/screen.css';

const list = 'order-history';

/** An account that is being downloaded. */
function part(name: string, month: number, changed: Partial<HistoryState> = {}) {
  const account = { ...demoAccount, id: name, name };
  const modes = (['isolated', 'cross'] as const).map((marginMode) => ({
    marginMode,
    rows: 5,
    oldest: Date.UTC(2025, month, 3),
    newest: Date.UTC(2026, 0, 1),
    complete: false,
    blocked: false,
    verifiedAt: null,
    gaps: [],
  }));
  const state: HistoryState = {
    ...wholeHistory,
    account: name,
    list,
    modes,
    phase: 'backfill',
    rate: 312,
    secondsLeft: 200,
    downloaded: 0.42,
    ...changed,
  };
  return { account, state };
}

const three = [part('Main desk', 1), part('Long-term', 2), part('Swing', 3, { phase: 'paused' })] as const;
const facts = () => document.querySelector('.status-facts') as HTMLElement;

it.each([en, zh])('says of three accounts how far each is downloaded, without a cut', async (text) => {
  // The room beside the navigation of a window of 1024 pixels.
  await page.viewport(848, 200);
  render(<HistoryStatus parts={three} list={list} zone="UTC" />, { text });
  for (const { account } of three) await expect.element(page.getByRole('button', { name: account.name })).toBeVisible();
  expect(facts().scrollWidth).toBeLessThanOrEqual(facts().clientWidth);
  const first = page.getByRole('button', { name: 'Main desk' }).element();
  expect(first.textContent).toContain('2025-02-03');
  expect(first.textContent).toContain('42%');
  await expectAccessible(facts());
});

it('says as of when the rows of each of several accounts are that fails, or was not read for a while', async () => {
  const checkedAt = Date.now();
  const failure = { code: 'timeout', message: '' } as const;
  const parts = [
    part('Main desk', 1, { phase: 'idle', checkedAt }),
    part('Long-term', 2, { phase: 'failed', checkedAt, failure }),
    part('Swing', 3, { phase: 'idle', checkedAt: checkedAt - 121_000 }),
  ];
  render(<HistoryStatus parts={parts} list={list} zone="UTC" />);
  await expect.element(page.getByRole('button', { name: 'Long-term' })).toMatchTextContent(/as of /);
  await expect.element(page.getByRole('button', { name: 'Swing' })).toMatchTextContent(/as of /);
  await expect.element(page.getByRole('button', { name: 'Main desk' })).not.toMatchTextContent(/as of /);
  await expectAccessible(facts());
});

it('has the progress of an account, and what the user can do about it, in its popover', async () => {
  const { host } = render(<HistoryStatus parts={three} list={list} zone="UTC" />, {
    answers: { syncHistory: ({ account }) => ({ ok: true, data: part(account, 1, { phase: 'paused' }).state }) },
  });
  await page.getByRole('button', { name: 'Long-term' }).click();
  const details = page.getByRole('dialog', { name: 'Local archive: Long-term' });
  await expect.element(details).toMatchTextContent('Downloading history');
  await expect.element(details).toMatchTextContent('312 rows/s');
  await details.getByRole('button', { name: 'Pause' }).click();
  expect(host.callsOf('syncHistory')).toEqual([{ account: 'Long-term', list, action: 'pause' }]);
});

it('says everything of a single account in the line, and pauses and resumes its download', async () => {
  const [own] = three;
  const { host } = render(<HistoryStatus parts={[own]} list={list} zone="UTC" />, {
    answers: { syncHistory: () => succeed(own.state) },
  });
  await expect.element(page.getByText('Downloading history')).toBeVisible();
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect.element(page.getByText('Main desk')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'back to 2025-02-03' }).click();
  const details = page.getByRole('dialog', { name: 'Local archive' });
  await expect.element(details.getByRole('row', { name: 'Isolated' })).toMatchTextContent('back to 2025-02-03');
  expect(host.callsOf('syncHistory')).toEqual([{ account: 'Main desk', list, action: 'pause' }]);
});

it('says that a download is paused, and resumes it', async () => {
  const paused = part('Swing', 3, { phase: 'paused', unreadable: 1 });
  const { host } = render(<HistoryStatus parts={[paused]} list={list} zone="UTC" />, {
    answers: { syncHistory: () => succeed(paused.state) },
  });
  await expect.element(page.getByText('Sync paused')).toBeVisible();
  await expect.element(page.getByRole('button', { name: '1 unreadable row' })).toBeVisible();
  await page.getByRole('button', { name: 'Resume' }).click();
  expect(host.callsOf('syncHistory')).toEqual([{ account: 'Swing', list, action: 'resume' }]);
});
