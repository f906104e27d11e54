import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { OrderglassError } from '../../shared/errors.ts';
import { KeychainError } from '../credentials/keychain-error.ts';
import { describeError } from './describe-error.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';

const canary = 'CANARY7f3a9c51e8d24b60';

function withStack(error: Error, stack: string): Error {
  return Object.assign(error, { stack });
}

test('an error of the program: what kind, and where in its own code', () => {
  const described = describeError(new TypeError(canary));
  expect(described).toEqual({ name: 'TypeError', at: expect.any(Array) });
  expect(described.at[0]).toMatch(/^src\/core\/logging\/describe-error\.test\.ts:\d+:\d+$/);
  expect(JSON.stringify(described)).not.toContain(process.cwd());
});

test('an error of ours has its code', () => {
  expect(describeError(new OrderglassError('storage-failed', canary))).toMatchObject({
    name: 'OrderglassError',
    code: 'storage-failed',
  });
  expect(describeError(new KeychainError('other', canary))).toMatchObject({
    name: 'KeychainError',
    code: 'keychain-unavailable',
  });
});

test('an error of the system, also where it is the cause of another', () => {
  const cause = Object.assign(new Error(canary), { code: 'ECONNREFUSED' });
  expect(describeError(cause).system).toBe('ECONNREFUSED');
  expect(describeError(new TypeError('fetch failed', { cause })).system).toBe('ECONNREFUSED');
});

test('files of the program alone are named, below its folder', async () => {
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
  expect(describeError(error, folder).at).toEqual(['out/main/index.js:12:34', 'out/main/index.js:5:6']);
});

test('a stack that never ends costs nothing', () => {
  const [line = ''] = (new Error('x').stack ?? '').split('\n').slice(1);
  const endless = [`Error: ${'x'.repeat(100_000)}`, ...Array.from({ length: 10_000 }, () => line)].join('\n');
  expect(describeError(withStack(new Error('x'), endless)).at).toHaveLength(12);
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
    'what throws when it is looked at',
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
])('%s from outside has no place', (_kind, thrown) => {
  expect(JSON.stringify(describeError(thrown))).not.toContain(canary);
});
