import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { HistoryState } from '../../../../shared/contract/history.ts';
import { render } from '../../../testing/render.tsx';
import { wholeHistory } from '../../../testing/samples.ts';
import { TroubleLine } from '../../../ui/screen/Bar.tsx';
import { FirstDownload } from './FirstDownload.tsx';

function show(changed: Partial<HistoryState>): void {
  const modes = (['isolated', 'cross'] as const).map((marginMode) => ({
    ...{ marginMode, rows: 5, oldest: Date.UTC(2025, 1, 3), newest: Date.UTC(2026, 0, 1) },
    ...{ complete: false, blocked: false, verifiedAt: null, gaps: [] },
  }));
  const state: HistoryState = { ...wholeHistory, account: 'demo', list: 'order-history', modes, ...changed };
  render(
    <>
      <TroubleLine />
      <FirstDownload state={state} zone="UTC" />
    </>,
  );
}

it('says how far back a first download is, without a bar while its share is unknown', async () => {
  show({ phase: 'backfill' });
  await expect.element(page.getByText('Downloading your history: back to 2025-02-03')).toBeVisible();
  expect(page.getByRole('progressbar').query()).toBeNull();
});

it('has a bar for a share that is known', async () => {
  show({ phase: 'backfill', downloaded: 0.425 });
  await expect.element(page.getByText('Downloading your history: back to 2025-02-03, 42%')).toBeVisible();
  await expect.element(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '42');
});
