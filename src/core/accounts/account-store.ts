import { createHash, randomUUID } from 'node:crypto';
import type { Credentials } from '../../exchange/index.ts';
import { hostOf } from '../../shared/account-input.ts';
import type { AccountChange, StoredCredentials } from '../../shared/contract/accounts.ts';
import { OrderglassError } from '../../shared/errors.ts';
import { SerialQueue } from '../../shared/serial-queue.ts';
import type { CredentialStore } from '../credentials/credential-store.ts';
import { KeychainError, notLoadedReasons } from '../credentials/keychain-error.ts';
import type { Log } from '../log.ts';
import { acceptBaseUrl, acceptCredentials, acceptName, invalidField, rejectForeignHost } from './account-input.ts';
import { type AccountsContent, AccountsFile, type AccountsFileOptions, type Profile } from './accounts-file.ts';
import { type ArchiveReference, archiveFor, tokenFingerprint } from './archive-name.ts';

export interface AccountStoreOptions extends AccountsFileOptions {
  readonly log: Log;
  readonly keychain: CredentialStore;
  /** For credentials that are not stored beyond this session. */
  readonly session: CredentialStore;
  /** Names that no account may have. */
  readonly reservedNames: readonly string[];
  /** Called after each change, once accounts.json is written. */
  readonly onChange: () => void;
}

type EditedProfile = Omit<Profile, 'archive' | 'earlierArchives'>;
type Change = (content: AccountsContent) => Omit<AccountsContent, 'fingerprintKey'>;

/** Credentials in memory: their entry in the session's store, and the part that may be shown. */
interface SessionReference {
  readonly entry: string;
  readonly stored: StoredCredentials;
}

/**
 * Stores the live accounts with their credentials. Every account refers to a complete keychain entry at all times, even if the program
 * is killed.
 *
 * New credentials go into a keychain entry with a new name. accounts.json first lists that entry as orphaned, then the keychain stores
 * it, then one atomic write of accounts.json assigns it to the account and lists the old entry as orphaned. At startup, the orphaned
 * entries of an interrupted step are removed.
 */
export class AccountStore {
  readonly #file: AccountsFile;
  readonly #options: AccountStoreOptions;
  readonly #sessionReferences = new Map<string, SessionReference>();
  readonly #closed = Promise.withResolvers<never>();
  readonly #changes = new SerialQueue();
  #isClosed = false;

  /** Quarantines a damaged accounts.json. Uses the keychain only if an earlier step was interrupted. Never rejects. */
  static async open(options: AccountStoreOptions): Promise<AccountStore> {
    const store = new AccountStore(await AccountsFile.open(options), options);
    const { orphanedEntries } = store.#file.content;
    if (orphanedEntries.some(({ removal }) => removal === 'at-start')) store.removeOrphanedEntries();
    return store;
  }

  private constructor(file: AccountsFile, options: AccountStoreOptions) {
    this.#file = file;
    this.#options = options;
    this.#closed.promise.catch(() => {});
  }

  get profiles(): readonly Profile[] {
    return this.#file.content.profiles;
  }

  /** Throws `unknown-account`. */
  find(id: string): Profile {
    const profile = this.profiles.find((each) => each.id === id);
    if (profile === undefined) throw new OrderglassError('unknown-account', 'there is no account with this id');
    return profile;
  }

  /** Place of the account's credentials; `null` if they were for an earlier session. */
  storedCredentials({ id, credentials }: Profile): StoredCredentials | null {
    if (credentials === null) return this.#sessionReferences.get(id)?.stored ?? null;
    return { keptIn: 'keychain', savedAt: credentials.savedAt, endsIn: credentials.endsIn };
  }

  /** Name of the entry with the account's credentials; `null` if it has none. New credentials always get a new name. */
  credentialsName({ id, credentials }: Profile): string | null {
    return credentials?.entry ?? this.#sessionReferences.get(id)?.entry ?? null;
  }

