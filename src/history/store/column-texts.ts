import { plainCharacter } from '../../shared/values/csv.ts';
import { float64At, uint8At, uint32At } from '../../shared/values/elements.ts';
import type { CodedTexts } from '../rows.ts';
import type { WholeArray } from '../table/growing-arrays.ts';

/** Kinds of characters in a text beside letters, digits, and `_.:+-`. */
export const characterKinds = { other: 1, whiteOrTag: 2, quote: 4, rare: 8 } as const;

const [quote, backslash, startOfNull, endOfArray, comma] = [34, 92, 110, 93, 44];
const [minus, dot, zero] = [45, 46, 48];
const maxDigits = 15;
const powers = Float64Array.from({ length: maxDigits }, (_, zeros) => Number(`1e${zeros}`));
const isDigit = (byte: number) => byte >= zero && byte < zero + 10;
/** Ends a text that stands as it is. */
const terminator = 0;
/** Bytes behind the texts, so that all of them can be read eight at a time. */
export const slack = ' '.repeat(8);
export const kindOfByte = Uint8Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte);
  if (byte < 32 || byte > 126 || byte === backslash) return characterKinds.rare;
  if (plainCharacter.test(character)) return 0;
  return /[ <>&]/.test(character) ? characterKinds.whiteOrTag : characterKinds.other;
});

/**
 * Texts, or `null`, of one field of some rows: a JSON array, or texts as they are, which are long and have many quotes. Files are written from
 * the bytes: as strings, the texts would take most of the time of an export.
 */
export class ColumnTexts {
  readonly length: number;
  readonly bytes: Buffer;
  readonly view: DataView;
  /** Where each text begins in the bytes; the last one is where one more would. Each text ends one byte before the next. */
  readonly begins: Uint32Array;
  /**
   * The `characterKinds` of each text. A quote is `\"`; any other escape is rare, and so is all that is not ASCII. All are 0 for texts as they
   * are, whose characters are looked at when they are written.
   */
  readonly kinds: Uint8Array;
  /** True for texts as they are. */
  readonly isPlain: boolean;
  readonly hasNull: boolean;
  readonly #start: number;

  private constructor(of: Pick<ColumnTexts, 'bytes' | 'begins' | 'kinds' | 'hasNull' | 'isPlain'>, start: number) {
    this.bytes = of.bytes;
    this.view = new DataView(of.bytes.buffer, of.bytes.byteOffset, of.bytes.length);
    this.isPlain = of.isPlain;
    this.begins = of.begins;
    this.kinds = of.kinds;
    this.hasNull = of.hasNull;
    this.length = of.kinds.length;
    this.#start = start;
  }

  static of(texts: readonly (string | null)[]): ColumnTexts {
    return ColumnTexts.read(Buffer.from(JSON.stringify(texts) + slack), 0, texts.length) as ColumnTexts;
  }

  /**
   * Texts of some kinds. `put` writes the text of a place, as in JSON, at an index of the bytes, and returns the index behind it. `longest`:
   * bytes of the longest text.
   */
  static written(
    kinds: Uint8Array,
    longest: number,
    put: (bytes: Buffer, at: number, place: number) => number,
  ): ColumnTexts {
    const count = kinds.length;
    const bytes = Buffer.allocUnsafeSlow(2 + count * (longest + 3) + slack.length);
    const begins = new Uint32Array(count + 1);
    let at = bytes.write('[');
    for (let place = 0; place < count; place++) {
      begins[place] = at;
      bytes[at++] = quote;
      at = put(bytes, at, place);
      bytes[at++] = quote;
      bytes[at++] = comma;
    }
    const end = Math.max(at, 2);
    bytes[end - 1] = endOfArray;
    begins[count] = end;
    return new ColumnTexts({ bytes, begins, kinds, hasNull: false, isPlain: false }, 0);
  }

  /** `null` if the array that starts there has not as many elements as `count`, or other ones than texts and `null`. */
  static read(bytes: Buffer, start: number, count: number): ColumnTexts | null {
    const [begins, kinds] = [new Uint32Array(count + 1), new Uint8Array(count)];
    // A variable of the module takes longer to read.
    const [kindOf, { quote: quoteKind, rare }] = [kindOfByte, characterKinds];
    let hasNull = false;
    let at = start + (count === 0 ? 2 : 1);
    for (let place = 0; place < count; place++) {
      begins[place] = at;
      const first = bytes[at++];
      if (first === quote) {
        let kind = 0;
        for (let byte = uint8At(bytes, at++); byte !== quote; byte = uint8At(bytes, at++)) {
          if (byte !== backslash) kind |= uint8At(kindOf, byte);
          else kind |= bytes[at++] === quote ? quoteKind : rare;
        }
        kinds[place] = kind;
      } else if (first === startOfNull) {
        hasNull = true;
        at += 3;
      } else return null;
      at++;
    }
    begins[count] = at;
    if (bytes[at - 1] !== endOfArray) return null;
    return new ColumnTexts({ bytes, begins, kinds, hasNull, isPlain: false }, start);
  }

