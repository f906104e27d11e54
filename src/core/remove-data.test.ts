import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CredentialStore } from './credentials/credential-store.ts';
import { KeychainError } from './credentials/keychain-error.ts';
import { DataFolderError, lockDataFolder } from './data-folder.ts';
import { createCore } from './index.ts';
import { findStoredData, removeStoredData } from './remove-data.ts';

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
    return { place: 'keychain', savedAt: 1, endsIn: '' };
  },
  read: async (entry) => (entries.get(entry) as Awaited<ReturnType<CredentialStore['read']>>) ?? null,
  async remove(entry) {
    entries.delete(entry);
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
    place: 'keychain',
  });
  expect(saved).toMatchObject({ ok: true });
  await core.call('changeSettings', { theme: 'light' });
  await core.close();
  unlock();
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
    expect(await removeStoredData(await stored(), { keychain })).toEqual({ left: [] });
    expect(entries.size).toBe(0);
    expect(existsSync(folder)).toBe(false);
  });

  it('leaves the files of others in a folder that the user has chosen', async () => {
    await useProgram();
    await writeFile(path.join(folder, 'taxes.txt'), 'mine');
    await mkdir(path.join(folder, 'Pictures'));
    expect(await removeStoredData(await stored(), { keychain })).toEqual({ left: ['Pictures', 'taxes.txt'] });
    expect((await readdir(folder)).sort()).toEqual(['Pictures', 'taxes.txt']);
  });

  it('removes the default folder as a whole', async () => {
    await useProgram();
    await writeFile(path.join(folder, 'a file of a later version'), '');
    await removeStoredData(await stored(), { keychain, defaultFolder: folder });
    expect(existsSync(folder)).toBe(false);
  });

  it('also removes the keys that only a damaged list of accounts mentions', async () => {
    entries.set('old entry', {});
    lockDataFolder(folder)();
    await writeFile(
      path.join(folder, 'accounts.damaged-2026-01-01.json'),
      '{"profiles":[{"credentials":{"entry": "old entry",',
    );
    await removeStoredData(await stored(), { keychain });
    expect(entries.size).toBe(0);
  });

  it('removes no file if the keychain fails, because only the files know the entries', async () => {
    await useProgram();
    const before = await readdir(folder);
    const locked = { ...keychain, remove: () => Promise.reject(new KeychainError('locked')) };
    await expect(removeStoredData(await stored(), { keychain: locked })).rejects.toThrow('The keychain is locked.');
    expect(await readdir(folder)).toEqual(expect.arrayContaining(before));
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
  });
});
