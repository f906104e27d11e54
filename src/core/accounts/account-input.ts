import type { Credentials } from '../../exchange/index.ts';
import {
  checkAccountName,
  checkBaseUrl,
  checkSecretKey,
  checkToken,
  isSameHost,
} from '../../shared/settings/account-input.ts';
import { OrderglassError } from '../../shared/values/errors.ts';

/** Names the field and the problem, in the dispatcher's form. Never quotes the value. */
export function invalidField(field: string, problem: string): OrderglassError {
  return new OrderglassError('invalid-input', `${field}: ${problem}`);
}

function check(field: string, problem: string | null): void {
  if (problem !== null) throw invalidField(field, problem);
}

/** Returns the name as stored. `others`: names of the other accounts. Throws `invalid-input`. */
export function acceptName(name: string, others: readonly string[]): string {
  check('name', checkAccountName(name, others));
  return name.trim();
}

/** Returns the URL as stored, without trailing slashes. Throws `invalid-input`. */
export function acceptBaseUrl(baseUrl: string): string {
  // The shared rules check the form only. The parser also rejects ports and IP addresses that cannot exist.
  check('baseUrl', checkBaseUrl(baseUrl) ?? (URL.canParse(baseUrl.trim()) ? null : 'no-url'));
  return baseUrl.trim().replace(/\/+$/, '');
}

/** Returns the credentials without surrounding white space. Throws `invalid-input`. */
export function acceptCredentials({ token, secretKey }: Credentials): Credentials {
  check('token', checkToken(token));
  check('secretKey', checkSecretKey(secretKey));
  return { token: token.trim(), secretKey: secretKey.trim() };
}

/**
 * Throws `invalid-input` if an edited base URL leads to another host than the stored one. Stored credentials are only sent to the host
 * for which they were entered, so that editing an account cannot send them elsewhere.
 */
export function rejectForeignHost(stored: string, edited: string): void {
  check('credentials', isSameHost(stored, edited) ? null : 'needed for another host');
}
