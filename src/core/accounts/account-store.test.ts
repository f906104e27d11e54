import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AccountChange } from '../../shared/contract/accounts.ts';
import { notStoredReasons } from '../credentials/keychain-error.ts';
import { createSessionCredentials } from '../credentials/session-credentials.ts';
import type { LogEntry } from '../logging/log-events.ts';
import { FileErrors } from '../testing/file-errors.ts';
import { FileKeychain } from '../testing/file-keychain.ts';
import { AccountStore, type AccountStoreOptions } from './account-store.ts';

const oldKeys = { token: 'canary-token-old-1111', secretKey: 'canary-secret-old-2222' };
const newKeys = { token: 'canary-token-new-3333', secretKey: 'canary-secret-new-4444' };
const now = 1_700_000_000_123;

let folder: string;
let directory: string;
let keychain: FileKeychain;
let log: LogEntry[];
let fileErrors: FileErrors;
const opened: AccountStore[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'orderglass-accounts-'));
  directory = path.join(folder, 'data');
  keychain = new FileKeychain(path.join(folder, 'keychain.json'));
  log = [];
  fileErrors = new FileErrors();
});

afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
  await rm(folder, { recursive: true, force: true });
});

async function open(options: Partial<AccountStoreOptions> = {}): Promise<AccountStore> {
  const store = await AccountStore.open({
    directory,
    now: () => now,
    log: (entry) => log.push(entry),
    fileErrors,
    keychain,
    session: createSessionCredentials({ now: () => now }),
    reservedNames: ['Demo account'],
    onChange: () => {},
    ...options,
  });
  opened.push(store);
  return store;
}

/** Opens the store as the next start of the program does. */
async function reopen(options: Partial<AccountStoreOptions> = {}): Promise<AccountStore> {
  for (const store of opened.splice(0)) await store.close();
  return open(options);
}

function change(changed: Partial<AccountChange> = {}): AccountChange {
  return {
    name: 'Main',
    baseUrl: 'https://exchange.example',
    signingVariant: 'bytewise',
    requestsPerWindow: 100,
    keptIn: 'keychain',
    ...changed,
  };
}

const add = (store: AccountStore, changed: Partial<AccountChange> = {}) =>
  store.save(change({ credentials: oldKeys, ...changed }));

async function fileContent() {
  const text = await readFile(path.join(directory, 'accounts.json'), 'utf8');
  expect(text).not.toContain('canary');
  return JSON.parse(text);
}

/** Resolves after the removals that run, and all pending changes. */
async function changesAreDone(store: AccountStore): Promise<void> {
  await store.removeOrphanedEntries();
  await store.remove('none').catch(() => {});
}

