import type { Failure } from '../../shared/errors.ts';
import type { Text } from '../text/use-text.ts';

/** What happened and what to do next; where the keychain is the matter, what is the matter with it. */
export function failureText(failure: Failure, text: Text): { what: string; next: string } {
  return failure.keychain ? text.keychain[failure.keychain] : text.errors[failure.code];
}

/** In one line. */
export function failureSentences(failure: Failure, text: Text): string {
  const { what, next } = failureText(failure, text);
  return text.sentences(what, next);
}
