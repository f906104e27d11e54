import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { WaitingPlan } from '../../../shared/contract/plans.ts';
import { succeed } from '../../../shared/result.ts';
import { blankRow } from '../../../shared/testing/blank-row.ts';
import { expectAccessible } from '../../testing/axe.ts';
import { render } from '../../testing/render.tsx';
import { programAnswers } from '../../testing/samples.ts';
import { PlansByDay } from './PlansByDay.tsx';

const at = Date.UTC(2025, 2, 3, 9);

function waiting(symbol: string, triggerPrice: string, firstSeenAt: number): WaitingPlan {
  const { raw: _raw, ...row } = { ...blankRow('open-plans'), raw: '' };
  const plan = { ...row, key: `cross:${symbol}`, id: symbol, symbol, marginMode: 'cross' as const, triggerPrice };
  return { plan, firstSeenAt, end: null, changes: 0, isCertain: true };
}

it('shows those first that were seen first, and sorts by a click on a header', async () => {
  const plans = [waiting('SOL-USDT', '9.5', at), waiting('BTC-USDT', '100', at), waiting('ETH-USDT', '20', at - 1000)];
  render(<PlansByDay account="demo" symbol={null} marginMode="all" rulesOf={() => undefined} onShow={() => {}} />, {
    answers: {
      ...programAnswers,
      readPlansOfDay: () => succeed({ plans, watches: [], since: at, droppedUntil: null }),
    },
  });
  const table = page.getByRole('region', { name: 'Plan orders by day' });
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
