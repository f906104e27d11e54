import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { currentFolder } from '../core/reader/testing/current-folder.ts';
import type { Recording } from '../core/testing/recorded-folders.ts';
import { parseCsv } from '../shared/testing/parse-csv.ts';
import { runInProcess } from './testing/run-in-process.ts';

// A process and a worker thread start slowly beside busy processors.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const program = path.resolve(import.meta.dirname, '../../out/browser-host/cli.js');
let folder: string;
let data: string;
let recording: Recording;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'orderglass-terminal-'));
  data = path.join(folder, 'data');
  recording = await currentFolder(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (...args: string[]) => runInProcess([...args, '--data-dir', data], folder);

/** Runs a command as users do, for its exit code and for locks, which a process does not keep from itself. */
function runProcess(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args, '--data-dir', data], {
    encoding: 'utf8',
    cwd: folder,
    env: { ...process.env, INIT_CWD: folder },
    maxBuffer: 2 ** 28,
  });
  return { status, stdout, stderr };
}

/** Times of the files of the data folder, without what SQLite leaves beside a file that was read. */
function filesOf(): string[] {
  return readdirSync(data, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/-(wal|shm)$/.test(entry.name))
    .map(({ name, parentPath }) => `${name} ${statSync(path.join(parentPath, name)).mtimeMs}`)
    .sort();
}

