import { expect, onTestFinished, test, vi } from 'vitest';
import { Throttle } from './throttle.ts';

function counted(gapMs: number) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let runs = 0;
  return { throttle: new Throttle(() => runs++, gapMs), runs: () => runs };
}

test('runs immediately, then at most once per interval, and once more after the last request', () => {
  const { throttle, runs } = counted(250);
  throttle.request();
  expect(runs()).toBe(1);
  for (let time = 0; time < 1000; time += 10) {
    throttle.request();
    vi.advanceTimersByTime(10);
  }
  expect(runs()).toBe(5);
  vi.advanceTimersByTime(10_000);
  expect(runs()).toBe(5);
  throttle.request();
  throttle.request();
  expect(runs()).toBe(6);
  vi.advanceTimersByTime(250);
  expect(runs()).toBe(7);
});

test('after closing it does not run and leaves no timer', () => {
  const { throttle, runs } = counted(250);
  throttle.request();
  throttle.request();
  throttle.close();
  throttle.request();
  expect(vi.getTimerCount()).toBe(0);
  vi.advanceTimersByTime(1000);
  expect(runs()).toBe(1);
});
