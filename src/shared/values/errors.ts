import type { Failure } from '../contract/failure.ts';
import type { ErrorCode } from './error-codes.ts';

interface ErrorOptions {
  readonly cause?: unknown;
  readonly service?: Failure['service'];
  readonly keychain?: Failure['keychain'];
  readonly systemText?: Failure['systemText'];
  readonly proxy?: Failure['proxy'];
  readonly proxyStatus?: Failure['proxyStatus'];
  readonly unreachable?: Failure['unreachable'];
}

/** An error with one of our codes. The dispatcher turns every other error into `internal`. */
export class OrderglassError extends Error {
  readonly code: ErrorCode;
  readonly service: Failure['service'];
  readonly keychain: Failure['keychain'];
  readonly systemText: Failure['systemText'];
  readonly proxy: Failure['proxy'];
  readonly proxyStatus: Failure['proxyStatus'];
  readonly unreachable: Failure['unreachable'];

  constructor(code: ErrorCode, message: string, options: ErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'OrderglassError';
    this.code = code;
    this.service = options.service;
    this.keychain = options.keychain;
    this.systemText = options.systemText;
    this.proxy = options.proxy;
    this.proxyStatus = options.proxyStatus;
    this.unreachable = options.unreachable;
  }

  toFailure(): Failure {
    return {
      code: this.code,
      message: this.message,
      ...(this.service ? { service: this.service } : {}),
      ...(this.keychain ? { keychain: this.keychain } : {}),
      ...(this.systemText ? { systemText: this.systemText } : {}),
      ...(this.proxy ? { proxy: this.proxy } : {}),
      ...(this.proxyStatus ? { proxyStatus: this.proxyStatus } : {}),
      ...(this.unreachable ? { unreachable: this.unreachable } : {}),
    };
  }
}

/** Returns an error as data. `message`: for an error without a code, whose own message may quote anything. */
export function failureOf(error: unknown, message: string): Failure {
  return error instanceof OrderglassError ? error.toFailure() : { code: 'internal', message };
}

/** Returns an unexpected error, for the log; `undefined` for an `OrderglassError`, whose failure says everything. */
export function unexpected(error: unknown): unknown {
  return error instanceof OrderglassError ? undefined : error;
}
