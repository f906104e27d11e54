import type { IncomingHttpHeaders } from 'node:http';
import { operations } from './operations.ts';

const REMEMBERED = 500;

interface ObservedRequest {
  readonly method: string;
  readonly path: string;
  /** The query string as received, without the question mark. */
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  readonly httpStatus: number;
  readonly errno: number;
}

/** The requests that the exchange received. */
export interface Traffic {
  readonly total: number;
  /** Number of replies with status 429. */
  readonly throttled: number;
  /** Number of requests to one of the six paths, or to all other paths with `other`. */
  count(path: string): number;
  /** The last 500 requests, oldest first. */
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
