import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AccountChange } from '../../shared/account-schemas.ts';
import { createSessionCredentials } from '../credentials/session-credentials.ts';
import type { LogEntry } from '../log.ts';
import { FileKeychain } from '../testing/file-keychain.ts';
import { type AccountBookOptions, AccountStore } from './account-store.ts';

const oldKeys = { token: 'canary-token-old-1111', secretKey: 'canary-secret-old-2222' };
const newKeys = { token: 'canary-token-new-3333', secretKey: 'canary-secret-new-4444' };
const now = 1_700_000_000_123;

let folder: string;
let directory: string;
let keychain: FileKeychain;
let log: LogEntry[];
const opened: AccountStore[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'orderglass-accounts-'));
  directory = path.join(folder, 'data');
  keychain = new FileKeychain(path.join(folder, 'keychain.json'));
  log = [];
});

afterEach(async () => {
  for (const book of opened.splice(0)) await book.close();
  await rm(folder, { recursive: true, force: true });
});

async function open(options: Partial<AccountBookOptions> = {}): Promise<AccountStore> {
  const book = await AccountStore.open({
    directory,
    now: () => now,
    log: (entry) => log.push(entry),
    keychain,
    session: createSessionCredentials({ now: () => now }),
    reservedNames: ['Demo account'],
    onChange: () => {},
    ...options,
  });
  opened.push(book);
  return book;
}

/** As the next start of the program finds it. */
async function reopen(options: Partial<AccountBookOptions> = {}): Promise<AccountStore> {
  for (const book of opened.splice(0)) await book.close();
  return open(options);
}

function change(changed: Partial<AccountChange> = {}): AccountChange {
  return {
    name: 'Main',
    baseUrl: 'https://exchange.example',
    signingVariant: 'bytewise',
    requestsPerWindow: 100,
    place: 'keychain',
    ...changed,
  };
}

const add = (book: AccountStore, changed: Partial<AccountChange> = {}) =>
  book.save(change({ credentials: oldKeys, ...changed }));

async function fileContent() {
  const text = await readFile(path.join(directory, 'accounts.json'), 'utf8');
  expect(text).not.toContain('canary');
  return JSON.parse(text);
}

/** Whatever was to be done after earlier calls is done. */
async function turnsAreOver(book: AccountStore): Promise<void> {
  await book.remove('none').catch(() => {});
}

