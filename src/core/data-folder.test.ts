import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DataFolderInUse, defaultDataFolder, lockDataFolder } from './data-folder.ts';

let folder: string;
const lockFile = () => path.join(folder, 'orderglass.lock');

beforeEach(() => {
  folder = path.join(mkdtempSync(path.join(tmpdir(), 'orderglass-lock-')), 'data folder');
});
afterEach(() => {
  rmSync(path.dirname(folder), { recursive: true, force: true });
});

it('makes the folder for its owner alone, and keeps a second one off it until let go', () => {
  const unlock = lockDataFolder(folder);
  if (process.platform !== 'win32') expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(() => lockDataFolder(folder)).toThrow(DataFolderInUse);
  expect(() => lockDataFolder(folder)).toThrow(`(process ${process.pid}): ${folder}`);
  unlock();
  lockDataFolder(folder)();
  expect(existsSync(lockFile())).toBe(false);
});

it('takes over from a process that is no more', async () => {
  const child = spawn(process.execPath, ['--eval', '']);
  await once(child, 'exit');
  lockDataFolder(folder)();
  writeFileSync(lockFile(), JSON.stringify({ process: child.pid, startedAt: '1' }));
  const unlock = lockDataFolder(folder);
  expect(JSON.parse(readFileSync(lockFile(), 'utf8'))).toMatchObject({ process: process.pid });
  unlock();
});

it.runIf(process.platform === 'linux')('takes over when the process number belongs to something else by now', () => {
  lockDataFolder(folder)();
  writeFileSync(lockFile(), JSON.stringify({ process: process.pid, startedAt: '1' }));
  lockDataFolder(folder)();
});

it('takes over when the machine has been started since', () => {
  const unlock = lockDataFolder(folder);
  const own = JSON.parse(readFileSync(lockFile(), 'utf8'));
  unlock();
  // The clock may have been set by a little.
  writeFileSync(lockFile(), JSON.stringify({ ...own, bootedAt: own.bootedAt - 60 }));
  expect(() => lockDataFolder(folder)).toThrow(DataFolderInUse);
  writeFileSync(lockFile(), JSON.stringify({ ...own, bootedAt: own.bootedAt - 7200 }));
  lockDataFolder(folder)();
});

it('has a folder of the user’s own to work on unless it is told otherwise', () => {
  expect(path.isAbsolute(defaultDataFolder())).toBe(true);
  expect(defaultDataFolder()).toContain('orderglass');
});

it.each(['', '{', '{"process":"1"}', '{"process":-1,"startedAt":""}', '[]'])(
  'takes over a lock file of %j',
  (content) => {
    lockDataFolder(folder)();
    writeFileSync(lockFile(), content);
    lockDataFolder(folder)();
    expect(existsSync(lockFile())).toBe(false);
  },
);

it('leaves the lock of another one alone', () => {
  const unlock = lockDataFolder(folder);
  const other = JSON.stringify({ process: process.ppid, startedAt: '' });
  writeFileSync(lockFile(), other);
  unlock();
  expect(readFileSync(lockFile(), 'utf8')).toBe(other);
});