describe('save', () => {
  test('profile and credentials are stored and found after a restart', async () => {
    let changes = 0;
    const store = await open({ onChange: () => changes++ });
    const profile = await add(store, { name: '  Main ', baseUrl: ' https://exchange.example/api// ' });
    expect(changes).toBe(1);
    const entry = profile.credentials?.entry ?? '';
    expect(entry.startsWith(`${profile.id}.`)).toBe(true);
    expect(keychain.entries).toEqual({ [entry]: oldKeys });
    expect(await fileContent()).toEqual({
      version: 1,
      fingerprintKey: expect.any(String),
      profiles: [
        {
          id: profile.id,
          name: 'Main',
          baseUrl: 'https://exchange.example/api',
          signingVariant: 'bytewise',
          requestsPerWindow: 100,
          createdAt: now,
          credentials: { entry, savedAt: 1_700_000_000_000, endsIn: '1111' },
          archive: { tokenFingerprint: expect.any(String), name: expect.stringMatching(/^[0-9a-f]{32}$/) },
          earlierArchives: [],
        },
      ],
      orphanedEntries: [],
    });
    keychain.calls.splice(0);
    const next = await reopen();
    expect(next.profiles).toEqual([profile]);
    expect(keychain.calls).toEqual([]);
    expect(next.storedCredentials(profile)).toEqual({ keptIn: 'keychain', savedAt: 1_700_000_000_000, endsIn: '1111' });
    expect(await next.readCredentials(profile)).toEqual(oldKeys);
  });

  test('white space around credentials is removed', async () => {
    const store = await open();
    const credentials = { token: ` ${oldKeys.token}\n`, secretKey: `\t${oldKeys.secretKey} ` };
    expect(await store.readCredentials(await add(store, { credentials }))).toEqual(oldKeys);
  });

  test('changing name, path, signing variant or limit does not use the keychain', async () => {
    const store = await open();
    const { id, credentials, archive } = await add(store);
    keychain.calls.splice(0);
    keychain.failure = 'locked';
    const edited = {
      name: 'MAIN',
      baseUrl: 'https://exchange.example/api',
      signingVariant: 'case-insensitive',
      requestsPerWindow: 7,
    } as const;
    const profile = await store.save(change({ id, ...edited }));
    const { tokenFingerprint } = archive;
    expect(profile).toEqual({
      id,
      ...edited,
      createdAt: now,
      credentials,
      archive: expect.objectContaining({ tokenFingerprint }),
      earlierArchives: [archive.name],
    });
    expect(keychain.calls).toEqual([]);
  });

  test('new credentials get a new entry, and the old entry is removed', async () => {
    const store = await open();
    const before = await add(store);
    const after = await store.save(change({ id: before.id, credentials: newKeys }));
    await changesAreDone(store);
    expect(after.credentials?.entry).not.toBe(before.credentials?.entry);
    expect(Object.values(keychain.entries)).toEqual([newKeys]);
    expect((await fileContent()).orphanedEntries).toEqual([]);
    expect(await store.readCredentials(after)).toEqual(newKeys);
  });

  test('concurrent changes are serialized', async () => {
    const store = await open();
    const [first, second, third] = await Promise.allSettled([
      add(store),
      add(store),
      add(store, { name: 'Other', credentials: newKeys }),
    ]);
    expect([first?.status, third?.status]).toEqual(['fulfilled', 'fulfilled']);
    expect(second).toMatchObject({ reason: { code: 'invalid-input', message: 'name: taken' } });
    expect(Object.values(keychain.entries)).toEqual([oldKeys, newKeys]);
  });

  test('an unknown account is rejected', async () => {
    const store = await open();
    await expect(store.save(change({ id: 'none' }))).rejects.toMatchObject({ code: 'unknown-account' });
    await expect(store.remove('none')).rejects.toMatchObject({ code: 'unknown-account' });
  });
});

describe('invalid input', () => {
  const long = 'canary'.repeat(200);
  test.each<[string, Partial<AccountChange>]>([
    ['name: missing', { name: '  ' }],
    ['name: too-long', { name: 'x'.repeat(61) }],
    ['name: control-character', { name: 'a\u202eb' }],
    ['name: taken', { name: 'ＦＩＲＳＴ' }],
    ['name: taken', { name: 'demo ACCOUNT' }],
    ['baseUrl: missing', { baseUrl: ' ' }],
    ['baseUrl: no-url', { baseUrl: 'canary' }],
    ['baseUrl: no-url', { baseUrl: 'https://canary.example:99999' }],
    ['baseUrl: no-url', { baseUrl: 'https://1.2.3.4.5' }],
    ['baseUrl: not-https', { baseUrl: 'http://canary.example' }],
    ['baseUrl: has-user', { baseUrl: 'https://canary:canary@exchange.example' }],
    ['baseUrl: has-query', { baseUrl: 'https://exchange.example?canary' }],
    ['credentials: missing', {}],
    ['token: missing', { credentials: { token: ' ', secretKey: 'canary' } }],
    ['token: not-ascii', { credentials: { token: 'cänary', secretKey: 'canary' } }],
    ['token: has-space', { credentials: { token: 'can ary', secretKey: 'canary' } }],
    ['token: too-long', { credentials: { token: long, secretKey: 'canary' } }],
    ['secretKey: missing', { credentials: { token: 'canary', secretKey: '' } }],
    ['secretKey: control-character', { credentials: { token: 'canary', secretKey: 'can\u200bary' } }],
    ['secretKey: control-character', { credentials: { token: 'canary', secretKey: 'canary\ud83d' } }],
    ['secretKey: too-long', { credentials: { token: 'canary', secretKey: '币'.repeat(1000) } }],
    ['secretKey: too-long', { credentials: { token: 'canary', secretKey: '币'.repeat(1000) }, keptIn: 'session' }],
  ])('%s: rejects and changes nothing', async (message, changed) => {
    const store = await open();
    await add(store, { name: 'First' });
    const before = await fileContent();
    const entries = keychain.entries;
    await expect(store.save(change(changed))).rejects.toMatchObject({ code: 'invalid-input', message });
    expect(await fileContent()).toEqual(before);
    expect(keychain.entries).toEqual(entries);
    expect(store.profiles).toHaveLength(1);
  });
});