describe('adding and changing', () => {
  test('profile and credentials are kept, and found again', async () => {
    let changes = 0;
    const book = await open({ onChange: () => changes++ });
    const profile = await add(book, { name: '  Main ', baseUrl: ' https://exchange.example/api// ' });
    expect(changes).toBe(1);
    const entry = profile.credentials?.entry ?? '';
    expect(entry.startsWith(`${profile.id}.`)).toBe(true);
    expect(keychain.entries).toEqual({ [entry]: oldKeys });
    expect(await fileContent()).toEqual({
      version: 1,
      markKey: expect.any(String),
      profiles: [
        {
          id: profile.id,
          name: 'Main',
          baseUrl: 'https://exchange.example/api',
          signingVariant: 'bytewise',
          requestsPerWindow: 100,
          createdAt: now,
          credentials: { entry, savedAt: 1_700_000_000_000, endsIn: '1111' },
          archive: { tokenMark: expect.any(String), name: expect.stringMatching(/^[0-9a-f]{32}$/) },
          earlierArchives: [],
        },
      ],
      spareEntries: [],
    });
    keychain.calls.splice(0);
    const next = await reopen();
    expect(next.profiles).toEqual([profile]);
    expect(keychain.calls).toEqual([]);
    expect(next.storedCredentials(profile)).toEqual({ place: 'keychain', savedAt: 1_700_000_000_000, endsIn: '1111' });
    expect(await next.readCredentials(profile)).toEqual(oldKeys);
  });

  test('what is pasted around credentials is dropped', async () => {
    const book = await open();
    const credentials = { token: ` ${oldKeys.token}\n`, secretKey: `\t${oldKeys.secretKey} ` };
    expect(await book.readCredentials(await add(book, { credentials }))).toEqual(oldKeys);
  });

  test('another name, path or limit never touches the keychain', async () => {
    const book = await open();
    const { id, credentials, archive } = await add(book);
    keychain.calls.splice(0);
    keychain.failure = 'locked';
    const edited = {
      name: 'MAIN',
      baseUrl: 'https://exchange.example/api',
      signingVariant: 'case-insensitive',
      requestsPerWindow: 7,
    } as const;
    const profile = await book.save(change({ id, ...edited }));
    const { tokenMark } = archive ?? {};
    expect(profile).toEqual({
      id,
      ...edited,
      createdAt: now,
      credentials,
      archive: expect.objectContaining({ tokenMark }),
      earlierArchives: [archive?.name],
    });
    expect(keychain.calls).toEqual([]);
  });

  test('other credentials go into an entry of their own, and the earlier one is removed', async () => {
    const book = await open();
    const before = await add(book);
    const after = await book.save(change({ id: before.id, credentials: newKeys }));
    expect(after.credentials?.entry).not.toBe(before.credentials?.entry);
    expect(Object.values(keychain.entries)).toEqual([newKeys]);
    expect((await fileContent()).spareEntries).toEqual([]);
    expect(await book.readCredentials(after)).toEqual(newKeys);
  });

  test('two changes at the same time follow each other', async () => {
    const book = await open();
    const [first, second, third] = await Promise.allSettled([
      add(book),
      add(book),
      add(book, { name: 'Other', credentials: newKeys }),
    ]);
    expect([first?.status, third?.status]).toEqual(['fulfilled', 'fulfilled']);
    expect(second).toMatchObject({ reason: { code: 'invalid-input', message: 'name: taken' } });
    expect(Object.values(keychain.entries)).toEqual([oldKeys, newKeys]);
  });

  test('an account that is not there', async () => {
    const book = await open();
    await expect(book.save(change({ id: 'none' }))).rejects.toMatchObject({ code: 'unknown-account' });
    await expect(book.remove('none')).rejects.toMatchObject({ code: 'unknown-account' });
  });
});

describe('what is not accepted', () => {
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
    ['secretKey: too-long', { credentials: { token: 'canary', secretKey: '币'.repeat(1000) }, place: 'session' }],
  ])('%s', async (message, changed) => {
    const book = await open();
    await add(book, { name: 'First' });
    const before = await fileContent();
    const entries = keychain.entries;
    await expect(book.save(change(changed))).rejects.toMatchObject({ code: 'invalid-input', message });
    expect(await fileContent()).toEqual(before);
    expect(keychain.entries).toEqual(entries);
    expect(book.profiles).toHaveLength(1);
  });
});

