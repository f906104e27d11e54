import { randomUUID } from 'node:crypto';
import type { AccountChange } from '../../shared/account-schemas.ts';
import type { StoredCredentials } from '../../shared/domain.ts';
import { OrderglassError } from '../../shared/errors.ts';
import { SerialQueue } from '../../shared/serial-queue.ts';
import type { CredentialStore, Credentials } from '../credentials/credential-store.ts';
import { KeychainError } from '../credentials/keychain-error.ts';
import { acceptBaseUrl, acceptCredentials, acceptName, invalidField, rejectForeignHost } from './account-input.ts';
import { AccountsFile, type AccountsFileOptions } from './accounts-file.ts';
import {
  type ArchiveReference,
  archiveOf,
  earlierArchiveName,
  newFingerprintKey,
  tokenFingerprint,
} from './archive-name.ts';
import type { AccountsContent, Profile } from './profile.ts';

export interface AccountBookOptions extends AccountsFileOptions {
  readonly keychain: CredentialStore;
  /** For credentials of this session only. */
  readonly session: CredentialStore;
  /** Names that no account may have. */
  readonly reservedNames: readonly string[];
  /** Called after each change, when it is on the disk. */
  readonly onChange: () => void;
}

type Change = (content: AccountsContent) => Omit<AccountsContent, 'markKey'>;

/** Credentials in memory: the entry of the session's store, and what may be shown of it. */
interface SessionReference {
  readonly entry: string;
  readonly stored: StoredCredentials;
}

/**
 * The live accounts and their credentials: of each account both are there or neither, whenever the program may be killed.
 *
 * Credentials go into an entry of a new name, which is on the disk as a spare one before it is in the keychain; one atomic
 * write then makes it the account's and the earlier entry a spare one. So whatever is found at a start, each account names an
 * entry that is whole, and what an interrupted step left behind is known by name and removed.
 */
export class AccountStore {
  readonly #file: AccountsFile;
  readonly #options: AccountBookOptions;
  readonly #sessionReferences = new Map<string, SessionReference>();
  readonly #markKey: string;
  readonly #closed = Promise.withResolvers<never>();
  #isClosed = false;
  readonly #changes = new SerialQueue();

