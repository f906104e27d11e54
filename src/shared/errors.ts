/**
 * Every way in which a call can fail, as a closed list. The page shows one sentence for each
 * (renderer/text/en/failures.ts: the cause and one action); code branches on the code alone, never on a message.
 */
export const errorCodes = [
  /** The machine has no network, or the exchange's address cannot be reached from it. */
  'offline',
  /** The exchange did not answer in the time allowed. */
  'timeout',
  /** The connection is not encrypted with a certificate that this machine trusts. */
  'untrusted-certificate',
  /** The exchange asked to slow down (HTTP 429 or 503). */
  'throttled',
  /** The exchange is busy and asks to try again (errno 20507). */
  'service-busy',
  /** The signature was refused (errno 20506). */
  'rejected-signature',
  /** The clock of this machine is too far from the exchange's (errno 20520). */
  'clock-skew',
  /** The request number had been used before (errno 20519). */
  'nonce-used',
  /** The token is unknown, incomplete or not signed in (errno 401, 20521, 20522, 20523, 20525). */
  'not-authenticated',
  /** The account is locked (errno 20524). */
  'account-locked',
  /** The key may not read this (errno 20401, 20530, 20526, 20515). */
  'no-permission',
  /** The key has expired (errno 20529). */
  'key-expired',
  /** The address answers, but nothing of this service is there (HTTP 404, errno 404). */
  'wrong-address',
  /** Something answers at the address, but not as this service does: another web site, a proxy, a login page. */
  'not-this-service',
  /** The exchange sent the request on to another address, which is never followed. */
  'redirect-refused',
  /** The exchange does not accept the question (errno 20501, 20503, 20505). */
  'invalid-request',
  /** The answer could not be read as the service's. */
  'bad-answer',
  /** The service failed and said so with a code that has no code of its own here. */
  'service-error',
  /** The operating system's keychain cannot be used. */
  'keychain-unavailable',
  /** The page asked for something that the program does not accept. */
  'invalid-input',
  /** The account does not exist (any more). */
  'unknown-account',
  /** A file of the program could not be read or written. */
  'storage-failed',
  /** Nobody waits for the answer any more. */
  'cancelled',
  /** The page cannot reach the program that serves it. */
  'host-gone',
  /** A fault of the program itself. */
  'internal',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** Why the keychain cannot be used, or has nothing for an account; each has its own way on. */
export const keychainReasons = [
  /** No keychain runs on this machine or in this session. */
  'no-service',
  /** It was started anew, and only a program that is started after it can reach it. */
  'service-restarted',
  /** It is locked, and the question for its password was dismissed, not answered or could not be shown. */
  'locked',
  /** The user or a rule of the system refused access. */
  'denied',
  /** It did not answer within the time allowed. */
  'no-answer',
  /** The module that connects to it is not installed. */
  'module-missing',
  /** The entry is not one that this program can read. */
  'damaged-entry',
  /** There is no entry for the account, or what was entered was for an earlier session only. */
  'entry-missing',
  'other',
] as const;

export type KeychainReason = (typeof keychainReasons)[number];

/** A failure as it crosses from the host to the page: data, never a thrown exception. */
export interface Failure {
  code: ErrorCode;
  /** For the log and the curious; what the user reads comes from the text catalogue by `code`. */
  message: string;
  /** What the service itself said, where it did. `errmsg` is text from outside: show it as text only. */
  service?: { errno?: number; errmsg?: string; httpStatus?: number };
  /** With `keychain-unavailable`, and with `not-authenticated` where an account's credentials are not there. */
  keychain?: KeychainReason;
}

interface ErrorOptions {
  readonly cause?: unknown;
  readonly service?: Failure['service'];
  readonly keychain?: Failure['keychain'];
}

/** An error that already knows which of our codes it is. Everything else becomes `internal` at the dispatcher. */
export class OrderglassError extends Error {
  readonly code: ErrorCode;
  readonly service: Failure['service'];
  readonly keychain: Failure['keychain'];

  constructor(code: ErrorCode, message: string, options: ErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'OrderglassError';
    this.code = code;
    this.service = options.service;
    this.keychain = options.keychain;
  }

  toFailure(): Failure {
    return {
      code: this.code,
      message: this.message,
      ...(this.service ? { service: this.service } : {}),
      ...(this.keychain ? { keychain: this.keychain } : {}),
    };
  }
}

/** Returns an error as data. `unexpected`: message for an error without a code, whose own message may quote anything. */
export function failureOf(error: unknown, unexpected: string): Failure {
  return error instanceof OrderglassError ? error.toFailure() : { code: 'internal', message: unexpected };
}
