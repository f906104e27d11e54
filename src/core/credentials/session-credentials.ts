import { checkAccountId } from './account-id.ts';
import { type CredentialStore, type Credentials, visibleEnding } from './credential-store.ts';
import { encodeEntry } from './stored-entry.ts';

/**
 * Keeps credentials in memory, for a machine without a keychain: they are gone when the program ends. It accepts what
 * the keychain accepts, so that they can go there later.
 */
export function createSessionCredentials({ now = Date.now }: { now?: () => number } = {}): CredentialStore {
  const kept = new Map<string, Credentials>();
  return {
    async save(accountId, credentials) {
      checkAccountId(accountId);
      encodeEntry(credentials);
      kept.set(accountId, { token: credentials.token, secretKey: credentials.secretKey });
      return { place: 'session', savedAt: now(), endsIn: visibleEnding(credentials.token) };
    },
    async read(accountId) {
      checkAccountId(accountId);
      const credentials = kept.get(accountId);
      return credentials ? { ...credentials } : null;
    },
    async remove(accountId) {
      checkAccountId(accountId);
      kept.delete(accountId);
    },
  };
}
