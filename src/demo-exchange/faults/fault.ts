import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { ResolvedOptions } from '../options.ts';
import type { QueryParameters } from '../service/query.ts';
import type { Reply } from '../service/reply.ts';
import type { StreamRecord } from './stream-record.ts';

/** The request whose reply is about to go out. */
export interface AnsweredRequest {
  readonly path: string;
  /** As it came, without the question mark. */
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
}

export interface FaultContext extends AnsweredRequest {
  /** How often this rule of the plan was applied before. */
  readonly turn: number;
  readonly seed: number;
  /** The account's, as the service knows them. */
  readonly credentials: ResolvedOptions['credentials'];
  /** Where redirects lead to; the request's path and query are added. */
  readonly redirectTo: string;
  /** What the same operation would answer to other parameters: its `result` as JSON text. Throws where it would refuse. */
  readonly ask: (parameters: QueryParameters) => string;
  /** The server's clock, epoch milliseconds. */
  readonly now: () => number;
  readonly streams: StreamRecord;
}

interface FaultDescription {
  /** One line for a list of all of them. */
  readonly summary: string;
  /** Requests that it can be applied to: any, also those of unknown paths; the six operations; the three order lists. */
  readonly scope: 'any request' | 'operations' | 'order lists';
}

/** Changes what is sent. A reply in which there is nothing to change is answered as it was. */
interface ReplyFault extends FaultDescription {
  readonly change: (reply: Reply, context: FaultContext) => Reply;
}

/** Changes how it is sent. */
interface DeliveryFault extends FaultDescription {
  readonly deliver: (response: ServerResponse, reply: Reply, context: FaultContext) => void;
}

export type Fault = ReplyFault | DeliveryFault;
