import { expect, test } from 'vitest';
import type { SeenPlan } from '../../../../shared/contract/plans.ts';
import { blankRow } from '../../../../shared/testing/blank-row.ts';
import { en } from '../../../text/en.ts';
import { approachText, betweenText, changesBetween } from './plan-life-words.ts';

function plan(fields: Partial<SeenPlan>): SeenPlan {
  const { raw: _, ...row } = blankRow('open-plans');
  return { ...row, symbol: 'BTC-USDT', triggerPrice: '100', triggerDirection: 'rises-to', ...fields };
}

const at = Date.UTC(2025, 2, 2, 9);

test('changes have the words of the columns, and a zero take profit is none', () => {
  const before = plan({ takeProfit: '0', quantity: '1', leverage: '5', triggerStatus: 'not-triggered' });
  const after = plan({ takeProfit: '120', quantity: '2', leverage: '5', triggerStatus: 'unknown:7' });
  expect(changesBetween(before, after, undefined, en)).toEqual([
    { heading: 'Quantity', before: '1', after: '2' },
    { heading: 'Take profit', before: '–', after: '120' },
    { heading: 'Trigger status', before: 'Not triggered', after: 'Unknown (7)' },
  ]);
  expect(changesBetween(before, before, undefined, en)).toEqual([]);
});

test('an approach has its distance, or says that the trigger price was reached', () => {
  const text = (last: string) => approachText({ plan: plan({}), nearest: { last, at } }, undefined, 'UTC', en);
  expect(text('98')).toBe('Nearest to the trigger: 98, 2.04% away, at 2025-03-02 09:00:00');
  expect(text('100.5')).toBe('Trigger price reached: 100.5 at 2025-03-02 09:00:00');
  expect(approachText({ plan: plan({}), nearest: null }, undefined, 'UTC', en)).toBeNull();
});

test('the poll before is named if it was long before', () => {
  expect(betweenText(at - 60_000, at, 'UTC', en)).toBe('2025-03-02 09:00:00');
  expect(betweenText(at - 60_001, at, 'UTC', en)).toBe('2025-03-02 08:58:59 to 2025-03-02 09:00:00');
});
