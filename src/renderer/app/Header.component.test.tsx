import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { freshness } from '../domain/market/freshness.ts';
import { render } from '../testing/render.tsx';
import { Age } from './Header.tsx';

it('marks data as not live once it is older than the live time, without a failure too', async () => {
  const fetchedAt = Date.now() - 6000;
  freshness.set({ fetchedAt, liveFor: 60_000, failure: null });
  render(<Age />);
  await expect.element(page.getByText(/^Updated \d+ sec ago$/)).toBeVisible();
  expect(page.getByText('Not live').query()).toBeNull();
  freshness.set({ fetchedAt, liveFor: 5000, failure: null });
  await expect.element(page.getByText('Not live')).toBeVisible();
});
