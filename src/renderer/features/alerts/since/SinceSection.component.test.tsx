import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { HistoryState } from '../../../../shared/contract/history.ts';
import { dayOf } from '../../../../shared/days.ts';
import { succeed } from '../../../../shared/result.ts';
import { formatTimestamp } from '../../../../shared/time.ts';
import { expectAccessible } from '../../../testing/axe.ts';
import type { Answers } from '../../../testing/fake-host.ts';
import { render } from '../../../testing/render.tsx';
import { wholeHistory } from '../../../testing/samples.ts';
import { NewsMark } from './NewsMark.tsx';
import { SinceSection } from './SinceSection.tsx';

const hourMs = 3_600_000;
const now = Date.now();
const state: HistoryState = {
  ...wholeHistory,
  account: 'demo',
  list: 'order-history',
  rows: 5,
  checkedAt: now + hourMs,
};
/** An account with one order an hour, and without trades. */
const answers: Answers = {
  readHistoryState: () => succeed(state),
  readActivity: () => succeed([]),
  summarizeTrades: () =>
    succeed({ version: 1, trades: 0, closed: 0, open: 0, incomplete: 0, uncertain: 0, quotes: [] }),
  summarizeHistory: ({ filter: { created } }) => {
    const { since, before } = created && 'since' in created ? created : { since: 0, before: 0 };
    const rows = Math.floor((before - since) / hourMs);
    return succeed({ version: 1, rows, filled: rows, canceled: 0, failed: 0, pnl: [] });
  },
};
const lastLook = Math.floor((now - 3 * hourMs) / 1000) * 1000;
const news = page.getByRole('region', { name: 'Since you last looked' });

function Bell() {
  return (
    <>
      <NewsMark id="mark" account="demo" />
      <SinceSection account="demo" onShown={() => {}} />
    </>
  );
}

it('keeps its moment until it is dismissed, whatever is reloaded', async () => {
  const { host, destinations, restart } = render(<Bell />, {
    answers,
    settings: { timeZone: 'UTC', catchUps: { demo: { since: lastLook, lastLook } } },
  });
  const since = `Since ${formatTimestamp(lastLook, 'UTC').slice(0, 16)}`;
  await expect.element(news.getByRole('heading')).toMatchTextContent(since);
  await expect.element(page.getByText('News since you last looked')).toBeInTheDocument();
  await expectAccessible(news.element());
  await news.getByRole('button', { name: '3 orders' }).click();
  expect(destinations).toMatchObject([
    { kind: 'list', list: 'order-history', filter: { created: { since: lastLook } } },
  ]);

  restart();
  await expect.element(news.getByRole('heading')).toMatchTextContent(since);
  await news.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(news.getByRole('heading')).toMatchTextContent('What happened since');
  await expect.element(page.getByText('News since you last looked')).not.toBeInTheDocument();
  restart();
  await expect.element(news.getByRole('heading')).toMatchTextContent('What happened since');
  expect(host.settings.catchUps).toEqual({});
});

it('tells what happened since yesterday 0:00, in 24 hours, and since the last look again', async () => {
  const { host } = render(<Bell />, {
    answers,
    settings: { timeZone: 'UTC', catchUps: { demo: { since: lastLook, lastLook } } },
  });
  await news.getByRole('button', { name: '24 hours' }).click();
  await expect.element(news.getByRole('button', { name: '24 orders' })).toBeVisible();
  await news.getByRole('button', { name: 'Yesterday 0:00' }).click();
  const midnight = Date.parse(`${dayOf(now - 24 * hourMs, 'UTC')}T00:00:00Z`);
  await expect.poll(() => host.settings.catchUps).toEqual({ demo: { since: midnight, lastLook } });
  await news.getByRole('button', { name: 'Last look' }).click();
  await expect.element(news.getByRole('button', { name: '3 orders' })).toBeVisible();
});
