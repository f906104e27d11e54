import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { OrderglassError } from '../../shared/values/errors.ts';
import { KeychainError } from '../credentials/keychain-error.ts';
import { AccountNumbers, serializeError, serializeFailure } from './serializers.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';

const canary = 'CANARY7f3a9c51e8d24b60';

function withStack(error: Error, stack: string): Error {
  return Object.assign(error, { stack });
}

test('an error is serialized to its kind and its locations in the own code', () => {
  const serialized = serializeError(new TypeError(canary));
  expect(serialized).toEqual({ name: 'TypeError', at: expect.any(Array) });
  expect(serialized.at[0]).toMatch(/^src\/core\/logging\/serializers\.test\.ts:\d+:\d+$/);
  expect(JSON.stringify(serialized)).not.toContain(process.cwd());
});

test('an OrderglassError keeps its code', () => {
  expect(serializeError(new OrderglassError('storage-failed', canary))).toMatchObject({
    name: 'OrderglassError',
    code: 'storage-failed',
  });
  expect(serializeError(new KeychainError('other', { systemText: canary }))).toMatchObject({
    name: 'KeychainError',
    code: 'keychain-unavailable',
  });
});

test('the system code of an error or of its cause is kept', () => {
  const cause = Object.assign(new Error(canary), { code: 'ECONNREFUSED' });
  expect(serializeError(cause).system).toBe('ECONNREFUSED');
  expect(serializeError(new TypeError('fetch failed', { cause })).system).toBe('ECONNREFUSED');
});

test('only files of the program are named, relative to its folder', async () => {
  const folder = path.join(await temporaryFolder(), 'Program Files (x86)', 'Örderglass');
  await mkdir(path.join(folder, 'out/main'), { recursive: true });
  await writeFile(path.join(folder, 'out/main/index.js'), '');
  const file = path.join(folder, 'out/main/index.js');
  const error = withStack(
    new Error(canary),
    [
      `Error: ${canary}`,
      `    at Object.${canary} [as x] (${file}:12:34)`,
      `    at async ${pathToFileURL(file).href}:5:6`,
      `    at ${canary} (/home/${canary}/other.js:1:1)`,
      `    at ${canary} (${path.join(folder, canary)}.js:1:1)`,
      `    at ${canary} (node:internal/${canary}:1:1)`,
      `    at ${file}:${canary}:1`,
      `    at ${file}:1234567:1`,
      `${file}:1:1`,
    ].join('\n'),
  );
  expect(serializeError(error, folder).at).toEqual(['out/main/index.js:12:34', 'out/main/index.js:5:6']);
});

test('an endless stack is cut', () => {
  const [line = ''] = (new Error('x').stack ?? '').split('\n').slice(1);
  const endless = [`Error: ${'x'.repeat(100_000)}`, ...Array.from({ length: 10_000 }, () => line)].join('\n');
  expect(serializeError(withStack(new Error('x'), endless)).at).toHaveLength(12);
});

test.each([
  ['a name', Object.assign(new Error('x'), { name: canary })],
  ['a code', Object.assign(new Error('x'), { code: canary })],
  ['a message', new Error(`x\n    at ${canary} (${process.cwd()}/${canary}.ts:1:1)`)],
  ['a cause', new Error('x', { cause: new Error(canary) })],
  ['errors within', new AggregateError([new Error(canary)], canary)],
  ['fields', Object.assign(new Error('x'), { path: canary, syscall: canary, errno: canary, toString: () => canary })],
  ['text', canary],
  ['an object', { name: canary, message: canary, stack: canary }],
  [
    'an error that throws when it is read',
    Object.defineProperty(new Error('x'), 'stack', {
      get: () => {
        throw new Error(canary);
      },
    }),
  ],
  [
    'a proxy',
    new Proxy(new Error(canary), {
      get: () => {
        throw new Error(canary);
      },
      getPrototypeOf: () => {
        throw new Error(canary);
      },
    }),
  ],
  ['nothing', undefined],
])('%s from outside is not kept', (_kind, thrown) => {
  expect(JSON.stringify(serializeError(thrown))).not.toContain(canary);
});

test('a failure is serialized to its codes, without any text', () => {
  const service = { errno: 20506, errmsg: canary, httpStatus: 200 };
  expect(serializeFailure({ code: 'rejected-signature', message: canary, service })).toEqual({
    code: 'rejected-signature',
    errno: 20506,
    httpStatus: 200,
    keychain: undefined,
  });
  expect(serializeFailure({ code: 'keychain-unavailable', message: canary, keychain: 'locked' })).toMatchObject({
    keychain: 'locked',
  });
});

test.each([10 ** 15, -1_000_000, 1.5, Number.NaN])(
  'a number that is no code of a service is left out: %d',
  (number) => {
    const service = { errno: number, httpStatus: number };
    expect(serializeFailure({ code: 'service-error', message: canary, service })).toEqual({ code: 'service-error' });
  },
);

test('accounts are numbered in the order in which they are learned, and keep their number', () => {
  const numbers = new AccountNumbers();
  numbers.learn([{ id: 'one' }, { id: 'demo' }, { id: 'two' }]);
  numbers.learn([{ id: 'two' }, { id: 'three' }]);
  expect(['demo', 'one', 'two', 'three', canary].map((id) => numbers.of(id))).toEqual(['demo', 1, 2, 3, undefined]);
});
