/** What a request is signed with. Both are secret: they are kept in a credential store and nowhere else. */
export interface Credentials {
  token: string;
  secretKey: string;
}

/** What may be shown of saved credentials and written into a profile. */
export interface SavedCredentials {
  /** `session`: in this program's memory only, gone when it ends. */
  place: 'keychain' | 'session';
  /** Epoch milliseconds. */
  savedAt: number;
  /** The token's last characters, for recognising it: 4 of at least 12, 2 of at least 8, otherwise none. */
  endsIn: string;
}

/**
 * Keeps the credentials of each account. Calls may be made in any order and at the same time; they are carried out
 * one after the other, in the order in which they were made.
 */
export interface CredentialStore {
  /**
   * Keeps them, in place of what was kept for this account. After a failure the account may have the new, the old
   * or no credentials: `read` tells which, `remove` makes it certain.
   * @throws OrderglassError `invalid-input` (nothing was touched), KeychainError
   */
  save(accountId: string, credentials: Credentials): Promise<SavedCredentials>;
  /**
   * Answers null if nothing is kept for this account, for example because somebody deleted it behind our back.
   * @throws OrderglassError `invalid-input`, KeychainError
   */
  read(accountId: string): Promise<Credentials | null>;
  /**
   * Nothing is kept for this account once this has succeeded, whether or not something was before.
   * @throws OrderglassError `invalid-input`, KeychainError
   */
  remove(accountId: string): Promise<void>;
}

/** Short tokens show less, so that what is shown never makes up much of the token. */
export function visibleEnding(token: string): string {
  const characters = Array.from(token);
  if (characters.length >= 12) return characters.slice(-4).join('');
  return characters.length >= 8 ? characters.slice(-2).join('') : '';
}
