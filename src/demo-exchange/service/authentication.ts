import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Credentials } from '../credentials.ts';
import type { SigningVariant } from '../options.ts';
import { NonceRegister } from './nonce-register.ts';
import { parseQuery, type QueryParameters } from './query.ts';
import { failures, RequestRefused } from './reply.ts';

/** Checks the three authentication headers (docs/service.md 5) against the account's credentials. */
export class Authentication {
  readonly #credentials: Credentials;
  readonly #variant: SigningVariant;
  readonly #nonces = new NonceRegister();

  constructor(credentials: Credentials, variant: SigningVariant) {
    this.#credentials = credentials;
    this.#variant = variant;
  }

  /**
   * Returns the signed parameters. Marks the nonce as used only if the signature is valid, so that only the owner of
   * the secret key can use up a nonce. Throws headersIncomplete, tokenUnknown, nonceExpired, argumentInvalid,
   * signatureInvalid or nonceUsed, in this order.
   */
  check(headers: IncomingHttpHeaders, query: string, nowMs: number): QueryParameters {
    const { token, nonce, signature } = headers;
    if (!isGiven(token) || !isGiven(nonce) || !isGiven(signature)) throw new RequestRefused(failures.headersIncomplete);
    if (token !== this.#credentials.token) throw new RequestRefused(failures.tokenUnknown);
    if (!this.#nonces.isCurrent(nonce, nowMs)) throw new RequestRefused(failures.nonceExpired);
    const parameters = parseQuery(query);
    const parts = { ...this.#credentials, nonce, parameters };
    if (!isSignatureValid(signature, parts, this.#variant)) throw new RequestRefused(failures.signatureInvalid);
    if (!this.#nonces.take(nonce, nowMs)) throw new RequestRefused(failures.nonceUsed);
    return parameters;
  }
}

function isGiven(header: string | string[] | undefined): header is string {
  return typeof header === 'string' && header !== '';
}

interface SignedParts {
  readonly token: string;
  readonly secretKey: string;
  readonly nonce: string;
  readonly parameters: QueryParameters;
}

/** True if the signature is valid (docs/service.md 10.1) in an accepted sort order. */
function isSignatureValid(signature: string, parts: SignedParts, variant: SigningVariant): boolean {
  const bytewise = matches(signature, expectedSignature(parts, compareBytes));
  const caseInsensitive = matches(signature, expectedSignature(parts, compareIgnoringCase));
  if (variant === 'any') return bytewise || caseInsensitive;
  return variant === 'bytewise' ? bytewise : caseInsensitive;
}

type Comparison = (left: string, right: string) => number;

function expectedSignature({ token, secretKey, nonce, parameters }: SignedParts, compare: Comparison): string {
  const pieces = [token, secretKey, nonce, ...parameters.map(([name, value]) => `${name}=${value}`)];
  return createHash('sha1').update(pieces.sort(compare).join(''), 'utf8').digest('hex');
}

function compareBytes(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left, 'utf8'), Buffer.from(right, 'utf8'));
}

/** Compares like Java's String.CASE_INSENSITIVE_ORDER: character by character, upper-cased and then lower-cased. */
function compareIgnoringCase(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let position = 0; position < length; position++) {
    const difference = foldedCode(left.charAt(position)) - foldedCode(right.charAt(position));
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

function foldedCode(character: string): number {
  return character.toUpperCase().charAt(0).toLowerCase().charCodeAt(0);
}

function matches(given: string, expected: string): boolean {
  const givenBytes = Buffer.from(given, 'utf8');
  const expectedBytes = Buffer.from(expected, 'utf8');
  return givenBytes.length === expectedBytes.length && timingSafeEqual(givenBytes, expectedBytes);
}