  /** `null` if not as many texts as `count` stand there as they are, each ended by a 0, up to the slack. */
  static readPlain(bytes: Buffer, start: number, count: number): ColumnTexts | null {
    const begins = new Uint32Array(count + 1).fill(start, 0, 1);
    let end = start;
    for (let place = 1; place <= count; place++) {
      const found = bytes.indexOf(terminator, end);
      if (found < 0) return null;
      end = found + 1;
      begins[place] = end;
    }
    if (end + slack.length !== bytes.length) return null;
    const kinds = new Uint8Array(count);
    return new ColumnTexts({ bytes, begins, kinds, hasNull: false, isPlain: true }, start);
  }

  /** Where the array ends in the bytes. */
  get end(): number {
    return uint32At(this.begins, this.length);
  }

  isNull(place: number): boolean {
    return this.hasNull && this.bytes[uint32At(this.begins, place)] === startOfNull;
  }

  /** Where a text ends in the bytes. */
  endOf(place: number): number {
    return uint32At(this.begins, place + 1) - 1;
  }

  /** Bytes of a text without the quotes around it: at least as many as it has characters. */
  lengthOf(place: number): number {
    return this.endOf(place) - uint32At(this.begins, place) - (this.isPlain ? 0 : 2);
  }

  /** Bytes of the longest text. */
  longest(): number {
    let longest = 0;
    for (let place = 0; place < this.length; place++) longest = Math.max(longest, this.lengthOf(place));
    return longest;
  }

  text(place: number): string | null {
    const text = this.bytes.toString('utf8', this.begins[place], this.endOf(place));
    return this.isPlain ? text : JSON.parse(text);
  }

  /** Returns the nearest double of a text, as `Number` does, in a fifth of the time if it is a decimal of at most 15 digits. */
  double(place: number): number {
    const { bytes, begins } = this;
    if (this.isPlain) return Number(this.text(place));
    const begin = uint32At(begins, place) + 1;
    const end = this.endOf(place) - 1;
    const start = bytes[begin] === minus ? begin + 1 : begin;
    let isExact = isDigit(uint8At(bytes, start)) && end - start <= maxDigits;
    let [whole, point] = [0, end - 1];
    for (let at = start; at < end && isExact; at++) {
      const byte = uint8At(bytes, at);
      if (isDigit(byte)) whole = 10 * whole + byte - zero;
      else if (byte === dot && point === end - 1) point = at;
      else isExact = false;
    }
    if (!isExact) return Number(this.text(place));
    // Both are exact, so that the quotient is the nearest double.
    const value = whole / float64At(powers, end - 1 - point);
    return start === begin ? value : -value;
  }

  /** True if the array contains some characters. */
  includes(part: string): boolean {
    return this.bytes.subarray(this.#start, this.end).includes(part);
  }

  texts(): (string | null)[] {
    if (this.isPlain) return Array.from(this.kinds, (_, place) => this.text(place));
    return JSON.parse(this.bytes.toString('utf8', this.#start, this.end));
  }

  /** Copies a text of a JSON array without its quotes. Returns the index behind it. */
  copy(place: number, target: Buffer, start: number): number {
    const { bytes } = this;
    const end = this.endOf(place) - 1;
    let at = start;
    for (let from = uint32At(this.begins, place) + 1; from < end; from++) target[at++] = uint8At(bytes, from);
    return at;
  }
}

/** Texts, or `null`, of one field of some rows, which share them. */
export class WordTexts {
  /** The same array for the same words. */
  readonly words: readonly (string | null)[];
  /** The texts of the words. */
  readonly known: ColumnTexts;
  /** The place of each row's text among the words. */
  readonly codes: WholeArray;

  constructor({ words, codes }: CodedTexts) {
    ({ words: this.words, known: this.known } = wordsOf(words));
    this.codes = codes;
  }

  get length(): number {
    return this.codes.length;
  }

  texts(): (string | null)[] {
    return Array.from(this.codes, (code) => this.words[code] ?? null);
  }
}

/** Those of the last files: each part of a list has the same. */
const lastWords = new Map<string, Pick<WordTexts, 'words' | 'known'>>();
const maxLastWords = 64;

function wordsOf(json: string): Pick<WordTexts, 'words' | 'known'> {
  const last = lastWords.get(json);
  if (last !== undefined) return last;
  const words = JSON.parse(json) as (string | null)[];
  const read = { words, known: ColumnTexts.of(words) };
  if (lastWords.size === maxLastWords) lastWords.clear();
  lastWords.set(json, read);
  return read;
}
