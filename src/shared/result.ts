import type { ErrorCode, Failure } from './errors.ts';

/** What every call answers, on both transports. */
export type Result<Data> = { ok: true; data: Data } | { ok: false; error: Failure };

export function succeed<Data>(data: Data): Result<Data> {
  return { ok: true, data };
}

export function fail(code: ErrorCode, message: string): Result<never> {
  return { ok: false, error: { code, message } };
}

/** Makes the compiler prove that every case of a union was handled. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
