import { OrderglassError } from '../../shared/errors.ts';

/** Why the keychain cannot be used; each has its own way on. */
export type KeychainReason =
  /** No keychain runs on this machine or in this session. */
  | 'no-service'
  /** It was started anew, and this process cannot reach the new one; it must be started anew itself. */
  | 'service-restarted'
  /** It is locked, and the question for its password was dismissed, not answered or could not be shown. */
  | 'locked'
  /** The user or a rule of the system refused access. */
  | 'denied'
  /** It did not answer within the time allowed, or an earlier call is still unanswered. */
  | 'no-answer'
  /** The native module is not installed, or a library that it needs is not. */
  | 'module-missing'
  /** It answered with an entry that this program did not write, or not whole. */
  | 'damaged-entry'
  /** Anything else; the message quotes the system. */
  | 'other';

const sentences: Record<KeychainReason, string> = {
  'no-service': 'No keychain service can be reached from this session.',
  'service-restarted': 'The keychain service was started anew; this program must be, too, to reach it.',
  locked: 'The keychain is locked.',
  denied: 'Access to the keychain was denied.',
  'no-answer': 'The keychain did not answer in time.',
  'module-missing': 'The module that connects to the keychain could not be loaded.',
  'damaged-entry': 'The entry in the keychain is not one that this program can read.',
  other: 'The keychain could not carry this out.',
};

/**
 * The keychain could not be used. The message is ours; nothing from outside enters it except what the caller passes as
 * `detail`, and there is never a `cause`: a native error could carry a secret into a log.
 */
export class KeychainError extends OrderglassError {
  readonly reason: KeychainReason;

  constructor(reason: KeychainReason, detail = '') {
    super('keychain-unavailable', detail === '' ? sentences[reason] : `${sentences[reason]} ${detail}`);
    this.name = 'KeychainError';
    this.reason = reason;
  }
}
