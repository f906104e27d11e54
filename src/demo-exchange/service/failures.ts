/** Failures by their published codes (venue-notes, "Limits and errors"). Most go out as HTTP 200 with an errno. */
export const failures = {
  addressUnknown: { errno: 404, errmsg: 'address does not exist' },
  failed: { errno: 10010, errmsg: 'failed' },
  requestFailure: { errno: 20001, errmsg: 'request failure' },
  systemError: { errno: 20500, errmsg: 'system error' },
  pairUnknown: { errno: 20501, errmsg: 'pair does not exist' },
  argumentInvalid: { errno: 20505, errmsg: 'invalid argument' },
  signatureInvalid: { errno: 20506, errmsg: 'signature not valid' },
  busy: { errno: 20507, errmsg: 'busy, try again later' },
  nonceUsed: { errno: 20519, errmsg: 'nonce already used' },
  nonceExpired: { errno: 20520, errmsg: 'nonce expired' },
  headersIncomplete: { errno: 20521, errmsg: 'incomplete headers' },
  tokenUnknown: { errno: 20525, errmsg: 'API key error' },
} as const;

export interface Failure {
  readonly errno: number;
  readonly errmsg: string;
}

/** Ends a request with a failure's envelope. */
export class RequestRefused extends Error {
  readonly failure: Failure;
  readonly httpStatus: number;

  constructor(failure: Failure, detail?: string, httpStatus = 200) {
    super(failure.errmsg);
    this.failure = detail === undefined ? failure : { errno: failure.errno, errmsg: `${failure.errmsg}: ${detail}` };
    this.httpStatus = httpStatus;
  }
}
