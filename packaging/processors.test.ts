import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { targetOf } from './processors.ts';

const keytar = path.resolve(import.meta.dirname, '../node_modules/keytar/prebuilds');
const read = (folder: string) => readFileSync(path.join(keytar, folder, 'keytar.node'));

it.each(['linux-x64', 'linux-arm64', 'win32-x64', 'win32-arm64', 'darwin-x64', 'darwin-arm64'])(
  'the native part of keytar for %s is made for it',
  (target) => {
    expect(targetOf(read(target))).toBe(target);
  },
);

it('other processors and other files are told apart', () => {
  expect(targetOf(read('linux-ia32'))).toBe('linux-other');
  expect(targetOf(read('win32-ia32'))).toBe('win32-other');
  expect(targetOf(Buffer.from('stub'))).toBe('unknown');
  expect(targetOf(Buffer.from('MZ'))).toBe('unknown');
  expect(targetOf(Buffer.alloc(0))).toBe('unknown');
});
