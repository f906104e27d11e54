import { hash32 } from '../numbers/random.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const FIRST_SHORT_NUMBER = 11_535;
const SHORT_STEP = 97;
const FIRST_LONG_NUMBER = 181_583_375_122_413;
const LONG_STEP = 1_000_003;

export interface OrderIdentifiers {
  identifierOf(sequence: number): string;
  /** Returns the sequence number of an identifier, or `undefined` if no sequence number has it. */
  sequenceOf(identifier: string): number | undefined;
}

/**
 * Creates identifiers that look opaque but are computed from the sequence number, so that they need no
 * index. Orders have the forms that the service uses: short numbers, numbers beyond 2^53, and digits between letters.
 * Plan orders always have letters.
 */
export function createOrderIdentifiers(kind: 'order' | 'plan', seed: number): OrderIdentifiers {
  const lead = kind === 'order' ? '5000' : '6000';
  const longPattern = new RegExp(`^(?:BG)?${lead}(\\d{15})(?:[A-Z]{6})?$`);

  function identifierOf(sequence: number): string {
    const hash = hash32(seed, kind === 'order' ? 11 : 12, sequence);
    const form = kind === 'plan' ? 'letters' : formOf(hash);
    if (form === 'short') return String(FIRST_SHORT_NUMBER + sequence * SHORT_STEP + (hash % SHORT_STEP));
    const digits = lead + String(FIRST_LONG_NUMBER + sequence * LONG_STEP + (hash % LONG_STEP)).padStart(15, '0');
    return form === 'long' ? digits : `BG${digits}${lettersOf(hash)}`;
  }

  function sequenceOf(identifier: string): number | undefined {
    const long = longPattern.exec(identifier)?.[1];
    let sequence: number;
    if (long !== undefined) sequence = Math.floor((Number(long) - FIRST_LONG_NUMBER) / LONG_STEP);
    else if (/^\d{5,12}$/.test(identifier)) {
      sequence = Math.floor((Number(identifier) - FIRST_SHORT_NUMBER) / SHORT_STEP);
    } else return undefined;
    return sequence >= 0 && identifierOf(sequence) === identifier ? sequence : undefined;
  }

  return { identifierOf, sequenceOf };
}

function formOf(hash: number): 'short' | 'long' | 'letters' {
  const share = hash >>> 24;
  if (share < 115) return 'short';
  return share < 154 ? 'long' : 'letters';
}

function lettersOf(hash: number): string {
  let rest = hash32(hash, 13);
  let letters = '';
  for (let position = 0; position < 6; position++) {
    letters += LETTERS.charAt(rest % 26);
    rest = Math.floor(rest / 26);
  }
  return letters;
}
