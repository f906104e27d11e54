import type { Schedule } from '../../shared/clock.ts';
import { OrderglassError } from '../../shared/errors.ts';
import { cancelled, type ResponseHead } from '../http-transport.ts';
import type { ExchangeRequest, ExchangeResponse, SendOnce } from '../send-once.ts';
import { CoalescedRequest, identityOf, type Waiter } from './coalesced-request.ts';
import type { Priority } from './priority.ts';
import type { LimiterClient, Permit, RateLimiter } from './rate-limiter.ts';
import { requestRetryDelay } from './request-retry-policy.ts';
import { readRetryAfter } from './retry-after.ts';
import type { ServerClock } from './server-clock.ts';

export interface RequestSchedulerOptions {
  readonly sendOnce: SendOnce;
  readonly limiter: RateLimiter;
  readonly clock: ServerClock;
  readonly monotonicNow: () => number;
  readonly schedule: Schedule;
  readonly random: () => number;
  /** Called after everything that may have changed what can be observed. */
  readonly onChange: () => void;
}

/** Sends requests in their turn: each when the limiter lets it, again where a failure may pass, once for all who ask the same. */
export class RequestScheduler implements LimiterClient {
  readonly #options: RequestSchedulerOptions;
  readonly #requests = new Map<string, CoalescedRequest>();
  #orders = 0;
  #cancelTimer: (() => void) | null = null;
  readonly #leaveLimiter: () => void;
  #isClosed = false;

  constructor(options: RequestSchedulerOptions) {
    this.#options = options;
    this.#leaveLimiter = options.limiter.join(this);
  }

  limiterChanged(): void {
    this.#advance();
  }

  /** Requests that are not under way: in the queue, or between two tries. */
  get queued(): number {
    let count = 0;
    for (const { phase } of this.#requests.values()) if (phase !== 'running') count++;
    return count;
  }

  /** Rejects as the functions of `ExchangeClient` do. */
  ask(question: ExchangeRequest, priority: Priority, signal: AbortSignal | undefined): Promise<ExchangeResponse> {
    if (this.#isClosed || signal?.aborted) return Promise.reject(cancelled());
    const { promise, resolve, reject } = Promise.withResolvers<ExchangeResponse>();
    const identity = identityOf(question);
    const known = this.#requests.get(identity);
    const request = known ?? new CoalescedRequest(question, this.#orders++);
    const hadPriority = known?.priority;
    const waiter: Waiter = { priority, history: [], triedSince: null, resolve, reject };
    request.waiters.add(waiter);
    this.#requests.set(identity, request);
    if (request.phase === 'running') waiter.triedSince = this.#options.monotonicNow();
    if (hadPriority === 'background' && priority === 'interactive') this.#raisePriority(request);
    const leave = () => this.#leave(request, waiter);
    signal?.addEventListener('abort', leave, { once: true });
    this.#advance();
    return promise.finally(() => signal?.removeEventListener('abort', leave));
  }

  /** Ends everything with `cancelled`, now and later. */
  close(): void {
    this.#isClosed = true;
    this.#leaveLimiter();
    for (const request of [...this.#requests.values()]) this.#finish(request, (waiter) => waiter.reject(cancelled()));
    this.#advance();
  }

  /** Somebody looks at it now: it takes its place behind what was looked at before, and rests no longer. */
  #raisePriority(request: CoalescedRequest): void {
    request.order = this.#orders++;
    if (request.phase === 'backing-off') this.#queue(request);
  }

  #queue(request: CoalescedRequest): void {
    request.interrupt?.();
    request.interrupt = null;
    request.phase = 'queued';
  }

  #leave(request: CoalescedRequest, waiter: Waiter): void {
    if (!request.waiters.delete(waiter)) return;
    waiter.reject(cancelled());
    if (request.waiters.size === 0) this.#finish(request, () => {});
    this.#advance();
  }

  #finish(request: CoalescedRequest, settle: (waiter: Waiter) => void): void {
    const identity = identityOf(request.question);
    // Where the last waiter has release, somebody may have asked the same anew.
    if (this.#requests.get(identity) === request) this.#requests.delete(identity);
    request.interrupt?.();
    for (const waiter of request.waiters) settle(waiter);
    request.waiters.clear();
  }

  /** Starts what may start now and sets the timer for what may start next. */
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
    // The end of a pause can be seen, also where nothing waits for it.
    if (limiter.pause.until > now) wakeAt = Math.min(wakeAt, limiter.pause.until);
    if (wakeAt !== Number.POSITIVE_INFINITY && !this.#isClosed) {
      this.#cancelTimer = schedule(() => this.#advance(), Math.max(0, wakeAt - now));
    }
    onChange();
  }

  /** What is looked at before the background, and in each what came first. */
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
    let hasRefusedProbe = false;
    const onArrival = (arrival: ResponseHead) => {
      clock.learn(arrival.headers, sent);
      hasRefusedProbe = this.#arrived(permit, arrival);
    };
    try {
      const reply = await sendOnce(request.question, { signal: controller.signal, onArrival });
      limiter.release(permit, false, monotonicNow());
      request.interrupt = null;
      this.#finish(request, (waiter) => waiter.resolve(reply));
    } catch (reason) {
      const code = reason instanceof OrderglassError ? reason.code : 'internal';
      limiter.release(permit, code === 'offline' || code === 'timeout', monotonicNow());
      request.interrupt = null;
      if (!(reason instanceof OrderglassError)) this.#finish(request, (waiter) => waiter.reject(reason));
      else this.#failed(request, reason);
      if (hasRefusedProbe && reason instanceof OrderglassError && code === 'throttled')
        this.#refuseQueued(reason, request);
    }
    this.#advance();
  }