describe('a command that reads', () => {
  it('prints every order in each format, says on the standard error what is missing, and changes no file', async () => {
    const before = filesOf();
    const lines = await run('orders', '--account', 'Main', '--format', 'jsonl', '--zone', 'UTC');
    expect(lines.status).toBe(0);
    expect(lines.stderr).toContain('Not complete: Main, order-history');
    const all = await run('orders');
    expect(all.stderr).toContain('Not complete: Another, order-history: isolated and cross orders may be missing');
    const rows = lines.stdout.trimEnd().split('\n');
    expect(rows).toHaveLength(recording.orders.rows);
    expect(JSON.parse((await run('orders', '--account', 'Main', '--format', 'json', '--zone', 'UTC')).stdout)).toEqual(
      rows.map((row) => JSON.parse(row)),
    );
    const [heading, ...records] = parseCsv(
      (await run('orders', '--account', recording.account, '--format', 'csv')).stdout,
    );
    expect(heading?.[0]).toBe('key');
    expect(records).toHaveLength(rows.length);
    const table = (await run('orders', '--sort', 'pnl:desc')).stdout.split('\n');
    expect(table[0]).toMatch(/^createdAt +symbol +side +action +status/);
    expect(filesOf()).toEqual(before);
  });

  it('takes the words of the search field, days, a filter, and a sort', async () => {
    const read = async (...args: string[]) =>
      JSON.parse((await run('orders', '--format', 'json', ...args)).stdout) as Record<string, string>[];
    const sells = await read('sells', 'filled', '--sort', 'pnl');
    expect(sells.length).toBeGreaterThan(5);
    expect(new Set(sells.map(({ side, status }) => `${side} ${status}`))).toEqual(new Set(['sell filled']));
    const pnl = sells.flatMap((row) => row.pnl ?? []).map(Number);
    expect(pnl).toEqual(pnl.toSorted((one, other) => one - other));
    expect(await read('--filter', '{"sides":["sell"],"statuses":["filled"]}', '--sort', 'pnl')).toEqual(sells);
    expect(await read('--from', '2020-01-01', '--to', '2020-01-02')).toEqual([]);
    const { account } = recording;
    expect(await read('sells', 'filled', '--sort', 'pnl', '--account', account, '--account', account)).toEqual(
      await read('sells', 'filled', '--sort', 'pnl', '--account', account),
    );
  });

  it.each([
    ['orders', '>1,000 sells', '>1,000'],
    ['results', 'last fortnight loss', 'last fortnight'],
    ['tax', 'before may', 'before'],
  ])('%s say which of the words "%s" are no condition', async (command, words, text) => {
    const said = `Only rows with the text "${text}".`;
    expect((await run(command, ...words.split(' '))).stderr).toContain(said);
    expect((await run(command, 'today')).stderr).not.toContain('Only rows');
  });

  it.each([
    ['orders', 'symbols'],
    ['trades', 'symbols'],
    ['results', 'symbols'],
    ['plans', 'statuses'],
  ])('%s say which of the %s of a filter no row has', async (command, part) => {
    const { status, stderr } = await run(command, '--filter', JSON.stringify({ [part]: ['BTCUSDT'] }));
    expect([status, stderr]).toEqual([0, expect.stringContaining('No row of the list has "BTCUSDT".')]);
    const known = (await run('orders', '--filter', '{"statuses":["filled"]}')).stderr;
    expect(known).not.toContain('No row');
  });

  it.each([
    [['orders', 'today', '--from', '2020-01-01'], 'give created twice'],
    [['orders', 'sells', '--filter', '{"sides":["buy"]}'], 'give sides twice'],
    [['orders', '--filter', '[]'], '--filter must be JSON'],
    [['orders', '--sort', 'triggerPrice'], 'no field "triggerPrice" to sort by, only '],
    [['orders', '--from', '2026-02-30'], 'no day "2026-02-30"'],
    [['statement', '--from', '2026-02-01', '--to', 'today'], 'no day "today"'],
    [['plans', '--filter', '{"pnlSigns":["loss"]}'], 'no pnlSigns'],
    [['results', '--sort', 'pnl'], 'results takes no --sort'],
    [['positions', '--from', '2026-01-01'], 'positions takes no --from'],
    [['open-plans', '--filter', '{"sides":["sell"]}'], 'open-plans takes no --filter'],
  ])('refuses %j, of which one part would be passed over', async (args, reason) => {
    const { status, stdout, stderr } = await run(...args);
    expect({ status, stdout, reason: stderr.includes(reason) }).toEqual({ status: 2, stdout: '', reason: true });
  });

  it('a file says what was asked for, and what is missing', async () => {
    expect(
      (await run('orders', 'sells', '--from', '2020-01-01', '--format', 'parquet', '-o', 'sells.parquet')).status,
    ).toBe(0);
    const file = readFileSync(path.join(folder, 'sells.parquet'), 'latin1');
    for (const fact of ['orders', 'sells', '2020-01-01', 'Main coverage isolated', 'Main unreadable'])
      expect(file).toContain(fact);
    rmSync(path.join(folder, 'sells.parquet'));
  });

  it('writes a workbook to a file', async () => {
    expect(await run('trades', '--format', 'xlsx', '-o', 'trades.xlsx')).toMatchObject({ status: 0, stdout: '' });
    expect(readFileSync(path.join(folder, 'trades.xlsx')).subarray(0, 2).toString()).toBe('PK');
    rmSync(path.join(folder, 'trades.xlsx'));
  });

  it.each([
    ['accounts', 'name'],
    ['plans', 'createdAt'],
    ['open-plans', 'account'],
    ['positions', 'record'],
    ['results', 'group'],
    ['coverage', 'account'],
    ['notes', 'account'],
  ])('%s', async (command, heading) => {
    const { status, stdout } = await run(command);
    expect(status).toBe(0);
    expect(stdout).toMatch(new RegExp(`^${heading} `));
    const whole = JSON.parse((await run(command, '--format', 'json')).stdout) as object;
    expect(Object.keys(whole)).not.toEqual([]);
  });

  it('a position that cannot be told has no quantity and no entry', async () => {
    const { stdout } = await run('positions', '--format', 'jsonl');
    const rows = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, string | null>)
      .filter(({ record }) => record === 'position');
    const [untold, told] = [rows.filter(({ incomplete }) => incomplete), rows.filter(({ incomplete }) => !incomplete)];
    expect(untold.length).toBeGreaterThan(0);
    expect(untold.filter(({ quantity, entryPrice }) => quantity !== null || entryPrice !== null)).toEqual([]);
    expect(told.every(({ quantity }) => quantity !== null)).toBe(true);
    const days = ['--from', '2020-01-01', '--to', '2100-01-01'];
    for (const args of [['positions'], ['statement', ...days]]) {
      const whole = JSON.parse((await run(...args, '--format', 'json')).stdout) as Record<string, typeof rows>;
      const marked = [...(whole.positions ?? whole.closing ?? [])].filter(({ incomplete }) => incomplete?.length);
      expect(marked.length, args[0]).toBeGreaterThan(0);
      expect(marked.filter(({ quantity, entryPrice }) => quantity !== null || entryPrice !== null)).toEqual([]);
    }
  });

  it('a statement has the records of its file', async () => {
    const { status, stdout } = await run(
      'statement',
      '--from',
      '2020-01-01',
      '--to',
      '2100-01-01',
      '--format',
      'jsonl',
    );
    expect(status).toBe(0);
    expect(JSON.parse(stdout.split('\n')[0] ?? '')).toMatchObject({
      record: 'statement',
      orders: String(recording.orders.rows),
    });
  });
});

