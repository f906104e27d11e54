import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { historyWorkerSource } from '../../history/index.ts';
import { OrderglassError } from '../../shared/values/errors.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { HistoryService } from './history-service.ts';

const query = { account: 'a', filter: {}, sort: [], zone: 'UTC', from: 0, count: 10 };

/** An account whose exchange cannot be reached. */
const accounts = {
  find: () => ({
    archive: 'archive',
    scope: '1',
    askOrders: () => Promise.reject(new OrderglassError('canceled', '')),
  }),
  connection: () => ({ queued: 0 }),
  archivesOf: () => ['archive'],
} as unknown as Accounts;

function startService() {
  const directory = mkdtempSync(path.join(tmpdir(), 'orderglass-idle-'));
  const failures: unknown[] = [];
  const phases: string[] = [];
  const service = new HistoryService({
    directory,
    worker: historyWorkerSource,
    accounts,
    keepsDemoHistory: true,
    demoNotes: () => null,
    readOpenPlans: () => Promise.reject(new OrderglassError('canceled', '')),
    now: Date.now,
    log: (entry) => failures.push(entry),
    onChange: ({ phase }) => phases.push(phase),
    onNotes: () => {},
    onNotesQuarantined: () => {},
    onPlans: () => {},
    onFailure: () => {},
    onRecovered: () => {},
  });
  onTestFinished(async () => {
    await service.close();
    rmSync(directory, { recursive: true, force: true });
  });
  return { service, directory, failures, phases };
}

test('the worker of an account that no page shows ends within 90 s, and the next call starts it again', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { service, failures, phases } = startService();
  const workers = () => process.getActiveResourcesInfo().filter((name) => name === 'MessagePort').length;

  const before = workers();
  await service.ask('readOrderHistory', query);
  await expect.poll(() => phases.at(-1)).not.toBe('head');
  expect(workers()).toBe(before + 1);
  for (let seconds = 0; seconds < 90; seconds += 30) {
    vi.advanceTimersByTime(30_000);
    await service.ask('readHistoryState', { account: 'a', list: 'order-history' });
  }
  expect(workers()).toBe(before + 1);
  await expect.poll(() => phases.at(-1)).toBe('idle');
  vi.advanceTimersByTime(90_000);
  await expect.poll(workers).toBe(before);
  expect(await service.ask('readOrderHistory', query)).toMatchObject({ rows: [], total: 0 });
  expect(failures).toEqual([]);
});

test('a deleted archive is not created again while the account is being removed', async () => {
  const { service, directory } = startService();
  const archives = () => readdirSync(path.join(directory, 'archives'));
  await service.ask('readOrderHistory', query);
  expect(archives()).not.toEqual([]);
  const removed = Promise.withResolvers<void>();
  const removing = service.remove('a', true, () => removed.promise);
  await expect.poll(archives).toEqual([]);
  await expect(service.ask('readOrderHistory', query)).rejects.toMatchObject({ code: 'canceled' });
  removed.resolve();
  await removing;
  expect(archives()).toEqual([]);
});