describe('if the keychain fails', () => {
  test.each(['service-restarted', 'locked', 'denied', 'no-answer', ...notStoredReasons, 'other'] as const)(
    '%s: nothing is saved, and saving for the session works',
    async (reason) => {
      const store = await open();
      keychain.failure = reason;
      await expect(add(store)).rejects.toMatchObject({ code: 'keychain-unavailable', keychain: reason });
      expect(store.profiles).toEqual([]);
      // The keychain may contain the entry, unless it was not reached.
      expect((await fileContent()).orphanedEntries).toHaveLength(notStoredReasons.includes(reason) ? 0 : 1);
      expect((await reopen()).profiles).toEqual([]);

      const profile = await add(await reopen(), { keptIn: 'session' });
      expect(profile.credentials).toBeNull();
      const [session] = opened;
      expect(session?.storedCredentials(profile)).toEqual({ keptIn: 'session', savedAt: now, endsIn: '1111' });
      expect(await session?.readCredentials(profile)).toEqual(oldKeys);
      expect((await fileContent()).profiles).toEqual([profile]);
    },
  );

  test('an edit keeps the old credentials', async () => {
    const store = await open();
    const before = await add(store);
    keychain.failure = 'denied';
    const edit = store.save(change({ id: before.id, name: 'Renamed', credentials: newKeys }));
    await expect(edit).rejects.toMatchObject({ code: 'keychain-unavailable', keychain: 'denied' });
    expect(store.profiles).toEqual([before]);
    keychain.failure = null;
    expect(await store.readCredentials(before)).toEqual(oldKeys);
  });

  test('a save that succeeds after its failure was reported is undone', async () => {
    const store = await open();
    const { save } = keychain;
    vi.spyOn(keychain, 'save').mockImplementationOnce(async (entry, credentials) => {
      await save(entry, credentials);
      keychain.failure = 'no-answer';
      return keychain.save(entry, credentials);
    });
    await expect(add(store)).rejects.toMatchObject({ keychain: 'no-answer' });
    expect(Object.values(keychain.entries)).toEqual([oldKeys]);
    keychain.failure = null;
    store.removeOrphanedEntries();
    await changesAreDone(store);
    expect(keychain.entries).toEqual({});
    expect((await fileContent()).orphanedEntries).toEqual([]);
  });

  test('a removed account disappears immediately, its entry with the next use of the keychain', async () => {
    const store = await open();
    const first = await add(store);
    const second = await add(store, { name: 'Second', credentials: newKeys });
    keychain.failure = 'locked';
    await store.remove(first.id);
    expect(store.profiles).toEqual([second]);
    await changesAreDone(store);
    expect(log).toEqual([{ event: 'keychain-entry-left', reason: 'locked' }]);
    keychain.calls.splice(0);
    const next = await reopen();
    await next.save(change({ id: second.id, name: 'Second' }));
    expect(keychain.calls).toEqual([]);

    keychain.failure = null;
    expect(await next.readCredentials(second)).toEqual(newKeys);
    await changesAreDone(next);
    expect(keychain.entries).toEqual({ [second.credentials?.entry ?? '']: newKeys });
    expect((await fileContent()).orphanedEntries).toEqual([]);
  });

  test('an entry that cannot be removed does not block the others', async () => {
    const store = await open();
    const [first, second, third] = [
      await add(store, { name: '1' }),
      await add(store, { name: '2' }),
      await add(store, { name: '3' }),
    ];
    keychain.failure = 'denied';
    await store.remove(first.id);
    await store.remove(second.id);
    keychain.failure = null;
    const { remove } = keychain;
    vi.spyOn(keychain, 'remove').mockImplementation(async (entry) => {
      if (entry === first.credentials?.entry) keychain.failure = 'denied';
      return remove(entry).finally(() => (keychain.failure = null));
    });
    await store.readCredentials(third);
    await changesAreDone(store);
    await store.readCredentials(third);
    await changesAreDone(store);
    expect(Object.keys(keychain.entries).sort()).toEqual([first.credentials?.entry, third.credentials?.entry].sort());
  });

  test('a hanging keychain does not delay closing', async () => {
    const store = await open();
    keychain.answerAfter = new Promise(() => {});
    const saving = add(store);
    await expect.poll(() => keychain.calls).toHaveLength(1);
    await store.close();
    await expect(saving).rejects.toMatchObject({ code: 'canceled' });
    expect(store.profiles).toEqual([]);
    await expect(add(store)).rejects.toMatchObject({ code: 'canceled' });

    keychain.answerAfter = Promise.resolve();
    const next = await reopen();
    await changesAreDone(next);
    expect(keychain.calls.map((call) => call.split(' ')[0])).toEqual(['save', 'remove']);
    expect(await fileContent()).toMatchObject({ version: 1, profiles: [], orphanedEntries: [] });
  });
});

