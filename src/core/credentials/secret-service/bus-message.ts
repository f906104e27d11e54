/**
 * The part of the D-Bus wire format that two questions need (D-Bus specification, "Message Protocol"): little-endian
 * calls with strings, replies with object paths or one boolean.
 */

export interface BusCall {
  destination: string;
  path: string;
  interfaceName: string;
  member: string;
  /** Type signature of the body, with the body as it was written by a BodyWriter. */
  arguments?: { signature: string; body: Buffer };
}

export interface BusReply {
  /** The serial of the call that this answers; null for a signal or a call. */
  replySerial: number | null;
  /** Set if the answer is an error. */
  errorName: string | null;
  body: Buffer;
}

/** No answer that we ask for comes near this. */
const maxMessageBytes = 1024 * 1024;
const messageTypeCall = 1;
const littleEndian = 'l'.charCodeAt(0);
const field = { path: 1, interfaceName: 2, member: 3, errorName: 4, replySerial: 5, destination: 6, signature: 8 };

/** Writes values one after the other, each at the place that its type asks for. */
export class BodyWriter {
  #bytes: number[] = [];

  align(boundary: number): this {
    while (this.#bytes.length % boundary !== 0) this.#bytes.push(0);
    return this;
  }

  byte(value: number): this {
    this.#bytes.push(value);
    return this;
  }

  unsigned(value: number): this {
    this.align(4);
    for (const shift of [0, 8, 16, 24]) this.#bytes.push((value >>> shift) & 0xff);
    return this;
  }

  string(text: string): this {
    const bytes = Buffer.from(text, 'utf8');
    this.unsigned(bytes.length);
    this.#bytes.push(...bytes, 0);
    return this;
  }

  signature(text: string): this {
    this.byte(text.length);
    this.#bytes.push(...Buffer.from(text, 'latin1'), 0);
    return this;
  }

  /** An array of structs or dictionary entries; the padding before the first one does not count as its length. */
  structs(writers: readonly (() => void)[]): this {
    this.unsigned(0);
    const lengthAt = this.#bytes.length - 4;
    this.align(8);
    const start = this.#bytes.length;
    for (const write of writers) {
      this.align(8);
      write();
    }
    const length = new BodyWriter().unsigned(this.#bytes.length - start).#bytes;
    this.#bytes.splice(lengthAt, 4, ...length);
    return this;
  }

  finish(): Buffer {
    return Buffer.from(this.#bytes);
  }
}

/** Reads what a BodyWriter writes. Throws a RangeError where the bytes end too early. */
export class BodyReader {
  readonly #bytes: Buffer;
  #position: number;

  constructor(bytes: Buffer, position = 0) {
    this.#bytes = bytes;
    this.#position = position;
  }

  get position(): number {
    return this.#position;
  }

  align(boundary: number): this {
    this.#position = aligned(this.#position, boundary);
    return this;
  }

  byte(): number {
    const value = this.#bytes.readUInt8(this.#position);
    this.#position += 1;
    return value;
  }

  unsigned(): number {
    this.align(4);
    const value = this.#bytes.readUInt32LE(this.#position);
    this.#position += 4;
    return value;
  }

  string(): string {
    return this.#text(this.unsigned());
  }

  signature(): string {
    return this.#text(this.byte());
  }

  /** An array of strings or object paths. */
  strings(): string[] {
    const length = this.unsigned();
    const end = this.#position + length;
    const texts: string[] = [];
    while (this.#position < end) texts.push(this.string());
    return texts;
  }

  #text(length: number): string {
    const end = this.#position + length;
    if (end >= this.#bytes.length) throw new RangeError('The message ends within a text.');
    const text = this.#bytes.toString('utf8', this.#position, end);
    this.#position = end + 1;
    return text;
  }
}

export function encodeCall(call: BusCall, serial: number): Buffer {
  const header = new BodyWriter();
  const text = (code: number, signature: string, value: string) => () => {
    header.byte(code).signature(signature);
    if (signature === 'g') header.signature(value);
    else header.string(value);
  };
  header.byte(littleEndian).byte(messageTypeCall).byte(0).byte(1);
  header.unsigned(call.arguments?.body.length ?? 0).unsigned(serial);
  header.structs([
    text(field.path, 'o', call.path),
    text(field.interfaceName, 's', call.interfaceName),
    text(field.member, 's', call.member),
    text(field.destination, 's', call.destination),
    ...(call.arguments ? [text(field.signature, 'g', call.arguments.signature)] : []),
  ]);
  return Buffer.concat([header.align(8).finish(), call.arguments?.body ?? Buffer.alloc(0)]);
}

/**
 * Takes the first message off `bytes`. Null as long as it is not there as a whole.
 * @throws RangeError if it is not a message that we can read
 */
export function decodeMessage(bytes: Buffer): { message: BusReply; rest: Buffer } | null {
  if (bytes.length < 16) return null;
  if (bytes[0] !== littleEndian) throw new RangeError('The message is not little-endian.');
  const fieldsEnd = 16 + bytes.readUInt32LE(12);
  const bodyStart = aligned(fieldsEnd, 8);
  const end = bodyStart + bytes.readUInt32LE(4);
  if (end > maxMessageBytes) throw new RangeError('The message is too long.');
  if (bytes.length < end) return null;
  const fields = decodeFields(bytes.subarray(0, bodyStart), fieldsEnd);
  return { message: { ...fields, body: bytes.subarray(bodyStart, end) }, rest: bytes.subarray(end) };
}

function decodeFields(header: Buffer, end: number): Pick<BusReply, 'replySerial' | 'errorName'> {
  const reader = new BodyReader(header, 16);
  const fields: Pick<BusReply, 'replySerial' | 'errorName'> = { replySerial: null, errorName: null };
  while (reader.align(8).position < end) {
    const code = reader.byte();
    const value = decodeFieldValue(reader);
    if (code === field.replySerial && typeof value === 'number') fields.replySerial = value;
    if (code === field.errorName && typeof value === 'string') fields.errorName = value;
  }
  return fields;
}

function decodeFieldValue(reader: BodyReader): string | number {
  const signature = reader.signature();
  if (signature === 'u') return reader.unsigned();
  if (signature === 'g') return reader.signature();
  if (signature === 's' || signature === 'o') return reader.string();
  throw new RangeError('The message has a header field of an unknown type.');
}

function aligned(position: number, boundary: number): number {
  return Math.ceil(position / boundary) * boundary;
}
