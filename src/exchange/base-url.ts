import { OrderglassError } from '../shared/values/errors.ts';
import type { Credentials } from './signing.ts';

const loopbackHost = /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/;
const visibleAscii = /^[\x21-\x7e]{1,1000}$/;
const controlCharacter = /\p{Cc}/u;

/** True for the names and addresses of this machine. `host`: as in `URL.hostname`. */
export function isLoopbackHost(host: string): boolean {
  return loopbackHost.test(host);
}

/**
 * Parses a base URL: https, or http for the loopback interface; a path is allowed. Returns the URL without trailing slashes. Throws
 * `invalid-input`.
 */
export function readBaseUrl(text: string): URL {
  if (!URL.canParse(text)) throw invalid('the base URL is no URL');
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopbackHost(url.hostname))) {
    throw invalid('the base URL must begin with https:// (http:// is for this machine only)');
  }
  if (url.username !== '' || url.password !== '') throw invalid('the base URL must not contain a user name');
  if (url.search !== '' || url.hash !== '') throw invalid('the base URL must not contain a query or a fragment');
  url.pathname = url.pathname.replace(/\/+$/, '');
  return url;
}

/** Throws `invalid-input`, without quoting a credential. The token must be visible ASCII, because it is sent as a header. */
export function checkCredentials({ token, secretKey }: Credentials): void {
  if (!visibleAscii.test(token)) throw invalid('the token must be visible ASCII characters');
  if (secretKey === '' || controlCharacter.test(secretKey) || !secretKey.isWellFormed()) {
    throw invalid('the secret key must be text without control characters');
  }
}

function invalid(message: string): OrderglassError {
  return new OrderglassError('invalid-input', message);
}