describe('a keychain that fails', () => {
  test.each(['no-service', 'service-restarted', 'locked', 'denied', 'no-answer', 'module-missing', 'other'] as const)(
    '%s: nothing is saved, and a session is the way on',
    async (reason) => {
      const book = await open();
      keychain.failure = reason;
      await expect(add(book)).rejects.toMatchObject({ code: 'keychain-unavailable', keychain: reason });
      expect(book.profiles).toEqual([]);
      // It may have been kept all the same, unless there was nobody to ask.
      expect((await fileContent()).spareEntries).toHaveLength(reason === 'module-missing' ? 0 : 1);
      expect((await reopen()).profiles).toEqual([]);

      const profile = await add(await reopen(), { place: 'session' });
      expect(profile.credentials).toBeNull();
      const [session] = opened;
      expect(session?.storedCredentials(profile)).toEqual({ place: 'session', savedAt: now, endsIn: '1111' });
      expect(await session?.readCredentials(profile)).toEqual(oldKeys);
      expect((await fileContent()).profiles).toEqual([profile]);
    },
  );

  test('an edit leaves the earlier credentials as they were', async () => {
    const book = await open();
    const before = await add(book);
    keychain.failure = 'denied';
    const edit = book.save(change({ id: before.id, name: 'Renamed', credentials: newKeys }));
    await expect(edit).rejects.toMatchObject({ code: 'keychain-unavailable', keychain: 'denied' });
    expect(book.profiles).toEqual([before]);
    keychain.failure = null;
    expect(await book.readCredentials(before)).toEqual(oldKeys);
  });

  test('a save that was carried out after all is undone', async () => {
    const book = await open();
    const { save } = keychain;
    vi.spyOn(keychain, 'save').mockImplementationOnce(async (entry, credentials) => {
      await save(entry, credentials);
      keychain.failure = 'no-answer';
      return keychain.save(entry, credentials);
    });
    await expect(add(book)).rejects.toMatchObject({ keychain: 'no-answer' });
    expect(Object.values(keychain.entries)).toEqual([oldKeys]);
    keychain.failure = null;
    book.removeSpareEntries();
    await turnsAreOver(book);
    expect(keychain.entries).toEqual({});
    expect((await fileContent()).spareEntries).toEqual([]);
  });

  test('removing: the account is gone at once, its entry with the next use of the keychain and not before', async () => {
    const book = await open();
    const first = await add(book);
    const second = await add(book, { name: 'Second', credentials: newKeys });
    keychain.failure = 'locked';
    await book.remove(first.id);
    expect(book.profiles).toEqual([second]);
    expect(log).toEqual([{ event: 'keychain-entry-left', reason: 'locked' }]);
    keychain.calls.splice(0);
    const next = await reopen();
    await turnsAreOver(next);
    expect(keychain.calls).toEqual([]);

    keychain.failure = null;
    expect(await next.readCredentials(second)).toEqual(newKeys);
    await turnsAreOver(next);
    expect(keychain.entries).toEqual({ [second.credentials?.entry ?? '']: newKeys });
    expect((await fileContent()).spareEntries).toEqual([]);
  });

  test('an entry that never can be removed does not keep the others', async () => {
    const book = await open();
    const [first, second, third] = [
      await add(book, { name: '1' }),
      await add(book, { name: '2' }),
      await add(book, { name: '3' }),
    ];
    keychain.failure = 'denied';
    await book.remove(first.id);
    await book.remove(second.id);
    keychain.failure = null;
    const { remove } = keychain;
    vi.spyOn(keychain, 'remove').mockImplementation(async (entry) => {
      if (entry === first.credentials?.entry) keychain.failure = 'denied';
      await remove(entry).finally(() => (keychain.failure = null));
    });
    await book.readCredentials(third);
    await turnsAreOver(book);
    await book.readCredentials(third);
    await turnsAreOver(book);
    expect(Object.keys(keychain.entries).sort()).toEqual([first.credentials?.entry, third.credentials?.entry].sort());
  });

  test('a keychain that hangs does not keep the program from ending', async () => {
    const book = await open();
    keychain.answerAfter = new Promise(() => {});
    const saving = add(book);
    await expect.poll(() => keychain.calls).toHaveLength(1);
    await book.close();
    await expect(saving).rejects.toMatchObject({ code: 'cancelled' });
    expect(book.profiles).toEqual([]);
    await expect(add(book)).rejects.toMatchObject({ code: 'cancelled' });

    keychain.answerAfter = Promise.resolve();
    const next = await reopen();
    await turnsAreOver(next);
    expect(keychain.calls.map((call) => call.split(' ')[0])).toEqual(['save', 'remove']);
    expect(await fileContent()).toMatchObject({ version: 1, profiles: [], spareEntries: [] });
  });
});

