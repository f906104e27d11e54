import { expect, test } from 'vitest';
import { OrderglassError } from '../../../shared/errors.ts';
import { Lane } from './lane.ts';

test('what it fails with is told once, until it fails with something else or has worked in between', async () => {
  const told: unknown[] = [];
  const retries: (() => void)[] = [];
  let outcome: unknown = null;
  const lane = new Lane({
    work: async () => {
      if (outcome !== null) throw outcome;
    },
    schedule: (run) => {
      retries.push(run);
      return () => {};
    },
    random: () => 0.5,
    onChange: () => {},
    onFailure: (error) => told.push(error),
  });
  const [broken, busy, again] = [new TypeError('CANARY'), new OrderglassError('service-busy', 'b'), new TypeError('c')];
  const tryWith = async (next: unknown) => {
    outcome = next;
    lane.start('user');
    await expect.poll(() => lane.isRunning).toBe(false);
  };
  await tryWith(broken);
  expect(lane.failure).toEqual({ code: 'internal', message: 'the reading of the history failed unexpectedly' });
  await tryWith(again);
  expect(told).toEqual([broken]);
  await tryWith(busy);
  await tryWith(new OrderglassError('cancelled', 'd'));
  await tryWith(busy);
  expect(told).toEqual([broken, busy]);
  await tryWith(null);
  await tryWith(busy);
  expect(told).toEqual([broken, busy, busy]);
  expect(retries.length).toBeGreaterThan(3);
});
