import { expect, test } from 'vitest';
import type { Alert } from '../../../shared/contract/alerts.ts';
import { en } from '../../text/en.ts';
import { againWords } from './alert-kinds.ts';

const rules = {
  symbol: 'BTC-USDT',
  pricePrecision: 1,
  quantityPrecision: 0,
  minQuantity: '1',
  maxQuantity: '1000',
  minPrice: '0.1',
  maxPrice: '1000000',
  raw: '{}',
};
const price = (direction: 'rises-to' | 'falls-to' | 'crosses') =>
  ({ kind: 'price', market: 'futures', symbol: 'BTC-USDT', level: '85681.7', direction }) as const;
const words = (condition: Alert['condition'], isArmed = false): string | null =>
  againWords(
    {
      id: 'a',
      account: 'main',
      condition,
      paused: false,
      quietMinutes: 5,
      endsAt: null,
      createdAt: 1,
      lastFiredAt: 2,
      isArmed,
    },
    rules,
    en,
  );

test('an alert that is not armed says when it fires again, at the next price of its symbol', () => {
  // 85,596.0183 and 85,767.3817 exactly.
  expect(words(price('rises-to'))).toBe('Re-arms at 85,596.0 or lower.');
  expect(words(price('falls-to'))).toBe('Re-arms at 85,767.4 or higher.');
  expect(words({ ...price('falls-to'), level: '85010.5' })).toBe('Re-arms at 85,095.6 or higher.');
  expect(words({ ...price('rises-to'), level: '85010.5' })).toBe('Re-arms at 84,925.4 or lower.');
  expect(words(price('crosses'))).toBe('Re-arms once the price is 0.1% away.');
  expect(words({ kind: 'change', market: 'futures', symbol: 'BTC-USDT', percent: '5' })).toBe(
    'Re-arms at a change below 4.75%.',
  );
  expect(words({ kind: 'stale', minutes: 5 })).toBe('Re-arms at the next update.');
});

test('an armed alert, and one that re-arms for each plan order, says nothing', () => {
  expect(words(price('rises-to'), true)).toBeNull();
  expect(words({ kind: 'plan-left' })).toBeNull();
});
