/**
 * Validation rules for accounts, shared by the form, which shows problems while the user types, and the core, which enforces them. Problems
 * are codes; their texts are in the text catalog.
 */

/** Public base URL of the service. */
export const publicBaseUrl = 'https://oapi.websea.com';

/** Largest length of a text in the form, beyond that of any credential, so that a longer one is named as too long. */
export const maxFieldLength = 10_000;
const maxAccountNameLength = 60;
const maxCredentialLength = 1000;
export const maxRequestsPerWindow = 1000;
export const defaultRequestsPerWindow = 100;

export type NameProblem = 'missing' | 'too-long' | 'control-character' | 'taken';
export type BaseUrlProblem = 'missing' | 'no-url' | 'not-https' | 'has-user' | 'has-query' | 'has-space';
export type CredentialProblem = 'missing' | 'too-long' | 'control-character' | 'has-space' | 'not-ascii';
export type RequestsProblem = 'not-a-number' | 'out-of-range';

/** Includes unpaired surrogates, which would be stored or sent as other characters. */
const controlCharacter = /[\p{Cc}\p{Cf}\p{Cs}]/u;

/** `others`: names of the other accounts. Names that differ only in case or in the width of letters are equal. */
export function checkAccountName(name: string, others: readonly string[]): NameProblem | null {
  const trimmed = name.trim();
  if (trimmed === '') return 'missing';
  if (trimmed.length > maxAccountNameLength) return 'too-long';
  if (controlCharacter.test(trimmed)) return 'control-character';
  return others.some((other) => foldName(other) === foldName(trimmed)) ? 'taken' : null;
}

function foldName(name: string): string {
  return name.trim().normalize('NFKC').toLocaleLowerCase('en');
}

const urlForm = /^(https?):\/\/([^/?#\s]+)(\/[^?#\s]*)?(\?[^#\s]*)?(#\S*)?$/i;
const hostForm = /^(?:\[[0-9a-f:.]+\]|[^\s/?#:@[\]\\]+)(?::\d{1,5})?$/iu;
const loopbackHost = /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(?::\d{1,5})?$/i;

/** Returns a base URL as typed, with https:// before it, or http:// for this machine, unless it names a scheme. */
export function withScheme(text: string): string {
  const url = text.trim();
  if (url === '' || /^[a-z][a-z\d+.-]*:\/\//i.test(url)) return url;
  return `${loopbackHost.test(url.split('/')[0] ?? '') ? 'http' : 'https'}://${url}`;
}

/** Allows https, http for the loopback interface, and a path; no user name, query or fragment. */
export function checkBaseUrl(text: string): BaseUrlProblem | null {
  const url = text.trim();
  if (url === '') return 'missing';
  if (/\s/.test(url) || controlCharacter.test(url)) return 'has-space';
  const parts = urlForm.exec(url);
  if (!parts) return 'no-url';
  const [, scheme = '', authority = '', , query, fragment] = parts;
  if (authority.includes('@')) return 'has-user';
  if (!hostForm.test(authority)) return 'no-url';
  if (query !== undefined || fragment !== undefined) return 'has-query';
  if (scheme.toLowerCase() === 'http' && !loopbackHost.test(authority)) return 'not-https';
  return null;
}

/** True if two base URLs have the same scheme, host and port. Stored credentials are never sent to another host. */
export function isSameHost(one: string, other: string): boolean {
  const host = hostOf(one);
  return host !== null && host === hostOf(other);
}

/** Returns the scheme, host and port of a base URL; `null` if it is none. */
export function hostOf(url: string): string | null {
  const parts = urlForm.exec(url.trim());
  return parts ? `${parts[1]}://${parts[2]}`.toLowerCase() : null;
}

/** White space around the token is ignored, because pasted text often contains it. White space inside is a problem. */
export function checkToken(token: string): CredentialProblem | null {
  const problem = checkSecretKey(token);
  if (problem) return problem;
  return /^[\x21-\x7e]+$/.test(token.trim()) ? null : 'not-ascii';
}

export function checkSecretKey(secretKey: string): CredentialProblem | null {
  const trimmed = secretKey.trim();
  if (trimmed === '') return 'missing';
  if (trimmed.length > maxCredentialLength) return 'too-long';
  if (/\s/u.test(trimmed)) return 'has-space';
  return controlCharacter.test(trimmed) ? 'control-character' : null;
}

export function checkRequestsPerWindow(text: string): RequestsProblem | null {
  if (!/^\d{1,6}$/.test(text.trim())) return 'not-a-number';
  const number = Number(text.trim());
  return number >= 1 && number <= maxRequestsPerWindow ? null : 'out-of-range';
}

/** Names the exchange of an account: accounts with one name have the same contracts. */
export function exchangeKeyOf({ kind, baseUrl }: { readonly kind: 'demo' | 'live'; readonly baseUrl: string }): string {
  return kind === 'demo' ? kind : baseUrl;
}
