import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { ConnectionStatus } from '../../../shared/contract/accounts.ts';
import type { Bridge } from '../../../shared/contract/index.ts';
import { type Result, succeed } from '../../../shared/values/result.ts';

const quiet: ConnectionStatus = {
  account: 'demo',
  pausedUntil: null,
  isDown: false,
  clockOffset: 0,
  clockSkewed: false,
  offline: false,
  queued: 0,
};
const offline: ConnectionStatus = { ...quiet, offline: true };

let answers: ((connection: ConnectionStatus) => void)[];

beforeEach(() => {
  vi.resetModules();
  answers = [];
  const bridge: Bridge = {
    call: () => new Promise<Result<unknown>>((resolve) => answers.push((connection) => resolve(succeed(connection)))),
    cancel: () => {},
    subscribe: () => () => {},
  };
  vi.stubGlobal('window', { orderglass: bridge });
});

afterEach(() => vi.unstubAllGlobals());

it('an event replaces a connection that is being read', async () => {
  const { acceptConnection, connectionOf } = await import('./accounts.ts');
  const { queryClient } = await import('../../platform/query-client.ts');
  const read = queryClient.fetchQuery(connectionOf('demo'));
  await expect.poll(() => answers).toHaveLength(1);
  acceptConnection(offline);
  answers[0]?.(quiet);
  await read.catch(() => {});
  expect(queryClient.getQueryData(connectionOf('demo').queryKey)).toEqual(offline);
});

it('a connection that is known from events is read again after missed events', async () => {
  const { acceptConnection, connectionOf } = await import('./accounts.ts');
  const { queryClient, readMissed } = await import('../../platform/query-client.ts');
  acceptConnection(offline);
  const observer = new QueryObserver(queryClient, connectionOf('demo'));
  onTestFinished(observer.subscribe(() => {}));
  expect(observer.getCurrentResult().data).toEqual(offline);
  expect(answers).toHaveLength(0);
  readMissed();
  await expect.poll(() => answers).toHaveLength(1);
  answers[0]?.(quiet);
  await expect.poll(() => observer.getCurrentResult().data).toEqual(quiet);
});
