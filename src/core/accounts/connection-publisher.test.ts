import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ClientStatus } from '../../exchange/index.ts';
import type { ConnectionStatus } from '../../shared/contract/accounts.ts';
import { ConnectionPublisher, connectionOf } from './connection-publisher.ts';

const quiet: ClientStatus = {
  pausedUntil: null,
  isDown: false,
  queued: 0,
  inFlight: 0,
  clockOffset: null,
  clockSkewSeconds: null,
  offline: false,
};

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

function publish() {
  const published: ConnectionStatus[] = [];
  return { published, publisher: new ConnectionPublisher('one', (connection) => published.push(connection)) };
}

test('connectionOf reports the status of the client', () => {
  const status = {
    ...quiet,
    pausedUntil: 5000,
    isDown: true,
    queued: 3,
    inFlight: 2,
    clockOffset: -31_250,
    offline: true,
  };
  expect(connectionOf('one', { ...status, clockSkewSeconds: -31 })).toEqual({
    account: 'one',
    pausedUntil: 5000,
    isDown: true,
    clockOffset: -31_250,
    clockSkewed: true,
    offline: true,
    queued: 3,
  });
  expect(connectionOf('one', null)).toEqual(connectionOf('one', quiet));
});

test('the first change is published immediately, later ones at most four times a second', () => {
  const { published, publisher } = publish();
  for (let queued = 1; queued < 100; queued++) {
    publisher.update({ ...quiet, queued });
    vi.advanceTimersByTime(10);
  }
  expect(published.map(({ queued }) => queued)).toEqual([1, 25, 50, 75]);
  vi.advanceTimersByTime(250);
  expect(published.at(-1)?.queued).toBe(99);
  publisher.update(null);
  vi.advanceTimersByTime(250);
  expect(published.at(-1)).toEqual(connectionOf('one', null));
  expect(published).toHaveLength(6);
});

test('an unchanged status is not published', () => {
  const { published, publisher } = publish();
  publisher.update(null);
  publisher.update({ ...quiet, inFlight: 4 });
  expect(published).toEqual([]);
  publisher.update({ ...quiet, offline: true });
  publisher.update(quiet);
  publisher.update({ ...quiet, offline: true });
  vi.advanceTimersByTime(1000);
  expect(published.map(({ offline }) => offline)).toEqual([true]);
});

test('nothing is published after close', () => {
  const { published, publisher } = publish();
  publisher.update({ ...quiet, queued: 1 });
  publisher.update({ ...quiet, queued: 2 });
  publisher.close();
  publisher.update({ ...quiet, queued: 3 });
  vi.advanceTimersByTime(1000);
  expect(published.map(({ queued }) => queued)).toEqual([1]);
});
