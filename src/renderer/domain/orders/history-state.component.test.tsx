import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { dayOf } from '../../../shared/time/days.ts';
import { render } from '../../testing/render.tsx';
import { wholeHistory } from '../../testing/samples.ts';
import { useToday } from '../../ui/filter/PeriodChoice.tsx';
import { acceptHistoryState } from './history-state.ts';

const dayMs = 86_400_000;

function Today() {
  return <p>{useToday()}</p>;
}

it('calls today the day of the exchange of the selected account, by how far the computer’s clock is ahead of it', async () => {
  const state = { ...wholeHistory, list: 'order-history' } as const;
  render(<Today />, { settings: { account: 'chosen', timeZone: 'UTC' } });
  await expect.element(page.getByText(dayOf(Date.now(), 'UTC'))).toBeVisible();
  acceptHistoryState({ ...state, account: 'other', clockAhead: 9 * dayMs });
  acceptHistoryState({ ...state, account: 'chosen', clockAhead: 2 * dayMs });
  await expect.element(page.getByText(dayOf(Date.now() - 2 * dayMs, 'UTC'))).toBeVisible();
  acceptHistoryState({ ...state, account: 'chosen', clockAhead: -dayMs });
  await expect.element(page.getByText(dayOf(Date.now() + dayMs, 'UTC'))).toBeVisible();
  acceptHistoryState({ ...state, account: 'chosen' });
  await expect.element(page.getByText(dayOf(Date.now(), 'UTC'))).toBeVisible();
});