it('days are of UTC on a computer whose zone has no name', () => {
  vi.stubEnv('TZ', 'XYZ5');
  try {
    expect(runProcess('results', '--format', 'json')).toMatchObject({ status: 0 });
  } finally {
    vi.unstubAllEnvs();
  }
});

describe('exit codes', () => {
  it('2 for wrong usage, in words', async () => {
    for (const args of [
      ['orders', '--nope'],
      ['orders', '--format', 'xml'],
      ['orders', '--sort', 'nope'],
      ['notes', 'word'],
      ['orders', '--account', 'Nobody'],
      ['sync'],
      ['alerts'],
      ['orders', '--zone', 'Mars'],
      ['statement'],
      ['statement', '--from', '2026-02-01', '--to', '2026-01-31'],
      ['completion', 'csh'],
    ]) {
      expect(await run(...args), args.join(' ')).toMatchObject({ status: 2, stdout: '' });
    }
    expect((await run('orders', '--account', 'Nobody')).stderr).toMatch(/Accounts: .*Main/);
    const { status, stdout } = await run('orders', '--sort', 'nope', '--format', 'json');
    expect([status, JSON.parse(stdout)]).toMatchObject([2, { error: { code: 'invalid-input' } }]);
  });

  it('3, and no data, if all orders are required and some may be missing', () => {
    expect(runProcess('orders', '--require-complete', '--format', 'csv')).toMatchObject({ status: 3, stdout: '' });
    expect(runProcess('snapshot', '--require-complete', '--out', 'all.sqlite')).toMatchObject({ status: 3 });
    expect(readdirSync(folder)).not.toContain('all.sqlite');
  });

  it('1, and nothing is replaced, if the output is no file, cannot be in its folder, or does not fit', async () => {
    const pipe = path.join(folder, 'pipe');
    expect(spawnSync('mkfifo', [pipe]).status).toBe(0);
    for (const [file, ...args] of [
      [pipe, 'snapshot', '--out'],
      [pipe, 'orders', '-o'],
      ['missing/all.sqlite', 'snapshot', '--out'],
      ['missing/all.csv', 'orders', '-o'],
    ] as const) {
      const { status, stderr } = await run(...args, file);
      expect([status, stderr], args.join(' ')).toEqual([
        1,
        expect.stringContaining(`${path.resolve(folder, file)} could not be written (`),
      ]);
    }
    expect(statSync(pipe).isFIFO()).toBe(true);
  });

  it('1 without a history, as a value of JSON if that is the format', async () => {
    const { status, stdout } = await run('orders', '--account', 'Another', '--format', 'json');
    expect([status, JSON.parse(stdout)]).toMatchObject([1, { error: { code: 'storage-failed' } }]);
  });

  it('0 while the program has the archive open, as it is at that moment', () => {
    const [archive = ''] = readdirSync(path.join(data, 'archives')).filter((name) => name.endsWith('.sqlite'));
    const file = path.join(data, 'archives', archive);
    // As the program does: without a lock that keeps others out, and with what is not yet written back.
    const writer = new DatabaseSync(file);
    writer.exec('BEGIN IMMEDIATE; UPDATE meta SET name = name');
    try {
      expect(JSON.parse(runProcess('orders', '--format', 'json').stdout)).toHaveLength(recording.orders.rows);
    } finally {
      writer.exec('ROLLBACK');
      writer.close();
    }
  });

  it('5 while another program has locked the archive, or the folder', () => {
    const [archive = ''] = readdirSync(path.join(data, 'archives')).filter((name) => name.endsWith('.sqlite'));
    const locker = new DatabaseSync(path.join(data, 'archives', archive));
    locker.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    try {
      expect(runProcess('orders')).toMatchObject({ status: 5, stdout: '' });
    } finally {
      locker.close();
    }
    const folderLock = new DatabaseSync(path.join(data, 'data-folder.lock'));
    folderLock.exec('BEGIN EXCLUSIVE');
    try {
      expect(runProcess('sync', '--once')).toMatchObject({ status: 5, stdout: '' });
    } finally {
      folderLock.close();
    }
  });
});

