import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { HostEvent } from '../shared/contract/index.ts';
import type { UpdateStatus } from '../shared/contract/program.ts';
import { createCore } from './index.ts';
import { RunningExports, type UpdateHooks, type Updates } from './updates.ts';

async function openCore(createUpdates?: (hooks: UpdateHooks) => Updates) {
  const dataDirectory = await mkdtemp(path.join(tmpdir(), 'orderglass-updates-'));
  onTestFinished(() => rm(dataDirectory, { recursive: true, force: true }));
  const core = await createCore({
    dataDirectory,
    about: { version: '1.0.0', host: 'electron', platform: 'linux' },
    startDemoExchange: () => Promise.reject(new Error('not used')),
    ...(createUpdates ? { createUpdates } : {}),
  });
  onTestFinished(() => core.close());
  return core;
}

it('updates are off until the user turns them on', async () => {
  const turn = vi.fn();
  const status: UpdateStatus = { kind: 'current' };
  let hooks: UpdateHooks | undefined;
  const core = await openCore((given) => {
    hooks = given;
    return { status, turn, check: async () => status, install: async () => status, close() {} };
  });
  const events: HostEvent[] = [];
  core.subscribe((event) => events.push(event));
  expect(turn).toHaveBeenCalledExactlyOnceWith(false);
  await core.call('changeSettings', { updates: true });
  expect(turn).toHaveBeenLastCalledWith(true);
  expect(await core.call('checkForUpdates', {})).toEqual({ ok: true, data: status });
  expect(await core.call('installUpdate', {})).toEqual({ ok: true, data: status });
  hooks?.onChange({ kind: 'checking' });
  expect(events).toContainEqual({ name: 'updatesChanged', data: { kind: 'checking' } });
  await core.call('changeSettings', { updates: false });
  expect(turn).toHaveBeenLastCalledWith(false);
});

it('a host without updates says so', async () => {
  const core = await openCore();
  await core.call('changeSettings', { updates: true });
  expect(await core.call('readUpdates', {})).toEqual({ ok: true, data: { kind: 'unavailable' } });
  expect(await core.call('checkForUpdates', {})).toEqual({ ok: true, data: { kind: 'unavailable' } });
});

it('exports are over when the last one has ended or failed', async () => {
  const exports = new RunningExports();
  const [one, other] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const running = [exports.run(() => one.promise), exports.run(() => other.promise)];
  const idle = vi.fn();
  void exports.whenIdle().then(idle);
  one.resolve();
  await running[0];
  expect(exports.isIdle()).toBe(false);
  expect(idle).not.toHaveBeenCalled();
  other.reject(new Error('a full disk'));
  await expect(running[1]).rejects.toThrow('a full disk');
  await vi.waitFor(() => expect(idle).toHaveBeenCalledOnce());
  expect(exports.isIdle()).toBe(true);
});
