import type { TextBytes } from './text-bytes.ts';

const encoder = new TextEncoder();

/** Sets `found[number]` to 1 for each text with a 1 in `among` that contains a word. `word`: not empty and folded, as the texts are. */
export function findWord(texts: TextBytes, word: string, among: Uint8Array, found: Uint8Array): void {
  const { bytes, starts, count } = texts;
  const wanted = encoder.encode(word);
  const { length } = wanted;
  const first = wanted[0];
  for (let number = 1; number <= count; number++) {
    if (among[number] !== 1) continue;
    // Behind each text is a border byte.
    const end = (starts[number + 1] as number) - length;
    for (let at = starts[number] as number; at < end; at++) {
      if (bytes[at] !== first) continue;
      let matched = 1;
      while (matched < length && bytes[at + matched] === wanted[matched]) matched++;
      if (matched < length) continue;
      found[number] = 1;
      break;
    }
  }
}
