import type { ErrorCode } from '../shared/errors.ts';

/** What the published error numbers mean here (venue-notes, "Limits and errors"); the wording of `errmsg` varies and decides nothing. */
export const codesByErrno: ReadonlyMap<number, ErrorCode> = new Map([
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

/** For an answer that says nothing more than its HTTP status. */
export function codeOfHttpStatus(status: number): ErrorCode {
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
