import { expect, test } from 'vitest';
import { VirtualTime } from '../../exchange/testing/virtual-time.ts';
import { answerInTime } from './answer-in-time.ts';

test('settles as the work does, and with a timeout after 15 s', async () => {
  const time = new VirtualTime();
  expect(await answerInTime(time.schedule, Promise.resolve('done'))).toBe('done');
  await expect(answerInTime(time.schedule, Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(time.timers).toBe(0);
  const outcomes: string[] = [];
  const waiting = answerInTime(time.schedule, new Promise(() => {})).catch(({ code }) => outcomes.push(code));
  await time.advance(14_999);
  expect(outcomes).toEqual([]);
  await time.advance(1);
  await waiting;
  expect(outcomes).toEqual(['timeout']);
});
