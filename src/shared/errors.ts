/**
 * Every way in which a call can fail, as a closed list. The page shows one sentence for each (renderer/text/en.ts:
 * what happened and what to do next); code branches on the code alone, never on a message.
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

/** A failure as it crosses from the host to the page: data, never a thrown exception. */
export interface Failure {
  code: ErrorCode;
  /** For the log and the curious; what the user reads comes from the text catalogue by `code`. */
  message: string;
  /** What the service itself said, where it did. `errmsg` is text from outside: show it as text only. */
  service?: { errno?: number; errmsg?: string; httpStatus?: number };
}

/** An error that already knows which of our codes it is. Everything else becomes `internal` at the dispatcher. */
export class OrderglassError extends Error {
  readonly code: ErrorCode;
  readonly service: Failure['service'];

  constructor(code: ErrorCode, message: string, options: { cause?: unknown; service?: Failure['service'] } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'OrderglassError';
    this.code = code;
    this.service = options.service;
  }

  toFailure(): Failure {
    return { code: this.code, message: this.message, ...(this.service ? { service: this.service } : {}) };
  }
}