describe('an entry whose removal the keychain does not confirm', () => {
  test.each(['removed', 'replaced'])(
    'is kept and said once its account is %s, until the user knows it',
    async (kind) => {
      const said: unknown[] = [];
      const onLeftEntries = (entries: unknown) => said.push(entries);
      const store = await open({ onLeftEntries });
      const { id, credentials } = await add(store);
      const { entry = '' } = credentials ?? {};
      keychain.hidesEntries = true;
      if (kind === 'removed') await store.remove(id);
      else await store.save(change({ id, credentials: newKeys }));
      await changesAreDone(store);
      const left = [{ entry, notShown: true }];
      expect(said).toEqual([left]);
      expect(log).toEqual([{ event: 'keychain-entry-left', reason: 'entry-missing' }]);
      expect((await fileContent()).orphanedEntries).toEqual([
        { entry, removal: 'with-next-use', wasUsed: true, notShown: true },
      ]);
      keychain.calls.splice(0);
      await changesAreDone(store);
      // KeePassXC asks each program once.
      expect(keychain.calls).toEqual([]);

      const next = await reopen({ onLeftEntries });
      expect(next.leftEntries).toEqual(left);
      await next.forgetLeftEntries([entry]);
      expect((await fileContent()).orphanedEntries).toEqual([]);
      expect(said).toEqual([left, []]);
    },
  );

  test('is removed by a later run that the user allows to', async () => {
    const store = await open();
    const first = await add(store);
    const second = await add(store, { name: 'Second' });
    keychain.hidesEntries = true;
    await store.remove(first.id);
    await changesAreDone(store);
    keychain.hidesEntries = false;
    const next = await reopen();
    await next.readCredentials(second);
    await changesAreDone(next);
    expect(Object.keys(keychain.entries)).toEqual([second.credentials?.entry]);
    expect(next.leftEntries).toEqual([]);
  });

  test('is said and kept if the keychain failed, also after the user knows it', async () => {
    const store = await open();
    const { id, credentials } = await add(store);
    keychain.failure = 'locked';
    await store.remove(id);
    await changesAreDone(store);
    const left = [{ entry: credentials?.entry, notShown: false }];
    expect(store.leftEntries).toEqual(left);
    await store.forgetLeftEntries([credentials?.entry ?? '']);
    expect(store.leftEntries).toEqual(left);
  });

  test('is not said if no account ever used it', async () => {
    const store = await open();
    keychain.failure = 'locked';
    await expect(add(store)).rejects.toMatchObject({ keychain: 'locked' });
    keychain.failure = null;
    keychain.hidesEntries = true;
    await changesAreDone(store);
    expect(store.leftEntries).toEqual([]);
    expect((await fileContent()).orphanedEntries).toEqual([]);
  });
});

