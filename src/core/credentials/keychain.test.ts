import { inspect } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { createKeychain, type KeychainOptions } from './keychain.ts';
import type { KeychainError } from './keychain-error.ts';
import type { KeytarModule } from './keytar-module.ts';
import { checkKeytarContract } from './testing/keytar-contract.ts';
import { thrownBy } from './testing/thrown-by.ts';

/** keytar with a keyring in memory. Records its calls; single functions can be replaced. */
function createFakeKeytar(replaced: Partial<KeytarModule> = {}) {
  const entries = new Map<string, string>();
  const calls: string[] = [];
  let loads = 0;
  let pending = 0;

  function recorded<Parameters extends string[], Result>(
    name: string,
    call: (...parameters: Parameters) => Promise<Result>,
  ): (...parameters: Parameters) => Promise<Result> {
    return async (...parameters) => {
      calls.push(`${name} ${parameters[1]}`);
      pending += 1;
      fake.maxPending = Math.max(fake.maxPending, pending);
      try {
        return await call(...parameters);
      } finally {
        pending -= 1;
      }
    };
  }

  /** As on Linux: a locked keyring looks empty, and only a write fails. */
  const inMemory: KeytarModule = {
    async getPassword(service, account) {
      return fake.isLocked ? null : (entries.get(`${service}/${account}`) ?? null);
    },
    async setPassword(service, account, password) {
      fake.isLocked &&= !fake.isUnlockedAtPrompt;
      if (fake.isLocked) throw new Error('Cannot create an item in a locked collection');
      entries.set(`${service}/${account}`, password);
    },
    async deletePassword(service, account) {
      return !fake.isLocked && entries.delete(`${service}/${account}`);
    },
  };
  const module: KeytarModule = {
    getPassword: recorded('get', replaced.getPassword ?? inMemory.getPassword),
    setPassword: recorded('set', replaced.setPassword ?? inMemory.setPassword),
    deletePassword: recorded('delete', replaced.deletePassword ?? inMemory.deletePassword),
  };

  const fake = {
    inMemory,
    module,
    entries,
    calls,
    isLocked: false,
    /** True if the user types the password when a write asks for it. */
    isUnlockedAtPrompt: false,
    /** Most calls that were pending at the same time. */
    maxPending: 0,
    get loads() {
      return loads;
    },
    async load(): Promise<KeytarModule> {
      loads += 1;
      return module;
    },
  };
  return fake;
}

const credentials = { token: 'canary-token-5e1f0a', secretKey: 'canary-secret-key-93bb7c' };
/** Long enough (ms) for every call that is answered. */
const patient = 60_000;

function createTestKeychain(replaced: Partial<KeytarModule> = {}, options: KeychainOptions = {}) {
  const keytar = createFakeKeytar(replaced);
  const keychain = createKeychain({ load: keytar.load, hidesLock: false, timeoutMs: patient, ...options });
  return { keytar, keychain };
}

const failing = (text: string) => async () => {
  throw new Error(text);
};

