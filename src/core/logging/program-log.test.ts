import { existsSync } from 'node:fs';
import { appendFile, mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { VirtualTime } from '../../exchange/testing/virtual-time.ts';
import { OrderglassError } from '../../shared/values/errors.ts';
import type { LogEntry } from './log-events.ts';
import { logFileName } from './log-file.ts';
import { openProgramLog } from './program-log.ts';
import { sampleAccounts, sampleEntries, serializedFields } from './testing/sample-entries.ts';
import { readLogs, temporaryFolder } from './testing/temporary-folder.ts';

const canary = 'CANARY7f3a9c51e8d24b60';
const time = '2026-11-21T12:00:00.000Z';

async function open(dataDirectory?: string) {
  const folder = dataDirectory ?? (await temporaryFolder());
  const timers = new VirtualTime();
  const echoed: string[] = [];
  const log = openProgramLog({
    dataDirectory: folder,
    now: () => Date.parse(time),
    schedule: timers.schedule,
    echo: (line) => echoed.push(line),
  });
  onTestFinished(() => log.close());
  log.accounts.learn(accounts);
  const logs = path.join(folder, 'logs');
  const written = async () => {
    log.close();
    const text = (await readLogs(logs)).join('');
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line): unknown => JSON.parse(line));
  };
  /** For entries that the compiler rejects. */
  const writeAnything = (entry: unknown) => log.write(entry as LogEntry);
  return { log, timers, echoed, written, writeAnything, folder, file: path.join(logs, logFileName) };
}

/** Accounts with the numbers 1 to 1,000. */
const accounts = [...sampleAccounts, ...Array.from({ length: 997 }, (_, index) => ({ id: `account ${index + 4}` }))];
const paused = (number: number, seconds = 10) => {
  return { event: 'requests-paused', account: accounts[number - 1]?.id, seconds } as const;
};

test('an entry becomes a line of JSON and a line for people', async () => {
  const { log, written } = await open();
  log.write(sampleEntries['request-failed']);
  log.write(sampleEntries['call-failed']);
  expect(log.recentLines()).toEqual([
    `${time} warn request-failed channel=readOrderHistory account=2 code=rejected-signature errno=20506 httpStatus=200 keychain=no-service`,
    expect.stringMatching(
      /^2026\S+ error call-failed channel=readSymbolRules name=OrderglassError code=internal system=ENOSPC at=src\/core\/logging\/testing\/sample-entries\.ts:\d+:\d+/,
    ),
  ]);
  expect(await written()).toEqual([
    { level: 'warn', time, event: 'request-failed', ...serializedFields(sampleEntries['request-failed']) },
    { level: 'error', time, event: 'call-failed', ...serializedFields(sampleEntries['call-failed']) },
  ]);
});

test('a line does not name the machine or the process', async () => {
  const { log, written } = await open();
  log.write(sampleEntries.stopped);
  expect(await written()).toEqual([{ level: 'info', time, event: 'stopped', seconds: 12 }]);
});

test('only lines of level error or fatal are echoed', async () => {
  const { log, echoed } = await open();
  for (const entry of [sampleEntries.stopped, sampleEntries['request-failed'], sampleEntries['page-gone']])
    log.write(entry);
  expect(echoed).toEqual([`${time} error page-gone reason=oom exitCode=-536870904`]);
});

describe('repetitions', () => {
  test('are counted and written once a minute', async () => {
    const { log, timers, written } = await open();
    for (let times = 0; times < 50; times++) {
      log.write(paused(1, times));
      log.write(paused(2));
    }
    expect(log.recentLines()).toHaveLength(2);
    await timers.advance(60_000);
    expect(log.recentLines().slice(2)).toEqual([
      `${time} warn requests-paused account=1 seconds=49 (49 times)`,
      `${time} warn requests-paused account=2 seconds=10 (49 times)`,
    ]);
    log.write(paused(1));
    await timers.advance(60_000);
    expect(log.recentLines()).toHaveLength(5);
    expect(log.recentLines().at(-1)).toBe(`${time} warn requests-paused account=1 seconds=10`);
    await timers.advance(60_000);
    expect(timers.timers).toBe(0);
    log.write(paused(1));
    log.write(paused(1));
    expect(log.recentLines()).toHaveLength(6);
    expect(await written()).toHaveLength(7);
  });

  test('lines that differ are limited to 200 a minute, with room for a crash', async () => {
    const { log, timers, written } = await open();
    for (let number = 1; number <= 1000; number++) log.write(paused(number));
    log.write(sampleEntries.crashed);
    await timers.advance(60_000);
    log.write(paused(1000));
    const lines = await written();
    expect(lines).toHaveLength(203);
    expect(lines).toContainEqual({ level: 'warn', time, event: 'entries-dropped', count: 800 });
    expect(lines.filter((line) => JSON.stringify(line).includes('crashed'))).toHaveLength(1);
    expect(lines.at(-1)).toMatchObject({ event: 'requests-paused', account: 1000 });
  });

  test('repeated crashes do not fill the disk', async () => {
    const { log, written } = await open();
    for (let crash = 1; crash <= 1000; crash++) {
      for (const name of ['Error', 'TypeError', 'RangeError'] as const) {
        log.write({
          event: 'crashed',
          origin: 'uncaughtException',
          error: Object.assign(new Error('x'), { name, stack: '' }),
        });
      }
    }
    expect(await written()).toHaveLength(6);
  });
});

