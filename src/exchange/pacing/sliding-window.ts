/**
 * A sliding window over the requests of a key. A request holds its place from when it was sent until a whole window after the
 * latest moment at which the service can have counted it. That moment is not known: it lies between the sending and the first
 * byte of the answer, so the later one is taken. Whatever the way there and back costs, the service then never counts more
 * than the limit.
 */
export class SlidingWindow {
  limit: number;
  readonly #windowMs: number;
  #open = 0;
  /** When the places of requests that were counted are free again: ascending. */
  readonly #releases: number[] = [];

  /** `windowMs`: with a margin for clocks that do not run equally fast. */
  constructor(limit: number, windowMs: number) {
    this.limit = limit;
    this.#windowMs = windowMs;
  }

  /** A request is sent. */
  open(): void {
    this.#open++;
  }

  /** A request that was sent has been counted by this moment; once for each. */
  counted(at: number): void {
    this.#open--;
    const release = at + this.#windowMs;
    this.#releases.splice(this.#releases.findLastIndex((earlier) => earlier <= release) + 1, 0, release);
  }

  /** How many more could be sent now. */
  free(now: number): number {
    const held = this.#releases.findIndex((release) => release > now);
    this.#releases.splice(0, held < 0 ? this.#releases.length : held);
    return this.limit - this.#open - this.#releases.length;
  }

  /** When the next place is free again; Infinity where that is not known yet. */
  nextRelease(): number {
    return this.#releases[0] ?? Number.POSITIVE_INFINITY;
  }
}
