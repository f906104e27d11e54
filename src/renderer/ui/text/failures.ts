import type { Failure } from '../../../shared/contract/failure.ts';
import type { Text } from '../../text/use-text.ts';

/** Returns what happened and what the user can do next. */
export function failureText(failure: Failure, text: Text): { what: string; next: string } {
  if (failure.keychain) {
    const { what, next } = text.keychain[failure.keychain];
    return { what: failure.systemText ? text.keychainSays(failure.systemText) : what, next };
  }
  return failure.proxy ? text.proxy[failure.proxy] : text.errors[failure.code];
}

/** The same for an export, whose file may be the one that could not be written. */
export function exportFailureText(failure: Failure, text: Text): { what: string; next: string } {
  // The usual text for this failure is about the program's data folder.
  return failure.code === 'storage-failed' ? text.export.notWritten : failureText(failure, text);
}

/** True if the account's requests succeed only with other keys. */
export function needsNewKeys({ code, keychain }: Failure): boolean {
  if (keychain === 'damaged-entry' || keychain === 'entry-missing' || keychain === 'session-ended') return true;
  return code === 'key-expired' || code === 'rejected-signature' || (code === 'not-authenticated' && !keychain);
}

/** Returns what happened and what to do next as one text. */
export function failureSentences(failure: Failure, text: Text): string {
  const { what, next } = failureText(failure, text);
  return text.sentences(what, next);
}