describe('never written:', () => {
  const everything = async ({ log, echoed, file }: Awaited<ReturnType<typeof open>>) => {
    const lines = log.recentLines();
    log.close();
    return [await readFile(file, 'utf8'), ...lines, ...echoed].join('\n');
  };

  test('text from outside, in any field of any entry', async () => {
    const opened = await open();
    for (const entry of Object.values(sampleEntries)) {
      for (const name of [...Object.keys(entry), canary, 'detail']) opened.writeAnything({ ...entry, [name]: canary });
    }
    opened.writeAnything({
      get event() {
        throw new Error(canary);
      },
    });
    opened.writeAnything(canary);
    const text = await everything(opened);
    expect(text).toContain('entry-refused');
    expect(text).not.toContain(canary);
  });

  test('the message of an error', async () => {
    const opened = await open();
    const service = { errmsg: canary, errno: 1 };
    const errors = [
      new Error(canary, { cause: new Error(canary) }),
      new OrderglassError('bad-answer', canary, { service }),
      Object.assign(new Error(`x\n    at ${process.cwd()}/${canary}.ts:1:1`), {
        name: canary,
        code: canary,
        path: canary,
      }),
      canary,
    ];
    for (const error of errors) opened.log.write({ event: 'start-failed', error });
    const text = await everything(opened);
    expect(text.match(/start-failed/g)?.length).toBeGreaterThan(errors.length);
    expect(text).not.toContain(canary);
  });

  test.each(['readOrderHistory', 'READorderHISTORY', ' readOrderHistory\n'])(
    'a protected value, even if it is a word of the closed list: %j',
    async (value) => {
      const opened = await open();
      opened.log.write(sampleEntries['request-failed']);
      expect(opened.log.recentLines()).toHaveLength(1);
      opened.log.protect([value]);
      expect(opened.log.recentLines()).toEqual([]);
      opened.log.write({ ...sampleEntries['request-failed'], account: 'one' });
      opened.log.write(sampleEntries['request-slow']);
      expect(opened.log.recentLines()).toEqual([
        `${time} error entry-withheld`,
        expect.stringContaining('request-slow'),
      ]);
      opened.log.close();
      expect((await readFile(opened.file, 'utf8')).match(/readOrderHistory/g)).toHaveLength(1);
    },
  );

  test('a protected value that is part of every line, with nothing left of the log', async () => {
    const { log, written } = await open();
    log.protect(['"event":"', 'short']);
    log.write(sampleEntries['request-failed']);
    log.write(sampleEntries.crashed);
    expect(log.recentLines()).toEqual([]);
    log.protect(['']);
    expect(await written()).toEqual([]);
  });

  test('lines that another program added to the file', async () => {
    const folder = await temporaryFolder();
    await mkdir(path.join(folder, 'logs'));
    const before = { level: 'info', time, event: 'stopped', seconds: 5 };
    const foreign = [
      canary,
      `{"level":"info","time":"${time}","event":"${canary}"}`,
      JSON.stringify({ ...before, [canary]: 1 }),
      JSON.stringify({ ...before, time: canary }),
      JSON.stringify({ ...before, seconds: canary }),
      JSON.stringify({ ...before, level: canary }),
    ];
    await appendFile(path.join(folder, 'logs', logFileName), [JSON.stringify(before), ...foreign, ''].join('\n'));
    const { log } = await open(folder);
    const lines = log.recentLines();
    expect(lines).toEqual([`${time} info stopped seconds=5`, `${time} info stopped seconds=5`]);
  });
});

test('recent lines are the last 100, including those of earlier runs', async () => {
  const { log, folder } = await open();
  for (let account = 1; account <= 150; account++) log.write(paused(account));
  expect(log.recentLines()).toHaveLength(100);
  log.close();
  const next = await open(folder);
  expect(next.log.recentLines()).toEqual(log.recentLines());
  next.log.write(sampleEntries.stopped);
  const lines = next.log.recentLines();
  expect(lines).toHaveLength(100);
  expect(lines[0]).toContain('account=52 ');
  expect(lines.at(-1)).toContain('stopped');
});

test('recent lines include those of a file that was just rotated', async () => {
  const folder = await temporaryFolder();
  const log = openProgramLog({ dataDirectory: folder, fileBytes: 2000, files: 3 });
  log.accounts.learn(accounts);
  for (let account = 1; account <= 45; account++) log.write(paused(account));
  log.close();
  const { log: next } = await open(folder);
  expect(next.recentLines().length).toBeGreaterThan(20);
  expect(next.recentLines().at(-1)).toContain('account=45 ');
});

test('without a writable folder the lines are kept in memory', async () => {
  const { log } = await open('/dev/null');
  log.write(sampleEntries.stopped);
  log.write(sampleEntries.crashed);
  expect(log.recentLines()).toHaveLength(2);
  log.close();
});

test('a line after the end makes the file again, unless all data has been removed', async () => {
  const folder = await temporaryFolder();
  const logs = path.join(folder, 'logs');
  for (const discards of [false, true]) {
    const { log } = await open(folder);
    log.write(sampleEntries.stopped);
    log.close({ discards });
    await rm(logs, { recursive: true });
    log.write(sampleEntries.crashed);
    expect(existsSync(logs)).toBe(!discards);
  }
});

test('the last failure of the keychain is kept', async () => {
  const { log } = await open();
  log.write({ ...sampleEntries['request-failed'], failure: { code: 'offline', message: 'x' } });
  expect(log.lastKeychainFailure).toBeNull();
  log.write(sampleEntries['request-failed']);
  expect(log.lastKeychainFailure).toEqual({ reason: 'no-service', at: Date.parse(time) });
});
