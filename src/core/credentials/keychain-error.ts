import type { KeychainReason as Reason } from '../../shared/values/error-codes.ts';
import { OrderglassError } from '../../shared/values/errors.ts';

/** Credentials that are not stored are no error of the keychain. */
export type KeychainReason = Exclude<Reason, 'entry-missing' | 'session-ended'>;

/** Reasons after which the keychain cannot contain an entry that was to be saved: it was not called, or not reached. */
export const notStoredReasons: readonly KeychainReason[] = [
  'module-missing',
  'library-missing',
  'system-unsupported',
  'no-service',
];

const sentences: Record<KeychainReason, string> = {
  'no-service': 'No keychain service can be reached from this session.',
  'service-restarted': 'The keychain service ended or was restarted. Restart this program to reach it again.',
  locked: 'The keychain is locked.',
  denied: 'Access to the keychain was denied.',
  'no-answer': 'The keychain did not respond in time.',
  'call-pending': 'The keychain has not responded to an earlier call, which is still pending.',
  'no-database': 'The keychain has no open database for this program.',
  'module-missing': 'The module that connects to the keychain is not installed.',
  'library-missing': 'A library of the system that connects to the keychain is missing.',
  'system-unsupported': 'The module that connects to the keychain does not support this system.',
  'damaged-entry': 'The entry in the keychain is not one that this program can read.',
  other: 'The keychain operation failed.',
};

/**
 * The keychain could not be used. The message is our own, plus `detail` from the caller and the system's text. There is never a `cause`,
 * because a native error could carry a secret into a log.
 */
export class KeychainError extends OrderglassError {
  readonly reason: KeychainReason;

  /** `systemText`: text of the operating system without secrets; '' for none. */
  constructor(reason: KeychainReason, { detail = '', systemText = '' } = {}) {
    const quoted = systemText === '' ? '' : `The system says: ${systemText}`;
    const message = [sentences[reason], detail, quoted].filter((part) => part !== '').join(' ');
    super('keychain-unavailable', message, { keychain: reason, ...(quoted === '' ? {} : { systemText }) });
    this.name = 'KeychainError';
    this.reason = reason;
  }
}
