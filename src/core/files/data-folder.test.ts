import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DataFolderError, defaultDataFolder, lockDataFolder } from './data-folder.ts';

let folder: string;
const lockFile = () => path.join(folder, 'data-folder.lock');
const programs: ChildProcess[] = [];

beforeEach(() => {
  folder = path.join(mkdtempSync(path.join(tmpdir(), 'orderglass-lock-')), 'data folder');
});
afterEach(async () => {
  for (const program of programs.splice(0)) program.kill('SIGKILL');
  rmSync(path.dirname(folder), { recursive: true, force: true });
});

const module = JSON.stringify(pathToFileURL(path.join(import.meta.dirname, 'data-folder.ts')).href);
/** Tries to lock the folder on each line of its input, and prints "locked" or the error. Holds the lock until the next line. */
const source = `
  import { createInterface } from 'node:readline';
  import { lockDataFolder } from ${module};
  let unlock = null;
  createInterface({ input: process.stdin }).on('line', (line) => {
    unlock?.();
    unlock = null;
    if (line === 'unlock') return console.log('unlocked');
    try { unlock = lockDataFolder(line); console.log('locked'); } catch (error) { console.log(error.name + ' ' + error.message.split('\\n')[0]); }
  });
`;

function startProgram() {
  const child = spawn(process.execPath, ['--no-warnings', '--input-type=module', '--eval', source], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  programs.push(child);
  const lines: string[] = [];
  let next = Promise.withResolvers<string>();
  let rest = '';
  child.stdout.on('data', (chunk: Buffer) => {
    const parts = (rest + chunk.toString()).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts);
    while (lines.length > 0) {
      next.resolve(lines.shift() ?? '');
      next = Promise.withResolvers();
    }
  });
  return {
    ask(line: string): Promise<string> {
      const answer = next.promise;
      child.stdin.write(`${line}\n`);
      return answer;
    },
    async kill(): Promise<void> {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

test('the folder is private, and only one lock can be held', () => {
  const unlock = lockDataFolder(folder);
  if (process.platform !== 'win32') expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(() => lockDataFolder(folder)).toThrow(DataFolderError);
  expect(() => lockDataFolder(folder)).toThrow(`already running with this data folder: ${folder}`);
  unlock();
  unlock();
  lockDataFolder(folder)();
});

const rounds = Number(process.env.PROPERTY_RUNS ?? 9);

test(
  'of four programs that start at the same time exactly one gets the lock, whatever the last one left',
  async () => {
    const starts = [startProgram(), startProgram(), startProgram(), startProgram()];
    for (let round = 0; round < rounds; round++) {
      // A fresh folder, an empty lock, or the lock of a killed program.
      if (round % 3 === 0) rmSync(folder, { recursive: true, force: true });
      if (round % 3 === 1) {
        mkdirSync(folder, { recursive: true });
        writeFileSync(lockFile(), '');
      }
      const answers = await Promise.all(starts.map((program) => program.ask(folder)));
      expect(answers.filter((answer) => answer === 'locked')).toHaveLength(1);
      expect(
        answers.filter((answer) => answer.startsWith('DataFolderError Orderglass is already running')),
      ).toHaveLength(3);
      const holder = answers.indexOf('locked');
      if (round % 3 === 1) {
        await starts[holder]?.kill();
        starts[holder] = startProgram();
      }
      await Promise.all(starts.map((program) => program.ask('unlock')));
    }
  },
  20_000 + rounds * 2000,
);

test('a lock ends with its program, in whatever way it ends', async () => {
  const program = startProgram();
  expect(await program.ask(folder)).toBe('locked');
  expect(() => lockDataFolder(folder)).toThrow(DataFolderError);
  await program.kill();
  lockDataFolder(folder)();
});

test.skipIf(process.platform === 'win32')('only the owner can open the lock, also one of an earlier program', () => {
  lockDataFolder(folder)();
  expect(statSync(lockFile()).mode & 0o777).toBe(0o600);
  chmodSync(lockFile(), 0o644);
  const unlock = lockDataFolder(folder);
  expect(statSync(lockFile()).mode & 0o777).toBe(0o600);
  unlock();
});

// Windows removes no file that is open.
describe.skipIf(process.platform === 'win32')('a lock whose file is removed while the program runs', () => {
  test('is taken again, so a second program does not start', async () => {
    const other = startProgram();
    const unlock = lockDataFolder(folder, () => expect.unreachable());
    for (let round = 0; round < 6; round++) {
      rmSync(lockFile());
      await expect.poll(() => existsSync(lockFile())).toBe(true);
      expect(await other.ask(folder)).toMatch(/^DataFolderError Orderglass is already running/);
    }
    unlock();
    expect(await other.ask(folder)).toBe('locked');
  });

  test('is lost if a second program was faster', async () => {
    const other = new DatabaseSync(path.join(path.dirname(folder), 'other.lock'));
    other.exec('BEGIN EXCLUSIVE');
    let isLost = false;
    const unlock = lockDataFolder(folder, () => {
      isLost = true;
    });
    renameSync(path.join(path.dirname(folder), 'other.lock'), lockFile());
    await expect.poll(() => isLost).toBe(true);
    unlock();
    other.close();
    lockDataFolder(folder)();
  });

  test('stays removed with its folder', async () => {
    const unlock = lockDataFolder(folder, () => expect.unreachable());
    rmSync(folder, { recursive: true });
    mkdirSync(folder);
    await expect.poll(() => readdirSync(folder)).toEqual([]);
    unlock();
  });
});

test.each([
  ['a folder in place of the lock', () => mkdirSync(lockFile(), { recursive: true })],
  ['a file in place of the data folder', () => writeFileSync(folder, '')],
  [
    'a lock file of another program',
    () => {
      mkdirSync(folder);
      writeFileSync(lockFile(), 'not empty');
    },
  ],
])('%s is explained in a sentence', (_, prepare) => {
  prepare();
  expect(() => lockDataFolder(folder)).toThrow(/^Orderglass cannot write to its data folder: .*\nCheck that/);
});

test.skipIf(process.platform === 'win32')('a folder without write permission is explained in a sentence', () => {
  mkdirSync(folder);
  const isRoot = process.getuid?.() === 0;
  // Root may write anything.
  if (isRoot) for (const place of [path.dirname(folder), folder]) chownSync(place, 65_534, 65_534);
  chmodSync(folder, 0o500);
  if (isRoot) process.seteuid?.(65_534);
  try {
    expect(() => lockDataFolder(folder)).toThrow(/cannot write to its data folder/);
  } finally {
    if (isRoot) process.seteuid?.(0);
    chmodSync(folder, 0o700);
  }
});

test('the default folder is of the user', () => {
  expect(path.isAbsolute(defaultDataFolder())).toBe(true);
  expect(defaultDataFolder()).toContain('orderglass');
});
