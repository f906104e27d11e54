import { OrderglassError } from '../../shared/values/errors.ts';
import { canceled, type SendOptions } from '../http-transport.ts';
import { type Priority, RateLimiter } from '../pacing/rate-limiter.ts';
import { RequestScheduler } from '../pacing/request-scheduler.ts';
import { ServerClock } from '../pacing/server-clock.ts';
import type { ExchangeRequest, ExchangeResponse } from '../send-once.ts';
import { VirtualTime } from './virtual-time.ts';

/** Course of an attempt. Times in milliseconds of virtual time. */
export interface Outcome {
  /** Time until the service receives and counts the request. Default 20. */
  readonly requestMs?: number;
  /** Time from there until the response begins to arrive. Default 30. */
  readonly responseMs?: number;
  /** Error with which the attempt ends. Default: success. */
  readonly error?: OrderglassError;
  /** True if no response arrives. */
  readonly isSilent?: boolean;
  /** HTTP status. Default: that of `error`, or 200. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Attempt {
  /** Symbol of the request. */
  readonly name: string;
  readonly at: number;
}

export interface SimulationOptions {
  readonly requestsPerWindow?: number;
  readonly windowMs?: number;
  readonly reserve?: { readonly min: number; readonly max: number };
  readonly maxInFlight?: number;
  readonly random?: () => number;
  /** `attempts`: number of earlier attempts for the name. */
  readonly outcomeOf?: (name: string, attempts: number) => Outcome;
  readonly onAttempt?: (name: string) => void;
  readonly onReceived?: (at: number) => void;
}

/** A scheduler with a simulated service, in virtual time. */
export class Simulation {
  readonly time = new VirtualTime();
  readonly attempts: Attempt[] = [];
  readonly limiter: RateLimiter;
  readonly scheduler: RequestScheduler;
  readonly #options: SimulationOptions;

  constructor(options: SimulationOptions = {}) {
    this.#options = options;
    const { requestsPerWindow = 100, windowMs = 10_000, maxInFlight = 6, random = () => 0.5 } = options;
    const { reserve = { min: 0.01, max: 0.2 } } = options;
    this.limiter = new RateLimiter({
      requestsPerWindow,
      windowMs,
      reserve,
      maxInFlight,
      random,
      earlierStarts: [],
      onStart: () => {},
    });
    this.scheduler = new RequestScheduler({
      sendOnce: (request, sendOptions) => this.#attempt(request, sendOptions),
      limiter: this.limiter,
      clock: new ServerClock(() => 1_700_000_000_000 + this.time.now(), this.time.now),
      monotonicNow: this.time.now,
      schedule: this.time.schedule,
      random,
      onChange: () => {},
    });
  }

  /** Sends a request for a symbol. Resolves with the symbol, or with the code of the error. */
  async send(name: string, priority: Priority, signal?: AbortSignal): Promise<string> {
    const request: ExchangeRequest = { name: 'readOrderHistory', parameters: [['symbol', name]] };
    try {
      return String((await this.scheduler.send(request, priority, signal)).result.text);
    } catch (error) {
      return error instanceof OrderglassError ? error.code : 'no error of ours';
    }
  }

  /** Start times of the attempts for a symbol. */
  startsOf(name: string): number[] {
    return this.attempts.filter((attempt) => attempt.name === name).map(({ at }) => at);
  }

  #attempt({ parameters }: ExchangeRequest, { signal, onResponseHead }: SendOptions): Promise<ExchangeResponse> {
    const { time } = this;
    const name = parameters[0]?.[1] ?? '';
    const outcome = this.#options.outcomeOf?.(name, this.startsOf(name).length) ?? {};
    const { requestMs = 20, responseMs = 30, error, isSilent = false } = outcome;
    const sentAt = time.now();
    this.attempts.push({ name, at: sentAt });
    this.#options.onAttempt?.(name);
    return new Promise((resolve, reject) => {
      // A canceled request still reaches the service.
      time.schedule(() => this.#options.onReceived?.(time.now()), requestMs);
      signal?.addEventListener('abort', () => reject(canceled()));
      time.schedule(() => {
        if (signal?.aborted) return;
        if (!isSilent) {
          const status = outcome.status ?? error?.service?.httpStatus ?? 200;
          onResponseHead?.({ status, headers: new Headers(outcome.headers) });
        }
        if (error === undefined) {
          const now = time.now();
          resolve({ result: { problem: '', text: name, isWhole: true }, sentAt, receivedAt: now, fetchedAt: now });
        } else {
          reject(error);
        }
      }, requestMs + responseMs);
    });
  }
}

export function failure(code: OrderglassError['code'], httpStatus = 200): OrderglassError {
  return new OrderglassError(code, 'simulated', { service: { httpStatus } });
}
