import type { Failure } from '../../shared/errors.ts';
import type { Text } from '../text/use-text.ts';

/** Returns what happened and what the user can do next. */
export function failureText(failure: Failure, text: Text): { what: string; next: string } {
  return failure.keychain ? text.keychain[failure.keychain] : text.errors[failure.code];
}

/** Returns what happened and what to do next as one text. */
export function failureSentences(failure: Failure, text: Text): string {
  const { what, next } = failureText(failure, text);
  return text.sentences(what, next);
}
