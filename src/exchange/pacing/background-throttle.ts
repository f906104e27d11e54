/** Requests that may start together after the window was full, because timers are sometimes late. */
const burstAfterFullWindow = 2;
/** Windows for which a refusal counts, and for which a slowed pace stays as it is. */
const holdWindows = 6;
/** Factor by which a slowed pace grows per window after that. */
const recovery = 1.05;
/** Bounds of the factor by which one refusal slows the pace. */
const slowing = { most: 0.5, least: 0.9 };

/**
 * Spreads background requests evenly over the window. Requests sent together would leave the window together, a whole window later, and
 * an interactive request would find no room until then. After an idle time, a burst may start together.
 *
 * Slows down for a front end that allows less than the service: if one refusal soon follows another, the front end has accepted in between
 * what it allows, and this becomes the pace. Probes do not count, because a service that is down refuses them at any pace.
 */
export class BackgroundThrottle {
  readonly #limit: number;
  readonly #windowMs: number;
  readonly #burst: number;
  /** Start time of the next request at an even pace. A request may start up to `burst - 1` gaps earlier. */
  #paceAt = Number.NEGATIVE_INFINITY;
  #isWindowFull = false;
  /** Requests per window at the time of the last refusal. */
  #pace: number;
  #refusedAt = Number.NEGATIVE_INFINITY;
  /** Requests of any priority that the service accepted since the last refusal. */
  #accepted = 0;

  /** `limit`: requests per window. `burst`: requests that may start together after an idle time. */
  constructor(limit: number, windowMs: number, burst: number) {
    this.#limit = limit;
    this.#windowMs = windowMs;
    this.#burst = burst;
    this.#pace = limit;
  }

  /** Records that a request waits for the window. Time spent waiting does not count as idle and allows no burst. */
  waitForWindow(): void {
    this.#isWindowFull = true;
  }

  /** Earliest start of the next request. */
  startableAt(now: number): number {
    const { gapMs, burst } = this.#paceFrom(now);
    if (this.#isWindowFull) {
      this.#isWindowFull = false;
      this.#paceAt = Math.max(this.#paceAt, now + (burst - Math.min(burstAfterFullWindow, burst)) * gapMs);
    }
    return this.#paceAt - (burst - 1) * gapMs;
  }

  /** Records a start. Interactive requests take their share of a slowed pace, but never wait for it. */
  start(isBackground: boolean, now: number): void {
    const { gapMs, isSlowed } = this.#paceFrom(now);
    if (isBackground || isSlowed) this.#paceAt = Math.max(this.#paceAt, now) + gapMs;
  }

  /** Records a response to a request that was sent after the last refusal. */
  accepted(): void {
    this.#accepted++;
  }

  /** Records that the service refused a request that was no probe. */
  refused(now: number): void {
    const pace = this.#paceAfter(now);
    const windows = (now - this.#refusedAt) / this.#windowMs;
    const allowed = this.#accepted / windows;
    const isSoon = windows < holdWindows;
    this.#pace = isSoon ? Math.min(Math.max(allowed, pace * slowing.most), pace * slowing.least) : pace;
    this.#refusedAt = now;
    this.#accepted = 0;
    this.#paceAt = Math.min(this.#paceAt, now);
  }

  /** Returns requests per window. */
  #paceAfter(now: number): number {
    const windows = (now - this.#refusedAt) / this.#windowMs;
    return Math.min(this.#limit, this.#pace * recovery ** Math.max(0, windows - holdWindows));
  }

  #paceFrom(now: number): { gapMs: number; burst: number; isSlowed: boolean } {
    const pace = this.#paceAfter(now);
    const isSlowed = pace < this.#limit;
    return { gapMs: this.#windowMs / pace, burst: isSlowed ? 1 : this.#burst, isSlowed };
  }
}