describe('the archive that has an account’s rows', () => {
  const nameOf = (book: AccountStore, id: string) => book.archiveName(book.find(id));

  test('is the same after a restart, for another name, limit or secret key, and where the same token is entered anew', async () => {
    const book = await open();
    const { id } = await add(book, { place: 'session' });
    const name = nameOf(book, id);
    const { token } = oldKeys;
    await book.save(change({ id, name: 'Other', requestsPerWindow: 3, signingVariant: 'case-insensitive' }));
    expect(nameOf(book, id)).toBe(name);
    const next = await reopen();
    expect(nameOf(next, id)).toBe(name);
    await next.save(change({ id, credentials: { token, secretKey: 'another-secret' }, place: 'session' }));
    expect(nameOf(next, id)).toBe(name);
    await next.save(change({ id, credentials: oldKeys, place: 'keychain' }));
    expect(nameOf(next, id)).toBe(name);
  });

  test('is another one for another token or another address, and is found again with the first', async () => {
    const book = await open();
    const { id, baseUrl } = await add(book);
    const name = nameOf(book, id);
    const names = [name];
    for (const edit of [
      { credentials: newKeys },
      { baseUrl: `${baseUrl}/v2` },
      { credentials: oldKeys, baseUrl: `${baseUrl}/v2` },
    ]) {
      await book.save(change({ id, ...edit }));
      names.push(nameOf(book, id));
    }
    expect(new Set(names).size).toBe(names.length);
    await book.save(change({ id, baseUrl }));
    expect(nameOf(book, id)).toBe(name);
  });

  test('of earlier keys is kept in mind, until another account has it', async () => {
    const book = await open();
    const { id } = await add(book);
    const names = [nameOf(book, id)];
    await book.save(change({ id, credentials: newKeys }));
    names.unshift(nameOf(book, id));
    await book.save(change({ id, name: 'Other' }));
    const next = await reopen();
    expect(next.archiveNames(next.find(id))).toEqual(names);
    const second = await add(next, { name: 'Second' });
    expect(nameOf(next, second.id)).toBe(names[1]);
    expect(next.archiveNames(next.find(id))).toEqual([names[0]]);
    await next.remove(second.id);
    await next.save(change({ id, credentials: oldKeys }));
    expect(next.archiveNames(next.find(id))).toEqual(names.toReversed());
  });

  test('of a file in which earlier ones were not kept in mind is found all the same', async () => {
    const book = await open();
    const profile = await add(book);
    const content = await fileContent();
    await book.close();
    for (const earlierArchives of [undefined, ['../elsewhere'], 'none']) {
      const profiles = [{ ...content.profiles[0], earlierArchives }];
      await writeFile(path.join(directory, 'accounts.json'), JSON.stringify({ ...content, profiles }));
      const next = await reopen();
      expect(next.profiles).toEqual([profile]);
      expect(next.archiveNames(profile)).toEqual([profile.archive?.name]);
    }
    expect(log).toEqual([]);
  });

  test('is found again by an account that is added again, and never shared by two', async () => {
    const book = await open();
    const first = await add(book);
    const second = await add(book, { name: 'Second' });
    const name = nameOf(book, first.id);
    expect(nameOf(book, second.id)).not.toBe(name);
    await book.remove(first.id);
    expect(nameOf(book, (await add(book, { name: 'Again' })).id)).toBe(name);
  });

  test('tells nothing of the token, and another folder calls it otherwise', async () => {
    const book = await open();
    const { id, archive } = await add(book);
    const { markKey: _, ...withoutKey } = await fileContent();
    expect(JSON.stringify(withoutKey)).not.toContain(oldKeys.token);
    await book.close();
    await rm(path.join(directory, 'accounts.json'));
    const elsewhere = await add(await open());
    expect(elsewhere.archive?.tokenMark).not.toBe(archive?.tokenMark);
    expect(elsewhere.archive?.name).not.toBe(archive?.name);
    expect(id).not.toBe(elsewhere.id);
  });

  test('of an account that was saved before there were archives has a name that stays', async () => {
    const book = await open();
    const { id } = await add(book);
    const content = await fileContent();
    await book.close();
    const { archive: _, ...earlier } = content.profiles[0];
    await writeFile(
      path.join(directory, 'accounts.json'),
      JSON.stringify({ version: 1, profiles: [earlier], spareEntries: [] }),
    );
    const next = await reopen();
    const name = nameOf(next, id);
    expect(name).toMatch(/^[0-9a-f]{32}$/);
    await next.save(change({ id, name: 'Other' }));
    const later = await reopen();
    expect(nameOf(later, id)).toBe(name);
    await later.save(change({ id, credentials: oldKeys }));
    expect(later.archiveNames(later.find(id))).toEqual([nameOf(later, id), name]);
  });
});

