import type { Keychain } from '../credentials/keychain.ts';

/** The same keychain; what it takes in and gives out is protected from the log first. */
export function protectedKeychain(keychain: Keychain, protect: (values: Iterable<string>) => void): Keychain {
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
    get stuck() {
      return keychain.stuck;
    },
  };
}
