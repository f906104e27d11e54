import { expect, test } from 'vitest';
import type { Statement, StatementFigures } from '../../../shared/contract/statement.ts';
import { jointTotals } from './joint-totals.ts';

const figures = (quote: string, net: string, fields: Partial<StatementFigures> = {}): StatementFigures => ({
  ...{
    quote,
    gains: net,
    losses: '0',
    net,
    trades: 2,
    incompleteTrades: 1,
    unknownPnl: 1,
    orders: 5,
    lowest: null,
    highest: null,
  },
  ...fields,
});
const statement = (...totals: StatementFigures[]) => ({ totals }) as unknown as Statement;

test('sums are exact, one for each currency, and a figure without bounds is its own lowest and highest', () => {
  const lowest = { gains: '0.1', losses: '-9', net: '-8.9', trades: 1, orders: 4 };
  const joint = jointTotals([
    { name: 'Main', statement: statement(figures('USDT', '0.1', { lowest, highest: { ...lowest, net: '7' } })) },
    { name: 'Other', statement: statement(figures('USDC', '1'), figures('USDT', '0.2')) },
  ]);
  expect(joint.map(({ total }) => total.quote)).toEqual(['USDT', 'USDC']);
  expect(joint[0]).toMatchObject({
    accounts: [{ name: 'Main' }, { name: 'Other' }],
    total: {
      ...{ gains: '0.3', net: '0.3', trades: 4, incompleteTrades: 2, unknownPnl: 2, orders: 10 },
      lowest: { net: '-8.7', losses: '-9', trades: 3, orders: 9 },
      highest: { net: '7.2' },
    },
  });
  expect(joint[1]).toMatchObject({ accounts: [{ name: 'Other' }], total: { net: '1', lowest: null } });
});