describe('a program that ends in the middle of a save', () => {
  test('asks nothing of the keychain any more', async () => {
    const { writeFileAtomically } = await import('../atomic-file.ts');
    const book: AccountStore = await open({
      async writeFile(name, text) {
        await writeFileAtomically(name, text);
        void book.close();
      },
    });
    await expect(add(book)).rejects.toMatchObject({ code: 'cancelled' });
    await book.close();
    expect(keychain.calls).toEqual([]);
    expect((await reopen()).profiles).toEqual([]);
  });

  test('writes nothing any more, and keeps nothing in memory', async () => {
    const session = createSessionCredentials();
    const entries: string[] = [];
    const book: AccountStore = await open({
      session: {
        ...session,
        async save(entry, credentials) {
          entries.push(entry);
          void book.close();
          return session.save(entry, credentials);
        },
      },
    });
    await expect(add(book, { place: 'session' })).rejects.toMatchObject({ code: 'cancelled' });
    expect(await readdir(folder)).toEqual([]);
    expect(await session.read(entries[0] ?? '')).toBeNull();
  });
});

describe('credentials that are not there', () => {
  const missing = { code: 'not-authenticated', keychain: 'entry-missing' };

  test('those of a session are gone with it, and can be entered again', async () => {
    const { id } = await add(await open(), { place: 'session' });
    const book = await reopen();
    const profile = book.find(id);
    expect(book.storedCredentials(profile)).toBeNull();
    await expect(book.readCredentials(profile)).rejects.toMatchObject(missing);
    await book.save(change({ id, name: 'Renamed' }));
    expect(book.storedCredentials(book.find(id))).toBeNull();
    const entered = await book.save(change({ id, credentials: newKeys }));
    expect(await book.readCredentials(entered)).toEqual(newKeys);
    expect(Object.values(keychain.entries)).toEqual([newKeys]);
  });

  test('those that somebody deleted', async () => {
    const book = await open();
    const profile = await add(book);
    keychain.entries = {};
    await expect(book.readCredentials(profile)).rejects.toMatchObject(missing);
    await book.remove(profile.id);
    expect(book.profiles).toEqual([]);
  });

  test('those that somebody changed into what cannot be sent', async () => {
    const book = await open();
    const profile = await add(book);
    keychain.entries = { [profile.credentials?.entry ?? '']: { token: 'no token', secretKey: 'x' } };
    const damaged = { code: 'keychain-unavailable', keychain: 'damaged-entry' };
    await expect(book.readCredentials(profile)).rejects.toMatchObject(damaged);
  });

  test.each(['locked', 'no-service'] as const)('those of a keychain that fails: %s', async (reason) => {
    const book = await open();
    const profile = await add(book);
    keychain.failure = reason;
    const failure = { code: 'keychain-unavailable', keychain: reason };
    await expect(book.readCredentials(profile)).rejects.toMatchObject(failure);
    keychain.failure = null;
    expect(await book.readCredentials(profile)).toEqual(oldKeys);
  });
});

