import type { Failure } from './failures.ts';

/** An answer that is ready to go out. */
export interface Reply {
  readonly httpStatus: number;
  readonly errno: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The envelope of service-api.md 2.1 around a `result` that is JSON text already. */
export function successReply(result: string): Reply {
  return { httpStatus: 200, errno: 0, headers: {}, body: `{"errno":0,"errmsg":"success","result":${result}}` };
}

/** The envelope of a failure: without `result`. */
export function failureReply(
  failure: Failure,
  httpStatus = 200,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  return { httpStatus, errno: failure.errno, headers, body: JSON.stringify(failure) };
}
