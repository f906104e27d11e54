import { createHash } from 'node:crypto';
import type { SigningVariant } from '../shared/domain.ts';

export { type SigningVariant, signingVariants } from '../shared/domain.ts';

export interface Credentials {
  /** Sent as the header `Token`, so visible ASCII only. */
  readonly token: string;
  /** Goes into the signature and nowhere else. */
  readonly secretKey: string;
}

/** A query parameter with its raw value: not percent-encoded. */
export type Parameter = readonly [name: string, value: string];

/**
 * The header `Signature`: SHA-1 in lower-case hex over token, secret key, nonce and each `name=value`, sorted and joined
 * (service-api.md section 5, venue-notes "Authentication"). The order of the parameters does not matter.
 */
export function signatureOf(
  { token, secretKey }: Credentials,
  nonce: string,
  parameters: readonly Parameter[],
  variant: SigningVariant,
): string {
  const parts = [token, secretKey, nonce, ...parameters.map(([name, value]) => `${name}=${value}`)];
  const sorted = variant === 'bytewise' ? sortBytewise(parts) : sortIgnoringCase(parts);
  return createHash('sha1').update(sorted.join(''), 'utf8').digest('hex');
}

const nonceAlphabet = 'abcdefghijklmnopqrstuvwxyz0123456789';

/**
 * The header `Nonce`: `<unix seconds>_<5 alphanumerics>`, good for one request within 60 s of the server's clock.
 * `now` is epoch milliseconds, `random` answers from 0 to below 1.
 */
export function createNonce(now: number, random: () => number): string {
  let tail = '';
  for (let i = 0; i < 5; i++) tail += nonceAlphabet.charAt(Math.floor(random() * nonceAlphabet.length));
  return `${Math.floor(now / 1000)}_${tail}`;
}

/** By UTF-8 bytes. Comparing strings would go by UTF-16 units, which order characters above U+FFFF differently. */
function sortBytewise(parts: readonly string[]): string[] {
  return parts
    .map((text) => ({ text, bytes: Buffer.from(text, 'utf8') }))
    .sort((a, b) => Buffer.compare(a.bytes, b.bytes))
    .map(({ text }) => text);
}

/** As Java's `String.CASE_INSENSITIVE_ORDER` in a stable sort: what is equal but for its case keeps its order. */
function sortIgnoringCase(parts: readonly string[]): string[] {
  return parts
    .map((text) => ({ text, folded: Array.from(text, foldCase) }))
    .sort((a, b) => compareLists(a.folded, b.folded))
    .map(({ text }) => text);
}

/** Java goes to upper and then to lower case character by character, where JavaScript may answer several for one ("ß" -> "SS"). */
function foldCase(character: string): number {
  const upper = character.toUpperCase();
  const single = [...upper].length === 1 ? upper : character;
  return single.toLowerCase().codePointAt(0) ?? 0;
}

function compareLists(a: readonly number[], b: readonly number[]): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
