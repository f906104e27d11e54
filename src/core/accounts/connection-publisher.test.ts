import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ClientStatus } from '../../exchange/index.ts';
import type { Connection } from '../../shared/domain.ts';
import { ConnectionPublisher, connectionOf } from './connection-publisher.ts';

const quiet: ClientStatus = {
  pausedUntil: null,
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

function teller() {
  const told: Connection[] = [];
  return { told, teller: new ConnectionPublisher('one', (connection) => told.push(connection)) };
}

test('what it says of a line', () => {
  const state = { ...quiet, pausedUntil: 5000, queued: 3, inFlight: 2, clockOffset: -31_250, offline: true };
  expect(connectionOf('one', { ...state, clockSkewSeconds: -31 })).toEqual({
    account: 'one',
    pausedUntil: 5000,
    clockOffset: -31_250,
    clockSkewed: true,
    offline: true,
    queued: 3,
  });
  expect(connectionOf('one', null)).toEqual(connectionOf('one', quiet));
});

test('a change is told at once, and those that follow it four times a second', () => {
  const { told, teller: one } = teller();
  for (let queued = 1; queued < 100; queued++) {
    one.accept({ ...quiet, queued });
    vi.advanceTimersByTime(10);
  }
  expect(told.map(({ queued }) => queued)).toEqual([1, 25, 50, 75]);
  vi.advanceTimersByTime(250);
  expect(told.at(-1)?.queued).toBe(99);
  one.accept(null);
  vi.advanceTimersByTime(250);
  expect(told.at(-1)).toEqual(connectionOf('one', null));
  expect(told).toHaveLength(6);
});

test('what is as it was is not told', () => {
  const { told, teller: one } = teller();
  one.accept(null);
  one.accept({ ...quiet, inFlight: 4 });
  expect(told).toEqual([]);
  one.accept({ ...quiet, offline: true });
  one.accept(quiet);
  one.accept({ ...quiet, offline: true });
  vi.advanceTimersByTime(1000);
  expect(told.map(({ offline }) => offline)).toEqual([true]);
});

test('nothing is told once it is closed', () => {
  const { told, teller: one } = teller();
  one.accept({ ...quiet, queued: 1 });
  one.accept({ ...quiet, queued: 2 });
  one.close();
  one.accept({ ...quiet, queued: 3 });
  vi.advanceTimersByTime(1000);
  expect(told.map(({ queued }) => queued)).toEqual([1]);
});
