import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { OutputOf } from '../../shared/contract/index.ts';
import type { Note } from '../../shared/contract/notes.ts';
import { lockDataFolder } from '../files/data-folder.ts';
import { createCore } from '../index.ts';
import { callersOf } from '../testing/callers.ts';
import { FileKeychain } from '../testing/file-keychain.ts';
import { keptThreads } from '../testing/kept-threads.ts';
import { recordedFolders, unpackRecordedFolder } from '../testing/recorded-folders.ts';

let folder: string;
const closing: (() => Promise<void>)[] = [];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'orderglass-backup-'));
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts the program on a data folder, which is new if it is missing. A backup goes into a file beside it. */
async function start(name: string, backupDirectory: string | null = null) {
  const dataDirectory = path.join(folder, name, 'data');
  const unlock = lockDataFolder(dataDirectory);
  const keychain = new FileKeychain(path.join(folder, name, 'keychain.json'));
  const file = path.join(folder, `${name}.zip`);
  const suggested: string[] = [];
  const core = await createCore({
    dataDirectory,
    historyWorker: keptThreads,
    backupDirectory,
    about: { version: '1.2.3', host: 'browser', platform: 'linux' },
    startDemoExchange: () => Promise.reject(new Error('not needed')),
    openKeychain: () => keychain,
    fetch: () => Promise.reject(new TypeError('no network')),
    exportTargets: {
      choose: async ({ fileName }) => {
        suggested.push(fileName);
        return { path: file, handOver: () => ({ kind: 'file', path: file }) };
      },
    },
  });
  closing.push(async () => {
    await core.close();
    unlock();
  });
  const { ask } = callersOf(core);
  return {
    ask,
    keychain,
    async backUp(): Promise<Uint8Array> {
      expect(await ask('writeBackup', {})).toEqual({ place: { kind: 'file', path: file } });
      expect(suggested.at(-1)).toMatch(/^orderglass-backup-\d{4}-\d\d-\d\d\.zip$/);
      return readFileSync(file);
    },
    async handOver(bytes: Uint8Array) {
      const half = Math.ceil(bytes.length / 2);
      for (const [index, part] of [bytes.subarray(0, half), bytes.subarray(half)].entries()) {
        await ask('handOverBackup', { id: 'f', isFirst: index === 0, part: Buffer.from(part).toString('base64') });
      }
    },
  };
}

type Ask = Awaited<ReturnType<typeof start>>['ask'];

async function allNotes(ask: Ask, account: string): Promise<Note[]> {
  const notes: Note[] = [];
  for (let from: OutputOf<'listNotes'>['next'] = null; ; ) {
    const part: OutputOf<'listNotes'> = await ask('listNotes', { account, from });
    notes.push(...part.notes);
    from = part.next;
    if (from === null) return notes;
  }
}

/** Returns what no exchange can send again. */
async function irreplaceable(ask: Ask, account: string, orders: readonly string[], plans: readonly string[]) {
  const notes = await allNotes(ask, account);
  const lives = await Promise.all(plans.map((key) => ask('readPlanLife', { account, key })));
  const { views, watchlists, feeRates, contractSizes, theme, tickers, quietHours } = await ask('readSettings', {});
  return {
    notes,
    executions: await Promise.all(orders.map((key) => ask('readOrderExecution', { account, key }))),
    // The new computer has not downloaded the plan history.
    lives: lives.map((life) => life && { ...life, outcome: null }),
    // Restored alerts can have been created in one millisecond.
    alerts: (await ask('listAlerts', { account }))
      .map(({ condition, paused, endsAt }) => JSON.stringify([condition, paused, endsAt]))
      .sort(),
    settings: { views, watchlists, feeRates, contractSizes, theme, favorites: tickers.futures.favorites, quietHours },
  };
}

async function keysOf(ask: Ask, account: string) {
  const query = { account, filter: {}, sort: [], zone: 'UTC', from: 0, count: 1000 };
  const [orders, plans] = await Promise.all([ask('readOrderHistory', query), ask('readPlanHistory', query)]);
  const { plans: open } = await ask('readLastPlans', { account });
  return { orders: orders.rows.map(({ key }) => key), plans: [...plans.rows, ...open].map(({ key }) => key) };
}

