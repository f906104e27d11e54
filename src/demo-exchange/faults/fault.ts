import type { ServerResponse } from 'node:http';
import type { ReceivedRequest, ServiceAccess } from '../service/interceptor.ts';
import type { QueryParameters } from '../service/query.ts';
import type { Reply } from '../service/reply.ts';

/** What a fault may use: the request, the exchange and the plan. */
export interface FaultContext extends ReceivedRequest, Pick<ServiceAccess, 'credentials' | 'now'> {
  /** Number of times that this rule of the plan was applied before. */
  readonly turn: number;
  readonly seed: number;
  /** Origin of the target of redirects. The path and the query of the request are added. */
  readonly redirectTo: string;
  /** Returns the `result` of the same operation for other parameters, as JSON text. Throws RequestRefused. */
  readonly ask: (parameters: QueryParameters) => string;
  readonly streams: SlowReplies;
}

interface FaultDescription {
  /** One line for the list of all faults. */
  readonly summary: string;
  /** Requests to which the fault applies: any, unknown paths included; the six operations; the three order lists. */
  readonly scope: 'any request' | 'operations' | 'order lists';
}

/** Changes the reply. Returns a reply without anything to change as it is. */
interface ReplyFault extends FaultDescription {
  readonly change: (reply: Reply, context: FaultContext) => Reply;
}

/** Changes how the reply is sent. */
interface DeliveryFault extends FaultDescription {
  readonly deliver: (response: ServerResponse, reply: Reply, context: FaultContext) => void;
}

export type Fault = ReplyFault | DeliveryFault;

/** Follows slow replies, and counts them and their bytes. */
export class SlowReplies {
  readonly #open = new Set<ServerResponse>();
  #abandoned = 0;
  #bytes = 0;

  /** Replies that are being sent or held back. */
  get underWay(): number {
    return this.#open.size;
  }

  /** Replies whose connection closed before their end. */
  get abandoned(): number {
    return this.#abandoned;
  }

  /** Bytes of their bodies that were written. */
  get bytes(): number {
    return this.#bytes;
  }

  follow(response: ServerResponse): void {
    this.#open.add(response);
    response.once('close', () => {
      this.#open.delete(response);
      if (!response.writableFinished) this.#abandoned++;
    });
  }

  /** Closes the connections of all replies that are under way. */
  breakOff(): void {
    for (const response of this.#open) response.destroy();
  }

  add(bytes: number): void {
    this.#bytes += bytes;
  }
}
