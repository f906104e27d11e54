import { describe, expect, test } from 'vitest';
import { checkFields, isLogEvent, type Log } from './log-events.ts';
import { sampleEntries, serializedFields } from './testing/sample-entries.ts';

const canary = 'CANARY7f3a9c51e8d24b60';
const samples = Object.values(sampleEntries).map((entry) => ({ event: entry.event, fields: serializedFields(entry) }));

/** Every way to replace one value anywhere in another. */
function* withEachReplaced(value: unknown, replacement: unknown): Generator<unknown> {
  yield replacement;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      for (const replaced of withEachReplaced(item, replacement)) yield value.with(index, replaced);
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, item] of Object.entries(value)) {
      for (const replaced of withEachReplaced(item, replacement)) yield { ...value, [name]: replaced };
    }
    yield { ...value, [canary]: 1 };
    yield { ...value, detail: replacement };
  }
}

test.each(samples)('$event is accepted with all of its fields', ({ event, fields }) => {
  expect(checkFields(event, fields)).toEqual(fields);
});

describe.each([
  canary,
  `ENOSPC ${canary}`,
  `v1 ${canary}`,
  { toJSON: () => canary },
  [canary],
  10 ** 20,
  Number.NaN,
  0.5,
])('any text or number from outside, such as %j,', (replacement) => {
  test.each(samples)('is rejected in every field of $event', ({ event, fields }) => {
    for (const replaced of withEachReplaced(fields, replacement)) expect(checkFields(event, replaced)).toBeNull();
  });
});

test('the compiler rejects entries that are not of the list', () => {
  const log: Log = () => {};
  // @ts-expect-error: no such event
  log({ event: 'anything' });
  // @ts-expect-error: no such field
  log({ event: 'stopped', seconds: 1, detail: canary });
  // @ts-expect-error: no word of the list
  log({ event: 'page-gone', reason: canary, exitCode: 1 });
  // @ts-expect-error: text in place of a failure
  log({ event: 'request-failed', channel: 'readLive', failure: canary });
  expect(isLogEvent('anything')).toBe(false);
});

test.each([undefined, null, 1, '', 'toString', '__proto__'])('%j is no event', (name) => {
  expect(isLogEvent(name)).toBe(false);
});
