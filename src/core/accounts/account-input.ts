import { checkAccountName, checkBaseUrl, checkSecretKey, checkToken, isSameHost } from '../../shared/account-input.ts';
import { OrderglassError } from '../../shared/errors.ts';
import type { Credentials } from '../credentials/credential-store.ts';

/** What is wrong with which field, as the dispatcher says it of others: never what is in it. */
export function invalidField(field: string, problem: string): OrderglassError {
  return new OrderglassError('invalid-input', `${field}: ${problem}`);
}

function refuse(field: string, problem: string | null): void {
  if (problem !== null) throw invalidField(field, problem);
}

/** Answers it as it is kept. `others` are the names of the other accounts. Throws `invalid-input`. */
export function acceptName(name: string, others: readonly string[]): string {
  refuse('name', checkAccountName(name, others));
  return name.trim();
}

/** Answers it as it is kept: without slashes at its end. Throws `invalid-input`. */
export function acceptBaseUrl(baseUrl: string): string {
  // The shared rules know the form of a URL and not every number that a host or port may not be.
  refuse('baseUrl', checkBaseUrl(baseUrl) ?? (URL.canParse(baseUrl.trim()) ? null : 'no-url'));
  return baseUrl.trim().replace(/\/+$/, '');
}

/** Answers them without what was pasted around them. Throws `invalid-input`. */
export function acceptCredentials({ token, secretKey }: Credentials): Credentials {
  refuse('token', checkToken(token));
  refuse('secretKey', checkSecretKey(secretKey));
  return { token: token.trim(), secretKey: secretKey.trim() };
}

/**
 * Stored credentials go to the host for which they were entered: whoever can edit an account without knowing them must not
 * be able to send them elsewhere. Throws `invalid-input`.
 */
export function rejectForeignHost(stored: string, edited: string): void {
  refuse('credentials', isSameHost(stored, edited) ? null : 'needed for another host');
}
