import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { SymbolRules } from '../../../shared/contract/market.ts';
import type { Order, PlanOrder } from '../../../shared/contract/orders.ts';
import type { PlanChain } from '../../../shared/contract/plans.ts';
import { blankRow } from '../../../shared/testing/blank-row.ts';
import { succeed } from '../../../shared/values/result.ts';
import { expectAccessible } from '../../testing/axe.ts';
import { render } from '../../testing/render.tsx';
import { programAnswers } from '../../testing/samples.ts';
import { PlanChainSection } from './PlanChainSection.tsx';

const at = Date.UTC(2025, 2, 3, 9);
const terms = {
  symbol: 'BTC-USDT',
  marginMode: 'cross',
  side: 'sell',
  kind: 'limit',
  quantity: '2',
  price: '99',
} as const;
const plan: PlanOrder = {
  ...blankRow('plan-history'),
  ...terms,
  key: 'cross:7',
  id: '7',
  status: 'fully-executed',
  triggerPrice: '100',
};
const order: Order = {
  ...blankRow('order-history'),
  ...terms,
  key: 'cross:2',
  id: '2',
  createdAt: at,
  action: 'close',
  averagePrice: '99.5',
};
const slice = { from: at, to: at + 45_000, quantity: '2', averagePrice: '99.5', pnl: null };
const chain: PlanChain = {
  window: { from: at - 2000, to: at + 2000, isSeen: true },
  orders: [{ order, trade: null, execution: { slices: [slice], waitingAt: null } }],
  around: null,
};

function show(row: PlanOrder, found: PlanChain, rules?: SymbolRules) {
  render(<PlanChainSection account="demo" plan={row} rules={rules} />, {
    answers: { ...programAnswers, readPlanChain: () => succeed(found) },
  });
}

it('says which order an executed plan order has probably placed, and how it was executed', async () => {
  show(plan, chain);
  const section = page.getByRole('region', { name: 'Order and trade' });
  await expect.element(section.getByRole('button', { name: /Sell, close long · Limit, 2025-03-03/ })).toBeVisible();
  await expect.element(section.getByText('0.5% worse')).toBeVisible();
  await expect.element(section.getByText('0.51% better')).toBeVisible();
  await expect.element(section.getByText(/Probably: the only order/)).toBeVisible();
  await expectAccessible(section.element());
});

it('does not choose between several orders', async () => {
  const [first] = chain.orders;
  if (!first) throw new Error('no order');
  show(plan, { ...chain, orders: [first, { ...first, order: { ...order, key: 'cross:3', id: '3' } }] });
  await expect.element(page.getByText(/^One of 2 orders with these terms/)).toBeVisible();
});

it('says what can be checked of a failed plan order', async () => {
  const around = { orders: [order], couldClose: false, couldAdd: false };
  const rules = {
    minQuantity: '5',
    maxQuantity: null,
    quantityPrecision: 0,
    pricePrecision: 1,
    minPrice: null,
    maxPrice: null,
  };
  show({ ...plan, status: 'failed' }, { ...chain, orders: [], around }, rules as SymbolRules);
  const section = page.getByRole('region', { name: 'Why it failed' });
  await expect.element(section.getByText(/The exchange gives no reason/)).toBeVisible();
  await expect.element(section.getByText('Below the current minimum quantity of 5.')).toBeVisible();
  await expect.element(section.getByText('No position of the symbol and margin mode was open.')).toBeVisible();
  await expect.element(section.getByText(/1 order of the symbol and margin mode was created/)).toBeVisible();
});