  #arrived(permit: Permit, { status, headers }: ResponseHead): boolean {
    const { limiter, clock, monotonicNow } = this.#options;
    const isThrottled = status === 429 || status === 503;
    const throttled = isThrottled ? { askedMs: readRetryAfter(headers, clock.now()) } : null;
    const hasRefusedProbe = limiter.markResponseStarted(permit, throttled, monotonicNow());
    this.#advance();
    return hasRefusedProbe;
  }

  /** A try has failed: each waiter goes on waiting, or has had enough. */
  #failed(request: CoalescedRequest, error: OrderglassError): void {
    const { limiter, clock, monotonicNow, schedule, random } = this.#options;
    const now = monotonicNow();
    const isOffline = limiter.connectivity.isOffline;
    const isClockKnown = clock.offset !== null;
    const jitter = random();
    let soonest = Number.POSITIVE_INFINITY;
    for (const waiter of request.waiters) {
      const { priority } = waiter;
      const history = [...waiter.history, error.code];
      const elapsedMs = now - (waiter.triedSince ?? now);
      const next = requestRetryDelay(error, { priority, history, elapsedMs, isClockKnown, isOffline, random: jitter });
      if (next === null) {
        request.waiters.delete(waiter);
        waiter.reject(error);
        continue;
      }
      if (next !== 'when-reachable') waiter.history.push(error.code);
      soonest = Math.min(soonest, next === 'when-reachable' ? 0 : next);
    }
    if (request.waiters.size === 0) {
      this.#finish(request, () => {});
    } else if (soonest > 0) {
      request.phase = 'backing-off';
      request.interrupt = schedule(() => {
        this.#queue(request);
        this.#advance();
      }, soonest);
    } else {
      request.phase = 'queued';
    }
  }

  /** What was refused after a pause had been sent for all that wait: it counts as a failed try for each. */
  #refuseQueued(error: OrderglassError, probe: CoalescedRequest): void {
    for (const request of [...this.#requests.values()]) {
      if (request !== probe && request.phase === 'queued') this.#failed(request, error);
    }
  }
}

function goesBefore(one: CoalescedRequest, other: CoalescedRequest): boolean {
  if (one.priority !== other.priority) return one.priority === 'interactive';
  return one.order < other.order;
}