/** Returns every text of the keychain and of accounts.json that tells anything about a key. */
function secretsOf(name: string): string[] {
  const stored: unknown[] = [];
  JSON.parse(readFileSync(path.join(folder, name, 'keychain.json'), 'utf8'), (key, value) => {
    stored.push(key, value);
  });
  JSON.parse(readFileSync(path.join(folder, name, 'data', 'accounts.json'), 'utf8'), (key, value) => {
    if (['fingerprintKey', 'tokenFingerprint', 'entry', 'endsIn', 'savedAt'].includes(key)) stored.push(String(value));
  });
  return stored.flatMap((text) => (typeof text === 'string' && text.length >= 4 ? text.split(/["{}:,\\]+/) : []));
}

it.each(recordedFolders)(
  'brings everything of recorded folder %s to a new computer, and takes it back',
  async (name) => {
    const { account } = unpackRecordedFolder(name, path.join(folder, 'old'));
    const old = await start('old');
    await old.ask('changeSettings', { feeRates: { [account]: { maker: '0.02', taker: '0.06' } } });
    const keys = await keysOf(old.ask, account);
    const before = await irreplaceable(old.ask, account, keys.orders, keys.plans);
    const bytes = await old.backUp();

    const texts = Object.values(unzipSync(bytes)).map((each) => strFromU8(each));
    const secrets = secretsOf('old').filter(
      (each) => each.length >= 4 && !/^(token|secretKey|version|host)$/.test(each),
    );
    expect(secrets.length).toBeGreaterThan(3);
    for (const secret of secrets) expect(texts.join('').includes(secret), secret).toBe(false);
    const accounts = await old.ask('listAccounts', {});
    const summary = accounts.find(({ id }) => id === account);
    expect(texts.join('')).toContain(summary?.name);

    const next = await start('new');
    await next.handOver(bytes);
    const preview = await next.ask('previewRestore', { id: 'f' });
    expect(preview).toMatchObject({ kind: 'understood', program: '1.2.3', adds: { leftOut: 0 } });
    expect(await next.ask('listAccounts', {})).toHaveLength(1);
    const restored = await next.ask('restoreBackup', { id: 'f' });
    expect(preview).toMatchObject({ adds: restored });
    expect(restored.accounts).toHaveLength(accounts.length - 1);
    const seen = before.executions.map(({ slices, waitingAt }) => slices.length > 0 || waitingAt !== null);
    const observed = keys.orders.filter((_, index) => seen[index]);
    expect(restored.orders).toBeGreaterThanOrEqual(observed.length);
    expect(restored.plans).toBe(before.lives.filter((life) => life !== null).length);
    const after = await irreplaceable(next.ask, account, observed, keys.plans);
    expect(after).toEqual({ ...before, executions: before.executions.filter((_, index) => seen[index]) });
    expect((await next.ask('listAccounts', {})).find(({ id }) => id === account)).toEqual({
      ...summary,
      credentials: null,
    });

    // A second time, it adds nothing.
    expect(await next.ask('restoreBackup', { id: 'f' })).toMatchObject({
      ...{ accounts: [], notes: 0, alerts: 0, orders: 0, plans: 0, settings: [] },
      kept: { notes: restored.notes },
    });
    expect(await next.ask('undoRestore', {})).toEqual({ undone: true });
    expect(await next.ask('listAccounts', {})).toHaveLength(accounts.length);
  },
);

it('takes back a restore: the account, its alerts, notes and settings, and what was here stays', async () => {
  const { account } = unpackRecordedFolder('5', path.join(folder, 'old'));
  const old = await start('old');
  const bytes = await old.backUp();
  const next = await start('new');
  await next.ask('changeSettings', { theme: 'light' });
  const before = await next.ask('readSettings', {});
  await next.handOver(bytes);
  await next.ask('restoreBackup', { id: 'f' });
  expect((await next.ask('readSettings', {})).theme).toBe('light');
  expect(await next.ask('undoRestore', {})).toEqual({ undone: true });
  expect(await next.ask('undoRestore', {})).toEqual({ undone: false });
  expect((await next.ask('listAccounts', {})).map(({ id }) => id)).not.toContain(account);
  expect(await next.ask('readSettings', {})).toEqual(before);

  // Where the account is, a note that is missing comes back, and undo removes it, and nothing else.
  const notes = await allNotes(old.ask, account);
  const [first] = notes as [Note];
  const key = (await keysOf(old.ask, account)).orders.find((each) => each.endsWith(`:${first.id}`)) ?? '';
  await old.ask('saveNote', { account, kind: first.kind, key, text: '', before: first.text });
  await old.handOver(bytes);
  expect(await old.ask('restoreBackup', { id: 'f' })).toMatchObject({ accounts: [], notes: 1, orders: 0, plans: 0 });
  expect(await allNotes(old.ask, account)).toEqual(notes);
  await old.ask('undoRestore', {});
  expect(await allNotes(old.ask, account)).toEqual(notes.filter((note) => note !== first));
});

it('gives the archive of a restored account to the keys that are entered first', async () => {
  const { account } = unpackRecordedFolder('5', path.join(folder, 'old'));
  const old = await start('old');
  const keys = await keysOf(old.ask, account);
  const next = await start('new');
  await next.handOver(await old.backUp());
  await next.ask('restoreBackup', { id: 'f' });
  const life = await next.ask('readPlanLife', { account, key: keys.plans[0] ?? '' });
  const [summary] = (await next.ask('listAccounts', {})).filter(({ id }) => id === account);
  if (summary === undefined) throw new Error('no account');
  const { id, name, baseUrl, signingVariant, requestsPerWindow } = summary;
  const edited = { id, name, baseUrl, signingVariant, requestsPerWindow, keptIn: 'session' as const };
  const credentials = { token: 't'.repeat(32), secretKey: 's'.repeat(32) };
  await next.ask('saveAccount', { ...edited, credentials });
  expect(await next.ask('readPlanLife', { account, key: keys.plans[0] ?? '' })).toEqual(life);
});

it('refuses other files, and a file of a later version, and reads the lines that it can', async () => {
  unpackRecordedFolder('5', path.join(folder, 'old'));
  const old = await start('old');
  const bytes = await old.backUp();
  const files = unzipSync(bytes);
  const changed = (changes: Record<string, (text: string) => string>) =>
    zipSync(
      Object.fromEntries(
        Object.entries(files).map(([name, each]) => [name, strToU8((changes[name] ?? String)(strFromU8(each)))]),
      ),
    );
  const next = await start('new');
  const preview = async (file: Uint8Array) => {
    await next.handOver(file);
    return next.ask('previewRestore', { id: 'f' });
  };
  const later = (text: string) => JSON.stringify({ ...JSON.parse(text), version: 99 });
  expect(await preview(strToU8('no zip'))).toEqual({ kind: 'refused', reason: 'no-backup' });
  expect(await preview(zipSync({ 'other.txt': strToU8('x') }))).toEqual({ kind: 'refused', reason: 'no-backup' });
  expect(await preview(changed({ 'backup.json': later }))).toEqual({ kind: 'refused', reason: 'later-version' });
  expect(await preview(changed({ 'settings.json': later }))).toEqual({ kind: 'refused', reason: 'later-version' });
  expect(await preview(changed({ 'settings.json': () => '{' }))).toEqual({ kind: 'refused', reason: 'damaged' });
  await expect(next.ask('restoreBackup', { id: 'f' })).rejects.toThrow('invalid-input');
  const evil = { id: '../../x', name: 'x', baseUrl: 'https://x.example', signingVariant: 'v1', requestsPerWindow: 1 };
  const added = (text: string) => `${text}${JSON.stringify(evil)}\nnonsense\n`;
  expect(await preview(changed({ 'accounts.jsonl': added }))).toMatchObject({
    kind: 'understood',
    adds: { accounts: ['Main', 'Another', 'Session'], leftOut: 2 },
  });
  const twice = (text: string) => text + text;
  expect(await preview(changed({ 'accounts.jsonl': twice }))).toMatchObject({
    adds: { accounts: ['Main', 'Another', 'Session'] },
  });
  await expect(next.ask('previewRestore', { id: 'other' })).rejects.toThrow('invalid-input');
});

it('restores an alert that has ended since as a paused one, and everything after it', async () => {
  const { account } = unpackRecordedFolder('5', path.join(folder, 'old'));
  const old = await start('old');
  const notes = await allNotes(old.ask, account);
  const files = unzipSync(await old.backUp());
  const lines = strFromU8(files['alerts.jsonl'] ?? new Uint8Array()).trimEnd();
  const alerts = lines.split('\n').map((line) => ({ ...JSON.parse(line), paused: false, endsAt: 1 }));
  const ended = alerts.map((alert) => JSON.stringify(alert)).join('\n');
  const next = await start('new');
  await next.handOver(zipSync({ ...files, 'alerts.jsonl': strToU8(ended) }));
  const restored = await next.ask('restoreBackup', { id: 'f' });
  expect([restored.alerts, restored.leftOut]).toEqual([alerts.length, 0]);
  const states = (await next.ask('listAlerts', { account })).map(({ paused, endsAt }) => [paused, endsAt]);
  expect(states).toContainEqual([true, 1]);
  expect(states).not.toContainEqual([false, 1]);
  expect(await allNotes(next.ask, account)).toEqual(notes);
});

it('writes the weekly backups into a folder that the host chooses, where the files of others stay', async () => {
  const chosen = path.join(folder, 'disk');
  const own = path.join(chosen, 'orderglass-backups');
  mkdirSync(chosen);
  writeFileSync(path.join(chosen, 'orderglass-backup-2020-01-01.zip'), 'mine');
  const program = await start('new', chosen);
  expect(await program.ask('readWeeklyBackups', {})).toEqual({ folder: own, days: [] });
  await program.ask('changeSettings', { weeklyBackup: true });
  await expect.poll(async () => (await program.ask('readWeeklyBackups', {})).days.length).toBe(1);
  expect(existsSync(path.join(folder, 'new', 'data', 'backups'))).toBe(false);
  expect(readFileSync(path.join(chosen, 'orderglass-backup-2020-01-01.zip'), 'utf8')).toBe('mine');
});

it('says that the weekly backup could not be written, until one is', async () => {
  const chosen = path.join(folder, 'disk');
  writeFileSync(chosen, 'no folder');
  const program = await start('new', chosen);
  await program.ask('changeSettings', { weeklyBackup: true });
  const notices = () => program.ask('readFileNotices', {});
  const notice = { what: 'backups', folder: path.join(chosen, 'orderglass-backups') };
  await expect.poll(notices).toEqual([notice]);
  rmSync(chosen);
  await program.ask('changeSettings', { weeklyBackup: true });
  await expect.poll(notices).toEqual([]);
  expect((await program.ask('readWeeklyBackups', {})).days).toHaveLength(1);
});

it('writes a backup once a week while that is on, keeps eight, and ends with the program', async () => {
  unpackRecordedFolder('5', path.join(folder, 'old'));
  const backups = path.join(folder, 'old', 'data', 'backups');
  mkdirSync(backups);
  for (let day = 10; day < 19; day++) writeFileSync(path.join(backups, `orderglass-backup-2020-01-${day}.zip`), '');
  writeFileSync(path.join(backups, 'mine.txt'), '');
  // Of a clock that was wrong.
  writeFileSync(path.join(backups, 'orderglass-backup-2999-01-01.zip'), '');
  const old = await start('old');
  expect((await old.ask('readWeeklyBackups', {})).days).toHaveLength(9);
  await old.ask('changeSettings', { weeklyBackup: true });
  await expect.poll(async () => (await old.ask('readWeeklyBackups', {})).days.length).toBe(8);
  const { days } = await old.ask('readWeeklyBackups', {});
  expect(days.at(-1)).toBe('2020-01-12');
  const next = await start('new');
  await next.handOver(readFileSync(path.join(backups, `orderglass-backup-${days[0]}.zip`)));
  expect(await next.ask('previewRestore', { id: 'f' })).toMatchObject({ kind: 'understood', adds: { leftOut: 0 } });
  const [latest = ''] = days;
  writeFileSync(path.join(backups, `orderglass-backup-${latest}.zip`), 'not again before a week has passed');
  await old.ask('changeSettings', { weeklyBackup: true });
  for (const close of closing.splice(0)) await close();
  expect(readFileSync(path.join(backups, `orderglass-backup-${latest}.zip`), 'utf8')).toMatch(/^not again/);
  expect(readdirSync(backups)).toContain('mine.txt');
});