describe('an entry', () => {
  it('is stored for each account and read back unchanged', async () => {
    const { keytar, keychain } = createTestKeychain({}, { now: () => 1_700_000_000_000 });
    expect(await keychain.read('one')).toBeNull();
    expect(await keychain.save('one', credentials)).toEqual({
      keptIn: 'keychain',
      savedAt: 1_700_000_000_000,
      endsIn: '1f0a',
    });
    await keychain.save('two', { token: 'b', secretKey: 'c' });
    expect([...keytar.entries.keys()]).toEqual(['Orderglass/one', 'Orderglass/two']);
    expect(await keychain.read('one')).toEqual(credentials);
    await keychain.remove('one');
    await keychain.remove('one');
    expect(await keychain.read('one')).toBeNull();
    expect(await keychain.read('two')).toEqual({ token: 'b', secretKey: 'c' });
  });

  it('that another program wrote is reported as damaged, and can be removed or overwritten', async () => {
    const { keytar, keychain } = createTestKeychain();
    keytar.entries.set('Orderglass/one', 'something else');
    expect(await thrownBy(() => keychain.read('one'))).toMatchObject({ reason: 'damaged-entry' });
    await keychain.save('one', credentials);
    expect(await keychain.read('one')).toEqual(credentials);
    keytar.entries.set('Orderglass/one', 'something else');
    await keychain.remove('one');
    expect(await keychain.read('one')).toBeNull();
  });

  it('that the keychain accepts without storing it is reported as a failure', async () => {
    const { keytar, keychain } = createTestKeychain({ setPassword: async () => undefined });
    const refusal = { code: 'keychain-unavailable', reason: 'other' };
    expect(await thrownBy(() => keychain.save('one', credentials))).toMatchObject(refusal);
    keytar.entries.set('Orderglass/one', JSON.stringify({ version: 1, token: 'old', secretKey: 'old' }));
    expect(await thrownBy(() => keychain.save('one', credentials))).toMatchObject(refusal);
  });
});

describe('the module', () => {
  it('is loaded once, by the first operation with valid input', async () => {
    const { keytar, keychain } = createTestKeychain();
    expect(await thrownBy(() => keychain.save('', credentials))).toMatchObject({ code: 'invalid-input' });
    expect(await thrownBy(() => keychain.save('one', { token: '', secretKey: 'b' }))).toMatchObject({
      code: 'invalid-input',
    });
    expect(await thrownBy(() => keychain.save('one', { token: 'a'.repeat(3000), secretKey: 'b' }))).toMatchObject({
      code: 'invalid-input',
    });
    expect(keytar.loads).toBe(0);
    await keychain.read('one');
    await keychain.remove('one');
    expect(keytar.loads).toBe(1);
  });

  it.each([
    ['module-missing', 'ERR_MODULE_NOT_FOUND', "Cannot find package 'keytar' imported from /home/a/x.js", /MODULE_NOT/],
    ['module-missing', 'MODULE_NOT_FOUND', "Cannot find module 'keytar'\nRequire stack:\n- /home/a/x.js", /MODULE_NOT/],
    [
      'library-missing',
      'ERR_DLOPEN_FAILED',
      'libsecret-1.so.0: cannot open shared object file: No such file or directory',
      /libsecret-1\.so\.0 is missing/,
    ],
    // Linux with musl.
    [
      'system-unsupported',
      'ERR_DLOPEN_FAILED',
      'Error loading shared library ld-linux-aarch64.so.1: No such file or directory (needed by /home/a/keytar.node)',
      /DLOPEN/,
    ],
    ['system-unsupported', undefined, 'Module did not self-register', /does not support/],
  ])(
    'that cannot be loaded (%s, %s) is reported, and loaded again by the next operation',
    async (reason, code, text, words) => {
      const keytar = createFakeKeytar();
      const load = vi.fn(keytar.load).mockRejectedValueOnce(Object.assign(new Error(text), code ? { code } : {}));
      const keychain = createKeychain({ load, hidesLock: false });
      const error = await thrownBy(() => keychain.read('one'));
      expect(error).toMatchObject({ code: 'keychain-unavailable', reason });
      expect(String(error)).toMatch(words);
      expect(String(error)).not.toContain('/home');
      expect(await keychain.read('one')).toBeNull();
    },
  );
});