describe('while the keychain waits for the user', () => {
  let answered: PromiseWithResolvers<void>;
  let store: AccountStore;
  let other: { id: string };
  let saving: Promise<unknown>;

  /** Starts a save and resolves once it waits. */
  beforeEach(async () => {
    store = await open();
    other = await add(store, { name: 'Other' });
    answered = Promise.withResolvers<void>();
    keychain.calls.splice(0);
    keychain.answerAfter = answered.promise;
    saving = add(store, { credentials: newKeys });
    saving.catch(() => {});
    await expect.poll(() => keychain.calls).toHaveLength(1);
  });

  test('a save, accounts are renamed, saved for the session and removed, and the save is completed', async () => {
    await store.save(change({ id: other.id, name: 'Renamed' }));
    const third = await add(store, { name: 'Third', keptIn: 'session' });
    await store.remove(other.id);
    expect(store.profiles).toEqual([third]);
    answered.resolve();
    const saved = await saving;
    await changesAreDone(store);
    expect(store.profiles).toEqual([third, saved]);
    expect(Object.values(keychain.entries)).toEqual([newKeys]);
    expect((await fileContent()).orphanedEntries).toEqual([]);
  });

  test('a save, its name is taken for other accounts', async () => {
    const taken = { code: 'invalid-input', message: 'name: taken' };
    await expect(add(store)).rejects.toMatchObject(taken);
    await expect(store.save(change({ id: other.id, name: 'Main' }))).rejects.toMatchObject(taken);
    answered.resolve();
    await saving;
  });

  test('a save, its keys can be kept for the session instead, and the entry is removed once the user answers', async () => {
    const profile = await add(store, { keptIn: 'session', credentials: newKeys });
    await expect(saving).rejects.toMatchObject({ code: 'canceled' });
    expect(await store.readCredentials(profile)).toEqual(newKeys);
    // The replaced save does not reserve the name.
    await store.save(change({ id: profile.id, name: 'Third' }));
    await store.save(change({ id: other.id, name: 'Main' }));
    answered.resolve();
    await expect.poll(() => keychain.calls).toHaveLength(2);
    await changesAreDone(store);
    expect(store.profiles.map(({ name }) => name)).toEqual(['Main', 'Third']);
    expect(Object.values(keychain.entries)).toEqual([oldKeys]);
    expect((await fileContent()).orphanedEntries).toEqual([]);
  });

  test('a save whose keys are kept for the session instead, nothing opens its prompt again if the user dismisses it', async () => {
    await add(store, { keptIn: 'session', credentials: newKeys });
    keychain.failure = 'locked';
    answered.resolve();
    await expect.poll(async () => (await fileContent()).orphanedEntries).toMatchObject([{ removal: 'with-next-use' }]);
    expect(keychain.calls).toHaveLength(1);
    expect(store.leftEntries).toEqual([]);
  });

  test('new keys of an account, the account can be removed', async () => {
    answered.resolve();
    await saving;
    answered = Promise.withResolvers<void>();
    keychain.calls.splice(0);
    keychain.answerAfter = answered.promise;
    const replacing = store.save(change({ id: other.id, name: 'Other', credentials: newKeys }));
    replacing.catch(() => {});
    await expect.poll(() => keychain.calls).toHaveLength(1);
    await store.remove(other.id);
    await expect(replacing).rejects.toMatchObject({ code: 'canceled' });
    answered.resolve();
    await expect.poll(() => Object.keys(keychain.entries)).toHaveLength(1);
    expect(store.profiles.map(({ name }) => name)).toEqual(['Main']);
  });
});

