import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { RequestTimes } from './request-times.ts';

let folder: string;
let file: string;
let now: number;
const opened: RequestTimes[] = [];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'orderglass-times-'));
  file = path.join(folder, 'data', 'request-times.bin');
  now = 1_760_000_000_000;
});
afterEach(() => {
  for (const times of opened.splice(0)) times.close();
  rmSync(folder, { recursive: true, force: true });
});

/** As at a start after the program was killed: the earlier object is not closed. */
function open(): RequestTimes {
  const times = new RequestTimes(file, () => now);
  opened.push(times);
  return times;
}

test('a key’s requests are known after the program was killed, also twice within the window', () => {
  const first = open();
  for (let request = 0; request < 100; request++) first.add('key');
  first.add('another key');
  now += 3000;
  const second = open();
  second.add('key');
  now += 1000;
  const third = open();
  expect(third.agesOf('key', 10_000).sort((one, other) => one - other)).toEqual([1000, ...Array(100).fill(4000)]);
  expect(third.agesOf('another key', 10_000)).toEqual([4000]);
  expect(third.agesOf('unknown key', 10_000)).toEqual([]);
  expect(third.agesOf('key', 3999)).toEqual([1000]);
});

test('the oldest entries are overwritten, and the file does not grow', () => {
  const first = open();
  for (let request = 0; request < 10_000; request++) {
    now += 1;
    first.add('key');
  }
  expect(open().agesOf('key', Number.POSITIVE_INFINITY)).toHaveLength(4096);
});

test('a time ahead of a clock that was set back is not counted', () => {
  open().add('key');
  now -= 3_600_000;
  expect(open().agesOf('key', 10_000)).toEqual([]);
});

test('a folder in place of the file does no harm', () => {
  mkdirSync(file, { recursive: true });
  const times = open();
  times.add('key');
  expect(times.agesOf('key', 10_000)).toEqual([]);
});
