import type { Credentials } from '../../exchange/index.ts';
import { type CredentialStore, checkAccountId, visibleEnding } from './credential-store.ts';
import { encodeEntry } from './stored-entry.ts';

/** Keeps credentials in memory until the program ends. Accepts only what the keychain accepts, so that they can be moved there. */
export function createSessionCredentials({ now = Date.now }: { now?: () => number } = {}): CredentialStore {
  const stored = new Map<string, Credentials>();
  return {
    async save(accountId, credentials) {
      checkAccountId(accountId);
      encodeEntry(credentials);
      stored.set(accountId, { token: credentials.token, secretKey: credentials.secretKey });
      return { keptIn: 'session', savedAt: now(), endsIn: visibleEnding(credentials.token) };
    },
    async read(accountId) {
      checkAccountId(accountId);
      const credentials = stored.get(accountId);
      return credentials ? { ...credentials } : null;
    },
    async remove(accountId) {
      checkAccountId(accountId);
      stored.delete(accountId);
      return true;
    },
  };
}
