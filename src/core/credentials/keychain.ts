import { createBoundedCalls } from './bounded-calls.ts';
import { type CredentialStore, checkAccountId, visibleEnding } from './credential-store.ts';
import { KeychainError } from './keychain-error.ts';
import { explainLoadFailure, type KeytarModule, loadKeytar } from './keytar-module.ts';
import { quotable, reasonOf } from './native-failure.ts';
import { decodeEntry, encodeEntry } from './stored-entry.ts';

export interface KeychainOptions {
  /** For tests: loads keytar or a substitute. Called by the first operation, and again if it failed. */
  load?: () => Promise<KeytarModule>;
  /** For tests: true if a locked keychain looks empty. Default: true on Linux only. */
  hidesLock?: boolean;
  /** Timeout of one native call (ms), long enough for the user to type the keychain's password. Default 120,000. */
  timeoutMs?: number;
  /** Epoch milliseconds. Default: the system's clock. */
  now?: () => number;
  /**
   * Called if a save succeeds after it has failed with `no-answer`: the entry exists. The caller must read it again, or remove it if the
   * account was given up.
   */
  onLateSave?: (accountId: string) => void;
}

const service = 'Orderglass';
/** Written and deleted to find out whether the keyring is unlocked. Contains no secret. */
const lockCheckEntry = 'lock check';
const lockCheckText = 'unlocked';

/**
 * Stores credentials in the operating system's keychain, one entry per account. Nothing is loaded or called before the first save, read
 * or remove. Native calls are made one at a time over all accounts, so that a keychain that never responds holds one thread only.
 *
 * Node's normal exit (process.exit, an empty event loop) waits for a pending native call: at most 50 s if the service hangs, forever at
 * an open password prompt. So a host ends with a signal to itself while `isPending`, or if its normal exit takes too long.
 */
export function createKeychain(options: KeychainOptions = {}): CredentialStore {
  const { load = loadKeytar, hidesLock = process.platform === 'linux', timeoutMs = 120_000 } = options;
  const { now = Date.now, onLateSave } = options;
  const calls = createBoundedCalls(timeoutMs);
  let loaded: KeytarModule | undefined;

  async function keytar(): Promise<KeytarModule> {
    try {
      loaded ??= await calls.call(load);
      return loaded;
    } catch (failure) {
      if (failure instanceof KeychainError) throw failure;
      throw explainLoadFailure(failure);
    }
  }

  /** `secrets` never appear in the error. */
  async function native<Result>(
    call: (module: KeytarModule) => Promise<Result>,
    { secrets = [], onLateSuccess }: { secrets?: readonly string[]; onLateSuccess?: (() => void) | undefined } = {},
  ): Promise<Result> {
    const module = await keytar();
    try {
      return await calls.call(() => call(module), onLateSuccess);
    } catch (failure) {
      if (failure instanceof KeychainError) throw failure;
      const text = failure instanceof Error ? failure.message : '';
      const reason = reasonOf(text);
      if (reason !== null) throw new KeychainError(reason);
      throw new KeychainError('other', { systemText: quotable(text, secrets) });
    }
  }

  /**
   * Throws `locked` if the keyring stays locked. On Linux a locked keyring looks empty to keytar, and only a write fails, after a prompt
   * for the password. So an entry counts as missing only once a written entry has been read back: keytar also resolves a write to
   * KeePassXC whose prompt the user dismissed.
   */
  async function ensureUnlocked(): Promise<void> {
    await native(({ setPassword }) => setPassword(service, lockCheckEntry, lockCheckText));
    const written = await native(({ getPassword }) => getPassword(service, lockCheckEntry));
    const isDeleted = await native(({ deletePassword }) => deletePassword(service, lockCheckEntry));
    if (written !== lockCheckText || !isDeleted) throw new KeychainError('locked');
  }

  /** Resolves with `null` if there is no entry. */
  async function readEntry(accountId: string, onLateSuccess?: () => void): Promise<string | null> {
    const get = () => native(({ getPassword }) => getPassword(service, accountId), { onLateSuccess });
    const entry = await get();
    if (entry !== null || !hidesLock) return entry;
    await ensureUnlocked();
    return get();
  }

  /** A service that has taken the entry and cannot be reached then has ended. The keychain may contain the entry. */
  function endedMeanwhile(failure: unknown): never {
    const isGone = failure instanceof KeychainError && failure.reason === 'no-service';
    throw isGone ? new KeychainError('service-restarted') : failure;
  }

  return {
    isPending: () => calls.isPending,

    async save(accountId, credentials) {
      checkAccountId(accountId);
      const entry = encodeEntry(credentials);
      const { token, secretKey } = credentials;
      const onLateSuccess = () => onLateSave?.(accountId);
      return calls.run(async () => {
        const secrets = [token, secretKey];
        await native(({ setPassword }) => setPassword(service, accountId, entry), { secrets, onLateSuccess });
        // keytar reports a failure with an empty text as a success, so the entry is read back.
        if ((await readEntry(accountId, onLateSuccess).catch(endedMeanwhile)) !== entry) {
          throw new KeychainError('other', { detail: 'It accepted the entry and did not keep it.' });
        }
        return { keptIn: 'keychain', savedAt: now(), endsIn: visibleEnding(token) };
      });
    },

    async read(accountId) {
      checkAccountId(accountId);
      return calls.run(async () => {
        const entry = await readEntry(accountId);
        return entry === null ? null : decodeEntry(entry);
      });
    },

    async remove(accountId) {
      checkAccountId(accountId);
      return calls.run(async () => {
        const remove = () => native(({ deletePassword }) => deletePassword(service, accountId));
        if ((await remove()) || !hidesLock) return true;
        await ensureUnlocked();
        // KeePassXC deletes only what the user allows this process to read, and asks for that only when it is read.
        await native(({ getPassword }) => getPassword(service, accountId));
        return remove();
      });
    },
  };
}
