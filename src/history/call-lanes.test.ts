import { expect, test } from 'vitest';
import { CallLanes } from './call-lanes.ts';

function recorded() {
  const lanes = new CallLanes();
  const begun: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<string>>();
  const run = (name: Parameters<CallLanes['run']>[0], label: string, signal?: AbortSignal) =>
    lanes.run(
      name,
      () => {
        begun.push(label);
        const end = Promise.withResolvers<string>();
        ends.set(label, end);
        return end.promise;
      },
      signal,
    );
  return { run, begun, end: (label: string) => ends.get(label) };
}

test('two calls of a name run at a time, and calls of another name do not wait for them', async () => {
  const { run, begun, end } = recorded();
  const calls = [1, 2, 3, 4].map((number) => run('readTrades', `window ${number}`));
  void run('readHistoryState', 'state');
  expect(begun).toEqual(['window 1', 'window 2', 'state']);
  end('window 2')?.resolve('done');
  expect(await calls[1]).toBe('done');
  expect(begun.slice(3)).toEqual(['window 4']);
  end('window 1')?.reject(new Error('failed'));
  await expect(calls[0]).rejects.toThrow('failed');
  expect(begun.slice(4)).toEqual(['window 3']);
  for (const number of [3, 4]) end(`window ${number}`)?.resolve('done');
  await Promise.all(calls.slice(2));
  void run('readTrades', 'window 5');
  expect(begun.slice(5)).toEqual(['window 5']);
});

test('calls that change something run in their order', async () => {
  const { run, begun, end } = recorded();
  const calls = [1, 2, 3, 4].map((number) => run('saveNote', `note ${number}`));
  for (const [index, call] of calls.entries()) {
    end(`note ${index + 1}`)?.resolve('saved');
    await call;
  }
  expect(begun).toEqual(['note 1', 'note 2', 'note 3', 'note 4']);
});

test('a call that is canceled while it waits leaves its lane', async () => {
  const { run, begun, end } = recorded();
  const [waiting, running] = [new AbortController(), new AbortController()];
  const first = run('readTrades', 'first', running.signal);
  void run('readTrades', 'second');
  const dropped = run('readTrades', 'dropped', waiting.signal);
  const last = run('readTrades', 'last');
  waiting.abort();
  running.abort();
  await expect(dropped).rejects.toMatchObject({ code: 'canceled' });
  await expect(run('readTrades', 'late', waiting.signal)).rejects.toMatchObject({ code: 'canceled' });
  end('first')?.resolve('done');
  expect(await first).toBe('done');
  end('second')?.resolve('done');
  await expect.poll(() => begun).toEqual(['first', 'second', 'last']);
  end('last')?.resolve('done');
  expect(await last).toBe('done');
});
