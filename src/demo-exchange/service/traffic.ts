import type { IncomingHttpHeaders } from 'node:http';
import { operations } from './operations.ts';

const REMEMBERED = 500;

interface ObservedRequest {
  readonly method: string;
  readonly path: string;
  /** As it came, without the question mark. */
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  readonly httpStatus: number;
  readonly errno: number;
}

/** What came in, for those who test a client. */
export interface Traffic {
  readonly total: number;
  /** Requests answered with 429. */
  readonly throttled: number;
  /** Requests of one of the six paths; everything else is counted under `other`. */
  count(path: string): number;
  /** The last 500 requests, the newest at the end. */
  recent(): readonly ObservedRequest[];
}

export class TrafficRecord implements Traffic {
  readonly #counts = new Map<string, number>();
  readonly #recent: ObservedRequest[] = [];
  #total = 0;
  #throttled = 0;

  get total(): number {
    return this.#total;
  }

  get throttled(): number {
    return this.#throttled;
  }

  count(path: string): number {
    return this.#counts.get(path) ?? 0;
  }

  recent(): readonly ObservedRequest[] {
    return [...this.#recent];
  }

  add(request: ObservedRequest): void {
    const name = operations.has(request.path) ? request.path : 'other';
    this.#counts.set(name, this.count(name) + 1);
    this.#total++;
    if (request.httpStatus === 429) this.#throttled++;
    this.#recent.push(request);
    if (this.#recent.length > REMEMBERED) this.#recent.shift();
  }
}
