import { type ColumnTexts, characterKinds, kindOfByte } from '../../history/index.ts';
import { uint8At, uint32At } from '../../shared/values/elements.ts';

/** Bytes that are copied at a time. */
const step = 8;
const [quote, backslash] = [34, 92];

/** A text that is put often: encoding it each time takes five times as long. */
export class EncodedText {
  readonly view: DataView;
  length: number;

  constructor(text: string) {
    const bytes = Buffer.from(text + ' '.repeat(step));
    this.length = bytes.length - step;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  /** Replaces the text by an ASCII text of at most the same length. */
  replace(text: string): void {
    this.length = text.length;
    for (let at = 0; at < text.length; at++) this.view.setUint8(at, text.charCodeAt(at));
  }
}

/** Texts that are made of words. They are encoded once for all rows and chunks with these words. */
export class EncodedWords {
  readonly #textOf: (word: string | null) => string;
  #words: readonly (string | null)[] = [];
  #start = '';
  #texts: readonly EncodedText[] = [];

  constructor(textOf: (word: string | null) => string) {
    this.#textOf = textOf;
  }

  /** Returns the text of each word behind `start`. */
  of(words: readonly (string | null)[], start: string): readonly EncodedText[] {
    if (words !== this.#words || start !== this.#start) {
      this.#texts = words.map((word) => new EncodedText(start + this.#textOf(word)));
      [this.#words, this.#start] = [words, start];
    }
    return this.#texts;
  }
}

const quoteMark = new EncodedText('"');

/** A long text that is built as UTF-8: a string of as many small parts takes four times as long to build and to encode. */
export class Utf8Text {
  #bytes = Buffer.allocUnsafeSlow(1 << 16);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  put(text: string): void {
    this.#length += this.#reserve(3 * text.length).write(text, this.#length);
  }

  putBytes({ view, length }: EncodedText): void {
    this.#copy(view, 0, length);
  }

  /** Puts a text, or `null`, as in JSON. */
  putJson(texts: ColumnTexts, place: number): void {
    const { view, begins } = texts;
    if (!texts.isPlain) this.#copy(view, uint32At(begins, place), texts.endOf(place));
    else if (this.putIfCommon(texts, place, { start: quoteMark, before: backslash })) this.putBytes(quoteMark);
    else this.put(JSON.stringify(texts.text(place)));
  }

  /** Puts a text without escapes. */
  putPlain(texts: ColumnTexts, place: number): void {
    const mark = texts.isPlain ? 0 : 1;
    this.#copy(texts.view, uint32At(texts.begins, place) + mark, texts.endOf(place) - mark);
  }

  /**
   * Puts `start`, and a text that stands as it is, with a byte `before` each of its quotes unless that is 0. False, and nothing is put, if the
   * text has a character of the kinds that are refused.
   */
  putIfCommon(
    texts: ColumnTexts,
    place: number,
    { start, before = 0, refused = characterKinds.rare }: { start: EncodedText; before?: number; refused?: number },
  ): boolean {
    const length = this.#length;
    this.putBytes(start);
    const { bytes: source, begins } = texts;
    const end = texts.endOf(place);
    const bytes = this.#reserve(2 * (end - uint32At(begins, place)));
    const kindOf = kindOfByte;
    const added = before === 0 ? 0 : 1;
    let at = this.#length;
    let kinds = 0;
    for (let from = uint32At(begins, place); from < end; from++) {
      const byte = uint8At(source, from);
      kinds |= uint8At(kindOf, byte);
      // Without a branch, which would take twice as long: a byte that is not kept is overwritten.
      bytes[at] = before;
      at += byte === quote ? added : 0;
      bytes[at++] = byte;
    }
    const isPut = (kinds & refused) === 0;
    this.#length = isPut ? at : length;
    return isPut;
  }

  /** Puts a text as it is. */
  putText(texts: ColumnTexts, place: number): void {
    const kind = uint8At(texts.kinds, place);
    if ((kind & characterKinds.rare) !== 0) this.put(texts.text(place) ?? '');
    else if ((kind & characterKinds.quote) !== 0) this.putQuotes(texts, place, 1);
    else this.putPlain(texts, place);
  }

  /** Puts the length (bytes) of a text as a number of 32 bits, then the text. */
  putSized(texts: ColumnTexts, place: number): void {
    const start = this.#length;
    this.#reserve(4);
    this.#length += 4;
    this.putText(texts, place);
    this.#view.setUint32(start, this.#length - start - 4, true);
  }

  putDouble(value: number): void {
    this.#reserve(8);
    this.#view.setFloat64(this.#length, value, true);
    this.#length += 8;
  }

  /** Puts a whole number as one of 64 bits. */
  putInteger(value: number): void {
    this.#reserve(8);
    this.#view.setBigInt64(this.#length, BigInt(value), true);
    this.#length += 8;
  }

  /** Puts a text of which quotes are the only escapes. `quotes`: how many are written for each. */
  putQuotes(texts: ColumnTexts, place: number, quotes: 1 | 2): void {
    const { bytes: source, begins } = texts;
    const end = texts.endOf(place) - 1;
    const bytes = this.#reserve(end - uint32At(begins, place));
    let at = this.#length;
    for (let from = uint32At(begins, place) + 1; from < end; from++) {
      const byte = uint8At(source, from);
      bytes[at] = byte === backslash ? quote : byte;
      // Without a branch, which would take twice as long: a backslash that is not kept is overwritten.
      at += byte === backslash ? quotes - 1 : 1;
    }
    this.#length = at;
  }

  /** Returns a copy of what was put since the last call, in memory of its own. */
  take(): Uint8Array {
    return new Uint8Array(this.taken());
  }

  /** The same, valid until something is put. */
  taken(): Buffer {
    const taken = this.#bytes.subarray(0, this.#length);
    this.#length = 0;
    return taken;
  }

  /** Copies eight bytes at a time, a fifth of the time of one by one. Those behind the end are overwritten by what is put next. */
  #copy(source: DataView, from: number, to: number): void {
    this.#reserve(to - from + step);
    const view = this.#view;
    let at = this.#length;
    for (let next = from; next < to; next += step, at += step)
      view.setBigUint64(at, source.getBigUint64(next, true), true);
    this.#length += to - from;
  }

  #reserve(added: number): Buffer {
    const needed = this.#length + added;
    if (needed > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(2 * needed);
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
      this.#view = new DataView(larger.buffer);
    }
    return this.#bytes;
  }
}
