import type { Schedule } from '../../shared/time/clock.ts';
import type { ErrorCode } from '../../shared/values/error-codes.ts';
import { OrderglassError } from '../../shared/values/errors.ts';
import { canceled, type ResponseHead } from '../http-transport.ts';
import type { ExchangeRequest, ExchangeResponse, SendOnce } from '../send-once.ts';
import type { LimiterClient, Permit, Priority, RateLimiter } from './rate-limiter.ts';
import { requestRetryDelay } from './request-retry-policy.ts';
import { readRetryAfter, type ServerClock } from './server-clock.ts';

export interface RequestSchedulerOptions {
  readonly sendOnce: SendOnce;
  readonly limiter: RateLimiter;
  readonly clock: ServerClock;
  readonly monotonicNow: () => number;
  readonly schedule: Schedule;
  readonly random: () => number;
  /** Called after every change of `queued` or of the limiter's state. */
  readonly onChange: () => void;
}

/** A caller that waits for a response. */
interface Waiter {
  readonly priority: Priority;
  /** Error codes of the attempts that this caller has waited for, oldest first. */
  readonly history: ErrorCode[];
  /** Start of the first of these attempts, in monotonic milliseconds. */
  triedSince: number | null;
  resolve(response: ExchangeResponse): void;
  reject(error: unknown): void;
}

/** Identical requests merged into one, with all callers that wait for it. Has at least one waiter. */
class CoalescedRequest {
  readonly request: ExchangeRequest;
  readonly waiters = new Set<Waiter>();
  /** Position within a priority; the smallest goes first. */
  order: number;
  phase: 'queued' | 'running' | 'backing-off' = 'queued';
  /** Ends the running attempt, or the backoff. */
  interrupt: (() => void) | null = null;

  constructor(request: ExchangeRequest, order: number) {
    this.request = request;
    this.order = order;
  }

  /** The highest priority of the waiters. */
  get priority(): Priority {
    for (const { priority } of this.waiters) if (priority === 'interactive') return priority;
    return 'background';
  }
}

/**
 * Sends requests one after the other as the limiter permits, interactive ones first, and retries failed ones. Merges identical requests
 * that wait at the same time into one.
 */
export class RequestScheduler implements LimiterClient {
  readonly #options: RequestSchedulerOptions;
  /** By endpoint and parameters: requests with the same key become one. */
  readonly #requests = new Map<string, CoalescedRequest>();
  readonly #leaveLimiter: () => void;
  #nextOrder = 0;
  #cancelTimer: (() => void) | null = null;
  #isClosed = false;

  constructor(options: RequestSchedulerOptions) {
    this.#options = options;
    this.#leaveLimiter = options.limiter.join(this);
  }

  limiterChanged(): void {
    this.#advance();
  }

  /** Number of requests in the queue or between two attempts. */
  get queued(): number {
    let count = 0;
    for (const { phase } of this.#requests.values()) if (phase !== 'running') count++;
    return count;
  }

  /** Rejects as the functions of `ExchangeClient` do, after the last retry. */
  send(request: ExchangeRequest, priority: Priority, signal: AbortSignal | undefined): Promise<ExchangeResponse> {
    if (this.#isClosed || signal?.aborted) return Promise.reject(canceled());
    const { promise, resolve, reject } = Promise.withResolvers<ExchangeResponse>();
    const identity = identityOf(request);
    const known = this.#requests.get(identity);
    const coalesced = known ?? new CoalescedRequest(request, this.#nextOrder++);
    const hadPriority = known?.priority;
    const waiter: Waiter = { priority, history: [], triedSince: null, resolve, reject };
    coalesced.waiters.add(waiter);
    this.#requests.set(identity, coalesced);
    if (coalesced.phase === 'running') waiter.triedSince = this.#options.monotonicNow();
    if (hadPriority === 'background' && priority === 'interactive') this.#raisePriority(coalesced);
    const leave = () => this.#leave(coalesced, waiter);
    signal?.addEventListener('abort', leave, { once: true });
    this.#advance();
    return promise.finally(() => signal?.removeEventListener('abort', leave));
  }

  /** Rejects all pending and later requests with `canceled`. */
  close(): void {
    this.#isClosed = true;
    this.#leaveLimiter();
    for (const request of [...this.#requests.values()]) this.#finish(request, (waiter) => waiter.reject(canceled()));
    this.#advance();
  }

  /** Raises a background request to interactive priority: puts it at the end of the interactive queue and skips its backoff. */
  #raisePriority(request: CoalescedRequest): void {
    request.order = this.#nextOrder++;
    if (request.phase === 'backing-off') this.#queue(request);
  }

  #queue(request: CoalescedRequest): void {
    request.interrupt?.();
    request.interrupt = null;
    request.phase = 'queued';
  }

  #leave(request: CoalescedRequest, waiter: Waiter): void {
    if (!request.waiters.delete(waiter)) return;
    waiter.reject(canceled());
    if (request.waiters.size === 0) this.#finish(request, () => {});
    this.#advance();
  }

  #finish(request: CoalescedRequest, settle: (waiter: Waiter) => void): void {
    const identity = identityOf(request.request);
    // If all waiters had left, an identical request may have taken the place of this one.
    if (this.#requests.get(identity) === request) this.#requests.delete(identity);
    request.interrupt?.();
    for (const waiter of request.waiters) settle(waiter);
    request.waiters.clear();
  }

  /** Starts all requests that may start now, and sets the timer for the next one. */
  #advance(): void {
    const { limiter, monotonicNow, schedule, onChange } = this.#options;
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    let wakeAt = Number.POSITIVE_INFINITY;
    for (let request = this.#first(); request !== undefined; request = this.#first()) {
      const now = monotonicNow();
      wakeAt = limiter.startableAt(request.priority, now);
      if (wakeAt > now) break;
      wakeAt = Number.POSITIVE_INFINITY;
      void this.#start(request, now);
    }
    const now = monotonicNow();
    // The end of a pause changes the status, even if no request waits for it.
    if (limiter.pause.until > now) wakeAt = Math.min(wakeAt, limiter.pause.until);
    if (wakeAt !== Number.POSITIVE_INFINITY && !this.#isClosed) {
      this.#cancelTimer = schedule(() => this.#advance(), Math.max(0, wakeAt - now));
    }
    onChange();
  }

  /** Returns the next request in the queue: interactive ones first, then by order. */
  #first(): CoalescedRequest | undefined {
    let first: CoalescedRequest | undefined;
    for (const request of this.#requests.values()) {
      if (request.phase === 'queued' && (first === undefined || goesBefore(request, first))) first = request;
    }
    return first;
  }