describe('a native error', () => {
  it.each([
    ['User canceled the operation.', 'denied'],
    ['Cannot create an item in a locked collection', 'locked'],
    ['The name org.freedesktop.secrets was not provided by any .service files', 'no-service'],
    ['Timeout was reached', 'no-answer'],
    ['Not enough memory resources are available to process this command.', 'other'],
  ])('%j: read, save and remove report %s', async (text, reason) => {
    const refusal = { code: 'keychain-unavailable', reason };
    const reading = createTestKeychain({ getPassword: failing(text) }).keychain;
    expect(await thrownBy(() => reading.read('one'))).toMatchObject(refusal);
    const saving = createTestKeychain({ setPassword: failing(text) }).keychain;
    expect(await thrownBy(() => saving.save('one', credentials))).toMatchObject(refusal);
    const removing = createTestKeychain({ deletePassword: failing(text) }).keychain;
    expect(await thrownBy(() => removing.remove('one'))).toMatchObject(refusal);
  });

  it('that the service is gone behind a write: the service has ended, and may have kept the entry', async () => {
    const { keychain } = createTestKeychain({ getPassword: failing('The name is not activatable') });
    expect(await thrownBy(() => keychain.save('one', credentials))).toMatchObject({ reason: 'service-restarted' });
  });

  it('is quoted if its text is unknown', async () => {
    const { keychain } = createTestKeychain({ getPassword: failing('Datenträger voll.\r\n') });
    const error = await thrownBy(() => keychain.read('one'));
    expect(String(error)).toMatch(/The system says: Datenträger voll\.$/);
    expect((error as KeychainError).toFailure()).toMatchObject({ keychain: 'other', systemText: 'Datenträger voll.' });
  });

  it('does not stop the next call', async () => {
    const getPassword = vi.fn<KeytarModule['getPassword']>(async () => null);
    getPassword.mockRejectedValueOnce(new Error('User canceled the operation.'));
    const { keychain } = createTestKeychain({ getPassword });
    const [first, second] = await Promise.allSettled([keychain.read('one'), keychain.read('one')]);
    expect(first).toMatchObject({ status: 'rejected', reason: { reason: 'denied' } });
    expect(second).toEqual({ status: 'fulfilled', value: null });
  });

  const entry = JSON.stringify({ version: 1, ...credentials });
  it.each([
    ['the token', `Cannot store "${credentials.token}" now`],
    ['the secret key', `Cannot store "${credentials.secretKey}" now`],
    ['the whole entry', `Cannot store ${entry}`],
    ['the entry cut off', `Cannot store ${entry.slice(0, 36)}`],
    ['the end of the secret key', `…${credentials.secretKey.slice(-9)}`],
    ['the entry after a text that is known', `Cannot create an item in a locked collection: ${entry}`],
  ])('that contains %s: the error shows no secret', async (_, text) => {
    const { keychain } = createTestKeychain({ setPassword: failing(text) });
    const error = await thrownBy(() => keychain.save('one', credentials));
    const shown = inspect(error, { depth: 9, showHidden: true, getters: true });
    expect(shown).toContain('KeychainError');
    expect(shown).not.toMatch(/canary|5e1f0a|93bb7c/);
  });

  it('that is no Error becomes a KeychainError', async () => {
    const { keychain } = createTestKeychain({ getPassword: () => Promise.reject('only text') });
    expect(await thrownBy(() => keychain.read('one'))).toMatchObject({ reason: 'other' });
    const throwing = createTestKeychain({
      getPassword: () => {
        throw new Error('Service is required.');
      },
    });
    expect(await thrownBy(() => throwing.keychain.read('one'))).toMatchObject({ reason: 'other' });
  });
});