  /** Never rejects: a file that cannot be used is set aside. The keychain is touched only where a step had been interrupted. */
  static async open(options: AccountBookOptions): Promise<AccountStore> {
    const book = new AccountStore(await AccountsFile.open(options), options);
    if (book.#file.content.spareEntries.some(({ removal }) => removal === 'at-start')) book.removeSpareEntries();
    return book;
  }

  private constructor(file: AccountsFile, options: AccountBookOptions) {
    this.#file = file;
    this.#options = options;
    this.#markKey = file.content.markKey ?? newFingerprintKey();
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

  /** Where an account's credentials are; `null` where they were for an earlier session. */
  storedCredentials({ id, credentials }: Profile): StoredCredentials | null {
    if (credentials === null) return this.#sessionReferences.get(id)?.stored ?? null;
    return { place: 'keychain', savedAt: credentials.savedAt, endsIn: credentials.endsIn };
  }

  /** Other credentials have another name. */
  credentialsName({ id, credentials }: Profile): string | null {
    return credentials?.entry ?? this.#sessionReferences.get(id)?.entry ?? null;
  }

  /** Of the archive that has an account's rows: another one for another token or another address. */
  archiveName(profile: Profile): string {
    return profile.archive?.name ?? earlierArchiveName(profile);
  }

  /** Of all that an account has or had, those that no other account has now. */
  archiveNames(profile: Profile): readonly string[] {
    const others = this.profiles.filter(({ id }) => id !== profile.id).map((other) => this.archiveName(other));
    return [this.archiveName(profile), ...profile.earlierArchives].filter((name) => !others.includes(name));
  }

  /**
   * Adds an account or changes one. Rejects with `invalid-input`, `unknown-account`, `keychain-unavailable` or `storage-failed`,
   * and then everything is as it was before.
   */
  save(change: AccountChange): Promise<Profile> {
    return this.#serialize(async () => {
      const previous = change.id === undefined ? null : this.find(change.id);
      const others = this.profiles.filter((profile) => profile !== previous);
      const names = others.map(({ name }) => name);
      const baseUrl = acceptBaseUrl(change.baseUrl);
      const edited: Omit<Profile, 'archive' | 'earlierArchives'> = {
        id: previous?.id ?? randomUUID(),
        name: acceptName(change.name, [...this.#options.reservedNames, ...names]),
        baseUrl,
        signingVariant: change.signingVariant,
        requestsPerWindow: change.requestsPerWindow,
        createdAt: previous?.createdAt ?? this.#options.now(),
        credentials: previous?.credentials ?? null,
      };
      if (change.credentials !== undefined) {
        const credentials = acceptCredentials(change.credentials);
        const mark = tokenFingerprint(this.#markKey, credentials.token);
        const profile = this.#withArchive(edited, mark, previous, others);
        if (change.place === 'keychain') await this.#saveInKeychain(profile, credentials);
        else await this.#saveForSession(profile, credentials);
      } else if (previous !== null) {
        rejectForeignHost(previous.baseUrl, baseUrl);
        const profile = this.#withArchive(edited, previous.archive?.tokenMark ?? null, previous, others);
        await this.#commit(profile, this.#sessionReferences.get(profile.id) ?? null);
      } else {
        throw invalidField('credentials', 'missing');
      }
      return this.find(edited.id);
    });
  }

  /**
   * Removes an account and its credentials; where the keychain cannot be used, these as soon as it can. Rejects with
   * `unknown-account` or `storage-failed`.
   */
  remove(id: string): Promise<void> {
    return this.#serialize(async () => {
      const { credentials } = this.find(id);
      await this.#replace(({ profiles, spareEntries }) => ({
        profiles: profiles.filter((profile) => profile.id !== id),
        spareEntries:
          credentials === null ? spareEntries : [...spareEntries, { entry: credentials.entry, removal: 'at-start' }],
      }));
      await this.#changed(id, null);
      if (credentials !== null) await this.#removeSpareEntries();
    });
  }

  /**
   * Rejects with `keychain-unavailable`, and with `not-authenticated` and the reason `entry-missing` where there is nothing:
   * somebody deleted it, or it was for an earlier session.
   */
  async readCredentials(profile: Profile): Promise<Credentials> {
    const credentials = await this.#read(profile);
    if (credentials !== null) return credentials;
    throw new OrderglassError('not-authenticated', 'the credentials of the account are not there', {
      keychain: 'entry-missing',
    });
  }

  /** The keychain can be used, as far as is known: what is to be removed is removed, by and by. */
  removeSpareEntries(): void {
    if (this.#file.content.spareEntries.length === 0) return;
    this.#serialize(() => this.#removeSpareEntries()).catch(() => {});
  }

  /** Ends what waits for the keychain with `cancelled`, and waits until nothing is written any more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#closed.reject(cancelled());
    await this.#changes.settle();
  }

  #withArchive(
    edited: Omit<Profile, 'archive' | 'earlierArchives'>,
    mark: string | null,
    previous: Profile | null,
    others: readonly Profile[],
  ): Profile {
    const archive = this.#archiveFor(mark, edited.baseUrl, previous, others);
    const profile = { ...edited, archive, earlierArchives: [] };
    if (previous === null) return profile;
    const earlier = new Set([...previous.earlierArchives, this.archiveName(previous)]);
    earlier.delete(this.archiveName(profile));
    return { ...profile, earlierArchives: [...earlier] };
  }

  #archiveFor(
    mark: string | null,
    baseUrl: string,
    previous: Profile | null,
    others: readonly Profile[],
  ): ArchiveReference | null {
    if (mark === null) return null;
    const kept = previous?.baseUrl === baseUrl ? previous.archive : null;
    if (kept?.tokenMark === mark) return kept;
    return archiveOf(mark, baseUrl, new Set(others.map((profile) => this.archiveName(profile))));
  }

  async #saveInKeychain(profile: Profile, credentials: Credentials): Promise<void> {
    const entry = newEntryName(profile);
    await this.#replace(({ profiles, spareEntries }) => ({
      profiles,
      spareEntries: [...spareEntries, { entry, removal: 'at-start' }],
    }));
    try {
      const { savedAt, endsIn } = await this.#untilClosed(() => this.#options.keychain.save(entry, credentials));
      await this.#commit({ ...profile, credentials: { entry, savedAt, endsIn } }, null);
    } catch (error) {
      if (!this.#isClosed) await this.#giveUp(entry, error);
      throw withReason(error);
    }
    if (this.#file.content.spareEntries.length > 0) await this.#removeSpareEntries();
  }

  async #saveForSession(profile: Profile, credentials: Credentials): Promise<void> {
    const { session } = this.#options;
    const entry = newEntryName(profile);
    try {
      const stored = await session.save(entry, credentials);
      await this.#commit({ ...profile, credentials: null }, { entry, stored });
    } catch (error) {
      await session.remove(entry);
      throw withReason(error);
    }
    // In a turn of its own: the keychain may be what cannot be used, and the account has all it needs.
    this.removeSpareEntries();
  }

  /** The one step that makes a change valid. */
  async #commit(profile: Profile, sessionReference: SessionReference | null): Promise<void> {
    const entry = profile.credentials?.entry;
    await this.#replace(({ profiles, spareEntries }) => {
      const previous = profiles.find(({ id }) => id === profile.id);
      const earlier = previous?.credentials?.entry;
      const isSpare = earlier !== undefined && earlier !== entry;
      return {
        profiles: previous === undefined ? [...profiles, profile] : profiles.with(profiles.indexOf(previous), profile),
        spareEntries: [
          ...spareEntries.filter((spare) => spare.entry !== entry),
          ...(isSpare ? [{ entry: earlier, removal: 'at-start' } as const] : []),
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

  /** After a failure the keychain may have the entry or not, unless it was never asked. */
  async #giveUp(entry: string, error: unknown): Promise<void> {
    if (error instanceof OrderglassError && error.code === 'storage-failed') {
      await this.#removeSpareEntries();
      return;
    }
    const wasNotAsked =
      error instanceof KeychainError
        ? error.reason === 'module-missing'
        : error instanceof OrderglassError && error.code === 'invalid-input';
    const kept = wasNotAsked ? [] : [{ entry, removal: 'with-next-use' } as const];
    await this.#tryToReplace(({ profiles, spareEntries }) => ({
      profiles,
      spareEntries: spareEntries.flatMap((spare) => (spare.entry === entry ? kept : [spare])),
    }));
  }

  async #removeSpareEntries(): Promise<void> {
    const { keychain, log } = this.#options;
    const used = new Set(this.profiles.map(({ credentials }) => credentials?.entry));
    const removed = new Set<string>();
    let failed: string | null = null;
    for (const { entry } of this.#file.content.spareEntries) {
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
    await this.#tryToReplace(({ profiles, spareEntries }) => ({
      profiles,
      spareEntries: spareEntries
        .filter(({ entry }) => !removed.has(entry))
        .map(({ entry }) => ({ entry, removal: 'with-next-use' as const }))
        // One that never can be removed does not keep the others.
        .sort((one, other) => Number(one.entry === failed) - Number(other.entry === failed)),
    }));
  }

  async #read(profile: Profile): Promise<Credentials | null> {
    const { keychain, session } = this.#options;
    if (profile.credentials === null) {
      const reference = this.#sessionReferences.get(profile.id);
      return reference === undefined ? null : session.read(reference.entry);
    }
    try {
      const credentials = await keychain.read(profile.credentials.entry);
      this.removeSpareEntries();
      return credentials === null ? null : acceptStored(credentials);
    } catch (error) {
      throw withReason(error);
    }
  }

  /** What is not written here is tried again with the next change; the log knows of it. */
  async #tryToReplace(change: Change): Promise<void> {
    await this.#replace(change).catch(() => {});
  }

  async #replace(change: Change): Promise<void> {
    if (this.#isClosed) throw cancelled();
    await this.#file.replace({ markKey: this.#markKey, ...change(this.#file.content) });
  }

  /** The keychain may take minutes, or for ever: a program that ends does not wait for it. */
  #untilClosed<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    return this.#isClosed ? this.#closed.promise : Promise.race([ask(), this.#closed.promise]);
  }

  #serialize<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#changes.run(async () => {
      if (this.#isClosed) throw cancelled();
      return work();
    });
  }
}

function newEntryName({ id }: Profile): string {
  return `${id}.${randomUUID().slice(0, 8)}`;
}

/** Whoever changed the entry did not know what can be sent. */
function acceptStored(credentials: Credentials): Credentials {
  try {
    return acceptCredentials(credentials);
  } catch {
    throw new KeychainError('damaged-entry');
  }
}

function withReason(error: unknown): unknown {
  if (error instanceof KeychainError) return new OrderglassError(error.code, error.message, { keychain: error.reason });
  // The store's only complaint about what was accepted here: both together are too long for one entry.
  if (error instanceof OrderglassError && error.code === 'invalid-input') return invalidField('secretKey', 'too-long');
  return error;
}

function cancelled(): OrderglassError {
  return new OrderglassError('cancelled', 'the program ends');
}
