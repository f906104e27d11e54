import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { HistoryState } from '../../../../shared/contract/history.ts';
import { render } from '../../../testing/render.tsx';
import { wholeHistory } from '../../../testing/samples.ts';
import { CoverageStatus } from './CoverageStatus.tsx';

const modes = (['isolated', 'cross'] as const).map((marginMode, index) => ({
  marginMode,
  rows: 5,
  oldest: Date.UTC(2025, index, 3),
  newest: Date.UTC(2026, 0, 1),
  complete: true,
  blocked: false,
  verifiedAt: null,
  gaps: [],
}));

function show(changed: Partial<HistoryState>): void {
  const state: HistoryState = { ...wholeHistory, account: 'demo', list: 'order-history', modes, ...changed };
  render(<CoverageStatus state={state} zone="UTC" onSync={() => undefined} />);
}

const title = 'Every row that the exchange still lists. The oldest is from 2025-01-03.';

it('says of what a history is complete, and how far that goes back', async () => {
  show({});
  await expect.element(page.getByRole('button', { name: 'complete' })).toHaveAttribute('title', title);
});

it('calls nothing complete beside rows that could not be read', async () => {
  show({ unreadable: 2 });
  await expect.element(page.getByRole('button', { name: 'all readable rows' })).not.toHaveAttribute('title');
  await expect.element(page.getByText('complete')).not.toBeInTheDocument();
});
