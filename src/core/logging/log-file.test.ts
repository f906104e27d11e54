import { existsSync } from 'node:fs';
import { appendFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { LogFile, type LogFileOptions, logFileName } from './log-file.ts';
import { readLogs, temporaryFolder } from './testing/temporary-folder.ts';

async function open(options: Partial<LogFileOptions> = {}) {
  const folder = path.join(await temporaryFolder(), 'data', 'logs');
  return { log: new LogFile({ folder, ...options }), folder, file: path.join(folder, logFileName) };
}

function numbered(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, index) => `line ${first + index}\n`);
}

test('lines are on disk when `write` returns, in order, readable for their owner only', async () => {
  const { log, folder, file } = await open();
  for (const line of numbered(1, 500)) log.write(line);
  expect(await readFile(file, 'utf8')).toBe(numbered(1, 500).join(''));
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});

test('a full file is rotated, and only the latest files are kept', async () => {
  const { log, folder } = await open({ fileBytes: 1000, files: 3 });
  const lines = numbered(1, 1000);
  for (const line of lines) log.write(line);
  expect((await readdir(folder)).sort()).toEqual([logFileName, `${logFileName}.1`, `${logFileName}.2`]);
  const texts = await readLogs(folder);
  for (const text of texts) expect(text.length).toBeLessThan(1000 + 'line 1000\n'.length);
  const kept = texts.join('');
  expect(kept.length).toBeGreaterThan(2000);
  expect(lines.join('').endsWith(kept)).toBe(true);
});

test('a new run continues the file of an earlier one', async () => {
  const { log, folder } = await open({ fileBytes: 1000 });
  for (const line of numbered(1, 80)) log.write(line);
  const next = new LogFile({ folder, fileBytes: 1000 });
  for (const line of numbered(81, 160)) next.write(line);
  expect((await readLogs(folder)).join('')).toBe(numbered(1, 160).join(''));
  expect(await readdir(folder)).toHaveLength(2);
});

test('a partial line does not spoil the next one', async () => {
  const { log, folder, file } = await open();
  await mkdir(folder, { recursive: true });
  await appendFile(file, 'whole\npart of a li');
  log.write('next\n');
  expect(await readFile(file, 'utf8')).toBe('whole\npart of a li\nnext\n');
});

describe('a line that cannot be written is dropped, and the next one is written when that is possible:', () => {
  test('a file in place of the folder', async () => {
    const { log, folder, file } = await open();
    await mkdir(path.dirname(folder), { recursive: true });
    await writeFile(folder, 'in the way');
    log.write('lost\n');
    await rm(folder);
    log.write('found\n');
    expect(await readFile(file, 'utf8')).toBe('found\n');
  });

  test('a folder in place of the file', async () => {
    const { log, file } = await open();
    await mkdir(file, { recursive: true });
    log.write('lost\n');
    await rm(file, { recursive: true });
    log.write('found\n');
    expect(await readFile(file, 'utf8')).toBe('found\n');
  });

  test('a folder that was removed', async () => {
    const { log, folder, file } = await open();
    log.write('first\n');
    await rm(folder, { recursive: true });
    log.write('found\n');
    expect(await readFile(file, 'utf8')).toBe('found\n');
  });

  test('a folder that cannot be created', async () => {
    const { log, file } = await open({ folder: '/dev/null/logs' });
    for (const line of numbered(1, 100)) log.write(line);
    expect(existsSync(file)).toBe(false);
  });
});
