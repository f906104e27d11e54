import { createHash, createHmac, randomBytes } from 'node:crypto';

/** The archive with an account's rows. */
export interface ArchiveReference {
  /** HMAC of the account's token: recognizes a token that is entered again without storing the token. */
  readonly tokenFingerprint: string;
  /** Name of the archive's file, without its extension. */
  readonly name: string;
}

/** Returns a random key for the fingerprints of one data folder. Without the key, tokens cannot be tested against a fingerprint. */
export function newFingerprintKey(): string {
  return randomBytes(32).toString('base64url');
}

export function tokenFingerprint(key: string, token: string): string {
  return createHmac('sha256', key).update(token).digest('base64url');
}

/**
 * Returns the archive for a token at an address. A different token or address has a different archive, so that their rows never mix.
 * The same token and address have the same archive again, unless its name is in `taken`: the archives of the other accounts.
 */
export function archiveFor(fingerprint: string, baseUrl: string, taken: ReadonlySet<string>): ArchiveReference {
  const name = shortHash([fingerprint, baseUrl]);
  let free = name;
  for (let copy = 2; taken.has(free); copy++) free = `${name}-${copy}`;
  return { tokenFingerprint: fingerprint, name: free };
}

/** Name of the demo account's archive for a demo exchange at this address; '' for the built-in one. */
export function demoArchiveName(baseUrl: string): string {
  return `demo-${shortHash([baseUrl])}`;
}

function shortHash(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}
