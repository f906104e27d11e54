import { expect, test } from 'vitest';
import { sortAlerts, withAlertsOf } from './sort-alerts.ts';

const one = { id: 'd', account: 'one', createdAt: 1 };
const two = { id: 'c', account: 'two', createdAt: 2 };
const three = { id: 'b', account: 'one', createdAt: 3 };
const alsoThree = { id: 'a', account: 'two', createdAt: 3 };

test('alerts of several accounts are sorted by creation time', () => {
  expect(sortAlerts([one, three, two, alsoThree])).toEqual([one, two, alsoThree, three]);
});

test('replacing the alerts of one account keeps the order of the others', () => {
  const all = [one, two, alsoThree, three];
  const paused = { ...one, paused: true };
  expect(withAlertsOf(all, 'one', [paused, three])).toEqual([paused, two, alsoThree, three]);
  expect(withAlertsOf(all, 'two', [])).toEqual([one, three]);
});
