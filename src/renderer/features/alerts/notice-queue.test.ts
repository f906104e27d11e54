import { beforeEach, expect, test } from 'vitest';
import { calmFor, gatherFor, NoticeQueue, shownFor } from './notice-queue.ts';

interface Timer {
  run: () => void;
  at: number;
}

let now = 0;
let timers: Timer[] = [];
let told: (readonly string[])[] = [];
let queue: NoticeQueue;

/** Lets the time pass, with what falls due in it in its order. */
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
  told = [];
  queue = new NoticeQueue({
    startTimer(run, milliseconds) {
      const timer = { run, at: now + milliseconds };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    onChange: (shown) => told.push(shown),
  });
});

test('several at once are one notice, which goes by itself', () => {
  for (const name of ['a', 'b', 'c']) queue.add(name);
  expect(told).toEqual([]);
  pass(gatherFor);
  expect(told).toEqual([['c', 'b', 'a']]);
  pass(shownFor);
  expect(told).toEqual([['c', 'b', 'a'], []]);
});

test('a flood changes the notice once every few seconds', () => {
  for (let count = 0; count < 300; count++) {
    queue.add(String(count));
    pass(100);
  }
  expect(told.length).toBeLessThanOrEqual(1 + Math.ceil(30_000 / calmFor));
  pass(calmFor + shownFor);
  expect(told.at(-2)).toHaveLength(300);
  expect(told.at(-1)).toEqual([]);
});

test('what is read stays until it is left', () => {
  queue.add('a');
  pass(gatherFor);
  queue.hold(true);
  pass(10 * shownFor);
  expect(told).toEqual([['a']]);
  queue.hold(false);
  pass(shownFor);
  expect(told).toEqual([['a'], []]);
});

test('what was dismissed does not come back, and what comes after it does', () => {
  queue.add('a');
  pass(gatherFor);
  queue.add('b');
  queue.dismiss();
  pass(10 * shownFor);
  expect(told).toEqual([['a'], []]);
  queue.add('c');
  pass(gatherFor);
  expect(told.at(-1)).toEqual(['c']);
});
