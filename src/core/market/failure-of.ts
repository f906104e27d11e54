import { type Failure, OrderglassError } from '../../shared/errors.ts';

/** What is told of an error: of an unexpected one nothing that it says. */
export function failureOf(error: unknown): Failure {
  return error instanceof OrderglassError
    ? error.toFailure()
    : { code: 'internal', message: 'the list could not be read' };
}

export function isCancelled(error: unknown): boolean {
  return error instanceof OrderglassError && error.code === 'cancelled';
}
