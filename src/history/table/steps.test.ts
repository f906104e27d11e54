import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inTurns, type Steps } from './steps.ts';

/** A task that reads a state in three steps, and notes each of them. */
function* readings(read: () => number, noted: number[]): Steps<number[]> {
  const seen: number[] = [];
  for (let step = 0; step < 3; step++) {
    if (step > 0) yield;
    noted.push(read());
    seen.push(read());
  }
  return seen;
}

test('a task in turns lets other calls in between', async () => {
  const noted: number[] = [];
  const task = inTurns(
    async () => readings(() => 7, noted),
    () => 0,
  );
  await nextTurn();
  expect(noted.length).toBeLessThan(3);
  await expect(task).resolves.toEqual([7, 7, 7]);
});

test.each([1, 2, 9])('all steps of a task see one state, although it changes %i times', async (changes) => {
  let state = 0;
  const noted: number[] = [];
  const change = async () => {
    for (let count = 0; count < changes; count++) {
      await nextTurn();
      state++;
    }
  };
  const [seen] = await Promise.all([
    inTurns(
      async () => readings(() => state, noted),
      () => state,
    ),
    change(),
  ]);
  expect(new Set(seen).size).toBe(1);
  // An attempt more for each change, and at most four.
  expect(noted.length).toBeGreaterThan(3);
  expect(noted.length).toBeLessThanOrEqual(4 * 3);
});

test('a task whose state cannot be read any longer rejects', async () => {
  let isClosed = false;
  const task = inTurns(
    async () => readings(() => 0, []),
    () => {
      if (isClosed) throw new Error('closed');
      return 0;
    },
  );
  await nextTurn();
  isClosed = true;
  await expect(task).rejects.toThrow('closed');
});
