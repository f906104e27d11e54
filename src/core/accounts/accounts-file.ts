import path from 'node:path';
import { z } from 'zod';
import { JsonFormat, OtherVersionError } from '../../shared/json/json-format.ts';
import { checkBaseUrl, maxRequestsPerWindow } from '../../shared/settings/account-input.ts';
import { signingVariants } from '../../shared/values/domain.ts';
import { OrderglassError } from '../../shared/values/errors.ts';
import { writeFileAtomically } from '../files/atomic-file.ts';
import { isLeft, readOrQuarantine, systemCode } from '../files/quarantine.ts';
import type { FileErrorHandler } from '../files/state-file.ts';
import { newFingerprintKey } from './archive-name.ts';

const fileName = 'accounts.json';
const format = new JsonFormat();

const timestamp = z.number().int();

/** An account's entry in the keychain. */
const credentialReferenceSchema = z.object({
  /** Name of the entry. New credentials always get a new entry. */
  entry: z.string().min(1).max(100),
  savedAt: timestamp,
  /** Last characters of the token, as far as they may be shown. */
  endsIn: z.string().max(20),
});

/** Part of a file path, so no character with a meaning there. */
const archiveName = z.string().regex(/^[\da-f-]{1,60}$/);

/** A live account as stored in accounts.json. Never contains a secret. */
const profileSchema = z.object({
  id: z.string().min(1).max(100),
  name: z.string().min(1),
  baseUrl: z.string().refine((url) => checkBaseUrl(url) === null),
  signingVariant: z.enum(signingVariants),
  requestsPerWindow: z.number().int().min(1).max(maxRequestsPerWindow),
  createdAt: timestamp,
  /** `null` if the credentials are, or were, for one session only, or are on the computer of a backup. */
  credentials: credentialReferenceSchema.nullable(),
  archive: z.object({ tokenFingerprint: z.string().min(1).max(100), name: archiveName }),
  /** Names of the archives for earlier tokens and addresses, oldest first. */
  earlierArchives: z.array(archiveName).readonly(),
});
export type Profile = Readonly<z.output<typeof profileSchema>>;

/** A keychain entry that no account uses, or not yet. It may not exist. */
const orphanedEntrySchema = z.object({
  entry: z.string().min(1).max(100),
  /**
   * `at-start`: a running program is about to store, assign or remove the entry. If a start finds it in the file, that program was
   * killed. `with-next-use`: removing failed, and is retried with the next use of the keychain, which may prompt for a password.
   */
  removal: z.enum(['at-start', 'with-next-use']),
  /** True if the entry had the credentials of an account, so the keychain contains it until it is removed. */
  wasUsed: z.literal(true).exactOptional(),
  /** True if the keychain did not show the entry when it was to be removed. The entry is kept here until the user confirms that. */
  notShown: z.literal(true).exactOptional(),
});
export type OrphanedEntry = Readonly<z.output<typeof orphanedEntrySchema>>;

export interface AccountsContent {
  /** Key of the token fingerprints. */
  readonly fingerprintKey: string;
  readonly profiles: readonly Profile[];
  readonly orphanedEntries: readonly OrphanedEntry[];
}

export interface AccountsFileOptions {
  readonly directory: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly fileErrors: FileErrorHandler;
  /** For tests. Writes a file atomically. */
  readonly writeFile?: typeof writeFileAtomically;
}

/** accounts.json and its content. */
export class AccountsFile {
  #content: AccountsContent;
  /** True if the file was left as it is: a write would destroy it. */
  readonly #isSealed: boolean;
  readonly #file: string;
  readonly #errors: FileErrorHandler;
  readonly #writeFile: typeof writeFileAtomically;

  /** Quarantines a damaged file and keeps its readable part. Leaves a file of another version of the program as it is. Never rejects. */
  static async open(options: AccountsFileOptions): Promise<AccountsFile> {
    const file = path.join(options.directory, fileName);
    const { content, problem } = await readOrQuarantine(file, options.now, readAccountsContent);
    const opened = new AccountsFile(options, file, content ?? emptyContent(), isLeft(problem));
    if (problem) {
      options.fileErrors.unusable(problem);
      // A failure is in the log. The next change writes the content again.
      if (content !== null && !isLeft(problem)) await opened.replace(content).catch(() => {});
    }
    return opened;
  }

  private constructor(
    { fileErrors, writeFile = writeFileAtomically }: AccountsFileOptions,
    file: string,
    content: AccountsContent,
    isSealed: boolean,
  ) {
    this.#content = content;
    this.#isSealed = isSealed;
    this.#file = file;
    this.#errors = fileErrors;
    this.#writeFile = writeFile;
  }

  get content(): AccountsContent {
    return this.#content;
  }

  /** Writes new content. Rejects with `storage-failed` and keeps the old content. The caller must serialize calls. */
  async replace(content: AccountsContent): Promise<void> {
    try {
      if (this.#isSealed) throw new Error('sealed');
      await this.#writeFile(this.#file, format.write(content, 2));
    } catch (error) {
      const reason = this.#isSealed ? 'the file was left as it is' : systemCode(error);
      this.#errors.notSaved(error);
      throw new OrderglassError('storage-failed', `the accounts could not be written (${reason})`);
    }
    this.#content = content;
  }
}

const fileSchema = z.object({
  /** A damaged key is replaced. From then on a token that is entered again has a new fingerprint and so a new archive. */
  fingerprintKey: z.string().min(20).max(100).catch(newFingerprintKey),
  profiles: z.array(z.unknown()),
  orphanedEntries: z.array(z.unknown()),
});

function emptyContent(): AccountsContent {
  return { fingerprintKey: newFingerprintKey(), profiles: [], orphanedEntries: [] };
}

/** Reads the file. `isWhole`: false if some parts are unreadable and missing from `content`. Throws if the whole file is unreadable. */
export function readAccountsContent(text: string): { content: AccountsContent; isWhole: boolean } {
  const stored = format.read(text);
  // The first development versions, which were never released, stored other members under version 1.
  if (!('fingerprintKey' in stored)) throw new OtherVersionError(1, true);
  const file = fileSchema.parse(stored);
  const orphanedEntries = readableParts(orphanedEntrySchema, file.orphanedEntries);
  const profiles = new Map<string, Profile>();
  for (const profile of readableParts(profileSchema, file.profiles)) {
    if (!profiles.has(profile.id)) profiles.set(profile.id, profile);
  }
  const { fingerprintKey } = file;
  const isWhole =
    fingerprintKey === stored.fingerprintKey &&
    profiles.size === file.profiles.length &&
    orphanedEntries.length === file.orphanedEntries.length;
  return { content: { fingerprintKey, profiles: [...profiles.values()], orphanedEntries }, isWhole };
}

function readableParts<Part>(schema: z.ZodType<Part>, stored: readonly unknown[]): Part[] {
  return stored.flatMap((part) => schema.safeParse(part).data ?? []);
}
