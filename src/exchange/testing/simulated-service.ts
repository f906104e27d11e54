import { OrderglassError } from '../../shared/errors.ts';
import { cancelled, type SendOptions } from '../http-transport.ts';
import type { Priority } from '../pacing/priority.ts';
import { RateLimiter } from '../pacing/rate-limiter.ts';
import { RequestScheduler } from '../pacing/request-scheduler.ts';
import { ServerClock } from '../pacing/server-clock.ts';
import type { ExchangeRequest, ExchangeResponse } from '../send-once.ts';
import { VirtualTime } from './virtual-time.ts';

/** What becomes of a try. Times in milliseconds of virtual time. */
export interface Fate {
  /** Until the service receives and counts it. Default 20. */
  readonly there?: number;
  /** From there until its answer begins to arrive. Default 30. */
  readonly back?: number;
  /** How the answer, or the silence where `isSilent`, ends the try. Default: successfully. */
  readonly error?: OrderglassError;
  /** No answer ever begins to arrive. */
  readonly isSilent?: boolean;
  /** Default 200, or that of `error`. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Try {
  /** The symbol that was asked for. */
  readonly name: string;
  readonly at: number;
}

export interface SimulationOptions {
  readonly requestsPerWindow?: number;
  readonly windowMs?: number;
  readonly reserve?: { readonly least: number; readonly most: number };
  readonly maximumInFlight?: number;
  readonly random?: () => number;
  /** `tries`: how many there were for this name before. */
  readonly fateOf?: (name: string, tries: number) => Fate;
  readonly onTry?: (name: string) => void;
  readonly onReceived?: (at: number) => void;
}

/** A scheduler before a service that does as it is told, in virtual time. */
export class Simulation {
  readonly time = new VirtualTime();
  readonly tries: Try[] = [];
  readonly limiter: RateLimiter;
  readonly scheduler: RequestScheduler;
  readonly #options: SimulationOptions;

  constructor(options: SimulationOptions = {}) {
    this.#options = options;
    const { requestsPerWindow = 100, windowMs = 10_000, maximumInFlight = 6, random = () => 0.5 } = options;
    const { reserve = { least: 0.01, most: 0.2 } } = options;
    this.limiter = new RateLimiter({ requestsPerWindow, windowMs, reserve, maximumInFlight, random });
    this.scheduler = new RequestScheduler({
      sendOnce: (question, sendOptions) => this.#attempt(question, sendOptions),
      limiter: this.limiter,
      clock: new ServerClock(() => 1_700_000_000_000 + this.time.now(), this.time.now),
      monotonicNow: this.time.now,
      schedule: this.time.schedule,
      random,
      onChange: () => {},
    });
  }

  /** Answers the name of what was asked for, or the code of the failure. */
  async ask(name: string, priority: Priority, signal?: AbortSignal): Promise<string> {
    const question: ExchangeRequest = { name: 'readOrderHistory', parameters: [['symbol', name]] };
    try {
      return String((await this.scheduler.ask(question, priority, signal)).result.value);
    } catch (error) {
      return error instanceof OrderglassError ? error.code : 'no error of ours';
    }
  }

  /** When the tries for a name began. */
  startsOf(name: string): number[] {
    return this.tries.filter((one) => one.name === name).map(({ at }) => at);
  }

  #attempt(question: ExchangeRequest, { signal, onArrival }: SendOptions): Promise<ExchangeResponse> {
    const { time } = this;
    const name = question.parameters[0]?.[1] ?? '';
    const fate = this.#options.fateOf?.(name, this.startsOf(name).length) ?? {};
    const { there = 20, back = 30, error, isSilent = false } = fate;
    this.tries.push({ name, at: time.now() });
    this.#options.onTry?.(name);
    return new Promise((resolve, reject) => {
      // What was sent cannot be called back.
      time.schedule(() => this.#options.onReceived?.(time.now()), there);
      signal?.addEventListener('abort', () => reject(cancelled()));
      time.schedule(() => {
        if (signal?.aborted) return;
        if (!isSilent) {
          const status = fate.status ?? error?.service?.httpStatus ?? 200;
          onArrival?.({ status, headers: new Headers(fate.headers) });
        }
        if (error === undefined) {
          resolve({ result: { value: name, text: name, parts: [] }, fetchedAt: time.now() });
        } else {
          reject(error);
        }
      }, there + back);
    });
  }
}

export function failure(code: OrderglassError['code'], httpStatus = 200): OrderglassError {
  return new OrderglassError(code, 'as told', { service: { httpStatus } });
}
