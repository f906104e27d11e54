import { existsSync, readFileSync } from 'node:fs';
import { appendFile, mkdir, readdir, readFile, readlink, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { LogFile, type LogFileOptions, logFileName } from './log-file.ts';
import { readLogs, temporaryFolder } from './testing/temporary-folder.ts';

async function open(options: Partial<LogFileOptions> = {}) {
  const folder = path.join(await temporaryFolder(), 'data', 'logs');
  return { log: openFile({ folder, ...options }), folder, file: path.join(folder, logFileName) };
}

function openFile(options: LogFileOptions): LogFile {
  const log = new LogFile(options);
  onTestFinished(() => log.close());
  return log;
}

/** Descriptors of this process that refer to files below `folder`. */
async function openDescriptors(folder: string): Promise<string[]> {
  const links = (await readdir('/proc/self/fd')).map((name) => readlink(`/proc/self/fd/${name}`).catch(() => ''));
  return (await Promise.all(links)).filter((target) => target.startsWith(folder));
}

/** "" if the file does not exist yet. */
function readText(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '');
}

function numbered(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, index) => `line ${first + index}\n`);
}

test('lines are written without a flush, in order, readable for their owner only', async () => {
  const { log, folder, file } = await open();
  for (const line of numbered(1, 500)) log.write(line);
  // Nothing is written before the caller goes on.
  expect(existsSync(file)).toBe(false);
  await expect.poll(() => readLogs(folder)).toEqual([numbered(1, 500).join('')]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});

test('a flush writes the lines that wait, after those whose write has begun', async () => {
  const { log, file } = await open({ fileBytes: 100_000 });
  let next = 1;
  const add = (count: number) => {
    for (const line of numbered(next, next + count - 1)) log.write(line);
    next += count;
  };
  // With each round the flush meets the asynchronous write in another step.
  for (let round = 0; round < 300; round++) {
    add(3);
    for (let turn = 0; turn < round % 6; turn++) await new Promise(setImmediate);
    add(2);
    log.flush();
    // On a machine that is busy for a second a line may be in the file twice.
    const lines = readFileSync(file, 'utf8').split(/(?<=\n)/);
    expect([...new Set(lines)]).toEqual(numbered(1, next - 1));
  }
});

test.skipIf(process.platform !== 'linux')('one descriptor is open, until the log is closed', async () => {
  const { log, folder, file } = await open({ fileBytes: 1000, files: 3 });
  for (const [index, line] of numbered(1, 200).entries()) {
    log.write(line);
    for (let turn = 0; turn < index % 6; turn++) await new Promise(setImmediate);
    if (index % 5 === 0) log.flush();
    expect((await openDescriptors(folder)).length).toBeLessThanOrEqual(2);
  }
  await expect.poll(() => openDescriptors(folder)).toEqual([file]);
  log.close();
  expect(await openDescriptors(folder)).toEqual([]);
  log.write('later\n');
  log.close();
  expect((await readFile(file, 'utf8')).endsWith('line 200\nlater\n')).toBe(true);
  expect(await openDescriptors(folder)).toEqual([]);
});

test.each(['flushed', 'not flushed'])('a full file is rotated, and only the latest files are kept, %s', async (how) => {
  const { log, folder } = await open({ fileBytes: 1000, files: 3 });
  const lines = numbered(1, 1000);
  for (const line of lines) log.write(line);
  if (how === 'flushed') log.flush();
  await expect.poll(async () => (await readLogs(folder)).at(-1)).toContain('line 1000\n');
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
  log.close();
  const next = openFile({ folder, fileBytes: 1000 });
  for (const line of numbered(81, 160)) next.write(line);
  next.flush();
  expect((await readLogs(folder)).join('')).toBe(numbered(1, 160).join(''));
  expect(await readdir(folder)).toHaveLength(2);
});

test('a partial line does not spoil the next one', async () => {
  const { log, folder, file } = await open();
  await mkdir(folder, { recursive: true });
  await appendFile(file, 'whole\npart of a li');
  log.write('next\n');
  log.flush();
  expect(await readFile(file, 'utf8')).toBe('whole\npart of a li\nnext\n');
  await appendFile(file, 'part of a');
  log.write('last\n');
  await expect.poll(() => readFile(file, 'utf8')).toBe('whole\npart of a li\nnext\npart of a\nlast\n');
});

describe('a line that cannot be written is dropped, and the next one is written when that is possible:', () => {
  test('a file in place of the folder', async () => {
    const { log, folder, file } = await open();
    await mkdir(path.dirname(folder), { recursive: true });
    await writeFile(folder, 'in the way');
    log.write('lost\n');
    log.flush();
    await rm(folder);
    log.write('found\n');
    await expect.poll(() => readText(file)).toBe('found\n');
  });

  test('a folder in place of the file', async () => {
    const { log, file } = await open();
    await mkdir(file, { recursive: true });
    log.write('lost\n');
    log.flush();
    await rm(file, { recursive: true });
    log.write('found\n');
    await expect.poll(() => readText(file)).toBe('found\n');
  });

  test('a folder that was removed', async () => {
    const { log, folder, file } = await open();
    log.write('first\n');
    log.flush();
    await rm(folder, { recursive: true });
    log.write('found\n');
    await expect.poll(() => readText(file)).toBe('found\n');
  });

  test('a file that was removed, renamed, emptied or replaced', async () => {
    const { log, file } = await open();
    const changes: Record<string, () => Promise<void>> = {
      removed: () => rm(file),
      renamed: () => rename(file, `${file}.old`),
      emptied: () => writeFile(file, ''),
      replaced: () => rm(file).then(() => writeFile(file, '')),
    };
    for (const [how, change] of Object.entries(changes)) {
      log.write('before\n');
      log.flush();
      await change();
      log.write(`${how}\n`);
      await expect.poll(() => readText(file)).toBe(`${how}\n`);
      await rm(file);
    }
  });

  test('a folder that cannot be created', async () => {
    const { log, file } = await open({ folder: '/dev/null/logs' });
    for (const line of numbered(1, 100)) log.write(line);
    log.flush();
    expect(existsSync(file)).toBe(false);
  });
});
