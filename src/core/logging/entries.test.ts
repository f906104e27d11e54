import { describe, expect, test } from 'vitest';
import { checkEntry, type Log, type LogEntry } from './entries.ts';
import { sampleEntries } from './testing/sample-entries.ts';

const canary = 'CANARY7f3a9c51e8d24b60';
const samples: LogEntry[] = Object.values(sampleEntries);

/** Every way to put a value in place of one that is somewhere in another. */
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

test.each(samples)('$event is accepted, and keeps all that it holds', (entry) => {
  const { event, ...fields } = entry;
  expect(checkEntry(entry)).toMatchObject({ event, fields });
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
])('text and numbers of any kind: %j', (replacement) => {
  test.each(samples)('have no place in $event', (entry) => {
    for (const replaced of withEachReplaced(entry, replacement)) expect(checkEntry(replaced)).toBeNull();
  });
});

test('the compiler refuses what is not of the list', () => {
  const log: Log = (entry) => expect(checkEntry(entry)).toBeNull();
  // @ts-expect-error: there is no such entry
  log({ event: 'anything' });
  // @ts-expect-error: there is no such field
  log({ event: 'stopped', seconds: 1, detail: canary });
  // @ts-expect-error: no word of the list
  log({ event: 'page-gone', reason: canary, exitCode: 1 });
  const name: string = '/a';
  // @ts-expect-error: only `describeError` makes places
  log({ event: 'start-failed', error: { name: 'Error', at: [name] } });
});

test.each([null, undefined, 1, 'started', [], {}, { event: 'toString' }, { event: '__proto__' }, { event: 1 }])(
  '%j is no entry',
  (value) => expect(checkEntry(value)).toBeNull(),
);
