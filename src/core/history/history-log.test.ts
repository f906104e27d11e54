import { expect, test } from 'vitest';
import { OrderglassError } from '../../shared/errors.ts';
import type { LogEntry } from '../log.ts';
import { checkEntry } from '../logging/entries.ts';
import { Observations } from '../logging/observations.ts';
import { historyLog } from './history-log.ts';

function start() {
  const written: LogEntry[] = [];
  const observations = new Observations();
  const failed = historyLog({ log: (entry) => written.push(entry), observations, now: () => 7 });
  return { written, observations, failed };
}

test('what nobody foresaw is told by where it arose, and never by what it says', () => {
  const { written, failed } = start();
  failed('demo', 'order-history', new TypeError('CANARY'));
  expect(written).toMatchObject([
    {
      event: 'history-failed',
      list: 'order-history',
      code: 'internal',
      error: { name: 'TypeError', at: expect.arrayContaining([expect.stringContaining('history-log.test.ts')]) },
    },
  ]);
  expect(JSON.stringify(written)).not.toContain('CANARY');
  expect(checkEntry(written[0])).not.toBeNull();
});

test('a failure of ours is told by its codes, and one of the keychain is kept for the diagnostics', () => {
  const { written, observations, failed } = start();
  failed(
    'demo',
    'plan-history',
    new OrderglassError('service-busy', 'CANARY', { service: { errno: 20507, httpStatus: 200 } }),
  );
  failed('demo', 'plan-history', new OrderglassError('keychain-unavailable', 'CANARY', { keychain: 'locked' }));
  expect(written).toMatchObject([
    { code: 'service-busy', errno: 20507, httpStatus: 200 },
    { code: 'keychain-unavailable', keychain: 'locked' },
  ]);
  for (const entry of written) {
    expect(entry).not.toHaveProperty('error');
    expect(checkEntry(entry)).not.toBeNull();
  }
  expect(observations.lastKeychainFailure).toEqual({ reason: 'locked', at: 7 });
});
