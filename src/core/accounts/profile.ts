import { z } from 'zod';
import { checkBaseUrl, mostRequestsPerWindow } from '../../shared/account-input.ts';
import { type SigningVariant, signingVariants, type Timestamp } from '../../shared/domain.ts';
import type { ArchiveReference } from './archive-name.ts';

/** Where the keychain has an account's credentials. */
export interface CredentialReference {
  /** The name of its entry: each time credentials are saved a new one. */
  readonly entry: string;
  readonly savedAt: Timestamp;
  /** The last characters of the token, as far as they may be shown. */
  readonly endsIn: string;
}

/** A live account as it is kept in a file. There is never a secret in it. */
export interface Profile {
  readonly id: string;
  readonly name: string;
  readonly baseUrl: string;
  readonly signingVariant: SigningVariant;
  readonly requestsPerWindow: number;
  readonly createdAt: Timestamp;
  /** `null`: they are, or were, for one session only. */
  readonly credentials: CredentialReference | null;
  /** `null`: it was saved before there were archives. */
  readonly archive: ArchiveReference | null;
  /** Names of the archives that it had with other keys or at other addresses, the earliest first. */
  readonly earlierArchives: readonly string[];
}

/** An entry of the keychain that belongs to no account and is to be removed, if it is there at all. */
export interface OrphanedEntry {
  readonly entry: string;
  /**
   * `at-start`: this program is about to do it, so that it was interrupted where this is found in the file. `with-next-use`: it was
   * tried and the keychain could not be used; the keychain is not disturbed for this alone.
   */
  readonly removal: 'at-start' | 'with-next-use';
}

/** All that the accounts' file holds. */
export interface AccountsContent {
  /** Tokens are known again by marks that are made with it; `null` before the first. */
  readonly markKey: string | null;
  readonly profiles: readonly Profile[];
  readonly spareEntries: readonly OrphanedEntry[];
}

const timestamp = z.number().int();
const entryName = z.string().min(1).max(100);
/** It is part of a path. */
const archiveName = z.string().regex(/^[\da-f-]{1,60}$/);

const profileSchema = z.object({
  id: z.string().min(1).max(100),
  name: z.string().min(1),
  baseUrl: z.string().refine((url) => checkBaseUrl(url) === null),
  signingVariant: z.enum(signingVariants),
  requestsPerWindow: z.number().int().min(1).max(mostRequestsPerWindow),
  createdAt: timestamp,
  credentials: z.object({ entry: entryName, savedAt: timestamp, endsIn: z.string().max(20) }).nullable(),
  archive: z
    .object({ tokenMark: z.string().min(1).max(100), name: archiveName })
    .nullable()
    .catch(null),
  // Missing in a file of before, when they were not kept in mind.
  earlierArchives: z.array(archiveName).catch([]),
}) satisfies z.ZodType<Profile>;

const spareEntrySchema = z.object({
  entry: entryName,
  removal: z.enum(['at-start', 'with-next-use']),
}) satisfies z.ZodType<OrphanedEntry>;

const version = 1;
const fileSchema = z.object({
  version: z.literal(version),
  markKey: z.string().min(20).max(100).nullable().catch(null),
  profiles: z.array(z.unknown()),
  spareEntries: z.array(z.unknown()),
});

export function writeContent({ markKey, profiles, spareEntries }: AccountsContent): string {
  return `${JSON.stringify({ version, markKey, profiles, spareEntries }, null, 2)}\n`;
}

/** `isWhole` is false where something could not be read and is missing from `content`. Throws where nothing can be read. */
export function readContent(text: string): { content: AccountsContent; isWhole: boolean } {
  const file = fileSchema.parse(JSON.parse(text.replace(/^\uFEFF/, '')));
  const spareEntries = legible(spareEntrySchema, file.spareEntries);
  const profiles = new Map<string, Profile>();
  for (const profile of legible(profileSchema, file.profiles)) {
    if (!profiles.has(profile.id)) profiles.set(profile.id, profile);
  }
  const isWhole = profiles.size === file.profiles.length && spareEntries.length === file.spareEntries.length;
  return { content: { markKey: file.markKey, profiles: [...profiles.values()], spareEntries }, isWhole };
}

function legible<Part>(schema: z.ZodType<Part>, stored: readonly unknown[]): Part[] {
  return stored.map((part) => schema.safeParse(part)).flatMap((parsed) => (parsed.success ? [parsed.data] : []));
}
