import { checkAccountId } from './account-id.ts';
import { createBoundedCalls } from './bounded-calls.ts';
import { type CredentialStore, visibleEnding } from './credential-store.ts';
import { KeychainError, type KeychainReason } from './keychain-error.ts';
import { blindObserver, type KeychainObserver } from './keychain-observer.ts';
import { describeLoadFailure, type KeytarModule, loadKeytar } from './keytar-module.ts';
import { quotable, reasonOf } from './native-failure.ts';
import { createSecretServiceObserver } from './secret-service/observer.ts';
import { decodeEntry, encodeEntry } from './stored-entry.ts';

export interface KeychainOptions {
  /** For tests: keytar, or what stands in for it. Called at the first save, read or remove, and again if it failed. */
  load?: () => Promise<KeytarModule>;
  /** For tests: what answers where keytar's answer leaves it open. */
  observer?: KeychainObserver;
  /**
   * Milliseconds for one native call; a save makes two of them, a remove up to three. When they are over, the observer
   * is asked, which takes up to 3 s more.
   */
  timeoutMs?: number;
  /** Milliseconds for one native call if the keychain is known to be locked: the user may be typing its password. */
  promptTimeoutMs?: number;
  /** Under which name the entries stand in the keychain. */
  service?: string;
  /** Epoch milliseconds. */
  now?: () => number;
  /**
   * A save had failed with `no-answer` or `locked`, and the keychain has carried it out after all: it answers again,
   * and the entry is there. Whoever asked for the save must now read it again, or remove it if the account was given up.
   */
  onLateSave?: (accountId: string) => void;
}

export interface Keychain extends CredentialStore {
  /**
   * True while a native call whose time was over has not returned. Until it does, Node's orderly exit (process.exit,
   * an empty event loop) waits for it: 25 to 50 s for a hung service, for ever at an open password prompt. A host
   * that ends meanwhile must end by a signal to itself.
   */
  readonly stuck: boolean;
}

/**
 * The keychain of the operating system: one entry an account. Nothing of it is touched, not even its module loaded,
 * before the first save, read or remove. One native call is made at a time, over all accounts: a keychain that never
 * answers holds one thread, and whoever comes next fails at once with `no-answer`.
 */
export function createKeychain(options: KeychainOptions = {}): Keychain {
  const {
    load = loadKeytar,
    observer = systemObserver(),
    service = 'Orderglass',
    now = Date.now,
    onLateSave,
  } = options;
  const { timeoutMs = 15_000, promptTimeoutMs = 120_000 } = options;
  const calls = createBoundedCalls({
    timeoutMs,
    extraTimeMs: async () => ((await observer.diagnose()) === 'locked' ? Math.max(0, promptTimeoutMs - timeoutMs) : 0),
  });
  let loaded: KeytarModule | undefined;

  async function keytar(): Promise<KeytarModule> {
    try {
      loaded ??= await calls.call(load);
      return loaded;
    } catch (failure) {
      if (failure instanceof KeychainError) throw failure;
      throw new KeychainError('module-missing', describeLoadFailure(failure));
    }
  }

  async function native<T>(
    call: (module: KeytarModule) => Promise<T>,
    { secrets = [], onLateSuccess }: { secrets?: readonly string[]; onLateSuccess?: (() => void) | undefined } = {},
  ): Promise<T> {
    const module = await keytar();
    try {
      return await calls.call(() => call(module), onLateSuccess);
    } catch (failure) {
      if (failure instanceof KeychainError) throw failure;
      const text = failure instanceof Error ? failure.message : '';
      const reason = await findReason(text);
      const quote = reason === 'other' ? quotable(text, secrets) : '';
      throw new KeychainError(reason, quote === '' ? '' : `The system says: ${quote}`);
    }
  }

  async function findReason(text: string): Promise<KeychainReason> {
    const reason = reasonOf(text);
    if (reason === null) return (await observer.diagnose()) ?? 'other';
    // The text is the same while no new service has taken the place of the one that is gone.
    if (reason === 'service-restarted' && (await observer.diagnose()) === 'no-service') return 'no-service';
    return reason;
  }

  /** Null if there is no entry. Asks for the keychain's password where it is locked and a prompt can be shown. */
  async function readEntry(accountId: string, onLateSuccess?: () => void): Promise<string | null> {
    const entry = await native(({ getPassword }) => getPassword(service, accountId), { onLateSuccess });
    if (entry === null && (await observer.hasLockedEntry(service, accountId))) throw new KeychainError('locked');
    return entry;
  }

  return {
    async save(accountId, credentials) {
      checkAccountId(accountId);
      const entry = encodeEntry(credentials);
      const { token, secretKey } = credentials;
      const onLateSuccess = () => onLateSave?.(accountId);
      return calls.run(async () => {
        await native(({ setPassword }) => setPassword(service, accountId, entry), {
          secrets: [token, secretKey],
          onLateSuccess,
        });
        // keytar reports a failure whose text is empty as a success.
        if ((await readEntry(accountId, onLateSuccess)) !== entry) {
          throw new KeychainError('other', 'It accepted the entry and did not keep it.');
        }
        return { place: 'keychain', savedAt: now(), endsIn: visibleEnding(token) };
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
        await native(({ deletePassword }) => deletePassword(service, accountId));
        if (!(await observer.hasLockedEntry(service, accountId))) return;
        // libsecret deletes only what is unlocked and never asks for the password; reading does.
        await readEntry(accountId);
        await native(({ deletePassword }) => deletePassword(service, accountId));
        if (await observer.hasLockedEntry(service, accountId)) throw new KeychainError('locked');
      });
    },

    get stuck() {
      return calls.stuck;
    },
  };
}

function systemObserver(): KeychainObserver {
  return process.platform === 'linux' ? createSecretServiceObserver() : blindObserver;
}
