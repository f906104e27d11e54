import { expect, test } from 'vitest';
import type { Activity, AlertFired, PlanLeft } from '../../../shared/contract/alerts.ts';
import { destinationOf } from './activity-destination.ts';

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

const destinationOfEvent = (event: Activity['event']) =>
  destinationOf({ id: 'x', account: 'mine', at: 0, event, read: false, notify: false });

test('an alert of a symbol shows it among the tickers of its market and account', () => {
  expect(destinationOfEvent(fired)).toEqual({
    kind: 'screen',
    account: 'mine',
    screen: 'spot-tickers',
    row: 'BTC-USDT',
  });
});

test('a plan order that is near or back is shown among the open plan orders of its account', () => {
  const near: AlertFired = {
    ...fired,
    condition: { kind: 'plan-near', percent: '1' },
    plan: left.plan,
  };
  for (const event of [near, { ...left, backAt: 1 }]) {
    expect(destinationOfEvent(event)).toEqual({
      kind: 'screen',
      account: 'mine',
      screen: 'open-plans',
      row: left.plan,
    });
  }
});

test('a plan order that has left is shown in the history by its ID, which may contain a colon', () => {
  expect(destinationOfEvent(left)).toEqual({
    kind: 'list',
    account: 'mine',
    list: 'plan-history',
    filter: { accounts: ['mine'], ids: ['7:1'], marginModes: ['isolated'] },
  });
});
