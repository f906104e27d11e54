import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Order, PlanOrder } from '../../../shared/contract/orders.ts';
import type { Trade } from '../../../shared/contract/trades.ts';
import { blankRow, blankTrade } from '../../../shared/testing/blank-row.ts';
import { succeed } from '../../../shared/values/result.ts';
import { render } from '../../testing/render.tsx';
import { programAnswers } from '../../testing/samples.ts';
import { idsFilter } from '../../ui/filter/list-filter.ts';
import { TradeTimeline } from './TradeTimeline.tsx';
import './trades.css';

const terms = { symbol: 'BTC-USDT', marginMode: 'cross', side: 'buy', kind: 'limit' } as const;
const order: Order = { ...blankRow('order-history'), ...terms, key: 'cross:2', id: '2', action: 'open' };
const plan: PlanOrder = { ...blankRow('plan-history'), ...terms, key: 'cross:7', id: '7', status: 'fully-executed' };

it('leads from an order of a trade to the plan order that has probably placed it', async () => {
  const trade: Trade = {
    ...blankTrade(),
    ...{ symbol: 'BTC-USDT', marginMode: 'cross', side: 'long', key: 'trade', orders: 1, executions: 'certain' },
  };
  const { destinations } = render(
    <TradeTimeline account="demo" trade={trade} version={1} rulesOf={() => undefined} />,
    {
      answers: {
        ...programAnswers,
        readTradeOrders: () => succeed({ version: 1, trade, pnlFits: null, orders: [{ order, size: '1' }] }),
        readOrderPlans: ({ keys }) => succeed(keys.map((key) => ({ order: key, plan, isSeen: true }))),
      },
    },
  );
  const link = page.getByRole('button', { name: 'Plan order that placed it (probably)' });
  await link.click();
  expect(destinations).toEqual([
    { kind: 'list', account: 'demo', list: 'plan-history', filter: idsFilter('demo', [plan.id], plan) },
  ]);
  const textOf = page.getByText('Buy, open long · Limit').element().getBoundingClientRect();
  expect(link.element().getBoundingClientRect().left).toBe(textOf.left);
});