it('a reader of a pipe that has enough ends the program without a word', async () => {
  const child = spawn(process.execPath, [program, 'orders', '--format', 'jsonl', '--data-dir', data]);
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  child.stdout.once('data', () => child.stdout.destroy());
  const [code] = await once(child, 'close');
  expect(code).toBe(0);
  expect(errors.replace(/^Not complete.*\n/gm, '')).toBe('');
});

it('names the demo account without downloading it', async () => {
  const { status, stdout, stderr } = await run('accounts', '--demo', '--format', 'jsonl');
  expect([status, JSON.parse(stdout), stderr]).toEqual([0, { name: 'Demo account', id: 'demo', isStored: 'true' }, '']);
});

it('help begins with examples, and each shell has a completion', async () => {
  expect((await run('orders', '--help')).stdout).toMatch(/^Examples:\n {2}.* orders --demo /);
  const help = spawnSync(process.execPath, [program, '--help'], { encoding: 'utf8' }).stdout;
  for (const command of ['orders', 'open-plans', 'sync', 'alerts', 'Exit codes:']) expect(help).toContain(command);
  for (const shell of ['bash', 'zsh', 'fish']) expect((await run('completion', shell)).stdout).toContain('open-plans');
  const source = `${(await run('completion', 'bash')).stdout}\nCOMP_WORDS=(orderglass tra); COMP_CWORD=1; _orderglass; echo "\${COMPREPLY[@]}"`;
  expect(spawnSync('bash', ['-c', source], { encoding: 'utf8' }).stdout).toBe('trades\n');
});

