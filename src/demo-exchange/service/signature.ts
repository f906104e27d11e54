import { createHash, timingSafeEqual } from 'node:crypto';
import type { SigningVariant } from '../options.ts';
import type { QueryParameters } from './query.ts';

export interface SignedParts {
  readonly token: string;
  readonly secretKey: string;
  readonly nonce: string;
  readonly parameters: QueryParameters;
}

/** Whether a signature is the one that venue-notes ("Authentication") describes, in a variant that is accepted. */
export function isSignatureValid(signature: string, parts: SignedParts, variant: SigningVariant): boolean {
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

/** Java's String.CASE_INSENSITIVE_ORDER: character by character, upper case first, then lower case. */
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