describe('the archive of an account', () => {
  const nameOf = (store: AccountStore, id: string) => store.find(id).archive.name;

  test('stays the same after a restart, a change of name, limit or secret key, and if the same token is entered again', async () => {
    const store = await open();
    const { id } = await add(store, { keptIn: 'session' });
    const name = nameOf(store, id);
    const { token } = oldKeys;
    await store.save(change({ id, name: 'Other', requestsPerWindow: 3, signingVariant: 'case-insensitive' }));
    expect(nameOf(store, id)).toBe(name);
    const next = await reopen();
    expect(nameOf(next, id)).toBe(name);
    await next.save(change({ id, credentials: { token, secretKey: 'another-secret' }, keptIn: 'session' }));
    expect(nameOf(next, id)).toBe(name);
    await next.save(change({ id, credentials: oldKeys, keptIn: 'keychain' }));
    expect(nameOf(next, id)).toBe(name);
  });

  test('differs for another token or address, and is found again with the first ones', async () => {
    const store = await open();
    const { id, baseUrl } = await add(store);
    const name = nameOf(store, id);
    const names = [name];
    for (const edit of [
      { credentials: newKeys },
      { baseUrl: `${baseUrl}/v2` },
      { credentials: oldKeys, baseUrl: `${baseUrl}/v2` },
    ]) {
      await store.save(change({ id, ...edit }));
      names.push(nameOf(store, id));
    }
    expect(new Set(names).size).toBe(names.length);
    await store.save(change({ id, baseUrl }));
    expect(nameOf(store, id)).toBe(name);
  });

  test('for an earlier token stays listed until another account uses it', async () => {
    const store = await open();
    const { id } = await add(store);
    const names = [nameOf(store, id)];
    await store.save(change({ id, credentials: newKeys }));
    names.unshift(nameOf(store, id));
    await store.save(change({ id, name: 'Other' }));
    const next = await reopen();
    expect(next.archiveNames(next.find(id))).toEqual(names);
    const second = await add(next, { name: 'Second' });
    expect(nameOf(next, second.id)).toBe(names[1]);
    expect(next.archiveNames(next.find(id))).toEqual([names[0]]);
    await next.remove(second.id);
    await next.save(change({ id, credentials: oldKeys }));
    expect(next.archiveNames(next.find(id))).toEqual(names.toReversed());
  });

  test('is found again by an account that is added again, and never shared by two accounts', async () => {
    const store = await open();
    const first = await add(store);
    const second = await add(store, { name: 'Second' });
    const name = nameOf(store, first.id);
    expect(nameOf(store, second.id)).not.toBe(name);
    await store.remove(first.id);
    expect(nameOf(store, (await add(store, { name: 'Again' })).id)).toBe(name);
  });

  test('does not reveal the token, and has another name in another data folder', async () => {
    const store = await open();
    const { id, archive } = await add(store);
    const { fingerprintKey: _, ...withoutKey } = await fileContent();
    expect(JSON.stringify(withoutKey)).not.toContain(oldKeys.token);
    await store.close();
    await rm(path.join(directory, 'accounts.json'));
    const elsewhere = await add(await open());
    expect(elsewhere.archive.tokenFingerprint).not.toBe(archive.tokenFingerprint);
    expect(elsewhere.archive.name).not.toBe(archive.name);
    expect(id).not.toBe(elsewhere.id);
  });
});

describe('closing during a save', () => {
  test('leaves the keychain alone', async () => {
    const { writeFileAtomically } = await import('../files/atomic-file.ts');
    const store: AccountStore = await open({
      async writeFile(name, text) {
        await writeFileAtomically(name, text);
        void store.close();
      },
    });
    await expect(add(store)).rejects.toMatchObject({ code: 'canceled' });
    await store.close();
    expect(keychain.calls).toEqual([]);
    expect((await reopen()).profiles).toEqual([]);
  });

  test('writes nothing and keeps no credentials in memory', async () => {
    const session = createSessionCredentials();
    const entries: string[] = [];
    const store: AccountStore = await open({
      session: {
        ...session,
        async save(entry, credentials) {
          entries.push(entry);
          void store.close();
          return session.save(entry, credentials);
        },
      },
    });
    await expect(add(store, { keptIn: 'session' })).rejects.toMatchObject({ code: 'canceled' });
    expect(await readdir(folder)).toEqual([]);
    expect(await session.read(entries[0] ?? '')).toBeNull();
  });
});

