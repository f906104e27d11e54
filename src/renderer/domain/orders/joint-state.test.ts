import { expect, test } from 'vitest';
import type { HistoryState } from '../../../shared/contract/history.ts';
import { wholeHistory } from '../../testing/samples.ts';
import { jointState, oldestCheck } from './joint-state.ts';

const read = (checkedAt: number | null): HistoryState => ({
  ...wholeHistory,
  account: 'a',
  list: 'order-history',
  checkedAt,
});

test('an account that was never read does not make those of the others unknown, but what all of them have', () => {
  const states = [read(5), read(null), read(3)];
  expect(oldestCheck(states)).toBe(3);
  expect(jointState(states)?.checkedAt).toBeNull();
  expect([oldestCheck([read(null), undefined]), oldestCheck([])]).toEqual([null, null]);
});
