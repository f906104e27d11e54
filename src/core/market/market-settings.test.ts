import { describe, expect, test } from 'vitest';
import { settingsChangeSchema, settingsSchema } from '../../shared/settings.ts';
import { localTimeZone } from '../../shared/time.ts';
import { marketSettings } from './market-settings.ts';

const usual = {
  pace: { lookedAt: { 'futures-tickers': 3000, 'spot-tickers': 3000, 'open-plans': 5000 }, background: 15_000 },
  staleAfterMs: 15_000,
  quietHours: null,
  zone: localTimeZone(),
  notify: { 'plan-near': true, 'plan-left': true, price: true, change: true, stale: true, 'account-silent': true },
};

test('what is usual', () => expect(marketSettings(settingsSchema.parse({}))).toEqual(usual));

test('what was chosen', () => {
  const chosen = settingsSchema.parse({
    refreshRates: { 'futures-tickers': 1, 'spot-tickers': 2, 'open-plans': 60, alerts: 30 },
    liveFor: 60,
    quietHours: { from: '22:00', to: '07:30' },
    timeZone: 'Asia/Shanghai',
    notify: { ...usual.notify, price: false },
  });
  expect(marketSettings(chosen)).toEqual({
    pace: { lookedAt: { 'futures-tickers': 1000, 'spot-tickers': 2000, 'open-plans': 60_000 }, background: 30_000 },
    staleAfterMs: 60_000,
    quietHours: { from: '22:00', to: '07:30' },
    zone: 'Asia/Shanghai',
    notify: { ...usual.notify, price: false },
  });
});

describe('what cannot be used', () => {
  test('falls back alone', () => {
    const stored = {
      refreshRates: { 'futures-tickers': 0, 'spot-tickers': 2, 'open-plans': '3', alerts: 61 },
      liveFor: 4,
      quietHours: { from: '9:00', to: '24:00' },
      notify: { price: 'no', stale: false },
      sound: 1,
    };
    const settings = settingsSchema.parse(stored);
    expect(marketSettings(settings)).toEqual({
      ...usual,
      pace: { ...usual.pace, lookedAt: { ...usual.pace.lookedAt, 'spot-tickers': 2000 } },
      notify: { ...usual.notify, stale: false },
    });
    expect(settings.sound).toBe(false);
    expect(marketSettings(settingsSchema.parse({ refreshRates: null, notify: 7 }))).toEqual(usual);
  });

  test.each([
    { refreshRates: { 'futures-tickers': 3, 'spot-tickers': 3, 'open-plans': 5 } },
    { refreshRates: { 'futures-tickers': 3, 'spot-tickers': 3, 'open-plans': 5, alerts: 1 } },
    { liveFor: 1.5 },
    { quietHours: { from: '22:00' } },
    { notify: { price: true } },
  ])('is refused as a change: %j', (change) => expect(settingsChangeSchema.safeParse(change).success).toBe(false));
});
