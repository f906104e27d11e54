import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { HistoryState } from '../../../../shared/contract/history.ts';
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

const three = [part('Main desk', 1), part('Long-term', 2), part('Swing', 3, { phase: 'paused' })];
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

it('says everything of a single account in the line', async () => {
  render(<HistoryStatus parts={three.slice(0, 1)} list={list} zone="UTC" />);
  await expect.element(page.getByText('Downloading history')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect.element(page.getByText('Main desk')).not.toBeInTheDocument();
});
