import { createHash } from 'node:crypto';
import type { SigningVariant } from '../shared/values/domain.ts';

export interface Credentials {
  /** Sent as the header `Token`, so visible ASCII only. */
  readonly token: string;
  /** Goes into the signature and is never sent itself. */
  readonly secretKey: string;
}

/** A query parameter with its raw value: not percent-encoded. */
export type Parameter = readonly [name: string, value: string];

/**
 * Returns the header `Signature`: lower-case hex SHA-1 of token, secret key, nonce and each `name=value`, sorted and joined (docs/service.md 5,
 * 10.1). The order of the parameters does not matter.
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
 * Returns the header `Nonce`: `<unix seconds>_<5 alphanumerics>`, valid for one request within 60 s of the service's clock. `now`: epoch
 * milliseconds. `random`: from 0 to below 1.
 */
export function createNonce(now: number, random: () => number): string {
  let tail = '';
  for (let i = 0; i < 5; i++) tail += nonceAlphabet.charAt(Math.floor(random() * nonceAlphabet.length));
  return `${Math.floor(now / 1000)}_${tail}`;
}

/** Sorts by UTF-8 bytes. Comparing strings would sort by UTF-16 units, which order characters above U+FFFF differently. */
function sortBytewise(parts: readonly string[]): string[] {
  return parts
    .map((text) => ({ text, bytes: Buffer.from(text, 'utf8') }))
    .sort((a, b) => Buffer.compare(a.bytes, b.bytes))
    .map(({ text }) => text);
}

/** Sorts like Java's `String.CASE_INSENSITIVE_ORDER`. Texts that differ only in case keep their order. */
function sortIgnoringCase(parts: readonly string[]): string[] {
  return parts
    .map((text) => ({ text, folded: Array.from(text, foldCase) }))
    .sort((a, b) => compareLists(a.folded, b.folded))
    .map(({ text }) => text);
}

/** Folds one character to upper and then to lower case, as Java does. JavaScript may return several characters ("ß" -> "SS"). */
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
