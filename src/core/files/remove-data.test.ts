import { existsSync } from 'node:fs';
import { lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { CredentialStore } from '../credentials/credential-store.ts';
import { KeychainError } from '../credentials/keychain-error.ts';
import { temporaryName } from '../export/write-file.ts';
import { type Core, type CoreOptions, createCore } from '../index.ts';
import { foreignFiles } from '../testing/foreign-files.ts';
import { recordedFolders, unpackRecordedFolder } from '../testing/recorded-folders.ts';
import { removeOwnFiles } from './data-files.ts';
import { DataFolderError, lockDataFolder, openChromiumFolder } from './data-folder.ts';
import { fileList, findStoredData, removeStoredData } from './remove-data.ts';

let folder: string;
/** Entries of the keychain. */
let entries: Map<string, unknown>;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'orderglass-remove-'));
  entries = new Map();
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const keychain: CredentialStore = {
  async save(entry, credentials) {
    entries.set(entry, credentials);
    return { keptIn: 'keychain', savedAt: 1, endsIn: '' };
  },
  read: async (entry) => (entries.get(entry) as Awaited<ReturnType<CredentialStore['read']>>) ?? null,
  async remove(entry) {
    entries.delete(entry);
    return true;
  },
};

/** Runs the core and saves an account with keys in the keychain. */
async function useProgram(): Promise<void> {
  const unlock = lockDataFolder(folder);
  const core = await createCore({
    dataDirectory: folder,
    about: { version: '1.0.0', host: 'browser', platform: 'linux' },
    startDemoExchange: () => Promise.reject(new Error('not used')),
    openKeychain: () => keychain,
  });
  const saved = await core.call('saveAccount', {
    name: 'Mine',
    baseUrl: 'http://127.0.0.1:9',
    signingVariant: 'bytewise',
    requestsPerWindow: 100,
    credentials: { token: 'token-of-an-account', secretKey: 'secret-key' },
    keptIn: 'keychain',
  });
  expect(saved).toMatchObject({ ok: true });
  await core.call('changeSettings', { theme: 'light' });
  await core.close();
  unlock();
}

/** Writes a file that contains its name. */
async function write(file: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, path.basename(file));
}

/** Paths of all files, and of links. */
async function filesIn(place: string): Promise<string[]> {
  const entries = await readdir(place, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => !entry.isDirectory());
  return files.map((entry) => path.relative(place, path.join(entry.parentPath, entry.name))).sort();
}

async function stored() {
  const data = await findStoredData(folder);
  if (data === null) throw new Error('There is no data.');
  return data;
}