describe('between keychain and session', () => {
  test('from the keychain into a session: nothing is left there', async () => {
    const book = await open();
    const { id } = await add(book);
    const profile = await book.save(change({ id, credentials: newKeys, place: 'session' }));
    await turnsAreOver(book);
    expect(keychain.entries).toEqual({});
    expect(await book.readCredentials(profile)).toEqual(newKeys);
    expect((await fileContent()).spareEntries).toEqual([]);
  });

  test('from a session into the keychain', async () => {
    const book = await open();
    const { id } = await add(book, { place: 'session' });
    const profile = await book.save(change({ id, credentials: newKeys }));
    expect(book.storedCredentials(profile)?.place).toBe('keychain');
    expect(Object.values(keychain.entries)).toEqual([newKeys]);
  });

  test('another name leaves those of a session where they are', async () => {
    const book = await open();
    const { id } = await add(book, { place: 'session' });
    const profile = await book.save(change({ id, name: 'Renamed', place: 'keychain' }));
    expect(book.storedCredentials(profile)?.place).toBe('session');
    expect(await book.readCredentials(profile)).toEqual(oldKeys);
    expect(keychain.calls).toEqual([]);
  });

  test('removed with its account', async () => {
    const session = createSessionCredentials();
    const book = await open({ session });
    const profile = await add(book, { place: 'session' });
    const name = book.credentialsName(profile) ?? '';
    expect(await session.read(name)).toEqual(oldKeys);
    await book.remove(profile.id);
    expect(await session.read(name)).toBeNull();
    expect(keychain.calls).toEqual([]);
  });
});

describe('the file', () => {
  const file = () => path.join(directory, 'accounts.json');
  const aside = async () => (await readdir(directory)).filter((name) => name.startsWith('accounts.damaged-'));

  test.each([
    ['', 'SyntaxError'],
    ['{"version":1,', 'SyntaxError'],
    ['[]', 'ZodError'],
    ['{"version":2,"profiles":[],"spareEntries":[]}', 'ZodError'],
  ])('%j is set aside', async (text, reason) => {
    await add(await open());
    await writeFile(file(), text);
    const book = await reopen();
    expect(book.profiles).toEqual([]);
    expect(await aside()).toEqual(['accounts.damaged-2023-11-14T22-13-20.123Z.json']);
    expect(await readFile(path.join(directory, (await aside())[0] ?? ''), 'utf8')).toBe(text);
    expect(log).toMatchObject([{ event: 'accounts-set-aside', error: { name: reason }, moved: true }]);
    await add(book);
    expect((await reopen()).profiles).toHaveLength(1);
  });

  test('what can be read of a damaged one stays', async () => {
    const book = await open();
    const [first, second] = [await add(book), await add(book, { name: 'Second' })];
    const content = await fileContent();
    const damaged = [
      { ...first, baseUrl: 'http://elsewhere.example' },
      { ...first, id: 'x', signingVariant: 'other' },
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

  test('one that can neither be read nor set aside is never written over', async () => {
    await writeFile(directory, 'no folder');
    let writes = 0;
    const book = await open({ writeFile: async () => void writes++ });
    expect(book.profiles).toEqual([]);
    await expect(add(book)).rejects.toMatchObject({ code: 'storage-failed' });
    expect(keychain.calls).toEqual([]);
    expect(log.map(({ event }) => event)).toEqual(['accounts-set-aside', 'accounts-not-saved']);
    expect(writes).toBe(0);
  });

  test.each([1, 2])('write %i of a save fails: nothing is saved, in neither place', async (failing) => {
    let writes = 0;
    const { writeFileAtomically } = await import('../atomic-file.ts');
    const book = await open({
      async writeFile(name, text) {
        writes++;
        if (writes === failing) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
        await writeFileAtomically(name, text);
      },
    });
    await expect(add(book)).rejects.toMatchObject({
      code: 'storage-failed',
      message: 'the accounts could not be written (ENOSPC)',
    });
    expect(book.profiles).toEqual([]);
    expect(keychain.entries).toEqual({});
    await add(book);
    expect(Object.values(keychain.entries)).toEqual([oldKeys]);
    expect((await fileContent()).spareEntries).toEqual([]);
  });

  test('an entry that an account names is never removed as a spare one', async () => {
    const profile = await add(await open());
    const content = await fileContent();
    const spare = { entry: profile.credentials?.entry, removal: 'at-start' };
    await writeFile(file(), JSON.stringify({ ...content, spareEntries: [spare] }));
    const book = await reopen();
    await turnsAreOver(book);
    expect(await book.readCredentials(profile)).toEqual(oldKeys);
    expect((await fileContent()).spareEntries).toEqual([]);
  });
});
