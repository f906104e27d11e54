import { type Failure, OrderglassError } from '../shared/errors.ts';

/** What is told of an error: of one that nobody foresaw nothing that it says, but only `unforeseen`. */
export function failureOf(error: unknown, unforeseen: string): Failure {
  return error instanceof OrderglassError ? error.toFailure() : { code: 'internal', message: unforeseen };
}