describe('a locked keyring, which looks empty to keytar', () => {
  it('is reported by read and remove, not taken for a missing entry', async () => {
    const { keytar, keychain } = createTestKeychain({}, { hidesLock: true });
    await keychain.save('one', credentials);
    keytar.isLocked = true;
    expect(await thrownBy(() => keychain.read('one'))).toMatchObject({ reason: 'locked' });
    expect(await thrownBy(() => keychain.remove('one'))).toMatchObject({ reason: 'locked' });
    keytar.isLocked = false;
    expect(await keychain.read('one')).toEqual(credentials);
  });

  it('gives and removes its entries once the user has typed the password', async () => {
    const { keytar, keychain } = createTestKeychain({}, { hidesLock: true });
    await keychain.save('one', credentials);
    keytar.isUnlockedAtPrompt = true;
    keytar.isLocked = true;
    expect(await keychain.read('one')).toEqual(credentials);
    keytar.isLocked = true;
    await keychain.remove('one');
    expect([...keytar.entries]).toEqual([]);
  });

  it('is reported also if a write is accepted and nothing stored, as KeePassXC does after its dialog was dismissed', async () => {
    const { keytar, keychain } = createTestKeychain(
      { setPassword: async (...entry) => void (keytar.isLocked || (await keytar.inMemory.setPassword(...entry))) },
      { hidesLock: true },
    );
    await keychain.save('one', credentials);
    keytar.isLocked = true;
    expect(await thrownBy(() => keychain.read('one'))).toMatchObject({ reason: 'locked' });
    expect(await thrownBy(() => keychain.remove('one'))).toMatchObject({ reason: 'locked' });
    expect(await thrownBy(() => keychain.save('one', credentials))).toMatchObject({ reason: 'locked' });
    keytar.isLocked = false;
    expect(await keychain.read('one')).toEqual(credentials);
  });

  it('that cannot delete the entry of the check is reported as locked', async () => {
    const { keychain } = createTestKeychain({ deletePassword: async () => false }, { hidesLock: true });
    expect(await thrownBy(() => keychain.read('one'))).toMatchObject({ reason: 'locked' });
  });

  it('is told apart from an unlocked one that hides an entry, whose removal is not confirmed', async () => {
    const hidden = 'Orderglass/one';
    const { keytar, keychain } = createTestKeychain(
      {
        getPassword: async (service, account) =>
          account === 'one' ? null : keytar.inMemory.getPassword(service, account),
        deletePassword: async (service, account) =>
          account !== 'one' && keytar.inMemory.deletePassword(service, account),
      },
      { hidesLock: true },
    );
    keytar.entries.set(hidden, 'x');
    expect(await keychain.read('one')).toBeNull();
    expect(await keychain.remove('one')).toBe(false);
    expect([...keytar.entries.keys()]).toEqual([hidden]);
  });

  it('is told apart from one that deletes an entry only once it was read, as KeePassXC does', async () => {
    let wasRead = false;
    const { keytar, keychain } = createTestKeychain(
      {
        getPassword: async (service, account) => {
          wasRead ||= account === 'one';
          return keytar.inMemory.getPassword(service, account);
        },
        deletePassword: async (service, account) =>
          (wasRead || account !== 'one') && keytar.inMemory.deletePassword(service, account),
      },
      { hidesLock: true },
    );
    keytar.entries.set('Orderglass/one', 'x');
    expect(await keychain.remove('one')).toBe(true);
    expect(keytar.entries.size).toBe(0);
  });

  it('is told apart from an unlocked one, in which the check leaves nothing', async () => {
    const { keytar, keychain } = createTestKeychain({}, { hidesLock: true });
    expect(await keychain.read('one')).toBeNull();
    await keychain.remove('one');
    expect([...keytar.entries]).toEqual([]);
  });

  it('is not checked if keytar reports a lock itself', async () => {
    const { keytar, keychain } = createTestKeychain();
    await keychain.read('one');
    await keychain.remove('one');
    expect(keytar.calls).toEqual(['get one', 'delete one']);
    expect(await keychain.remove('one')).toBe(true);
  });
});

