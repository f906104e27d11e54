import { expect, test } from 'vitest';
import { SerialQueue } from './serial-queue.ts';

test('tasks run one at a time, in their order, also after a failure', async () => {
  const queue = new SerialQueue();
  const events: string[] = [];
  const task = (name: string) => async () => {
    events.push(`${name} starts`);
    await Promise.resolve();
    events.push(`${name} ends`);
    if (name === 'first') throw new Error('failed');
    return name;
  };
  const [first, second] = [queue.run(task('first')), queue.run(task('second'))];
  await queue.settle();
  await expect(first).rejects.toThrow('failed');
  expect(await second).toBe('second');
  expect(events).toEqual(['first starts', 'first ends', 'second starts', 'second ends']);
});
