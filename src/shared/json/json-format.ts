export type JsonObject = Record<string, unknown>;

/** Brings a file from one version to the next. May change the object. */
export type FormatStep = (file: JsonObject) => JsonObject;

/** The file is of a version that this program does not know. */
export class OtherVersionError extends Error {
  /** True if the version is that of a development version before format 1, which was never released. */
  readonly isEarlier: boolean;

  constructor(version: unknown, isEarlier: boolean) {
    super(`the file has version ${version}`);
    this.name = 'OtherVersionError';
    this.isEarlier = isEarlier;
  }
}

export interface FormatVersions {
  /** Version of format 1, which a file that names no version has, too. Default: 1. */
  readonly first?: number;
  /** `steps[0]` brings the first version to the next, and so on. Default: none. */
  readonly steps?: readonly FormatStep[];
}

/** The format of a JSON file. */
export class JsonFormat {
  readonly #first: number;
  readonly #steps: readonly FormatStep[];

  constructor({ first = 1, steps = [] }: FormatVersions = {}) {
    this.#first = first;
    this.#steps = steps;
  }

  /** Returns the content of a file in the current version. Throws `OtherVersionError`, and another error if the text is damaged. */
  read(text: string): JsonObject {
    const file = parseJson(text);
    if (!isObject(file)) throw new TypeError('the file contains no object');
    return this.convert(file);
  }

  /** Returns the content of a parsed file in the current version. Throws `OtherVersionError`. */
  convert({ version = this.#first, ...content }: JsonObject): JsonObject {
    const known = typeof version === 'number' && Number.isInteger(version) ? version - this.#first : -1;
    if (known < 0 || known > this.#steps.length) {
      const isEarlier = typeof version === 'number' && version >= 1 && version < this.#first;
      throw new OtherVersionError(typeof version === 'number' ? version : typeof version, isEarlier);
    }
    return this.#steps.slice(known).reduce((before, step) => step(before), content);
  }

  /** `indent`: number of spaces. */
  write(content: object, indent = 0): string {
    return `${JSON.stringify({ version: this.#first + this.#steps.length, ...content }, null, indent)}\n`;
  }
}

/** Parses a file. Editors may have added a byte order mark. */
export function parseJson(text: string): unknown {
  return JSON.parse(text.replace(/^\uFEFF/, ''));
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
