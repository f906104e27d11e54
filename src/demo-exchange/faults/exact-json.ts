/** A number with all its digits, as text. `JSON.stringify` writes it as it is. */
export interface ExactNumber {
  readonly rawJSON: string;
}

export interface JsonObject {
  readonly [name: string]: JsonValue;
}

export type JsonValue = string | number | boolean | null | ExactNumber | readonly JsonValue[] | JsonObject;

/** The compiler's library does not know these yet; every runtime of ours has them. */
interface ExactJson {
  parse(
    text: string,
    reviver: (key: string, value: JsonValue, context: { readonly source: string }) => JsonValue,
  ): JsonValue;
  rawJSON(text: string): ExactNumber;
  isRawJSON(value: unknown): boolean;
}

const exactJson = JSON as unknown as ExactJson;

/** A number that a binary float need not be able to hold. Throws a SyntaxError where the text is no JSON number. */
export function exactNumber(digits: string): ExactNumber {
  return exactJson.rawJSON(digits);
}

/** Reads JSON so that writing it again gives the same digits. Throws a SyntaxError. */
export function parseExactly(text: string): JsonValue {
  return exactJson.parse(text, (_key, value, { source }) => (typeof value === 'number' ? exactNumber(source) : value));
}

export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !exactJson.isRawJSON(value);
}
