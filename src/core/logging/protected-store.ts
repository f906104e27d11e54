import type { CredentialStore } from '../credentials/credential-store.ts';

/** The same store; what it takes in and gives out is protected from the log first. */
export function protectedStore(store: CredentialStore, protect: (values: Iterable<string>) => void): CredentialStore {
  return {
    save(accountId, credentials) {
      protect([credentials.token, credentials.secretKey]);
      return store.save(accountId, credentials);
    },
    async read(accountId) {
      const credentials = await store.read(accountId);
      if (credentials) protect([credentials.token, credentials.secretKey]);
      return credentials;
    },
    remove: (accountId) => store.remove(accountId),
  };
}