describe('calls', () => {
  it('are made one at a time, in their order', async () => {
    const { keytar, keychain } = createTestKeychain();
    const [, first, , second, , third] = await Promise.all([
      keychain.save('one', credentials),
      keychain.read('one'),
      keychain.save('one', { token: 'b', secretKey: 'c' }),
      keychain.read('one'),
      keychain.remove('one'),
      keychain.read('one'),
    ]);
    expect([first, second, third]).toEqual([credentials, { token: 'b', secretKey: 'c' }, null]);
    expect(keytar.maxPending).toBe(1);
  });

  it('to a keychain that never responds end with no-answer, the others with call-pending, and only one reaches it', async () => {
    const { keytar, keychain } = createTestKeychain(
      { getPassword: () => new Promise(() => undefined) },
      { timeoutMs: 1 },
    );
    const errors = await Promise.all(
      Array.from({ length: 20 }, (_, number) => thrownBy(() => keychain.read(`account ${number}`))),
    );
    expect(errors).toHaveLength(20);
    const [first, ...others] = errors;
    expect(first).toMatchObject({ code: 'keychain-unavailable', reason: 'no-answer' });
    for (const error of others) expect(error).toMatchObject({ code: 'keychain-unavailable', reason: 'call-pending' });
    expect(await thrownBy(() => keychain.remove('one'))).toMatchObject({ reason: 'call-pending' });
    expect(await thrownBy(() => keychain.save('one', credentials))).toMatchObject({ reason: 'call-pending' });
    expect(keytar.calls).toEqual(['get account 0']);
  });

  it('to a module that never finishes loading end with no-answer', async () => {
    const keychain = createKeychain({
      load: () => new Promise(() => undefined),
      timeoutMs: 1,
    });
    expect(await thrownBy(() => keychain.read('one'))).toMatchObject({ reason: 'no-answer' });
  });

  it.each(['success', 'failure'])('work again after a late %s, whose response is dropped', async (kind) => {
    const late = Promise.withResolvers<string | null>();
    const getPassword = vi.fn<KeytarModule['getPassword']>(async () => null).mockReturnValueOnce(late.promise);
    const { keychain } = createTestKeychain({ getPassword }, { timeoutMs: 1 });
    expect(await thrownBy(() => keychain.read('one'))).toMatchObject({ reason: 'no-answer' });
    if (kind === 'success') late.resolve('something else');
    else late.reject(new Error('Timeout was reached'));
    await expect.poll(() => keychain.read('one').catch(() => 'still pending')).toBeNull();
  });
});

describe('a save that succeeds after its timeout', () => {
  it('rejects, and calls onLateSave later', async () => {
    const late = Promise.withResolvers<void>();
    const onLateSave = vi.fn<(account: string) => void>();
    const { keytar, keychain } = createTestKeychain(
      { setPassword: (...parameters) => late.promise.then(() => keytar.inMemory.setPassword(...parameters)) },
      { timeoutMs: 1, onLateSave },
    );
    expect(await thrownBy(() => keychain.save('one', credentials))).toMatchObject({ reason: 'no-answer' });
    expect(onLateSave).not.toHaveBeenCalled();
    late.resolve();
    await expect.poll(() => onLateSave).toHaveBeenCalledExactlyOnceWith('one');
    expect(await keychain.read('one')).toEqual(credentials);
    await keychain.remove('one');
    expect(keytar.entries.size).toBe(0);
  });

  it('calls onLateSave also if only the read-back was late', async () => {
    const late = Promise.withResolvers<string | null>();
    const onLateSave = vi.fn<(account: string) => void>();
    const { keychain } = createTestKeychain({ getPassword: () => late.promise }, { timeoutMs: 1, onLateSave });
    expect(await thrownBy(() => keychain.save('one', credentials))).toMatchObject({ reason: 'no-answer' });
    late.resolve(null);
    await expect.poll(() => onLateSave).toHaveBeenCalledExactlyOnceWith('one');
  });

  it('does not call onLateSave if it fails late', async () => {
    const late = Promise.withResolvers<void>();
    const onLateSave = vi.fn<(account: string) => void>();
    const { keychain } = createTestKeychain({ setPassword: () => late.promise }, { timeoutMs: 1, onLateSave });
    expect(await thrownBy(() => keychain.save('one', credentials))).toMatchObject({ reason: 'no-answer' });
    late.reject(new Error('Timeout was reached'));
    await expect.poll(() => keychain.read('one').catch(() => 'still pending')).toBeNull();
    expect(onLateSave).not.toHaveBeenCalled();
  });
});

it('the fake behaves as keytar does', async () => {
  const fake = createFakeKeytar();
  await checkKeytarContract(fake.module, () => {
    fake.isLocked = true;
  });
});
