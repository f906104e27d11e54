import { createHash, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Credentials } from '../../exchange/index.ts';
import type { AccountChange, LeftEntry, StoredCredentials } from '../../shared/contract/accounts.ts';
import { hostOf } from '../../shared/settings/account-input.ts';
import { SerialQueue } from '../../shared/time/serial-queue.ts';
import { OrderglassError } from '../../shared/values/errors.ts';
import type { CredentialStore } from '../credentials/credential-store.ts';
import { KeychainError, notStoredReasons } from '../credentials/keychain-error.ts';
import type { Log } from '../logging/log-events.ts';
import { acceptBaseUrl, acceptCredentials, acceptName, invalidField, rejectForeignHost } from './account-input.ts';
import {
  type AccountsContent,
  AccountsFile,
  type AccountsFileOptions,
  type OrphanedEntry,
  type Profile,
} from './accounts-file.ts';
import { type ArchiveReference, archiveFor, tokenFingerprint } from './archive-name.ts';

export interface AccountStoreOptions extends AccountsFileOptions {
  readonly log: Log;
  readonly keychain: CredentialStore;
  /** For credentials that are not stored beyond this session. */
  readonly session: CredentialStore;
  /** Names that no account may have. */
  readonly reservedNames: readonly string[];
  /** Called after each change of the accounts, once accounts.json is written. */
  readonly onChange: () => void;
  /** Called after each change of `leftEntries`. Default: ignored. */
  readonly onLeftEntries?: (entries: readonly LeftEntry[]) => void;
}

/** An account as a backup has it. */
export type UnkeyedAccount = Pick<
  Profile,
  'id' | 'name' | 'baseUrl' | 'signingVariant' | 'requestsPerWindow' | 'createdAt'
>;

/** Stands for the token of an account that has had none on this computer. No fingerprint is equal to it. */
const awaitedFingerprint = 'awaited';

type EditedProfile = Omit<Profile, 'archive' | 'earlierArchives'>;
type Change = (content: AccountsContent) => Partial<AccountsContent>;

/** Credentials in memory: their entry in the session's store, and the part that may be shown. */
interface SessionReference {
  readonly entry: string;
  readonly stored: StoredCredentials;
}

/** A save that waits for the keychain. It reserves the account's name, until it is replaced, and its entry. */
interface PendingSave {
  readonly accountId: string;
  readonly isNew: boolean;
  readonly name: string;
  readonly entry: string;
  /** Rejects once a later change of the account has replaced the save. */
  readonly replaced: PromiseWithResolvers<never>;
  isReplaced: boolean;
}

/**
 * Stores the live accounts with their credentials. Every account refers to a complete keychain entry at all times, even if the program
 * is killed.
 *
 * New credentials go into a keychain entry with a new name. accounts.json first lists that entry as orphaned, then the keychain stores
 * it, then one atomic write of accounts.json assigns it to the account and lists the old entry as orphaned. At startup, the orphaned
 * entries of an interrupted step are removed.
 *
 * Writes of accounts.json are serialized. Calls of the keychain run beside them, because each may wait minutes for the user: only the
 * save or the removal of that entry waits.
 */
export class AccountStore {
  readonly #file: AccountsFile;
  readonly #options: AccountStoreOptions;
  readonly #sessionReferences = new Map<string, SessionReference>();
  readonly #closed = Promise.withResolvers<never>();
  readonly #changes = new SerialQueue();
  readonly #pendingSaves = new Set<PendingSave>();
  /** The current removal of orphaned entries; `null` if none runs. */
  #removing: Promise<void> | null = null;
  /** Entries that the keychain did not show in this run. KeePassXC asks again only in another process. */
  readonly #notShown = new Set<string>();
  #isClosed = false;

