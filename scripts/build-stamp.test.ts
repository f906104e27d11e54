import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { hashInputs, isBuilt, stampBuild } from './lib/build-stamp.mjs';

let root: string;

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'orderglass-build-'));
  for (const file of ['src/main/index.ts', 'src/renderer/ui/base.css', 'package.json', 'package-lock.json']) {
    write(file, file);
  }
  for (const file of ['browser-host/cli.js', 'main/index.cjs', 'preload/index.cjs', 'renderer/index.html']) {
    write(`out/${file}`, '');
  }
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

it('is fresh after changes of times, tests and files that are not inputs', () => {
  const hash = hashInputs(root);
  expect(isBuilt(root, hash)).toBe(false);
  stampBuild(root, hash);
  utimesSync(path.join(root, 'src/main/index.ts'), 1, 1);
  write('src/main/index.test.ts', 'new');
  write('README.md', 'new');
  expect(isBuilt(root, hashInputs(root))).toBe(true);
});

it.each([
  ['a changed file', () => write('src/main/index.ts', 'Src/main/index.ts')],
  ['a changed style', () => write('src/renderer/ui/base.css', '')],
  ['a new file', () => write('src/shared/new.ts', '')],
  ['a removed file', () => rmSync(path.join(root, 'src/main/index.ts'))],
  ['a changed lock file', () => write('package-lock.json', '')],
  ['a new asset', () => write('resources/icon.svg', '')],
  [
    'text that has moved from one file to the next',
    () => {
      write('src/main/index.ts', '');
      write('src/main/index2.ts', 'src/main/index.ts');
    },
  ],
  ['an output that is gone', () => rmSync(path.join(root, 'out/renderer/index.html'))],
])('is stale after %s', (_name, change) => {
  stampBuild(root, hashInputs(root));
  change();
  expect(isBuilt(root, hashInputs(root))).toBe(false);
});
