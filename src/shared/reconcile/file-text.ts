/** Encodings that spreadsheets save without a byte order mark, besides UTF-8. */
export const fileEncodings = [
  'gb18030',
  'big5',
  'windows-1252',
  'windows-1251',
  'shift_jis',
  'euc-kr',
  'utf-16le',
] as const;
export type FileEncoding = (typeof fileEncodings)[number];

const byteOrderMarks = { 'utf-8': [0xef, 0xbb, 0xbf], 'utf-16le': [0xff, 0xfe], 'utf-16be': [0xfe, 0xff] } as const;

// A class of Node and of browsers, neither of which the types of this folder know.
declare const TextDecoder: new (encoding: string, options: { fatal: true }) => { decode(bytes: Uint8Array): string };

/**
 * Returns the text of a file. `null` if the caller has to choose the encoding: the file has no byte order mark, and is not UTF-8.
 * Throws a RangeError if the file is not in its encoding, chosen or marked.
 */
export function readFileText(bytes: Uint8Array, chosen?: FileEncoding): string | null {
  const [marked] =
    Object.entries(byteOrderMarks).find(([, mark]) => mark.every((byte, at) => bytes[at] === byte)) ?? [];
  const encoding = marked ?? chosen ?? 'utf-8';
  const text = decoded(bytes, encoding);
  // UTF-16 of English words is UTF-8 with a zero beside each letter.
  if (text !== null && !text.includes('\0')) return text;
  if (encoding === 'utf-8') return null;
  throw new RangeError(`it is not in ${encoding}`);
}

function decoded(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
