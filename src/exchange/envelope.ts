import type { Failure } from '../shared/contract/failure.ts';
import { type ParsedResult, parseObject } from '../shared/json/json-text.ts';
import type { ErrorCode } from '../shared/values/error-codes.ts';
import { OrderglassError } from '../shared/values/errors.ts';
import type { HttpResponse } from './http-transport.ts';

const wholeNumber = /^-?\d{1,15}$/;
/** The beginning of a successful response, which need not be valid JSON. */
const successStart = /^\s*\{.*"errno"\s*:\s*"?0"?\s*[,}]/s;
const envelopeEnd = /[\]}]\s*(?:,[^{}[\]]*)?\}\s*$/;

/** Error codes by errno (docs/service.md 10.2). `errmsg` is not used, because its wording varies. */
const codesByErrno: ReadonlyMap<number, ErrorCode> = new Map([
  [401, 'not-authenticated'],
  [404, 'wrong-address'],
  [10010, 'service-error'],
  [20001, 'service-error'],
  [20401, 'no-permission'],
  [20500, 'service-error'],
  [20501, 'invalid-request'],
  [20503, 'invalid-request'],
  [20505, 'invalid-request'],
  [20506, 'rejected-signature'],
  [20507, 'service-busy'],
  [20515, 'no-permission'],
  [20517, 'service-error'],
  [20519, 'nonce-used'],
  [20520, 'clock-skew'],
  [20521, 'not-authenticated'],
  [20522, 'not-authenticated'],
  [20523, 'not-authenticated'],
  [20524, 'account-locked'],
  [20525, 'not-authenticated'],
  [20526, 'no-permission'],
  [20529, 'key-expired'],
  [20530, 'no-permission'],
]);

type ServiceWords = NonNullable<Failure['service']>;

/** The part of a response that its result depends on. */
export type EnvelopeText = Pick<HttpResponse, 'status' | 'text' | 'isUtf8' | 'excess'>;

/** The text of a successful response that cannot be split into rows, with the reason. */
export interface UnsplitResult {
  readonly problem: string;
  readonly text: string;
  /** False if the text seems to be cut. */
  readonly isWhole: boolean;
}

/**
 * Returns the `result` of a response (docs/service.md 2.1, 7). Throws an `OrderglassError` for a failed request: by its `errno` if it
 * has one, otherwise by its HTTP status. The error keeps only `errmsg` of the response's text, after `redact`.
 */
export function openEnvelope(response: EnvelopeText, redact: (text: string) => string): ParsedResult | UnsplitResult {
  const { text, isUtf8, excess } = response;
  const parsed = excess === null ? parseObject(text, isUtf8) : null;
  const errno = parsed === null ? null : readErrno(parsed.members.errno);
  const isSuccess = response.status >= 200 && response.status < 300;
  if (isSuccess && parsed !== null && errno === 0) {
    if (parsed.result === null) throw badAnswer('the response has no result', { errno });
    return parsed.result;
  }
  const service: ServiceWords = {
    ...(errno === null ? {} : { errno }),
    ...readErrmsg(parsed?.members.errmsg, redact),
    httpStatus: response.status,
  };
  if (errno !== null && errno !== 0) throw failureByErrno(errno, response.status, service);
  if (isSuccess) {
    const problem = excess ?? (isUtf8 ? 'the response is no readable JSON object' : 'the response is not UTF-8 text');
    if (parsed === null && successStart.test(text))
      return { problem, text, isWhole: excess === null && envelopeEnd.test(text) };
    throw badAnswer(parsed === null ? problem : 'the response has no errno', service);
  }
  const message = `the exchange answered with HTTP status ${response.status}`;
  throw new OrderglassError(codeOfHttpStatus(response.status), message, { service });
}

function failureByErrno(errno: number, status: number, service: ServiceWords): OrderglassError {
  // HTTP 429 and 503 always mean throttling, whatever the errno says.
  const isThrottled = codeOfHttpStatus(status) === 'throttled';
  const code = isThrottled ? 'throttled' : (codesByErrno.get(errno) ?? 'service-error');
  return new OrderglassError(code, `the exchange answered with errno ${errno}`, { service });
}

/** Returns the error code for a failed response without an errno. */
function codeOfHttpStatus(status: number): ErrorCode {
  switch (status) {
    case 429:
    case 503:
      return 'throttled';
    case 404:
      return 'wrong-address';
    case 401:
      return 'not-authenticated';
    case 403:
      return 'no-permission';
    case 400:
    case 405:
    case 414:
    case 422:
      return 'invalid-request';
    case 408:
      return 'timeout';
    default:
      return 'service-error';
  }
}

function badAnswer(message: string, service: ServiceWords): OrderglassError {
  return new OrderglassError('bad-answer', message, { service });
}

function readErrno(value: unknown): number | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : null;
  return typeof value === 'string' && wholeNumber.test(value.trim()) ? Number(value) : null;
}

function readErrmsg(value: unknown, redact: (text: string) => string): { errmsg?: string } {
  return typeof value === 'string' && value !== '' ? { errmsg: redact(value) } : {};
}
