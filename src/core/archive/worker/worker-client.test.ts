import { expect, onTestFinished, test } from 'vitest';
import type { ScriptedOperations } from './testing/scripted-operations.ts';
import { WorkerClient } from './worker-client.ts';

function startClient() {
  const unforeseen: unknown[] = [];
  const notices: string[] = [];
  let starts = 0;
  const client = new WorkerClient<ScriptedOperations>({
    worker: new URL('./testing/scripted-worker.ts', import.meta.url),
    data: () => `start ${++starts}`,
    onUnforeseen: (error) => unforeseen.push(error),
    onNotice: () => notices.push('told'),
  });
  onTestFinished(() => client.end());
  return { client, unforeseen, notices };
}

test('is started at the first call, with its data, and answers calls at the same time each for itself', async () => {
  const { client } = startClient();
  expect(client.isRunning).toBe(false);
  const answers = Promise.all([
    client.call('wait', 30),
    client.call('data', null),
    client.call('count', null),
    client.call('count', null),
  ]);
  expect(client.isRunning).toBe(true);
  expect(await answers).toEqual([30, 'start 1', 1, 2]);
});

test('numbers are handed over as they are', async () => {
  const { client } = startClient();
  const numbers = await client.call('numbers', 100_000);
  expect(numbers).toBeInstanceOf(Uint32Array);
  expect([numbers.length, numbers[0], numbers.at(-1)]).toEqual([100_000, 0, 99_999]);
});

test('what it tells without being asked is told', async () => {
  const { client, notices } = startClient();
  await client.call('notice', null);
  expect(notices).toEqual(['told']);
});

test('an error of ours comes as it is, of another one nothing is told but to the log', async () => {
  const { client, unforeseen } = startClient();
  await expect(client.call('refuse', null)).rejects.toMatchObject({ code: 'storage-failed', message: 'as told' });
  expect(unforeseen).toEqual([]);
  const failure = await client.call('fail', null).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'internal', message: expect.not.stringContaining('CANARY') });
  expect(unforeseen).toMatchObject([{ name: 'TypeError', stack: expect.stringContaining('scripted-worker.ts') }]);
  expect(await client.call('count', null)).toBe(1);
});

test.each(['crash', 'exit'] as const)(
  'after a %s what was asked fails, and the next call starts it anew',
  async (way) => {
    const { client, unforeseen } = startClient();
    expect(await client.call('count', null)).toBe(1);
    const waiting = [client.call('wait', 60_000), client.call(way, null)];
    for (const outcome of await Promise.allSettled(waiting)) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'storage-failed' } });
    }
    expect(client.isRunning).toBe(false);
    expect(await client.call('count', null)).toBe(1);
    expect(await client.call('data', null)).toBe('start 2');
    expect(unforeseen).toMatchObject(way === 'crash' ? [{ name: 'RangeError' }] : []);
  },
);

test('a file that is not there fails each call, and is told', async () => {
  const unforeseen: unknown[] = [];
  const notices: string[] = [];
  const client = new WorkerClient<ScriptedOperations>({
    worker: new URL('./testing/nowhere.ts', import.meta.url),
    data: () => null,
    onUnforeseen: (error) => unforeseen.push(error),
    onNotice: () => notices.push('told'),
  });
  for (const _ of [1, 2]) await expect(client.call('count', null)).rejects.toMatchObject({ code: 'storage-failed' });
  expect(unforeseen).toHaveLength(2);
});

test('when it is ended nothing is left of it, and what was asked fails', async () => {
  const { client } = startClient();
  const waiting = client.call('wait', 60_000);
  const failed = expect(waiting).rejects.toMatchObject({ code: 'storage-failed' });
  await client.end();
  await failed;
  expect(client.isRunning).toBe(false);
  await client.end();
});
