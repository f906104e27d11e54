import type { TextBytes } from './text-bytes.ts';

const encoder = new TextEncoder();

/**
 * Sets `found[number]` to 1 for each text in which the word occurs; both are folded. Looks through all texts at once, from the
 * word's last byte backwards (Horspool), so that most bytes are never read.
 */
export function findInTexts(texts: TextBytes, word: string, found: Uint8Array): void {
  const wanted = encoder.encode(word);
  const length = wanted.length;
  const { bytes, starts, count } = texts;
  const end = starts[count + 1] as number;
  const last = wanted[length - 1] as number;
  /** By the byte under the word's last: how far on the word can next be. */
  const skips = new Uint32Array(256).fill(length);
  for (let at = 0; at < length - 1; at++) skips[wanted[at] as number] = length - 1 - at;
  let number = 1;
  let at = length - 1;
  while (at < end) {
    const byte = bytes[at] as number;
    if (byte !== last) {
      at += skips[byte] as number;
      continue;
    }
    let back = 1;
    while (back < length && bytes[at - back] === wanted[length - 1 - back]) back++;
    if (back < length) {
      at += skips[byte] as number;
      continue;
    }
    while ((starts[number + 1] as number) <= at) number++;
    found[number] = 1;
    at = (starts[number + 1] as number) + length - 1;
  }
}
