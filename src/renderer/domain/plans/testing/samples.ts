import type { OpenPlan } from '../../../../shared/contract/orders.ts';
import { blankRow } from '../../../../shared/testing/blank-row.ts';

/** A plan order that waits for a rise to 105. */
export const openPlan: OpenPlan = {
  ...blankRow('open-plans'),
  key: 'isolated:7',
  id: '7',
  marginMode: 'isolated',
  createdAt: 1,
  symbol: 'BTC-USDT',
  type: 'buy-limit',
  side: 'buy',
  kind: 'limit',
  price: '100',
  leverage: '5',
  quantity: '10',
  raw: '{}',
  triggerDirection: 'rises-to',
  triggerPrice: '105',
  takeProfit: '110',
  stopLoss: '0',
  triggerStatus: 'not-triggered',
};

/** An open plan order: a buy of BTC-USDT with a limit, in isolated margin mode unless `fields` say otherwise. */
export function planSample(id: string, fields: Partial<OpenPlan>): OpenPlan {
  const { marginMode = 'isolated' } = fields;
  return {
    ...blankRow('open-plans'),
    key: `${marginMode}:${id}`,
    id,
    symbol: 'BTC-USDT',
    side: 'buy',
    kind: 'limit',
    triggerDirection: 'rises-to',
    triggerStatus: 'not-triggered',
    raw: '{}',
    ...fields,
    marginMode,
  };
}