describe('readCredentials rejects', () => {
  const missing = { code: 'not-authenticated', keychain: 'entry-missing' };

  test('after the session for which they were entered, until they are entered again', async () => {
    const { id } = await add(await open(), { keptIn: 'session' });
    const store = await reopen();
    const profile = store.find(id);
    expect(store.storedCredentials(profile)).toBeNull();
    await expect(store.readCredentials(profile)).rejects.toMatchObject({ ...missing, keychain: 'session-ended' });
    await store.save(change({ id, name: 'Renamed' }));
    expect(store.storedCredentials(store.find(id))).toBeNull();
    const entered = await store.save(change({ id, credentials: newKeys }));
    expect(await store.readCredentials(entered)).toEqual(newKeys);
    expect(Object.values(keychain.entries)).toEqual([newKeys]);
  });

  test('if the entry was deleted outside Orderglass', async () => {
    const store = await open();
    const profile = await add(store);
    keychain.entries = {};
    await expect(store.readCredentials(profile)).rejects.toMatchObject(missing);
    await store.remove(profile.id);
    expect(store.profiles).toEqual([]);
  });

  test('if the entry was changed to values that cannot be sent', async () => {
    const store = await open();
    const profile = await add(store);
    keychain.entries = { [profile.credentials?.entry ?? '']: { token: 'no token', secretKey: 'x' } };
    const damaged = { code: 'keychain-unavailable', keychain: 'damaged-entry' };
    await expect(store.readCredentials(profile)).rejects.toMatchObject(damaged);
  });

  test('if accounts.json was changed to another address, without a look into the keychain', async () => {
    const profile = await add(await open());
    const file = path.join(directory, 'accounts.json');
    await writeFile(file, (await readFile(file, 'utf8')).replace('exchange.example', 'thief.example'));
    const store = await reopen();
    const read = vi.spyOn(keychain, 'read');
    const changed = store.find(profile.id);
    expect(changed.baseUrl).toBe('https://thief.example');
    await expect(store.readCredentials(changed)).rejects.toMatchObject(missing);
    expect(read).not.toHaveBeenCalled();
  });

  test.each(['locked', 'no-service'] as const)('if the keychain fails: %s', async (reason) => {
    const store = await open();
    const profile = await add(store);
    keychain.failure = reason;
    const failure = { code: 'keychain-unavailable', keychain: reason };
    await expect(store.readCredentials(profile)).rejects.toMatchObject(failure);
    keychain.failure = null;
    expect(await store.readCredentials(profile)).toEqual(oldKeys);
  });
});

describe('moving credentials', () => {
  test('from the keychain to the session removes the entry', async () => {
    const store = await open();
    const { id } = await add(store);
    const profile = await store.save(change({ id, credentials: newKeys, keptIn: 'session' }));
    await changesAreDone(store);
    expect(keychain.entries).toEqual({});
    expect(await store.readCredentials(profile)).toEqual(newKeys);
    expect((await fileContent()).orphanedEntries).toEqual([]);
  });

  test('from the session to the keychain', async () => {
    const store = await open();
    const { id } = await add(store, { keptIn: 'session' });
    const profile = await store.save(change({ id, credentials: newKeys }));
    expect(store.storedCredentials(profile)?.keptIn).toBe('keychain');
    expect(Object.values(keychain.entries)).toEqual([newKeys]);
  });

  test('does not happen if only the name changes', async () => {
    const store = await open();
    const { id } = await add(store, { keptIn: 'session' });
    const profile = await store.save(change({ id, name: 'Renamed', keptIn: 'keychain' }));
    expect(store.storedCredentials(profile)?.keptIn).toBe('session');
    expect(await store.readCredentials(profile)).toEqual(oldKeys);
    expect(keychain.calls).toEqual([]);
  });

  test('credentials of the session are removed with their account', async () => {
    const session = createSessionCredentials();
    const store = await open({ session });
    const profile = await add(store, { keptIn: 'session' });
    const name = store.credentialsName(profile) ?? '';
    expect(await session.read(name)).toEqual(oldKeys);
    await store.remove(profile.id);
    expect(await session.read(name)).toBeNull();
    expect(keychain.calls).toEqual([]);
  });
});

