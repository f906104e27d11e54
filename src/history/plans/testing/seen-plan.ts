import type { SeenPlan } from '../../../shared/contract/plans.ts';
import { blankRow } from '../../../shared/testing/blank-row.ts';

/** Time 0 of a `VirtualTime`, in epoch milliseconds. */
export const startOfTime = 1_760_000_000_000;

/** An open plan order that a poll has fetched. */
export function seenPlan(id: string, fields: Partial<SeenPlan> = {}): SeenPlan {
  const { raw: _, ...blank } = blankRow('open-plans');
  return {
    ...blank,
    key: `isolated:${id}`,
    id,
    createdAt: startOfTime - 86_400_000,
    symbol: 'BTC-USDT',
    side: 'buy',
    quantity: '1',
    triggerDirection: 'rises-to',
    triggerPrice: '100',
    stopLoss: null,
    ...fields,
  };
}
