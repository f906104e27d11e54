import { expect, it } from 'vitest';
import { CrashPolicy } from './crash-policy.ts';

it('reloads once, then asks, and starts afresh after a minute of peace', () => {
  const policy = new CrashPolicy();
  expect([0, 1000, 59_999, 60_000, 60_001].map((time) => policy.decide(time))).toEqual([
    'reload',
    'ask',
    'ask',
    'reload',
    'ask',
  ]);
});
