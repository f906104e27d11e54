import type { KeychainReason } from './keychain-error.ts';

/**
 * Answers what keytar leaves open. On Linux a locked keyring looks through keytar like an empty one: reading answers
 * "no such entry" and deleting does nothing, both without an error.
 */
export interface KeychainObserver {
  /**
   * Is there an entry that cannot be reached because it is locked? False where this cannot be known.
   * @throws KeychainError `no-answer`
   */
  hasLockedEntry(service: string, account: string): Promise<boolean>;
  /** What is wrong with the keychain as a whole; null if nothing is, or nothing is known. */
  diagnose(): Promise<KeychainReason | null>;
}

/** For macOS and Windows, where keytar reports a locked keychain itself. */
export const blindObserver: KeychainObserver = {
  hasLockedEntry: async () => false,
  diagnose: async () => null,
};
