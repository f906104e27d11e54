import { expect, test } from 'vitest';
import type { Connection } from '../../shared/domain.ts';
import { connectionLog } from './connection-log.ts';
import { checkEntry, type LogEntry } from './entries.ts';
import { Observations } from './observations.ts';

function watched() {
  const entries: LogEntry[] = [];
  const observations = new Observations();
  observations.accounts.learn([{ id: 'one' }]);
  const clock = { now: 1_000_000 };
  const listen = connectionLog({ log: (entry) => entries.push(entry), observations, now: () => clock.now });
  const change = (changed: Partial<Connection>) =>
    listen({
      name: 'connectionChanged',
      data: {
        account: 'one',
        pausedUntil: null,
        clockOffset: 0,
        clockSkewed: false,
        offline: false,
        queued: 0,
        ...changed,
      },
    });
  const told = () => {
    for (const entry of entries) expect(checkEntry(entry)).not.toBeNull();
    return entries.splice(0);
  };
  return { listen, change, told, clock, observations };
}

test('a pause is told once, and again when it is prolonged', () => {
  const { change, told } = watched();
  change({ pausedUntil: 1_009_700 });
  change({ pausedUntil: 1_009_700, queued: 4 });
  change({ pausedUntil: 1_020_000 });
  change({ pausedUntil: null });
  expect(told()).toEqual([
    { event: 'requests-paused', account: 1, seconds: 10 },
    { event: 'requests-paused', account: 1, seconds: 20 },
  ]);
});

test('a connection that is lost, and how long it was', () => {
  const { change, told, clock } = watched();
  change({});
  change({ offline: true });
  change({ offline: true, queued: 2 });
  clock.now += 61_000;
  change({ offline: false });
  change({ offline: true });
  clock.now -= 3_600_000;
  change({ offline: false });
  expect(told()).toEqual([
    { event: 'connection-lost', account: 1 },
    { event: 'connection-restored', account: 1, seconds: 61 },
    { event: 'connection-lost', account: 1 },
    { event: 'connection-restored', account: 1, seconds: 0 },
  ]);
});

test('a clock that is off', () => {
  const { change, told } = watched();
  change({ clockOffset: 20_000 });
  change({ clockOffset: -45_400, clockSkewed: true });
  change({ clockOffset: -45_900, clockSkewed: true });
  expect(told()).toEqual([{ event: 'clock-off', account: 1, seconds: -45 }]);
});

test('how it stands is kept for the diagnostics; of an account that there is not, nothing', () => {
  const { listen, change, told, observations } = watched();
  change({ queued: 3 });
  change({ account: 'CANARY', offline: true });
  expect([...observations.connections]).toMatchObject([['one', { queued: 3 }]]);
  expect(told()).toEqual([]);
  listen({ name: 'command', data: { name: 'refresh' } });
  expect(told()).toEqual([]);
});

test('accounts are known from the moment that the page is told of them', () => {
  const { listen, change, told, observations } = watched();
  const summary = {
    name: '',
    kind: 'live',
    baseUrl: '',
    signingVariant: 'bytewise',
    requestsPerWindow: 1,
    credentials: null,
  } as const;
  listen({
    name: 'accountsChanged',
    data: [
      { id: 'one', ...summary },
      { id: 'two', ...summary },
    ],
  });
  change({ account: 'two', offline: true });
  expect(told()).toEqual([{ event: 'connection-lost', account: 2 }]);
  expect(observations.accounts.of('demo')).toBe('demo');
});
