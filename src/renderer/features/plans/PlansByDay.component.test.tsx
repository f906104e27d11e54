import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { PlansOfDay, WaitingPlan } from '../../../shared/contract/plans.ts';
import { blankRow } from '../../../shared/testing/blank-row.ts';
import { succeed } from '../../../shared/values/result.ts';
import { expectAccessible } from '../../testing/axe.ts';
import { type Rendered, render } from '../../testing/render.tsx';
import { programAnswers } from '../../testing/samples.ts';
import { PlansByDay } from './PlansByDay.tsx';

const at = Date.UTC(2025, 2, 3, 9);

function waiting(symbol: string, triggerPrice: string, firstSeenAt: number): WaitingPlan {
  const { raw: _raw, ...row } = { ...blankRow('open-plans'), raw: '' };
  const plan = { ...row, key: `cross:${symbol}`, id: symbol, symbol, marginMode: 'cross' as const, triggerPrice };
  return { plan, firstSeenAt, end: null, changes: 0, isCertain: true };
}

const table = page.getByRole('region', { name: 'Plan orders by day' });

function show(plansOf: (day: string) => WaitingPlan[]): Rendered {
  const day: Omit<PlansOfDay, 'plans'> = { watches: [], since: at, droppedUntil: null };
  const view = (
    <PlansByDay account="demo" symbol={null} marginMode="all" rulesOf={() => undefined} onShow={() => undefined} />
  );
  return render(view, {
    answers: { ...programAnswers, readPlansOfDay: ({ day: of }) => succeed({ ...day, plans: plansOf(of) }) },
    settings: { timeZone: 'UTC' },
  });
}

it('shows those first that were seen first, and sorts by a click on a header', async () => {
  const plans = [waiting('SOL-USDT', '9.5', at), waiting('BTC-USDT', '100', at), waiting('ETH-USDT', '20', at - 1000)];
  show(() => plans);
  const head = (name: string) => table.getByRole('columnheader', { name });
  const symbols = (): (string | null)[] =>
    [...table.element().querySelectorAll('tbody th')].map(({ textContent }) => textContent);
  await expect.poll(() => table.query() && symbols()).toEqual(['ETH-USDT', 'BTC-USDT', 'SOL-USDT']);
  await expect.element(head('First seen')).toHaveAttribute('aria-sort', 'ascending');
  await head('Trigger price').getByRole('button').click();
  await expect.poll(symbols).toEqual(['BTC-USDT', 'ETH-USDT', 'SOL-USDT']);
  await expect.element(head('Trigger price')).toHaveAttribute('aria-sort', 'descending');
  await head('Trigger price').getByRole('button').click();
  await expect.poll(symbols).toEqual(['SOL-USDT', 'ETH-USDT', 'BTC-USDT']);
  await head('Symbol').getByRole('button').click();
  await expect.poll(symbols).toEqual(['BTC-USDT', 'ETH-USDT', 'SOL-USDT']);
  await expectAccessible(table.element());
});

it('shows another day by a step or a typed date, and none after today', async () => {
  const today = new Date().toISOString().slice(0, 10);
  const { host } = show((day) => (day === today ? [waiting('BTC-USDT', '100', at)] : []));
  await expect.element(table.getByRole('status')).toMatchTextContent('1 plan order was open');
  await expect.element(table.getByRole('row').nth(1)).toMatchTextContent('Still open');
  const next = table.getByRole('button', { name: 'Next day' });
  await expect.element(next).toBeDisabled();
  await table.getByRole('button', { name: 'Previous day' }).click();
  await expect.element(table).toMatchTextContent('No plan orders recorded on this day');
  const field = table.getByRole('textbox', { name: 'Day' });
  const before = (field.element() as HTMLInputElement).value;
  expect(before < today).toBe(true);
  await field.fill('2020-02-29');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => host.callsOf('readPlansOfDay').at(-1)?.day).toBe('2020-02-29');
  await expect.element(field).toHaveFocus();
  await field.fill(before);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => host.callsOf('readPlansOfDay').at(-1)?.day).toBe(before);

  // A day that does not exist, and one to come.
  for (const wrong of ['2020-02-30', '9999-01-01']) {
    await field.fill(wrong);
    await userEvent.keyboard('{Enter}');
    await expect.element(field).toHaveAttribute('aria-invalid', 'true');
    expect(host.callsOf('readPlansOfDay').at(-1)?.day).toBe(before);
  }
  await expectAccessible(table.element());
  await next.click();
  await expect.element(field).toHaveValue(today);
  await expect.element(next).toBeDisabled();
  await expect.element(next).toHaveFocus();
});

it('says which plan orders are still open, and when the others ended', async () => {
  const end = { lastSeenAt: at + 60_000, missedAt: at + 65_000 };
  show(() => [waiting('BTC-USDT', '100', at), { ...waiting('ETH-USDT', '20', at), end }]);
  await expect.element(page.getByRole('row', { name: 'BTC-USDT' })).toMatchTextContent(/Still open$/);
  await expect.element(page.getByRole('row', { name: 'ETH-USDT' })).toMatchTextContent(/2025-03-03 09:01:05$/);
});
