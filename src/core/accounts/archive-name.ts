import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Profile } from './profile.ts';

/** Which archive has an account's rows. */
export interface ArchiveReference {
  /**
   * Of the token, made with a random key of this data folder: the same token is known again, also where it is entered anew for each
   * session, and nobody without the key can try tokens against it.
   */
  readonly tokenMark: string;
  /** Of the archive's file, without its ending. */
  readonly name: string;
}

export function newFingerprintKey(): string {
  return randomBytes(32).toString('base64url');
}

export function tokenFingerprint(key: string, token: string): string {
  return createHmac('sha256', key).update(token).digest('base64url');
}

/**
 * Other keys, or another address, have another archive: their rows never mix. What was removed and is added again finds its archive;
 * `taken` are the names of the other accounts, for two of them never write to one file.
 */
export function archiveOf(mark: string, baseUrl: string, taken: ReadonlySet<string>): ArchiveReference {
  const name = shortHash([mark, baseUrl]);
  let free = name;
  for (let copy = 2; taken.has(free); copy++) free = `${name}-${copy}`;
  return { tokenMark: mark, name: free };
}

/** The archive of an account that was saved before there were archives: until its credentials are entered anew. */
export function earlierArchiveName({ id, baseUrl, credentials }: Profile): string {
  return shortHash([id, baseUrl, credentials?.entry ?? '']);
}

/** As for a demo exchange of its own, at this address. */
export function demoArchiveName(baseUrl: string): string {
  return `demo-${shortHash([baseUrl])}`;
}

function shortHash(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}
