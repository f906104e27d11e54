export type JsonObject = Record<string, unknown>;

/** Brings a file from one version to the next. May change the object. */
export type FormatStep = (file: JsonObject) => JsonObject;

/** The file is of a version that this program does not know. */
export class OtherVersionError extends Error {
  constructor(version: unknown) {
    super(`the file has version ${version}`);
    this.name = 'OtherVersionError';
  }
}

/**
 * The format of a JSON file. `steps[0]` brings version 1 to version 2, and so on: the current version is one more than the number of
 * steps. A file that names no version has version 1.
 */
export class JsonFormat {
  readonly #steps: readonly FormatStep[];

  constructor(steps: readonly FormatStep[] = []) {
    this.#steps = steps;
  }

  /** Returns the content of a file in the current version. Throws `OtherVersionError`, and another error if the text is damaged. */
  read(text: string): JsonObject {
    const file = parseJson(text);
    if (!isObject(file)) throw new TypeError('the file contains no object');
    return this.convert(file);
  }

  /** Returns the content of a parsed file in the current version. Throws `OtherVersionError`. */
  convert({ version = 1, ...content }: JsonObject): JsonObject {
    const steps = this.#steps;
    if (!Number.isInteger(version) || Number(version) < 1 || Number(version) > steps.length + 1) {
      throw new OtherVersionError(typeof version === 'number' ? version : typeof version);
    }
    return steps.slice(Number(version) - 1).reduce((before, step) => step(before), content);
  }

  /** `indent`: number of spaces. */
  write(content: object, indent = 0): string {
    return `${JSON.stringify({ version: this.#steps.length + 1, ...content }, null, indent)}\n`;
  }
}

/** Parses a file. Editors may have added a byte order mark. */
export function parseJson(text: string): unknown {
  return JSON.parse(text.replace(/^\uFEFF/, ''));
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
