/**
 * A sliding window over the requests of a key. The service counts a request at an unknown moment between its sending and the first byte
 * of its response. So each request occupies the window from its sending until one window after its response, and the service never counts
 * more than the limit, whatever the latency.
 */
export class SlidingWindow {
  /** Requests per window. */
  limit: number;
  readonly #windowMs: number;
  #inFlight = 0;
  /** When the requests that were counted leave the window, ascending. */
  readonly #releases: number[] = [];

  /** `windowMs`: including a margin for clocks that run at different speeds. */
  constructor(limit: number, windowMs: number) {
    this.limit = limit;
    this.#windowMs = windowMs;
  }

  /** Adds a request that is sent now. */
  send(): void {
    this.#inFlight++;
  }

  /** Records that the service has counted one of the sent requests at `at` or earlier. */
  counted(at: number): void {
    this.#inFlight--;
    const release = at + this.#windowMs;
    this.#releases.splice(this.#releases.findLastIndex((earlier) => earlier <= release) + 1, 0, release);
  }

  /** Number of requests that may be sent now. */
  free(now: number): number {
    const held = this.#releases.findIndex((release) => release > now);
    this.#releases.splice(0, held < 0 ? this.#releases.length : held);
    return this.limit - this.#inFlight - this.#releases.length;
  }

  /** When the next request leaves the window; Infinity if all of them are in flight. */
  nextRelease(): number {
    return this.#releases[0] ?? Number.POSITIVE_INFINITY;
  }
}
