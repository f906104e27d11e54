import { beforeEach, expect, test } from 'vitest';
import type { Activity, AlertFired, PlanLeft } from '../../../shared/market.ts';
import type { SettingsChange } from '../../../shared/settings.ts';
import { pendingRow } from '../../platform/navigation/pending-row.ts';
import { showActivity } from './show-activity.ts';

const fired: AlertFired = {
  kind: 'alert',
  alert: 'a',
  condition: { kind: 'price', market: 'spot', symbol: 'BTC-USDT', level: '1', direction: 'crosses' },
  symbol: 'BTC-USDT',
  plan: null,
  list: null,
  value: null,
  failure: null,
};
const left: PlanLeft = {
  kind: 'plan-left',
  side: 'buy',
  triggerPrice: null,
  plan: 'isolated:7:1',
  symbol: 'BTC-USDT',
  lastSeenAt: 0,
  outcome: null,
  backAt: null,
};

/** Shows an activity and returns the changes of the settings. */
function show(event: Activity['event']): SettingsChange[] {
  const changes: SettingsChange[] = [];
  showActivity({ id: 'x', account: 'mine', at: 0, event, read: false, notify: false }, (change) => {
    expect(pendingRow.get(), 'the screen that is being left has no pending row').toBeNull();
    changes.push(change);
  });
  return changes;
}

beforeEach(() => pendingRow.set(null));

test('an alert of a symbol shows it among the tickers of its market and account', () => {
  expect(show(fired)).toEqual([{ account: 'mine', screen: 'spot-tickers' }]);
  expect(pendingRow.get()).toEqual({ account: 'mine', screen: 'spot-tickers', row: 'BTC-USDT' });
});

test('a plan order that is near or back is shown among the open plan orders of its account', () => {
  const near: AlertFired = {
    ...fired,
    condition: { kind: 'plan-near', percent: '1' },
    plan: left.plan,
  };
  for (const event of [near, { ...left, backAt: 1 }]) {
    pendingRow.set(null);
    expect(show(event)).toEqual([{ account: 'mine', screen: 'open-plans' }]);
    expect(pendingRow.get()).toEqual({ account: 'mine', screen: 'open-plans', row: left.plan });
  }
});

test('a plan order that has left is searched in the history by its ID, which may contain a colon', () => {
  expect(show(left)).toEqual([
    { account: 'mine', screen: 'plan-history', filters: { 'plan-history': { text: '7:1' } } },
  ]);
  expect(pendingRow.get()).toBeNull();
});
