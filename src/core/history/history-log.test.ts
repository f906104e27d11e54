import { expect, test } from 'vitest';
import { OrderglassError } from '../../shared/values/errors.ts';
import type { LogEntry } from '../logging/log-events.ts';
import { historyLog } from './history-log.ts';

test('a failed background read is logged, with its error if that is unexpected', () => {
  const entries: LogEntry[] = [];
  const failed = historyLog((entry) => entries.push(entry));
  const error = new TypeError('CANARY');
  failed('demo', 'order-history', error);
  failed('demo', 'plan-history', new OrderglassError('service-busy', 'busy', { service: { errno: 20507 } }));
  expect(entries).toEqual([
    {
      event: 'history-failed',
      account: 'demo',
      list: 'order-history',
      failure: { code: 'internal', message: '' },
      error,
    },
    {
      event: 'history-failed',
      account: 'demo',
      list: 'plan-history',
      failure: { code: 'service-busy', message: 'busy', service: { errno: 20507 } },
      error: undefined,
    },
  ]);
});
