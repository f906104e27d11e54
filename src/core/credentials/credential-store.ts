import type { Credentials } from '../../exchange/index.ts';
import type { StoredCredentials } from '../../shared/contract/accounts.ts';
import { OrderglassError } from '../../shared/values/errors.ts';

/**
 * Stores the credentials of each account. Concurrent calls are serialized in their order. Every method throws `invalid-input` for an
 * unusable account ID before anything else, and a `KeychainError` if the keychain fails.
 */
export interface CredentialStore {
  /**
   * Replaces the account's credentials. Throws `invalid-input` if they are empty or too long. After a `KeychainError` the account may
   * have the new, the old or no credentials: `read` tells which, `remove` makes sure that there are none.
   */
  save(accountId: string, credentials: Credentials): Promise<StoredCredentials>;
  /** Resolves with `null` if the keychain shows no entry: it was deleted outside Orderglass, or the user denied access to it. */
  read(accountId: string): Promise<Credentials | null>;
  /** True while a native call is pending, whose end a normal exit of the process would await. Default: never. */
  isPending?(): boolean;
  /**
   * Resolves once the account has no entry that the keychain shows. `false` if it showed none, although it may have one: KeePassXC hides
   * an entry whose access the user denied.
   */
  remove(accountId: string): Promise<boolean>;
}

/**
 * Throws `invalid-input` if the name could be confused with another one: native code cuts names at a control character and replaces
 * half a surrogate pair.
 */
export function checkAccountId(accountId: string): void {
  if (accountId === '' || accountId.length > 100 || !accountId.isWellFormed() || /\p{Cc}/u.test(accountId)) {
    throw new OrderglassError('invalid-input', 'The account id must have 1 to 100 characters, no control characters.');
  }
}

/** Last characters of a token, to recognize it by: 4 of at least 12, 2 of at least 8, otherwise none. */
export function visibleEnding(token: string): string {
  const characters = Array.from(token);
  if (characters.length >= 12) return characters.slice(-4).join('');
  return characters.length >= 8 ? characters.slice(-2).join('') : '';
}