describe('removing the data', () => {
  it('removes the keys from the keychain, and the folder', async () => {
    await useProgram();
    expect(entries.size).toBe(1);
    expect((await stored()).keychainEntries).toEqual([...entries.keys()]);
    expect(await removeStoredData(await stored(), { keychain })).toEqual({ left: [], notShown: [] });
    expect(entries.size).toBe(0);
    expect(existsSync(folder)).toBe(false);
  });

  it.each(recordedFolders)('removes everything of the data folder %s of an earlier program', async (name) => {
    unpackRecordedFolder(name, folder);
    const data = path.join(folder, 'data');
    const found = await findStoredData(data);
    expect(await removeStoredData(found ?? (await stored()), { keychain })).toEqual({ left: [], notShown: [] });
    expect(existsSync(data)).toBe(false);
  });

  it('removes damaged, temporary and exported files, logs, and the folder of Chromium', async () => {
    await useProgram();
    const openedChromium = openChromiumFolder(folder);
    await write(path.join(openedChromium, 'Cache', 'photo.jpg'));
    const own = [
      'accounts.damaged-2026-01-02T03-04-05.678Z.json',
      'settings.damaged-2026-01-02T03-04-05.678Z-2.json',
      'settings.backup-2026-01-02T03-04-05.678Z.json',
      '.accounts.json.123.tmp',
      'removal.mark',
      'window.json',
      'watch-window.json',
      'alerts/demo.json',
      'alerts/.demo.json.123.tmp',
      'alerts/0d410ecb-05cb-25d7-d390-9cd3c66164d5.damaged-2026-01-02T03-04-05.678Z.json',
      'archives/0d410ecb05cb25d7d3909cd3c66164d5-2.sqlite-wal',
      'archives/0d410ecb05cb25d7d3909cd3c66164d5.columns',
      'archives/0d410ecb05cb25d7d3909cd3c66164d5-2.columns-state',
      'archives/demo-0d410ecb05cb25d7d3909cd3c66164d5.trades.new',
      'archives/0d410ecb05cb25d7d3909cd3c66164d5.sqlite.new',
      'archives/demo-0d410ecb05cb25d7d3909cd3c66164d5.damaged-2026-01-02T03-04-05.678Z.sqlite',
      'archives/demo-0d410ecb05cb25d7d3909cd3c66164d5.damaged-2026-01-02T03-04-05.678Z.sqlite.new',
      'archives/0d410ecb05cb25d7d3909cd3c66164d5.notes',
      'archives/0d410ecb05cb25d7d3909cd3c66164d5.notes.new',
      'notes/demo.sqlite-wal',
      'notes/0d410ecb-05cb-25d7-d390-9cd3c66164d5.damaged-2026-01-02T03-04-05.678Z.sqlite',
      'notes/0d410ecb05cb25d7d3909cd3c66164d5-2.left.sqlite.new',
      'logs/orderglass.log',
      'logs/orderglass.log.4',
      'exports/0d410ecb-05cb-25d7-d390-9cd3c66164d5.csv',
      `exports/${temporaryName()}`,
    ];
    for (const file of own) await write(path.join(folder, file));
    const data = await stored();
    expect(data.files).toEqual(
      expect.arrayContaining([...own.map((file) => path.normalize(file)), 'chromium-profile']),
    );
    expect(fileList(data.files)).toContain('settings.json, watch-window.json, window.json, chromium-profile');
    expect(fileList(data.files)).toContain(
      'alerts (3), archives (9), data-folder.lock, exports (2), logs (2), notes (3)',
    );
    expect(await removeStoredData(data, { keychain })).toEqual({ left: [], notShown: [] });
    expect(existsSync(folder)).toBe(false);
  });

  it('leaves every file that is not Orderglass’, and a folder that was not made for Chromium', async () => {
    await useProgram();
    for (const file of foreignFiles) await write(path.join(folder, file));
    const { left } = await removeStoredData(await stored(), { keychain });
    expect(left).toEqual([...new Set(foreignFiles.map((file) => file.split('/')[0]))].sort());
    expect(await filesIn(folder)).toEqual(foreignFiles.map((file) => path.normalize(file)).sort());
  });

  it('leaves everything behind a link to a folder', async () => {
    await useProgram();
    const elsewhere = await mkdtemp(path.join(tmpdir(), 'orderglass-elsewhere-'));
    onTestFinished(() => rm(elsewhere, { recursive: true, force: true }));
    await write(path.join(elsewhere, 'orderglass.log'));
    await rm(path.join(folder, 'logs'), { recursive: true, force: true });
    await symlink(elsewhere, path.join(folder, 'logs'), 'dir');
    expect(await removeStoredData(await stored(), { keychain })).toEqual({ left: ['logs'], notShown: [] });
    expect(await filesIn(folder)).toEqual(['logs']);
    expect(await readFile(path.join(elsewhere, 'orderglass.log'), 'utf8')).toBe('orderglass.log');
  });

  it('the program removes only its own temporary files when it starts', async () => {
    await write(path.join(folder, '.my.notes.2024.tmp'));
    await write(path.join(folder, '.settings.json.7.tmp'));
    await write(path.join(folder, 'alerts', '.demo.json.7.tmp'));
    await useProgram();
    expect(await filesIn(folder)).toContain('.my.notes.2024.tmp');
    expect((await filesIn(folder)).join()).not.toContain('.7.tmp');
  });

  it('removes a link to the folder, but neither the folder behind it nor the user’s files in there', async () => {
    await useProgram();
    const link = `${folder}-link`;
    await symlink(folder, link, 'dir');
    onTestFinished(() => rm(link, { force: true }));
    await write(path.join(folder, 'taxes.txt'));
    const data = async () => (await findStoredData(link)) ?? stored();
    expect(await removeStoredData(await data(), { keychain })).toEqual({ left: ['taxes.txt'], notShown: [] });
    expect(await readdir(link)).toEqual(['taxes.txt']);
    await rm(path.join(folder, 'taxes.txt'));
    lockDataFolder(link)();
    expect(await removeStoredData(await data(), { keychain })).toEqual({ left: [], notShown: [] });
    expect(await readdir(folder)).toEqual([]);
    await expect(lstat(link)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('also removes the keys that only a damaged list of accounts mentions', async () => {
    entries.set('old entry', {});
    lockDataFolder(folder)();
    await writeFile(
      path.join(folder, 'accounts.damaged-2026-01-02T03-04-05.678Z.json'),
      '{"profiles":[{"credentials":{"entry": "old entry",',
    );
    await removeStoredData(await stored(), { keychain });
    expect(entries.size).toBe(0);
  });

  it('removes no key that only a file of the user mentions', async () => {
    await useProgram();
    await writeFile(path.join(folder, 'accounts.damaged-mine.json'), '{"entry": "old entry"}');
    expect((await stored()).keychainEntries).toEqual([...entries.keys()]);
  });

  it('names the entries that the keychain did not show', async () => {
    await useProgram();
    const [entry] = entries.keys();
    const hiding = { ...keychain, remove: async () => false };
    expect(await removeStoredData(await stored(), { keychain: hiding })).toEqual({ left: [], notShown: [entry] });
  });

  it('removes no file if the keychain fails, because only the files know the entries', async () => {
    await useProgram();
    const before = await readdir(folder);
    const locked = { ...keychain, remove: () => Promise.reject(new KeychainError('locked')) };
    await expect(removeStoredData(await stored(), { keychain: locked })).rejects.toThrow('The keychain is locked.');
    expect(await readdir(folder)).toEqual(expect.arrayContaining(before));
  });

  it('removes the other files if one cannot be removed, and names it', async () => {
    await useProgram();
    // Nothing but a folder is refused to every user.
    await mkdir(path.join(folder, 'logs', 'orderglass.log'), { recursive: true });
    const removal = removeOwnFiles(folder, [path.join('logs', 'orderglass.log'), 'missing', 'accounts.json']);
    await expect(removal).rejects.toThrow(/unlink '.*orderglass\.log'/);
    expect(existsSync(path.join(folder, 'accounts.json'))).toBe(false);
  });

  it('refuses while a program uses the folder', async () => {
    await useProgram();
    const unlock = lockDataFolder(folder);
    await expect(removeStoredData(await stored(), { keychain })).rejects.toThrow(DataFolderError);
    unlock();
    expect(entries.size).toBe(1);
  });

  it('finds nothing in a folder that is not a data folder', async () => {
    await writeFile(path.join(folder, 'taxes.txt'), 'mine');
    expect(await findStoredData(folder)).toBeNull();
    expect(await findStoredData(path.join(folder, 'missing'))).toBeNull();
    expect(await findStoredData(path.join(folder, 'taxes.txt'))).toBeNull();
  });
});

describe('of a running program', () => {
  beforeEach(useProgram);

  async function whileRunning(options: Partial<CoreOptions>, run: (core: Core) => Promise<void>): Promise<void> {
    const unlock = lockDataFolder(folder);
    const core = await createCore({
      dataDirectory: folder,
      about: { version: '1.0.0', host: 'browser', platform: 'linux' },
      startDemoExchange: () => Promise.reject(new Error('not used')),
      openKeychain: () => keychain,
      ...options,
    });
    try {
      await run(core);
    } finally {
      await core.close();
      unlock();
    }
  }

  it('lists the files and the number of the keys', () =>
    whileRunning({}, async (core) => {
      const files = expect.stringMatching(/^accounts\.json, .*data-folder\.lock, .*settings\.json/);
      const data = { folder, files, keychainEntries: 1 };
      expect(await core.call('readStoredData', {})).toEqual({ ok: true, data });
    }));

  it('removes the keys, and lets the host end the program once the call has its result', async () => {
    const steps: string[] = [];
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const removeFiles = (): void => {
      steps.push('end');
      resolve();
    };
    await whileRunning({ removeFiles }, async (core) => {
      expect(await core.call('removeData', {})).toEqual({ ok: true, data: { notShown: [] } });
      steps.push('result');
      await ended;
      expect(steps).toEqual(['result', 'end']);
      expect(entries.size).toBe(0);
    });
  });

  it('names the entries that the keychain did not show, in its result and to the host', async () => {
    const { promise: ended, resolve: removeFiles } = Promise.withResolvers<readonly string[]>();
    const hiding = { ...keychain, remove: async () => false };
    await whileRunning({ removeFiles, openKeychain: () => hiding }, async (core) => {
      const notShown = [...entries.keys()];
      expect(notShown).toHaveLength(1);
      expect(await core.call('removeData', {})).toEqual({ ok: true, data: { notShown } });
      expect(await ended).toEqual(notShown);
    });
  });

  it('goes on with all of its data if the keychain fails', async () => {
    const removeFiles = vi.fn();
    const locked = { ...keychain, remove: () => Promise.reject(new KeychainError('locked')) };
    await whileRunning({ openKeychain: () => locked, removeFiles }, async (core) => {
      const error = expect.objectContaining({ code: 'keychain-unavailable' });
      expect(await core.call('removeData', {})).toEqual({ ok: false, error });
      await new Promise(setImmediate);
      expect(removeFiles).not.toHaveBeenCalled();
      expect(entries.size).toBe(1);
    });
  });

  it('removes no key if the host cannot remove the files', () =>
    whileRunning({}, async (core) => {
      const error = expect.objectContaining({ code: 'invalid-input' });
      expect(await core.call('removeData', {})).toEqual({ ok: false, error });
      expect(entries.size).toBe(1);
    }));
});

describe('a program that removes its data', () => {
  const open = (removeFiles: () => void = () => {}) =>
    createCore({
      dataDirectory: folder,
      about: { version: '1.0.0', host: 'browser', platform: 'linux' },
      startDemoExchange: () => Promise.reject(new Error('not used')),
      openKeychain: () => keychain,
      historyWorker: new URL('../testing/busy-worker.ts', import.meta.url),
      removeFiles,
    });

  it('does not wait for a thread that is busy', async () => {
    const core = await open();
    const busy = core.call('readRowChanges', { account: 'demo', list: 'order-history', key: 'isolated:1' });
    await core.close({ discards: true });
    expect(await busy).toMatchObject({ ok: false, error: { code: 'canceled' } });
  });

  it('says at the next start, once, that it was ended before the files were removed', async () => {
    lockDataFolder(folder)();
    const removing = Promise.withResolvers<void>();
    const core = await open(removing.resolve);
    await core.call('removeData', {});
    await removing.promise;
    await core.close({ discards: true });
    const noticesAtStart = async () => {
      const next = await open();
      const notices = await next.call('readFileNotices', {});
      await next.close();
      return notices;
    };
    expect(await noticesAtStart()).toEqual({ ok: true, data: [{ what: 'folder', problem: 'not-removed' }] });
    expect(await noticesAtStart()).toEqual({ ok: true, data: [] });
  });
});