  /** Quarantines a damaged accounts.json. Uses the keychain only if an earlier step was interrupted. Never rejects. */
  static async open(options: AccountStoreOptions): Promise<AccountStore> {
    const store = new AccountStore(await AccountsFile.open(options), options);
    const { orphanedEntries } = store.#file.content;
    if (orphanedEntries.some(({ removal }) => removal === 'at-start')) void store.removeOrphanedEntries();
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

  /** Entries of removed accounts and replaced credentials that the keychain may still contain. */
  get leftEntries(): readonly LeftEntry[] {
    return this.#file.content.orphanedEntries
      .filter(({ wasUsed, removal }) => wasUsed && removal === 'with-next-use')
      .map(({ entry, notShown = false }) => ({ entry, notShown }));
  }

  /** Forgets entries that the keychain did not show: the user knows them. Rejects with `storage-failed`. */
  forgetLeftEntries(entries: readonly string[]): Promise<void> {
    return this.#serialize(() =>
      this.#replaceOrphans((orphans) =>
        orphans.filter(({ entry, notShown = false }) => !notShown || !entries.includes(entry)),
      ),
    );
  }

  /**
   * Adds or changes an account. Rejects with `invalid-input`, `unknown-account`, `keychain-unavailable` or `storage-failed`, and then
   * leaves everything unchanged. A save that waits for the keychain rejects with `canceled` if its account is removed or gets
   * credentials for the session meanwhile; that of a new account, if one with its name does.
   */
  save(change: AccountChange): Promise<Profile> {
    const { credentials, keptIn } = change;
    if (credentials !== undefined && keptIn === 'keychain') return this.#saveInKeychain(change, credentials);
    return this.#serialize(async () => {
      if (credentials !== undefined) return this.#saveForSession(change, credentials);
      const edited = this.#accept(change);
      if (change.id === undefined) throw invalidField('credentials', 'missing');
      const { baseUrl, archive } = this.find(change.id);
      rejectForeignHost(baseUrl, edited.baseUrl);
      const reference = this.#sessionReferences.get(change.id) ?? null;
      return this.#commit(this.#withArchive(edited, archive.tokenFingerprint), reference);
    });
  }

  /**
   * Adds accounts of another computer, without credentials: the first ones that are entered get the archive. A name that is taken gets a number.
   * Rejects with `invalid-input` or `storage-failed`, and adds none.
   */
  addWithoutKeys(added: readonly UnkeyedAccount[]): Promise<void> {
    if (added.length === 0) return Promise.resolve();
    return this.#serialize(async () => {
      const profiles: Profile[] = [];
      for (const { id, name, baseUrl, signingVariant, requestsPerWindow, createdAt } of added) {
        const taken = [...this.#options.reservedNames, ...[...this.profiles, ...profiles].map((each) => each.name)];
        profiles.push({
          id,
          name: acceptName(freeName(name, taken), taken),
          baseUrl: acceptBaseUrl(baseUrl),
          signingVariant,
          requestsPerWindow,
          createdAt,
          credentials: null,
          archive: { tokenFingerprint: awaitedFingerprint, name: randomUUID().replaceAll('-', '') },
          earlierArchives: [],
        });
      }
      await this.#replace((content) => ({ profiles: [...content.profiles, ...profiles] }));
      this.#options.onChange();
    });
  }

  /**
   * Removes an account, then its credentials, for which the caller does not wait. If the keychain fails, its entry is removed with the
   * next use of the keychain. Rejects with `unknown-account` or `storage-failed`.
   */
  remove(id: string): Promise<void> {
    return this.#serialize(async () => {
      const { credentials } = this.find(id);
      await this.#replace(({ profiles, orphanedEntries }) => ({
        profiles: profiles.filter((profile) => profile.id !== id),
        orphanedEntries: credentials === null ? orphanedEntries : [...orphanedEntries, usedOrphan(credentials.entry)],
      }));
      this.#replacePendingSaves(({ accountId }) => accountId === id);
      await this.#changed(id, null);
      if (credentials !== null) void this.removeOrphanedEntries();
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

  /** Removes the orphaned entries from the keychain. Resolves after the attempt. Concurrent calls share one. Never rejects. */
  removeOrphanedEntries(): Promise<void> {
    this.#removing ??= this.#removeOrphanedEntries()
      .catch(() => {})
      .finally(() => {
        this.#removing = null;
      });
    return this.#removing;
  }

  /** Rejects pending keychain operations with `canceled` and resolves once the last write has ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#closed.reject(canceled());
    await this.#changes.settle();
  }

  /**
   * Validates a change against the accounts and the pending saves. `newId`: ID of a new account. `isReplaced`: true for the pending saves
   * whose names the change may take. Throws `invalid-input` or `unknown-account`.
   */
  #accept(
    change: AccountChange,
    newId: string = randomUUID(),
    isReplaced: (save: PendingSave) => boolean = () => false,
  ): EditedProfile {
    const previous = change.id === undefined ? null : this.find(change.id);
    const id = previous?.id ?? newId;
    const otherNames = [
      ...this.profiles.filter((profile) => profile !== previous).map(({ name }) => name),
      ...[...this.#pendingSaves]
        .filter((save) => save.accountId !== id && !save.isReplaced && !isReplaced(save))
        .map(({ name }) => name),
    ];
    return {
      id,
      name: acceptName(change.name, [...this.#options.reservedNames, ...otherNames]),
      baseUrl: acceptBaseUrl(change.baseUrl),
      signingVariant: change.signingVariant,
      requestsPerWindow: change.requestsPerWindow,
      createdAt: previous?.createdAt ?? this.#options.now(),
      credentials: previous?.credentials ?? null,
    };
  }

  #archiveNamesWithout(id: string | undefined): ReadonlySet<string> {
    return new Set(this.profiles.filter((profile) => profile.id !== id).map(({ archive }) => archive.name));
  }

  #withArchive(edited: EditedProfile, fingerprint: string): Profile {
    const previous = this.profiles.find(({ id }) => id === edited.id);
    if (previous === undefined) {
      return { ...edited, archive: this.#archiveFor(edited, fingerprint), earlierArchives: [] };
    }
    const { tokenFingerprint } = previous.archive;
    const isSameToken = tokenFingerprint === fingerprint || tokenFingerprint === awaitedFingerprint;
    const isKept = previous.baseUrl === edited.baseUrl && isSameToken;
    const archive = isKept
      ? { ...previous.archive, tokenFingerprint: fingerprint }
      : this.#archiveFor(edited, fingerprint);
    const earlier = new Set([...previous.earlierArchives, previous.archive.name]);
    earlier.delete(archive.name);
    return { ...edited, archive, earlierArchives: [...earlier] };
  }

  #archiveFor({ id, baseUrl }: EditedProfile, fingerprint: string): ArchiveReference {
    return archiveFor(fingerprint, baseUrl, this.#archiveNamesWithout(id));
  }

  async #saveInKeychain(change: AccountChange, newCredentials: Credentials): Promise<Profile> {
    const { save, credentials } = await this.#serialize(() => this.#reserve(change, newCredentials));
    if (this.#isClosed) throw canceled();
    const { entry, accountId, replaced } = save;
    const stored = saveIn(this.#options.keychain, entry, credentials);
    try {
      const { savedAt, endsIn } = await this.#untilClosed(() => Promise.race([stored, replaced.promise]));
      return await this.#serialize(async () => {
        if (save.isReplaced) return replaced.promise;
        const profile = this.#withArchive(this.#accept(change, accountId), this.fingerprintOf(credentials));
        const saved = await this.#commit({ ...profile, credentials: { entry, savedAt, endsIn } }, null);
        this.#pendingSaves.delete(save);
        void this.removeOrphanedEntries();
        return saved;
      });
    } catch (error) {
      const abandoned = this.#abandon(save, stored);
      if (!save.isReplaced) await this.#untilClosed(() => abandoned);
      throw error;
    }
  }

  /** Lists a new entry as orphaned before the keychain stores it. */
  async #reserve(change: AccountChange, newCredentials: Credentials) {
    const { id, name, baseUrl } = this.#accept(change);
    const credentials = acceptCredentials(newCredentials);
    const replaced = Promise.withResolvers<never>();
    replaced.promise.catch(() => {});
    const isNew = change.id === undefined;
    const save = { accountId: id, isNew, name, entry: newEntryName({ id, baseUrl }), replaced, isReplaced: false };
    await this.#replaceOrphans((orphans) => [...orphans, { entry: save.entry, removal: 'at-start' }]);
    this.#pendingSaves.add(save);
    return { save, credentials };
  }

  /** Handles the entry of a save that failed or was replaced, once the keychain has responded. Never rejects. */
  async #abandon(save: PendingSave, stored: Promise<unknown>): Promise<void> {
    const failure = await stored.then(
      () => null,
      (error: unknown) => error,
    );
    this.#pendingSaves.delete(save);
    if (failure === null) return this.removeOrphanedEntries();
    const isNotStored =
      failure instanceof KeychainError
        ? notStoredReasons.includes(failure.reason)
        : failure instanceof OrderglassError && failure.code === 'invalid-input';
    const kept: OrphanedEntry[] = isNotStored ? [] : [{ entry: save.entry, removal: 'with-next-use' }];
    await this.#tryToReplaceOrphans((orphans) => [...orphans.filter(({ entry }) => entry !== save.entry), ...kept]);
  }

  #replacePendingSaves(isReplaced: (save: PendingSave) => boolean): void {
    for (const save of this.#pendingSaves) {
      if (!isReplaced(save)) continue;
      save.isReplaced = true;
      save.replaced.reject(new OrderglassError('canceled', 'a later change of the account replaced this one'));
    }
  }

  async #saveForSession(change: AccountChange, newCredentials: Credentials): Promise<Profile> {
    const { session } = this.#options;
    const isReplaced = ({ accountId, isNew, name }: PendingSave) =>
      change.id === undefined ? isNew && name === change.name.trim() : accountId === change.id;
    const edited = this.#accept(change, randomUUID(), isReplaced);
    const credentials = acceptCredentials(newCredentials);
    const profile = { ...this.#withArchive(edited, this.fingerprintOf(credentials)), credentials: null };
    const entry = newEntryName(profile);
    try {
      const stored = await saveIn(session, entry, credentials);
      const saved = await this.#commit(profile, { entry, stored });
      this.#replacePendingSaves(isReplaced);
      void this.removeOrphanedEntries();
      return saved;
    } catch (error) {
      await session.remove(entry);
      throw error;
    }
  }

  /** Writes the profile, and with it assigns its new entry and orphans the old one. */
  async #commit(profile: Profile, sessionReference: SessionReference | null): Promise<Profile> {
    const entry = profile.credentials?.entry;
    await this.#replace(({ profiles, orphanedEntries }) => {
      const previous = profiles.find(({ id }) => id === profile.id);
      const oldEntry = previous?.credentials?.entry;
      const isOrphaned = oldEntry !== undefined && oldEntry !== entry;
      return {
        profiles: previous === undefined ? [...profiles, profile] : profiles.with(profiles.indexOf(previous), profile),
        orphanedEntries: [
          ...orphanedEntries.filter((orphaned) => orphaned.entry !== entry),
          ...(isOrphaned ? [usedOrphan(oldEntry)] : []),
        ],
      };
    });
    await this.#changed(profile.id, sessionReference);
    return this.find(profile.id);
  }

  async #changed(id: string, reference: SessionReference | null): Promise<void> {
    const previous = this.#sessionReferences.get(id);
    if (reference === null) this.#sessionReferences.delete(id);
    else this.#sessionReferences.set(id, reference);
    this.#options.onChange();
    if (previous !== undefined && previous !== reference) await this.#options.session.remove(previous.entry);
  }

  async #removeOrphanedEntries(): Promise<void> {
    const tried = new Set(this.#notShown);
    for (let orphan = this.#nextOrphan(tried); orphan !== undefined; orphan = this.#nextOrphan(tried)) {
      tried.add(orphan.entry);
      if (!(await this.#removeOrphan(orphan))) return;
    }
  }

  #nextOrphan(tried: ReadonlySet<string>): OrphanedEntry | undefined {
    const pending = new Set([...this.#pendingSaves].map(({ entry }) => entry));
    return this.#file.content.orphanedEntries.find(({ entry }) => !tried.has(entry) && !pending.has(entry));
  }

  /** Resolves with `false` if the keychain failed, so that each next entry could open its prompt again. */
  async #removeOrphan({ entry, wasUsed }: OrphanedEntry): Promise<boolean> {
    const { keychain, log } = this.#options;
    const isUsed = this.profiles.some(({ credentials }) => credentials?.entry === entry);
    try {
      const isConfirmed = isUsed || (await this.#untilClosed(() => keychain.remove(entry))) || !wasUsed;
      if (!isConfirmed) {
        this.#notShown.add(entry);
        log({ event: 'keychain-entry-left', reason: 'entry-missing' });
      }
      await this.#tryToReplaceOrphans((orphans) =>
        orphans.flatMap((each) => {
          if (each.entry !== entry) return each;
          return isConfirmed ? [] : { ...each, removal: 'with-next-use', notShown: true };
        }),
      );
      return true;
    } catch (error) {
      if (this.#isClosed) throw error;
      log({ event: 'keychain-entry-left', reason: error instanceof KeychainError ? error.reason : 'other' });
      const pending = new Set([...this.#pendingSaves].map((save) => save.entry));
      await this.#tryToReplaceOrphans((orphans) =>
        orphans
          .map((each) => (pending.has(each.entry) ? each : { ...each, removal: 'with-next-use' as const }))
          // The failed entry goes last, so that it does not block the others next time.
          .sort((one, other) => Number(one.entry === entry) - Number(other.entry === entry)),
      );
      return false;
    }
  }

  async #read(profile: Profile): Promise<Credentials | null> {
    const { keychain, session } = this.#options;
    if (profile.credentials === null) {
      const reference = this.#sessionReferences.get(profile.id);
      return reference === undefined ? null : session.read(reference.entry);
    }
    if (!profile.credentials.entry.endsWith(`.${hostMark(profile.baseUrl)}`)) return null;
    const credentials = await keychain.read(profile.credentials.entry);
    void this.removeOrphanedEntries();
    return credentials === null ? null : acceptStored(credentials);
  }

  /** Ignores a failed write: it is in the log, and the next change writes the content again. */
  async #tryToReplaceOrphans(change: (orphans: readonly OrphanedEntry[]) => readonly OrphanedEntry[]): Promise<void> {
    await this.#serialize(() => this.#replaceOrphans(change)).catch(() => {});
  }

  /** Call within the queue of changes. */
  async #replaceOrphans(change: (orphans: readonly OrphanedEntry[]) => readonly OrphanedEntry[]): Promise<void> {
    await this.#replace(({ orphanedEntries }) => ({ orphanedEntries: change(orphanedEntries) }));
  }

  /** Call within the queue of changes. */
  async #replace(change: Change): Promise<void> {
    if (this.#isClosed) throw canceled();
    const { content } = this.#file;
    const before = this.leftEntries;
    await this.#file.replace({ ...content, ...change(content) });
    if (!isDeepStrictEqual(before, this.leftEntries)) this.#options.onLeftEntries?.(this.leftEntries);
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

/** Returns the name, with a number if it is one of `taken`. */
function freeName(name: string, taken: readonly string[]): string {
  for (let number = 2, free = name; ; number++) {
    if (!taken.some((each) => each.toLowerCase() === free.toLowerCase())) return free;
    free = `${name} ${number}`;
  }
}

/** The name ends with the host, so that a changed address in accounts.json finds no credentials. */
function newEntryName({ id, baseUrl }: Pick<Profile, 'id' | 'baseUrl'>): string {
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

/** Saves accepted credentials, which a store rejects only if both together are too long for one entry. */
async function saveIn(store: CredentialStore, entry: string, credentials: Credentials): Promise<StoredCredentials> {
  try {
    return await store.save(entry, credentials);
  } catch (error) {
    const isTooLong = error instanceof OrderglassError && error.code === 'invalid-input';
    throw isTooLong ? invalidField('secretKey', 'too-long') : error;
  }
}

/** Entry of a removed account or of replaced credentials. */
function usedOrphan(entry: string): OrphanedEntry {
  return { entry, removal: 'at-start', wasUsed: true };
}

function canceled(): OrderglassError {
  return new OrderglassError('canceled', 'the program ends');
}
