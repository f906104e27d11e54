import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { logFileName } from './log-file.ts';
import { readLine } from './log-line.ts';
import { readLogs, temporaryFolder } from './testing/temporary-folder.ts';

const programLog = pathToFileURL(`${import.meta.dirname}/program-log.ts`).href;

interface ProcessOptions {
  /** Blocks of 512 or 1,024 bytes. Files cannot grow further, as on a full disk. */
  fileSizeLimit?: number;
  stderr?: 'inherit' | 'ignore';
  /** Threads for asynchronous operations on files. Default: that of Node. */
  threads?: number;
}

/** Starts a process with a log in `dataDirectory`, which the script uses as `log`. */
function runWithLog(
  dataDirectory: string,
  script: string,
  options = '{}',
  { fileSizeLimit, stderr = 'inherit', threads }: ProcessOptions = {},
): ChildProcess {
  const source = `
    import { openProgramLog } from ${JSON.stringify(programLog)};
    const log = openProgramLog({ dataDirectory: ${JSON.stringify(dataDirectory)}, ...(${options}) });
    ${script}`;
  const node = [process.execPath, '--input-type=module', '--eval', source];
  const limited =
    fileSizeLimit === undefined ? node : ['sh', '-c', `ulimit -f ${fileSizeLimit}; exec "$@"`, 'sh', ...node];
  const [command = '', ...args] = limited;
  const env = threads === undefined ? process.env : { ...process.env, UV_THREADPOOL_SIZE: String(threads) };
  return spawn(command, args, { stdio: ['ignore', 'pipe', stderr], env });
}

/** Resolves with the exit code, or with the signal that ended the process. */
async function endOf(child: ChildProcess): Promise<number | NodeJS.Signals | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode ?? child.signalCode;
}

const crash = `log.write({ event: 'crashed', origin: 'uncaughtException', error: new Error('x') });`;
/** Writes entries that all differ, because equal ones are only counted, and more of them than the limit per minute. */
const flood = (from: number) => `
  function writeAll(count) {
    for (let index = 0; index < count; index++) log.write({ event: 'page-gone', reason: 'oom', exitCode: ${from} + index });
  }`;
/** Ends the minute of the deduplicator every millisecond, so that every line is written. */
const atOnce = `{ fileBytes: 2000, schedule: (run) => { const timer = setInterval(run, 1); return () => clearInterval(timer); } }`;

function eventsOf(text: string): (string | undefined)[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => readLine(line)?.event);
}

test('the entry of a crash and those before it are on disk although the process is killed immediately', async () => {
  const folder = await temporaryFolder();
  const child = runWithLog(
    folder,
    `${flood(1)} writeAll(20); setImmediate(() => { writeAll(30); ${crash} process.kill(process.pid, 'SIGKILL'); });`,
  );
  expect(await endOf(child)).toBe('SIGKILL');
  const events = eventsOf(await readFile(path.join(folder, 'logs', logFileName), 'utf8'));
  expect(events).toEqual([...Array.from({ length: 30 }, () => 'page-gone'), 'crashed']);
});

test.each([
  ['ends', ''],
  ['ends itself', 'process.exit(3);'],
  ['ends with an error that nothing catches', "throw new Error('x');"],
])('all entries are on disk when a process %s without closing the log', async (_how, end) => {
  const folder = await temporaryFolder();
  const child = runWithLog(folder, `${flood(1)} writeAll(100); ${end}`, '{}', { stderr: 'ignore' });
  await endOf(child);
  const events = eventsOf(await readFile(path.join(folder, 'logs', logFileName), 'utf8'));
  expect(events).toEqual(Array.from({ length: 100 }, () => 'page-gone'));
});

test.skipIf(process.platform === 'win32')(
  'a crash loses no entry although the system does not carry out an asynchronous write',
  async () => {
    const folder = await temporaryFolder();
    const file = path.join(folder, 'logs', logFileName);
    const pipe = path.join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    // The only thread for files checks the log, and then waits for a writer of the pipe. The write of the log waits behind it.
    const child = runWithLog(
      folder,
      `import { existsSync, open } from 'node:fs';
      ${flood(1)} writeAll(20);
      open(${JSON.stringify(pipe)}, 'r', () => {});
      setInterval(() => {
        if (!existsSync(${JSON.stringify(file)})) return;
        writeAll(30);
        ${crash}
        process.kill(process.pid, 'SIGKILL');
      }, 1);`,
      '{}',
      { threads: 1 },
    );
    expect(await endOf(child)).toBe('SIGKILL');
    expect(eventsOf(await readFile(file, 'utf8'))).toEqual([
      ...Array.from({ length: 30 }, () => 'page-gone'),
      'crashed',
    ]);
  },
);

test('a process that is killed while it writes leaves complete lines', async () => {
  const folder = await temporaryFolder();
  const child = runWithLog(folder, `${flood(1)} setInterval(() => writeAll(100), 1);`, atOnce);
  await expect.poll(async () => (await readLogs(path.join(folder, 'logs'))).length).toBe(5);
  child.kill('SIGKILL');
  expect(await endOf(child)).toBe('SIGKILL');
  const events = eventsOf((await readLogs(path.join(folder, 'logs'))).join(''));
  expect(events.length).toBeGreaterThan(20);
  expect(new Set(events)).toEqual(new Set(['page-gone']));
});

test('two processes with the same log do not damage lines and do not fill the disk', async () => {
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

test.skipIf(process.platform === 'win32')('a full disk ends the log and does not disturb the program', async () => {
  const folder = await temporaryFolder();
  const child = runWithLog(
    folder,
    `${flood(1)} writeAll(200);
    setTimeout(async () => { ${crash} log.close(); console.log('goes on'); }, 1);`,
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
