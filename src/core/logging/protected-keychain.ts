import type { CredentialStore } from '../credentials/credential-store.ts';

/** The same keychain; what it takes in and gives out is protected from the log first. */
export function protectedKeychain(
  keychain: CredentialStore,
  protect: (values: Iterable<string>) => void,
): CredentialStore {
  return {
    save(accountId, credentials) {
      protect([credentials.token, credentials.secretKey]);
      return keychain.save(accountId, credentials);
    },
    async read(accountId) {
      const credentials = await keychain.read(accountId);
      if (credentials) protect([credentials.token, credentials.secretKey]);
      return credentials;
    },
    remove: (accountId) => keychain.remove(accountId),
  };
}