describe('accounts.json', () => {
  const file = () => path.join(directory, 'accounts.json');
  const aside = async () => (await readdir(directory)).filter((name) => name.startsWith('accounts.damaged-'));

  test.each([
    ['', 'SyntaxError'],
    ['{"version":1,', 'SyntaxError'],
    ['[]', 'TypeError'],
    ['{"version":1,"fingerprintKey":"","profiles":{},"orphanedEntries":[]}', 'ZodError'],
  ])('%j is quarantined', async (text, reason) => {
    await add(await open());
    await writeFile(file(), text);
    const store = await reopen();
    expect(store.profiles).toEqual([]);
    expect(await aside()).toEqual(['accounts.damaged-2023-11-14T22-13-20.123Z.json']);
    expect(await readFile(path.join(directory, (await aside())[0] ?? ''), 'utf8')).toBe(text);
    expect(fileErrors.problems).toMatchObject([
      { problem: 'damaged', error: { name: reason }, backupName: (await aside())[0] },
    ]);
    await add(store);
    expect((await reopen()).profiles).toHaveLength(1);
  });

  test('readable profiles of a damaged file are kept', async () => {
    const store = await open();
    const [first, second] = [await add(store), await add(store, { name: 'Second' })];
    const content = await fileContent();
    const damaged = [
      { ...first, baseUrl: 'http://elsewhere.example' },
      { ...first, id: 'x', signingVariant: 'other' },
      { ...first, earlierArchives: ['../elsewhere'] },
      { ...first, archive: { ...first.archive, name: '../elsewhere' } },
      second,
      { ...second, name: 'Twice' },
      null,
    ];
    await writeFile(file(), JSON.stringify({ ...content, profiles: damaged }));
    const next = await reopen();
    expect(next.profiles).toEqual([second]);
    expect(await aside()).toHaveLength(1);
    expect((await fileContent()).profiles).toEqual([second]);
    expect(await next.readCredentials(second)).toEqual(oldKeys);
  });

  test('a damaged key of the fingerprints is replaced and said, and each account keeps its archive', async () => {
    const profile = await add(await open());
    await writeFile(file(), JSON.stringify({ ...(await fileContent()), fingerprintKey: 'k' }));
    const next = await reopen();
    expect(next.profiles).toEqual([profile]);
    expect(fileErrors.problems).toMatchObject([{ problem: 'damaged', backupName: (await aside())[0] }]);
    expect((await fileContent()).fingerprintKey).not.toBe('k');
  });

  test.each([
    ['later-version', { version: 2, profiles: [{ id: 'later' }] }],
    ['earlier-version', { version: 1, markKey: 'k', profiles: [], spareEntries: [] }],
  ])('a file of another version is left as it is: %s', async (problem, content) => {
    await mkdir(directory);
    await writeFile(file(), JSON.stringify(content));
    const store = await open();
    expect(store.profiles).toEqual([]);
    expect(fileErrors.problems).toEqual([{ problem, backupName: null }]);
    await expect(add(store)).rejects.toMatchObject({ code: 'storage-failed' });
    expect(keychain.calls).toEqual([]);
    expect(await readdir(directory)).toEqual(['accounts.json']);
    expect(await fileContent()).toEqual(content);
  });

  test('a file that can be neither read nor renamed is never overwritten', async () => {
    await writeFile(directory, 'no folder');
    let writes = 0;
    const store = await open({ writeFile: async () => void writes++ });
    expect(store.profiles).toEqual([]);
    await expect(add(store)).rejects.toMatchObject({ code: 'storage-failed' });
    expect(keychain.calls).toEqual([]);
    expect(fileErrors).toMatchObject({ problems: [{ problem: 'damaged', backupName: null }], failures: 1 });
    expect(writes).toBe(0);
  });

  test.each([1, 2])('if write %i of a save fails, neither the file nor the keychain changes', async (failing) => {
    let writes = 0;
    const { writeFileAtomically } = await import('../files/atomic-file.ts');
    const store = await open({
      async writeFile(name, text) {
        writes++;
        if (writes === failing) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
        await writeFileAtomically(name, text);
      },
    });
    await expect(add(store)).rejects.toMatchObject({
      code: 'storage-failed',
      message: 'the accounts could not be written (ENOSPC)',
    });
    expect(store.profiles).toEqual([]);
    expect(keychain.entries).toEqual({});
    await add(store);
    expect(Object.values(keychain.entries)).toEqual([oldKeys]);
    expect((await fileContent()).orphanedEntries).toEqual([]);
  });

  test('an entry that an account uses is never removed as orphaned', async () => {
    const profile = await add(await open());
    const content = await fileContent();
    const orphaned = { entry: profile.credentials?.entry, removal: 'at-start' };
    await writeFile(file(), JSON.stringify({ ...content, orphanedEntries: [orphaned] }));
    const store = await reopen();
    await changesAreDone(store);
    expect(await store.readCredentials(profile)).toEqual(oldKeys);
    expect((await fileContent()).orphanedEntries).toEqual([]);
  });
});
