import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { settingsSchema } from '../shared/contract/settings.ts';
import { limiterKey } from './accounts/accounts.ts';
import { AccountsFile } from './accounts/accounts-file.ts';
import { RequestTimes } from './accounts/request-times.ts';
import { lockDataFolder } from './files/data-folder.ts';
import { type CoreOptions, createCore } from './index.ts';
import { callersOf } from './testing/callers.ts';
import { FileErrors } from './testing/file-errors.ts';
import { FileKeychain } from './testing/file-keychain.ts';
import { folderContent } from './testing/folder-content.ts';
import { keptThreads } from './testing/kept-threads.ts';
import { type Recording, recordedFolders, unpackRecordedFolder } from './testing/recorded-folders.ts';

let folder: string;
const closing: (() => Promise<void>)[] = [];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'orderglass-recorded-'));
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  rmSync(folder, { recursive: true, force: true });
});

async function start(options: Partial<CoreOptions> = {}) {
  const dataDirectory = path.join(folder, 'data');
  const unlock = lockDataFolder(dataDirectory);
  const keychain = new FileKeychain(path.join(folder, 'keychain.json'));
  // Otherwise the program removes the entries that are left.
  keychain.hidesEntries = true;
  const core = await createCore({
    dataDirectory,
    historyWorker: keptThreads,
    about: { version: '0.0.0', host: 'browser', platform: 'linux' },
    startDemoExchange: () => Promise.reject(new Error('not needed')),
    openKeychain: () => keychain,
    fetch: () => Promise.reject(new TypeError('no network')),
    ...options,
  });
  const close = async () => {
    await core.close();
    unlock();
  };
  closing.push(close);
  return {
    close,
    ...callersOf(core),
  };
}

describe('a data folder of a development version before format 1', () => {
  it('is left as it is, and the page says so', async () => {
    const { account } = unpackRecordedFolder('1', folder);
    const files = (directory: string): string[] =>
      readdirSync(path.join(folder, 'data', directory)).map((name) => path.join(folder, 'data', directory, name));
    const [settings] = files('').filter((file) => file.endsWith('settings.json'));
    const [archive = ''] = files('archives').filter((file) => file.endsWith('.sqlite'));
    for (const file of [settings, ...files('alerts')].filter((file) => file !== undefined)) {
      const { version, ...content } = JSON.parse(readFileSync(file, 'utf8'));
      writeFileSync(file, JSON.stringify({ version: version - 1, ...content }));
    }
    const database = new DatabaseSync(archive);
    database.exec('DROP TABLE execution_states; PRAGMA user_version = 8');
    database.close();
    const kept = [...files('alerts'), ...files('archives'), ...files('').filter((file) => file === settings)];
    const before = kept.map((file) => readFileSync(file));
    const { ask, close } = await start();
    const left = { problem: 'earlier-version', backupName: null };
    const notices = ['settings', 'alerts'].map((what) => ({ what, ...left }));
    expect(await ask('readFileNotices', {})).toEqual(notices);
    const { problem } = await ask('readHistoryState', { account, list: 'order-history' });
    expect(problem).toMatchObject({ kind: 'older-version' });
    await ask('changeSettings', { theme: 'light' });
    await ask('markActivityRead', { account, ids: [] });
    await close();
    expect(kept.map((file) => readFileSync(file))).toEqual(before);
    expect([...files('alerts'), ...files('archives')]).toEqual(kept.slice(0, -1));
  });
});

describe.each(recordedFolders)('the data folder %s of an earlier program', (name) => {
  let recording: Recording;
  let unpacked: string;
  beforeAll(() => {
    unpacked = mkdtempSync(path.join(tmpdir(), 'orderglass-recorded-'));
    recording = unpackRecordedFolder(name, unpacked);
  });
  afterAll(() => rmSync(unpacked, { recursive: true }));
  beforeEach(() => cpSync(unpacked, folder, { recursive: true }));

  it('opens with everything in it, also once the current program has written it', async () => {
    const { commit: _, recordedAt: __, day: ___, account, ...recorded } = recording;
    // Notifications of a kind that was added later are on.
    const notify = { ...settingsSchema.parse({}).notify, ...recorded.settings.notify };
    // Settings of version 3 had an interval for each list, of which the recorded ones are 7 to 10 s.
    const refresh = typeof recorded.settings.refresh === 'string' ? recorded.settings.refresh : '10';
    const content = { ...recorded, settings: { ...recorded.settings, notify, refresh } };
    for (let opening = 0; opening < 2; opening++) {
      const { ask, close } = await start();
      expect(await folderContent(ask, account)).toEqual(content);
      expect(await ask('readFileNotices', {})).toEqual([]);
      for (const list of ['order-history', 'plan-history'] as const) {
        const state = await ask('readHistoryState', { account, list });
        expect(state).toMatchObject({ problem: null, failure: null, damaged: null });
      }
      // Every file is written again.
      await ask('changeSettings', { theme: content.settings.theme });
      await ask('markActivityRead', { account, ids: [] });
      await close();
    }
    expect(readdirSync(path.join(folder, 'data'), { recursive: true }).join()).not.toContain('damaged');
  });

  it('has the keys of its accounts in the keychain', async () => {
    const { account } = recording;
    const sent: (string | null)[] = [];
    const fetch: typeof globalThis.fetch = (_, init) => {
      sent.push(new Headers(init?.headers).get('token'));
      return Promise.reject(new TypeError('no network'));
    };
    const { ask, close } = await start({ fetch });
    const refreshing = ask('refreshLive', { account, list: 'open-plans' }).catch(() => {});
    const { entries } = new FileKeychain(path.join(folder, 'keychain.json'));
    const tokens = Object.values(entries).map(({ token }) => token);
    await expect.poll(() => sent.some((token) => token !== null && tokens.includes(token))).toBe(true);
    await close();
    await refreshing;
  });

  it('tells the limiter which requests its last program sent', async () => {
    const { account, recordedAt } = recording;
    const directory = path.join(folder, 'data');
    const { content } = await AccountsFile.open({ directory, now: Date.now, fileErrors: new FileErrors() });
    const profile = content.profiles.find(({ id }) => id === account);
    const key = limiterKey(profile?.baseUrl ?? '', profile?.archive.tokenFingerprint ?? '');
    const times = new RequestTimes(path.join(directory, 'request-times.bin'), () => recordedAt);
    // Both histories alone are more than 20 pages.
    expect(times.agesOf(key, 20_000).length).toBeGreaterThan(20);
    times.close();
  });
});