describe('files of other programs', () => {
  it('compares an export with the archive: all equal, then a changed, a missing and a foreign row', async () => {
    const orders = JSON.parse(
      (await run('orders', '--account', 'Main', '--format', 'json', '--zone', 'UTC')).stdout,
    ) as Record<string, string | null>[];
    const executed = orders.filter(({ filledQuantity }) => Number(filledQuantity) > 0);
    const header = 'Order ID,Time,Symbol,Side,Filled,Average price,PnL';
    const lineOf = (row: Record<string, string | null>) =>
      [row.id, row.createdAt, row.symbol, row.side, row.filledQuantity, row.averagePrice, row.pnl].join(',');
    const file = path.join(folder, 'exchange.csv');
    writeFileSync(file, [header, ...executed.map(lineOf)].join('\n'));
    const same = await run('reconcile', 'exchange.csv', '--account', 'Main', '--format', 'json');
    expect(same.status).toBe(0);
    expect(same.stderr).toContain(`${executed.length} rows are equal, 0 differ`);
    expect(JSON.parse(same.stdout)).toMatchObject({
      equal: executed.length,
      different: [],
      onlyInFile: [],
      onlyInArchive: [],
    });
    const [first, second, ...others] = executed;
    const changed = [lineOf({ ...first, pnl: '123.45' }), 'fee-1,,BTC-USDT,,,,-0.5', ...others.map(lineOf)];
    writeFileSync(file, [header, ...changed].join('\n'));
    const found = JSON.parse(
      (await run('reconcile', 'exchange.csv', '--account', 'Main', '--format', 'json')).stdout,
    ) as object;
    expect(found).toMatchObject({
      different: [{ order: { id: first?.id }, fields: [{ role: 'pnl', file: '123.45' }] }],
      onlyInFile: [{ id: 'fee-1' }],
      onlyInArchive: [{ id: second?.id }],
    });
    writeFileSync(file, `\uFEFF${[header, ...executed.map(lineOf)].join('\n')}`, 'utf16le');
    expect((await run('reconcile', 'exchange.csv', '--account', 'Main')).stderr).toContain(
      `${executed.length} rows are equal`,
    );
    // As a Chinese system saves it: 委托号,盈亏.
    const chinese = Buffer.from('ceafcdd0bac52cd3afbff7', 'hex');
    writeFileSync(
      file,
      Buffer.concat([chinese, Buffer.from(executed.map(({ id, pnl }) => `\n${id},${pnl}`).join(''))]),
    );
    const refused = await run('reconcile', 'exchange.csv', '--account', 'Main');
    expect([refused.status, refused.stderr]).toEqual([
      2,
      expect.stringContaining('it is not in UTF-8. Name its encoding'),
    ]);
    const read = await run('reconcile', 'exchange.csv', '--account', 'Main', '--encoding', 'gb18030');
    expect(read.stderr).toContain('id = “委托号”, pnl = “盈亏”');
    expect(read.stderr).toContain(`${executed.length} rows are equal`);
    expect((await run('reconcile', 'exchange.csv', '--account', 'Main', '--encoding', 'latin')).status).toBe(2);
    const wrong = await run('reconcile', 'exchange.csv', '--account', 'Main', '--encoding', 'utf-16le');
    expect([wrong.status, wrong.stderr]).toEqual([2, expect.stringContaining('compared: it is not in utf-16le.')]);
    for (const command of ['orders', 'alerts', 'mcp', 'sync']) {
      const { status, stderr } = await run(command, '--encoding', 'gb18030');
      expect([status, stderr]).toEqual([2, expect.stringContaining('Only reconcile takes --encoding.')]);
    }
    expect((await run('reconcile', '--account', 'Main')).status).toBe(2);
    expect((await run('reconcile', 'none.csv', '--account', 'Main')).status).toBe(1);
  });

  it('prints what tax programs and journals import, with a file of what is not in it', async () => {
    const read = async (...args: string[]) =>
      JSON.parse(
        (await run('orders', '--account', 'Main', '--format', 'json', '--zone', 'UTC', ...args)).stdout,
      ) as Record<string, string>[];
    const paid = (await read()).filter(({ pnl }) => pnl !== null && Number(pnl) !== 0);
    const [heading, ...rows] = parseCsv((await run('tax', '--account', 'Main')).stdout);
    expect(heading).toEqual(['Koinly Date', 'Amount', 'Currency', 'Label', 'Description', 'TxHash']);
    expect(rows.map((row) => [row[1], row[5]])).toEqual(paid.map(({ pnl, id }) => [pnl, id]));
    expect(rows[0]?.[0]).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/);
    expect(rows[0]?.[3]).toBe('realized gain');
    expect((await run('journal', '--account', 'Main', '-o', 'journal.csv', '--zone', 'UTC')).status).toBe(0);
    const journal = parseCsv(readFileSync(path.join(folder, 'journal.csv'), 'utf8'));
    expect(journal[0]).toEqual(['Date', 'Time', 'Symbol', 'Quantity', 'Price', 'Side']);
    expect(journal).toHaveLength(1 + (await read()).filter(({ filledQuantity }) => Number(filledQuantity) > 0).length);
    const about = readFileSync(path.join(folder, 'journal.csv.txt'), 'utf8');
    expect(about).toContain('Fees and funding are not in this file');
    expect(about).toContain('Not complete: Main');
  });
});
