import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { logFileName } from './log-file.ts';
import { endOf, runWithLog } from './testing/run-script.ts';
import { readLogs, temporaryFolder } from './testing/temporary-folder.ts';
import { readLine } from './written-line.ts';

const crash = `log.write({ event: 'crashed', origin: 'uncaughtException', error: { name: 'Error', at: [] } });`;
/** Each time another entry, for the same ones are counted; and more of them than a minute has room for. */
const flood = (from: number) => `
  function writeAll(count) {
    for (let index = 0; index < count; index++) log.write({ event: 'clock-off', account: ${from} + index, seconds: 31 });
  }`;
/** Nothing is held back: each line is written when it comes. */
const atOnce = `{ fileBytes: 2000, schedule: (run) => { const timer = setInterval(run, 1); return () => clearInterval(timer); } }`;

function eventsOf(text: string): (string | undefined)[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => readLine(line)?.event);
}

test('the entry of a crash is there after a process that is killed in the same moment', async () => {
  const folder = await temporaryFolder();
  const child = runWithLog(
    folder,
    `log.write({ event: 'stopped', seconds: 1 }); ${crash} process.kill(process.pid, 'SIGKILL');`,
  );
  expect(await endOf(child)).toBe('SIGKILL');
  expect(eventsOf(await readFile(path.join(folder, 'logs', logFileName), 'utf8'))).toContain('crashed');
});

test('a process that is killed while it writes leaves whole lines', async () => {
  const folder = await temporaryFolder();
  const child = runWithLog(folder, `${flood(1)} setInterval(() => writeAll(100), 1);`, atOnce);
  await expect.poll(async () => (await readLogs(path.join(folder, 'logs'))).length).toBe(5);
  child.kill('SIGKILL');
  expect(await endOf(child)).toBe('SIGKILL');
  const events = eventsOf((await readLogs(path.join(folder, 'logs'))).join(''));
  expect(events.length).toBeGreaterThan(20);
  expect(new Set(events)).toEqual(new Set(['clock-off']));
});

test('two processes that write the same log spoil no line of each other, and do not fill the disk', async () => {
  const folder = await temporaryFolder();
  const script = (from: number) => `${flood(from)}
    let round = 0;
    const timer = setInterval(() => {
      writeAll(10);
      if (++round === 30) { clearInterval(timer); log.close(); }
    }, 2);`;
  const children = [1, 5001].map((from) => runWithLog(folder, script(from), atOnce));
  expect(await Promise.all(children.map(endOf))).toEqual([0, 0]);
  const texts = await readLogs(path.join(folder, 'logs'));
  expect(texts.length).toBeLessThanOrEqual(5);
  for (const text of texts) {
    expect(text.length).toBeLessThan(2 * 2200);
    expect(new Set(eventsOf(text)).has(undefined)).toBe(false);
  }
  expect(eventsOf(texts.join('')).length).toBeGreaterThan(20);
});

test.skipIf(process.platform === 'win32')('a full disk ends the log and nothing else', async () => {
  const folder = await temporaryFolder();
  const child = runWithLog(
    folder,
    `${flood(1)} writeAll(200);
    setTimeout(async () => { ${crash} await log.close(); console.log('goes on'); }, 1);`,
    '{}',
    { fileSizeLimit: 8 },
  );
  const chunks: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
  expect(await endOf(child)).toBe(0);
  expect(Buffer.concat(chunks).toString()).toBe('goes on\n');
  const { size } = await stat(path.join(folder, 'logs', logFileName));
  expect(size).toBeGreaterThan(0);
  expect(size).toBeLessThanOrEqual(8 * 1024);
});