  /** Recognizes a token without storing it. */
  fingerprintOf({ token }: Credentials): string {
    return tokenFingerprint(this.#file.content.fingerprintKey, token);
  }

  /** Names of the account's current and earlier archives, without those that another account uses now. */
  archiveNames({ id, archive, earlierArchives }: Profile): readonly string[] {
    const used = this.#archiveNamesWithout(id);
    return [archive.name, ...earlierArchives].filter((name) => !used.has(name));
  }

  /**
   * Adds or changes an account. Rejects with `invalid-input`, `unknown-account`, `keychain-unavailable` or `storage-failed`, and then
   * leaves everything unchanged.
   */
  save(change: AccountChange): Promise<Profile> {
    return this.#serialize(async () => {
      const previous = change.id === undefined ? null : this.find(change.id);
      const otherNames = this.profiles.filter((profile) => profile !== previous).map(({ name }) => name);
      const edited: EditedProfile = {
        id: previous?.id ?? randomUUID(),
        name: acceptName(change.name, [...this.#options.reservedNames, ...otherNames]),
        baseUrl: acceptBaseUrl(change.baseUrl),
        signingVariant: change.signingVariant,
        requestsPerWindow: change.requestsPerWindow,
        createdAt: previous?.createdAt ?? this.#options.now(),
        credentials: previous?.credentials ?? null,
      };
      if (change.credentials !== undefined) {
        const credentials = acceptCredentials(change.credentials);
        const fingerprint = this.fingerprintOf(credentials);
        const profile = this.#withArchive(edited, fingerprint, previous);
        if (change.keptIn === 'keychain') await this.#saveInKeychain(profile, credentials);
        else await this.#saveForSession(profile, credentials);
      } else if (previous !== null) {
        rejectForeignHost(previous.baseUrl, edited.baseUrl);
        const profile = this.#withArchive(edited, previous.archive.tokenFingerprint, previous);
        await this.#commit(profile, this.#sessionReferences.get(profile.id) ?? null);
      } else {
        throw invalidField('credentials', 'missing');
      }
      return this.find(edited.id);
    });
  }

  /**
   * Removes an account and its credentials. If the keychain fails, its entry is removed with the next use of the keychain. Rejects with
   * `unknown-account` or `storage-failed`.
   */
  remove(id: string): Promise<void> {
    return this.#serialize(async () => {
      const { credentials } = this.find(id);
      await this.#replace(({ profiles, orphanedEntries }) => ({
        profiles: profiles.filter((profile) => profile.id !== id),
        orphanedEntries:
          credentials === null
            ? orphanedEntries
            : [...orphanedEntries, { entry: credentials.entry, removal: 'at-start' }],
      }));
      await this.#changed(id, null);
      if (credentials !== null) await this.#removeOrphanedEntries();
    });
  }

  /**
   * Rejects with `keychain-unavailable`, and with `not-authenticated` (`entry-missing`) if the entry was deleted outside Orderglass or was
   * saved for another host, and (`session-ended`) if the credentials were for an earlier session.
   */
  async readCredentials(profile: Profile): Promise<Credentials> {
    const credentials = await this.#read(profile);
    if (credentials !== null) return credentials;
    throw new OrderglassError('not-authenticated', 'the account has no stored credentials', {
      keychain: this.storedCredentials(profile) === null ? 'session-ended' : 'entry-missing',
    });
  }

  /** Removes the orphaned entries from the keychain, after all pending changes. */
  removeOrphanedEntries(): void {
    if (this.#file.content.orphanedEntries.length === 0) return;
    this.#serialize(() => this.#removeOrphanedEntries()).catch(() => {});
  }

  /** Rejects pending keychain operations with `canceled` and resolves once the last write has ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#closed.reject(canceled());
    await this.#changes.settle();
  }

  #archiveNamesWithout(id: string | undefined): ReadonlySet<string> {
    return new Set(this.profiles.filter((profile) => profile.id !== id).map(({ archive }) => archive.name));
  }

  #withArchive(edited: EditedProfile, fingerprint: string, previous: Profile | null): Profile {
    if (previous === null) {
      return { ...edited, archive: this.#archiveFor(edited, fingerprint), earlierArchives: [] };
    }
    const isKept = previous.baseUrl === edited.baseUrl && previous.archive.tokenFingerprint === fingerprint;
    const archive = isKept ? previous.archive : this.#archiveFor(edited, fingerprint);
    const earlier = new Set([...previous.earlierArchives, previous.archive.name]);
    earlier.delete(archive.name);
    return { ...edited, archive, earlierArchives: [...earlier] };
  }

  #archiveFor({ id, baseUrl }: EditedProfile, fingerprint: string): ArchiveReference {
    return archiveFor(fingerprint, baseUrl, this.#archiveNamesWithout(id));
  }

  async #saveInKeychain(profile: Profile, credentials: Credentials): Promise<void> {
    const entry = newEntryName(profile);
    await this.#replace(({ profiles, orphanedEntries }) => ({
      profiles,
      orphanedEntries: [...orphanedEntries, { entry, removal: 'at-start' }],
    }));
    try {
      const { savedAt, endsIn } = await this.#untilClosed(() => this.#options.keychain.save(entry, credentials));
      await this.#commit({ ...profile, credentials: { entry, savedAt, endsIn } }, null);
    } catch (error) {
      if (!this.#isClosed) await this.#abandonEntry(entry, error);
      throw withKeychainReason(error);
    }
    if (this.#file.content.orphanedEntries.length > 0) await this.#removeOrphanedEntries();
  }

  async #saveForSession(profile: Profile, credentials: Credentials): Promise<void> {
    const { session } = this.#options;
    const entry = newEntryName(profile);
    try {
      const stored = await session.save(entry, credentials);
      await this.#commit({ ...profile, credentials: null }, { entry, stored });
    } catch (error) {
      await session.remove(entry);
      throw withKeychainReason(error);
    }
    // Not awaited: the account is saved, and the keychain may be the part that does not work.
    this.removeOrphanedEntries();
  }

  /** Writes the profile, and with it assigns its new entry and orphans the old one. */
  async #commit(profile: Profile, sessionReference: SessionReference | null): Promise<void> {
    const entry = profile.credentials?.entry;
    await this.#replace(({ profiles, orphanedEntries }) => {
      const previous = profiles.find(({ id }) => id === profile.id);
      const oldEntry = previous?.credentials?.entry;
      const isOrphaned = oldEntry !== undefined && oldEntry !== entry;
      return {
        profiles: previous === undefined ? [...profiles, profile] : profiles.with(profiles.indexOf(previous), profile),
        orphanedEntries: [
          ...orphanedEntries.filter((orphaned) => orphaned.entry !== entry),
          ...(isOrphaned ? [{ entry: oldEntry, removal: 'at-start' } as const] : []),
        ],
      };
    });
    await this.#changed(profile.id, sessionReference);
  }

  async #changed(id: string, reference: SessionReference | null): Promise<void> {
    const previous = this.#sessionReferences.get(id);
    if (reference === null) this.#sessionReferences.delete(id);
    else this.#sessionReferences.set(id, reference);
    this.#options.onChange();
    if (previous !== undefined && previous !== reference) await this.#options.session.remove(previous.entry);
  }

  /** Handles an entry after a failed save. The keychain may contain it, unless the keychain was never called. */
  async #abandonEntry(entry: string, error: unknown): Promise<void> {
    if (error instanceof OrderglassError && error.code === 'storage-failed') {
      await this.#removeOrphanedEntries();
      return;
    }
    const wasNeverCalled =
      error instanceof KeychainError
        ? notLoadedReasons.includes(error.reason)
        : error instanceof OrderglassError && error.code === 'invalid-input';
    const kept = wasNeverCalled ? [] : [{ entry, removal: 'with-next-use' } as const];
    await this.#tryToReplace(({ profiles, orphanedEntries }) => ({
      profiles,
      orphanedEntries: orphanedEntries.flatMap((orphaned) => (orphaned.entry === entry ? kept : [orphaned])),
    }));
  }

  async #removeOrphanedEntries(): Promise<void> {
    const { keychain, log } = this.#options;
    const used = new Set(this.profiles.map(({ credentials }) => credentials?.entry));
    const removed = new Set<string>();
    let failed: string | null = null;
    for (const { entry } of this.#file.content.orphanedEntries) {
      try {
        if (!used.has(entry)) await this.#untilClosed(() => keychain.remove(entry));
        removed.add(entry);
      } catch (error) {
        if (this.#isClosed) throw error;
        const reason = error instanceof KeychainError ? error.reason : 'other';
        log({ event: 'keychain-entry-left', reason });
        failed = entry;
        break;
      }
    }
    await this.#tryToReplace(({ profiles, orphanedEntries }) => ({
      profiles,
      orphanedEntries: orphanedEntries
        .filter(({ entry }) => !removed.has(entry))
        .map(({ entry }) => ({ entry, removal: 'with-next-use' as const }))
        // The failed entry goes last, so that it does not block the others next time.
        .sort((one, other) => Number(one.entry === failed) - Number(other.entry === failed)),
    }));
  }

  async #read(profile: Profile): Promise<Credentials | null> {
    const { keychain, session } = this.#options;
    if (profile.credentials === null) {
      const reference = this.#sessionReferences.get(profile.id);
      return reference === undefined ? null : session.read(reference.entry);
    }
    if (!profile.credentials.entry.endsWith(`.${hostMark(profile.baseUrl)}`)) return null;
    try {
      const credentials = await keychain.read(profile.credentials.entry);
      this.removeOrphanedEntries();
      return credentials === null ? null : acceptStored(credentials);
    } catch (error) {
      throw withKeychainReason(error);
    }
  }

  /** Ignores a failed write: it is in the log, and the next change writes the content again. */
  async #tryToReplace(change: Change): Promise<void> {
    await this.#replace(change).catch(() => {});
  }

  async #replace(change: Change): Promise<void> {
    if (this.#isClosed) throw canceled();
    const { content } = this.#file;
    await this.#file.replace({ fingerprintKey: content.fingerprintKey, ...change(content) });
  }

  /** A keychain operation may take minutes or never end, so closing does not wait for it. */
  #untilClosed<Result>(operation: () => Promise<Result>): Promise<Result> {
    return this.#isClosed ? this.#closed.promise : Promise.race([operation(), this.#closed.promise]);
  }

  #serialize<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#changes.run(async () => {
      if (this.#isClosed) throw canceled();
      return work();
    });
  }
}

/** The name ends with the host, so that a changed address in accounts.json finds no credentials. */
function newEntryName({ id, baseUrl }: Profile): string {
  return `${id}.${randomUUID().slice(0, 8)}.${hostMark(baseUrl)}`;
}

function hostMark(baseUrl: string): string {
  return createHash('sha256')
    .update(hostOf(baseUrl) ?? '')
    .digest('hex')
    .slice(0, 16);
}

/** Validates an entry read from the keychain, because it may have been edited outside Orderglass. Throws `damaged-entry`. */
function acceptStored(credentials: Credentials): Credentials {
  try {
    return acceptCredentials(credentials);
  } catch {
    throw new KeychainError('damaged-entry');
  }
}

function withKeychainReason(error: unknown): unknown {
  if (error instanceof KeychainError) return new OrderglassError(error.code, error.message, { keychain: error.reason });
  // The store rejects accepted credentials only if both together are too long for one entry.
  if (error instanceof OrderglassError && error.code === 'invalid-input') return invalidField('secretKey', 'too-long');
  return error;
}

function canceled(): OrderglassError {
  return new OrderglassError('canceled', 'the program ends');
}
