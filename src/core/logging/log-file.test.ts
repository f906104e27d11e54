import { existsSync } from 'node:fs';
import { appendFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { LogFile, type LogFileOptions, logFileName } from './log-file.ts';
import { readLogs, temporaryFolder } from './testing/temporary-folder.ts';

async function open(options: Partial<LogFileOptions> = {}) {
  const folder = path.join(await temporaryFolder(), 'data', 'logs');
  const clock = { now: 0 };
  const log = new LogFile({ folder, monotonicNow: () => clock.now, ...options });
  return { log, folder, file: path.join(folder, logFileName), clock };
}

function numbered(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, index) => `line ${first + index}\n`);
}

test('lines are written in their order, for the eyes of their owner alone', async () => {
  const { log, folder, file } = await open();
  for (const line of numbered(1, 500)) log.write(line);
  await log.close();
  expect(await readFile(file, 'utf8')).toBe(numbered(1, 500).join(''));
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});

test('a file that is full is put aside, and of those only the latest stay', async () => {
  const { log, folder } = await open({ fileBytes: 1000, files: 3 });
  const lines = numbered(1, 1000);
  for (const line of lines) log.write(line);
  await log.close();
  expect((await readdir(folder)).sort()).toEqual([logFileName, `${logFileName}.1`, `${logFileName}.2`]);
  const texts = await readLogs(folder);
  for (const text of texts) expect(text.length).toBeLessThan(1000 + 'line 1000\n'.length);
  const kept = texts.join('');
  expect(kept.length).toBeGreaterThan(2000);
  expect(lines.join('').endsWith(kept)).toBe(true);
});

test('it goes on where an earlier run stopped', async () => {
  const { log, folder } = await open({ fileBytes: 1000 });
  for (const line of numbered(1, 80)) log.write(line);
  await log.close();
  const next = new LogFile({ folder, fileBytes: 1000 });
  for (const line of numbered(81, 160)) next.write(line);
  await next.close();
  expect((await readLogs(folder)).join('')).toBe(numbered(1, 160).join(''));
  expect(await readdir(folder)).toHaveLength(2);
});

test.each(['write', 'writeNow'] as const)('part of a line that was left does not spoil the next: %s', async (write) => {
  const { log, folder, file } = await open();
  await mkdir(folder, { recursive: true });
  await appendFile(file, 'whole\npart of a li');
  log[write]('next\n');
  await log.close();
  expect(await readFile(file, 'utf8')).toBe('whole\npart of a li\nnext\n');
});

test('an urgent line is on the disk at once, also before anything else is', async () => {
  const { log, file } = await open();
  for (const line of numbered(1, 3)) log.write(line);
  log.writeNow('urgent\n');
  expect(await readFile(file, 'utf8')).toContain('urgent\n');
  await log.close();
  expect((await readFile(file, 'utf8')).split('\n').sort()).toEqual(['', 'line 1', 'line 2', 'line 3', 'urgent']);
  log.write('too late\n');
  log.writeNow('never too late\n');
  expect(await readFile(file, 'utf8')).toMatch(/urgent\n(?:.*\n)*never too late\n$/);
});

test('many urgent lines do not go around the rotation', async () => {
  const { log, folder } = await open({ fileBytes: 10_000, files: 2 });
  const line = `${'x'.repeat(999)}\n`;
  for (let written = 0; written < 200; written++) log.writeNow(line);
  await log.close();
  const bytes = (await readLogs(folder)).join('').length;
  expect(bytes).toBeLessThan(64 * 1024 + 2 * 11_000);
});

describe('what cannot be written is dropped, and a minute later it is tried again:', () => {
  test('a file is where the folder should be', async () => {
    const { log, folder, file, clock } = await open();
    await mkdir(path.dirname(folder), { recursive: true });
    await writeFile(folder, 'in the way');
    log.write('lost\n');
    log.writeNow('lost\n');
    await rm(folder);
    log.write('lost, for it is too soon\n');
    clock.now = 60_000;
    log.write('found\n');
    await log.close();
    expect(await readFile(file, 'utf8')).toBe('found\n');
  });

  test('a folder is where the file should be', async () => {
    const { log, file, clock } = await open();
    await mkdir(file, { recursive: true });
    log.write('lost\n');
    log.writeNow('lost\n');
    await new Promise((resolve) => setImmediate(resolve));
    await rm(file, { recursive: true });
    clock.now = 60_000;
    await vi.waitFor(async () => {
      clock.now += 60_000;
      log.write('found\n');
      expect(await readFile(file, 'utf8')).toMatch(/^(?:found\n)+$/);
    }, 10_000);
    await log.close();
  });

  test('the folder is taken away', async () => {
    const { log, folder, file, clock } = await open();
    log.write('first\n');
    await expect.poll(() => readFile(file, 'utf8')).toBe('first\n');
    await rm(folder, { recursive: true });
    log.write('lost\n');
    clock.now = 60_000;
    log.write('found\n');
    await log.close();
    expect(await readFile(file, 'utf8')).toBe('found\n');
  });
});

test('a folder that is never there costs nothing', async () => {
  const { log, file, clock } = await open({ folder: '/dev/null/logs' });
  for (const line of numbered(1, 100)) {
    clock.now += 60_000;
    log.write(line);
    log.writeNow(line);
  }
  await log.close();
  expect(existsSync(file)).toBe(false);
});