  async #start(request: CoalescedRequest, now: number): Promise<void> {
    const { sendOnce, limiter, clock, monotonicNow } = this.#options;
    const permit = limiter.acquire(this, request.priority, now);
    const controller = new AbortController();
    request.phase = 'running';
    request.interrupt = () => controller.abort();
    for (const waiter of request.waiters) waiter.triedSince ??= now;
    const sent = clock.mark();
    let hasRejectedProbe = false;
    const onResponseHead = (head: ResponseHead) => {
      clock.learn(head.headers, sent);
      hasRejectedProbe = this.#markResponseStarted(permit, head);
    };
    try {
      const response = await sendOnce(request.request, { signal: controller.signal, onResponseHead });
      limiter.release(permit, false, monotonicNow());
      request.interrupt = null;
      this.#finish(request, (waiter) => waiter.resolve(response));
    } catch (error) {
      const code = error instanceof OrderglassError ? error.code : 'internal';
      limiter.release(permit, code === 'offline' || code === 'timeout', monotonicNow());
      request.interrupt = null;
      if (error instanceof OrderglassError) {
        this.#failed(request, error);
        if (hasRejectedProbe && code === 'throttled') this.#failQueued(error, request);
      } else {
        this.#finish(request, (waiter) => waiter.reject(error));
      }
    }
    this.#advance();
  }

  #markResponseStarted(permit: Permit, { status, headers }: ResponseHead): boolean {
    const { limiter, clock, monotonicNow } = this.#options;
    const isThrottled = status === 429 || status === 503;
    const rejection = {
      askedMs: readRetryAfter(headers, clock.now()),
      isUnavailable: status === 503,
      isPage: headers.get('content-type')?.startsWith('text/html') ?? false,
    };
    const hasRejectedProbe = limiter.markResponseStarted(permit, isThrottled ? rejection : null, monotonicNow());
    this.#advance();
    return hasRejectedProbe;
  }

  /** Handles a failed attempt: rejects the waiters that are out of retries, and schedules the next attempt for the others. */
  #failed(request: CoalescedRequest, error: OrderglassError): void {
    const { limiter, clock, monotonicNow, schedule, random } = this.#options;
    const now = monotonicNow();
    const isOffline = limiter.connectivity.isOffline;
    const isClockKnown = clock.offset !== null;
    const jitter = random();
    let shortestDelay = Number.POSITIVE_INFINITY;
    for (const waiter of request.waiters) {
      const { priority } = waiter;
      const history = [...waiter.history, error.code];
      const elapsedMs = now - (waiter.triedSince ?? now);
      const delay = requestRetryDelay(error, { priority, history, elapsedMs, isClockKnown, isOffline, random: jitter });
      if (delay === null) {
        request.waiters.delete(waiter);
        waiter.reject(this.#explained(error));
        continue;
      }
      if (delay !== 'when-reachable') waiter.history.push(error.code);
      shortestDelay = Math.min(shortestDelay, delay === 'when-reachable' ? 0 : delay);
    }
    if (request.waiters.size === 0) {
      this.#finish(request, () => {});
    } else if (shortestDelay > 0) {
      request.phase = 'backing-off';
      request.interrupt = schedule(() => {
        this.#queue(request);
        this.#advance();
      }, shortestDelay);
    } else {
      request.phase = 'queued';
    }
  }

  /** Counts a rejected probe as a failed attempt for every queued request, because the probe was sent on behalf of all of them. */
  /** A service that is down is no limit of requests. The retries are those of a limit, because the key is paused. */
  #explained(error: OrderglassError): OrderglassError {
    if (error.code !== 'throttled' || !this.#options.limiter.pause.isDown) return error;
    return new OrderglassError('service-busy', error.message, error.service && { service: error.service });
  }

  #failQueued(error: OrderglassError, probe: CoalescedRequest): void {
    for (const request of [...this.#requests.values()]) {
      if (request !== probe && request.phase === 'queued') this.#failed(request, error);
    }
  }
}

/** Requests with the same identity have the same response. */
function identityOf({ name, parameters }: ExchangeRequest): string {
  return JSON.stringify([name, parameters]);
}

function goesBefore(one: CoalescedRequest, other: CoalescedRequest): boolean {
  if (one.priority !== other.priority) return one.priority === 'interactive';
  return one.order < other.order;
}
