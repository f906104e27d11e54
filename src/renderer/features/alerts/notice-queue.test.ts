import { beforeEach, expect, test } from 'vitest';
import { changeIntervalMs, displayMs, gatherMs, NoticeQueue } from './notice-queue.ts';

interface Timer {
  run: () => void;
  at: number;
}

let now = 0;
let timers: Timer[] = [];
let changes: (readonly string[])[] = [];
let queue: NoticeQueue;

/** Advances the time and runs the timers that are due, in their order. */
function pass(milliseconds: number): void {
  const end = now + milliseconds;
  for (;;) {
    const next = timers.toSorted((a, b) => a.at - b.at)[0];
    if (!next || next.at > end) break;
    timers = timers.filter((timer) => timer !== next);
    now = next.at;
    next.run();
  }
  now = end;
}

beforeEach(() => {
  now = 0;
  timers = [];
  changes = [];
  queue = new NoticeQueue({
    startTimer(run, milliseconds) {
      const timer = { run, at: now + milliseconds };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    onChange: (shown) => changes.push(shown),
  });
});

test('several activities at a time are one notice, which disappears on its own', () => {
  for (const name of ['a', 'b', 'c']) queue.add(name);
  expect(changes).toEqual([]);
  pass(gatherMs);
  expect(changes).toEqual([['c', 'b', 'a']]);
  pass(displayMs);
  expect(changes).toEqual([['c', 'b', 'a'], []]);
});

test('many activities change the notice at most every 3 seconds', () => {
  for (let count = 0; count < 300; count++) {
    queue.add(String(count));
    pass(100);
  }
  expect(changes.length).toBeLessThanOrEqual(1 + Math.ceil(30_000 / changeIntervalMs));
  pass(changeIntervalMs + displayMs);
  expect(changes.at(-2)).toHaveLength(300);
  expect(changes.at(-1)).toEqual([]);
});

test('a held notice stays until it is released', () => {
  queue.add('a');
  pass(gatherMs);
  queue.hold(true);
  pass(10 * displayMs);
  expect(changes).toEqual([['a']]);
  queue.hold(false);
  pass(displayMs);
  expect(changes).toEqual([['a'], []]);
});

test('dismissed activities do not return, later ones are shown', () => {
  queue.add('a');
  pass(gatherMs);
  queue.add('b');
  queue.dismiss();
  pass(10 * displayMs);
  expect(changes).toEqual([['a'], []]);
  queue.add('c');
  pass(gatherMs);
  expect(changes.at(-1)).toEqual(['c']);
});

test('activities whose notification failed stay until the notice is dismissed', () => {
  queue.add('a');
  pass(gatherMs);
  queue.keep(['a']);
  pass(10 * displayMs);
  expect(changes.at(-1)).toEqual(['a']);
  queue.add('b');
  pass(changeIntervalMs + 10 * displayMs);
  expect(changes.at(-1)).toEqual(['b', 'a']);
  queue.dismiss();
  expect(changes.at(-1)).toEqual([]);
  queue.add('c');
  pass(gatherMs + displayMs);
  expect(changes.at(-1)).toEqual([]);
});
