import { countText as count } from '../number-form.ts';
import { counted } from './counted.ts';

/** What became of a plan order: its order and its trade. */
export const planChain = {
  planChain: {
    title: 'Order and trade',
    failed: 'Couldn’t load the order and trade of this plan order.',
    none: 'No order found that this plan order could have placed.',
    probably:
      'Probably: the only order with this symbol, margin mode, side, type, and quantity that was created when the plan order ended. The exchange doesn’t link them.',
    probablyUnseen:
      'Probably: the only order with these terms in the 30 days after the plan order was created. This computer didn’t see the plan order end, and the exchange doesn’t link them.',
    oneOf: (number: number, isCut: boolean) =>
      `One of ${counted(number, 'order', 'orders')}${isCut ? ' or more' : ''} with these terms. The exchange doesn’t link them.`,
    againstTrigger: 'Vs trigger price',
    againstLimit: 'Vs limit price',
    worse: (percent: string) => `${percent}% worse`,
    better: (percent: string) => `${percent}% better`,
    same: 'Same price',
    filledAfter: 'Filled after',
    atOnce: 'Immediately (market)',
    notSeen: 'Not seen',
    trade: 'Trade',
    placedBy: 'Plan order that placed it (probably)',
    outcomes: {
      open: 'Outcomes',
      title: 'Outcomes of the filtered plan orders',
      loadFailed: 'Couldn’t count the outcomes.',
      bySymbol: 'Symbol',
      byKind: 'Order type',
      all: 'All',
      plans: 'Plan orders',
      executed: 'Executed',
      partial: 'Partially',
      failed: 'Failed',
      canceled: 'Canceled',
      success: 'Success',
      successExplained:
        'Fully and partially executed plan orders, as a share of these and the failed ones. Canceled and pending plan orders don’t count.',
      more: (number: number) => `The ${count(number)} symbols with the most plan orders are shown.`,
      copy: 'Copy tables',
      copied: 'Tables copied',
    },
    whyFailed: 'Why it failed',
    noReason: 'The exchange gives no reason. What can be checked:',
    noRules: 'The trading rules of the symbol aren’t known.',
    rulesFit: 'Quantity and prices are within the current trading rules.',
    unseen:
      'This computer doesn’t know closely enough when the plan order failed, so the position and the orders at that time are unknown.',
    couldClose: 'A position that the plan order could close was open.',
    couldAdd: 'A position that the plan order could add to was open, and none that it could close.',
    noPosition: 'No position of the symbol and margin mode was open.',
    noOrders: 'No other order of the symbol and margin mode was created at that time.',
    orders: (number: number) =>
      `${counted(number, 'order', 'orders')} of the symbol and margin mode ${number === 1 ? 'was' : 'were'} created at that time:`,
  },
};
