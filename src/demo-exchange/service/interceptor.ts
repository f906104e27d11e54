import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Credentials } from '../credentials.ts';
import type { QueryParameters } from './query.ts';
import type { Reply } from './reply.ts';

export interface ReceivedRequest {
  readonly path: string;
  /** The query string as received, without the question mark. */
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
}

/** What an interceptor may use of the exchange. */
export interface ServiceAccess {
  readonly credentials: Credentials;
  /** The server's clock, epoch milliseconds. */
  readonly now: () => number;
  /** Returns the `result` of an operation as JSON text, `null` for an unknown path. Throws RequestRefused. */
  readonly resultOf: (path: string, parameters: QueryParameters) => string;
}

/** Sends a reply. */
export type Send = (response: ServerResponse) => void;

/**
 * Called once for every request, after the reply is complete and before the latency. Returns how to send the reply
 * instead, or `undefined` to send the reply unchanged.
 */
export type Interceptor = (request: ReceivedRequest, reply: Reply, service: ServiceAccess) => Send | undefined;
