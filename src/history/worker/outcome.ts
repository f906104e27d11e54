import { failureOf, OrderglassError } from '../../shared/values/errors.ts';
import type { Outcome } from './protocol.ts';

type Failed = Outcome & { readonly ok: false };

/** Runs a function and returns its result or its error as data. */
export async function outcomeOf(run: () => unknown): Promise<Outcome> {
  try {
    return { ok: true, value: await run() };
  } catch (error) {
    return failedOutcome(error);
  }
}

export function failedOutcome(error: unknown): Failed {
  const failure = failureOf(error, 'the history failed unexpectedly');
  return error instanceof OrderglassError ? { ok: false, failure } : { ok: false, failure, unexpected: error };
}

/** The error of an outcome from the other thread. */
export function errorOf({ failure: { code, message, ...details } }: Failed): OrderglassError {
  return new OrderglassError(code, message, details);
}
