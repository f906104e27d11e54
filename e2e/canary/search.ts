import { gunzipSync } from 'node:zlib';

/** A secret that does not occur anywhere by chance. */
export interface Canary {
  name: string;
  value: string;
}

export interface Leak {
  canary: string;
  form: string;
  where: string;
  /** Offset in bytes. */
  at: number;
}

interface Fragment {
  canary: string;
  form: string;
  bytes: Buffer;
}

/** Characters of the shortest leak. The program may show the last four characters of a token. */
const shortestLeak = 5;

/**
 * Creates a function that finds the canaries and all their parts that are longer than what may be shown, in every
 * encoding, also in gzip data.
 */
export function createSearch(canaries: readonly Canary[]): (where: string, content: Buffer | string) => Leak[] {
  const index = new FragmentIndex(canaries.flatMap(fragmentsOf));
  return (where, content) => {
    const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
    const unpacked = unpack(bytes);
    const found = unpacked ? [...index.find(bytes), ...index.find(unpacked)] : index.find(bytes);
    // Report one leak per canary and form: neighboring fragments repeat it.
    const first = new Map(found.map((leak) => [`${leak.canary} ${leak.form}`, { ...leak, where }] as const).reverse());
    return [...first.values()];
  };
}

/** Returns all encodings of a text from which the text can be restored. */
export function formsOf(value: string): Record<string, Buffer> {
  const bytes = Buffer.from(value, 'utf8');
  return {
    plain: bytes,
    'upper case': Buffer.from(value.toUpperCase()),
    'lower case': Buffer.from(value.toLowerCase()),
    'JSON-escaped': Buffer.from(JSON.stringify(value).slice(1, -1)),
    'HTML-escaped': Buffer.from(value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')),
    'URL-encoded': Buffer.from(encodeURIComponent(value)),
    'URL-encoded throughout': Buffer.from(bytes.toString('hex').replace(/../g, '%$&')),
    'URL-encoded throughout, upper case': Buffer.from(bytes.toString('hex').toUpperCase().replace(/../g, '%$&')),
    reversed: Buffer.from([...value].reverse().join('')),
    hex: Buffer.from(bytes.toString('hex')),
    'hex, upper case': Buffer.from(bytes.toString('hex').toUpperCase()),
    'UTF-16LE': Buffer.from(value, 'utf16le'),
    'UTF-16BE': Buffer.from(value, 'utf16le').swap16(),
    // Preceding bytes shift the base64 letters.
    base64: Buffer.from(bytes.toString('base64').replace(/=+$/, '')),
    'base64, shifted by 1': shiftedBase64(bytes, 1),
    'base64, shifted by 2': shiftedBase64(bytes, 2),
  };
}

/** Returns the base64 letters that depend on the value alone. */
function shiftedBase64(bytes: Buffer, shift: number): Buffer {
  const text = Buffer.concat([Buffer.alloc(shift), bytes])
    .toString('base64')
    .replace(/=+$/, '');
  return Buffer.from(text.slice(4, -2));
}

/** Returns the length of a fragment in a form, about as much as the shortest leak. */
function fragmentLength(form: string): number {
  if (form.startsWith('URL-encoded throughout')) return 3 * shortestLeak;
  // In escaped text five characters are hardly two of the canary.
  if (form === 'HTML-escaped') return 14;
  if (form === 'URL-encoded') return 11;
  if (form === 'JSON-escaped') return 7;
  if (form.startsWith('hex') || form.startsWith('UTF-16')) return 2 * shortestLeak;
  // Shorter fragments occur in long base64 texts by chance.
  if (form.startsWith('base64')) return 8;
  return shortestLeak;
}

function fragmentsOf({ name, value }: Canary): Fragment[] {
  return Object.entries(formsOf(value)).flatMap(([form, bytes]) => {
    const variants = form.startsWith('base64')
      ? [bytes, Buffer.from(bytes.toString().replaceAll('+', '-').replaceAll('/', '_'))]
      : [bytes];
    const length = fragmentLength(form);
    return variants.flatMap((whole) =>
      Array.from({ length: Math.max(0, whole.length - length + 1) }, (_, from) => ({
        canary: name,
        form,
        bytes: whole.subarray(from, from + length),
      })),
    );
  });
}

/** Finds many fragments in one pass. Compares only fragments that start with the current four bytes. */
class FragmentIndex {
  readonly #byStart = new Map<number, Fragment[]>();
  readonly #mayStart = new Uint8Array(0x1_0000);

  constructor(fragments: readonly Fragment[]) {
    for (const fragment of fragments) {
      const start = fragment.bytes.readUInt32BE(0);
      this.#mayStart[slotOf(start)] = 1;
      const others = this.#byStart.get(start);
      // Skip fragments that an earlier form contains.
      if (!others) this.#byStart.set(start, [fragment]);
      else if (!others.some((other) => isSame(other, fragment))) others.push(fragment);
    }
  }

  find(content: Buffer): Omit<Leak, 'where'>[] {
    const found: Omit<Leak, 'where'>[] = [];
    let start = 0;
    for (let end = 0; end < content.length; end++) {
      start = ((start << 8) | (content[end] ?? 0)) >>> 0;
      if (end < 3 || this.#mayStart[slotOf(start)] === 0) continue;
      const at = end - 3;
      for (const { canary, form, bytes } of this.#byStart.get(start) ?? []) {
        if (bytes.equals(content.subarray(at, at + bytes.length))) found.push({ canary, form, at });
      }
    }
    return found;
  }
}

function isSame(one: Fragment, other: Fragment): boolean {
  return one.canary === other.canary && one.bytes.equals(other.bytes);
}

function slotOf(start: number): number {
  return Math.imul(start, 0x9e37_79b1) >>> 16;
}

function unpack(bytes: Buffer): Buffer | null {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return null;
  try {
    return gunzipSync(bytes);
  } catch {
    return null;
  }
}
