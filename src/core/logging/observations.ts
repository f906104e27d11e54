import type { Connection } from '../../shared/domain.ts';
import type { Failure, KeychainReason } from '../../shared/errors.ts';
import { AccountNumbers } from './account-numbers.ts';

/** What was seen of a running program, for the log and for the diagnostics. */
export class Observations {
  readonly accounts = new AccountNumbers();
  /** By the account's id, as it was last told. */
  readonly connections = new Map<string, Connection>();
  /** `at` is in epoch milliseconds. */
  lastKeychainFailure: { readonly reason: KeychainReason; readonly at: number } | null = null;

  /** Where a failure is one of the keychain. `at` is in epoch milliseconds. */
  noteKeychain({ keychain }: Failure, at: number): void {
    if (keychain) this.lastKeychainFailure = { reason: keychain, at };
  }
}
