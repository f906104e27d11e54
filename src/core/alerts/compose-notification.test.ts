import { expect, test } from 'vitest';
import type { Activity, AlertFired } from '../../shared/contract/alerts.ts';
import { hostTextEn } from '../../shared/text/host-en.ts';
import { hostTextZh } from '../../shared/text/host-zh.ts';
import { composeNotification } from './compose-notification.ts';

const accounts = [
  { id: 'demo', kind: 'demo', name: 'Demo' },
  { id: 'one', kind: 'live', name: 'Mine' },
] as const;
const settings = { numberGrouping: 'comma', sound: true } as const;

const fired = { kind: 'alert', alert: '1', symbol: null, plan: null, list: null, value: null, failure: null } as const;

function activityOf(account: string, event: AlertFired): Activity {
  return { id: account, account, at: 1, event, read: false, notify: true };
}

function silentAccount(account: string): Activity {
  return activityOf(account, { ...fired, condition: { kind: 'account-silent' } });
}

function priceReached(value: string): Activity {
  const symbol = 'BTC-USDT';
  const condition = { kind: 'price', market: 'futures', symbol, level: '95000', direction: 'rises-to' } as const;
  return activityOf('one', { ...fired, condition, symbol, value });
}

test('a notification has the words of its activity, with the figures and the sound of the settings', () => {
  const activity = priceReached('95001.5');
  const composed = composeNotification([activity], { text: hostTextEn, settings, accounts });
  expect(composed).toMatchObject({ activities: [activity], silent: false });
  expect(`${composed.title} ${composed.detail}`).toContain('95,001.5');
  const quiet = { numberGrouping: 'none', sound: false } as const;
  const other = composeNotification([activity], { text: hostTextEn, settings: quiet, accounts });
  expect(other.silent).toBe(true);
  expect(`${other.title} ${other.detail}`).toContain('95001.5');
});

test('accounts have their names, the demo account that of the language, and a removed one its ID', () => {
  const titleOf = (account: string, text = hostTextEn) =>
    composeNotification([silentAccount(account)], { text, settings, accounts }).title;
  expect(titleOf('one')).toContain('Mine');
  expect(titleOf('demo')).toContain(hostTextEn.demoAccount);
  expect(titleOf('demo', hostTextZh)).toContain(hostTextZh.demoAccount);
  expect(titleOf('gone')).toContain('gone');
});

test('a notification names its accounts if there are several, unless its title does', () => {
  const detailOf = (
    activities: [Activity, ...Activity[]],
    known: Parameters<typeof composeNotification>[1]['accounts'] = accounts,
  ) => composeNotification(activities, { text: hostTextEn, settings, accounts: known }).detail;
  const both: [Activity, Activity] = [priceReached('1'), { ...priceReached('2'), account: 'demo' }];
  expect(detailOf([priceReached('1')])).toMatch(/^Mine · ./);
  expect(detailOf(both)).toMatch(new RegExp(`^Mine, ${hostTextEn.demoAccount} · .`));
  expect(detailOf([silentAccount('one')])).not.toContain('Mine');
  // The title has the name in its symbol.
  expect(detailOf([priceReached('1')], [accounts[0], { ...accounts[1], name: 'BTC' }])).toMatch(/^BTC · ./);
  expect(detailOf([priceReached('1')], [accounts[1]])).not.toContain('Mine');
});
