import type { Failure } from '../contract/failure.ts';
import type { ErrorCode } from './error-codes.ts';

/** Result of every call, on both transports. */
export type Result<Data> = { ok: true; data: Data } | { ok: false; error: Failure };

export function succeed<Data>(data: Data): Result<Data> {
  return { ok: true, data };
}

export function fail(code: ErrorCode, message: string): Result<never> {
  return { ok: false, error: { code, message } };
}
