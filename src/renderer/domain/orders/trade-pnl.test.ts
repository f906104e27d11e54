import { expect, it } from 'vitest';
import { blankTrade } from '../../../shared/testing/blank-row.ts';
import { en } from '../../text/en.ts';
import { tradeResultText } from './trade-pnl.ts';

it.each([
  ['a closed trade', { state: 'closed', pnl: '12.5', incomplete: [] }, '+12.50'],
  ['one of which the exchange did not send all', { state: 'closed', pnl: '12.5', incomplete: ['no-pnl'] }, '+12.50 ?'],
  ['an open trade, which has brought nothing yet', { state: 'open', pnl: '0', incomplete: [] }, 'Open'],
  ['a closed trade without a PnL', { state: 'closed', pnl: null, incomplete: ['no-pnl'] }, 'Closed'],
  ['a trade of which nothing is known', { state: null, pnl: null, incomplete: ['no-pnl'] }, ''],
] as const)('says how %s has ended', (_, { incomplete, ...trade }, said) => {
  expect(tradeResultText({ ...blankTrade(), ...trade, incomplete: [...incomplete] }, en)).toBe(said);
});
