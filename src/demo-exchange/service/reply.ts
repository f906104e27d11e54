/** The service's failures (docs/service.md 7 and 10.2). Most are sent with HTTP status 200. */
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
  keyExpired: { errno: 20529, errmsg: 'API key expired' },
  tokenUnknown: { errno: 20525, errmsg: 'API key error' },
} as const;

export interface Failure {
  readonly errno: number;
  readonly errmsg: string;
}

/** Ends a request with the envelope of a failure. */
export class RequestRefused extends Error {
  readonly failure: Failure;
  readonly httpStatus: number;

  constructor(failure: Failure, detail?: string, httpStatus = 200) {
    super(failure.errmsg);
    this.failure = detail === undefined ? failure : { errno: failure.errno, errmsg: `${failure.errmsg}: ${detail}` };
    this.httpStatus = httpStatus;
  }
}

/** A complete HTTP reply. */
export interface Reply {
  readonly httpStatus: number;
  readonly errno: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Returns the envelope (docs/service.md 2.1) around a `result` in JSON. */
export function successReply(result: string): Reply {
  return { httpStatus: 200, errno: 0, headers: {}, body: `{"errno":0,"errmsg":"success","result":${result}}` };
}

/** Returns the envelope of a failure, which has no `result`. */
export function failureReply(
  failure: Failure,
  httpStatus = 200,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  return { httpStatus, errno: failure.errno, headers, body: JSON.stringify(failure) };
}
