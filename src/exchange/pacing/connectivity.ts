/** Milliseconds between two probes. */
const probeDelay = { min: 500, max: 1000 };
/** Failures in a row that count as offline. A single one may be a connection that the service had just closed. */
const failuresUntilOffline = 2;

/**
 * Tracks whether the service can be reached. While it cannot, background requests are sent as probes: one at a time, about every
 * second. Times are monotonic milliseconds.
 */
export class Connectivity {
  readonly #random: () => number;
  #failuresInRow = 0;
  #lastResponseAt = Number.NEGATIVE_INFINITY;
  #offlineSince = Number.NEGATIVE_INFINITY;
  #nextProbeAt = Number.NEGATIVE_INFINITY;

  /** `random`: from 0 to below 1. */
  constructor(random: () => number) {
    this.#random = random;
  }

  get isOffline(): boolean {
    return this.#failuresInRow >= failuresUntilOffline;
  }

  /** Earliest start of the next background request; in the past while online. */
  get backgroundAt(): number {
    return this.isOffline ? this.#nextProbeAt : Number.NEGATIVE_INFINITY;
  }

  /** Records a response of any kind. */
  responded(now: number): void {
    this.#lastResponseAt = now;
    this.#failuresInRow = 0;
  }

  /** Records a request that ended without a response because the service could not be reached. */
  unreachable(isBackground: boolean, sentAt: number, now: number): void {
    if (this.#lastResponseAt >= sentAt) return;
    if (!this.isOffline) {
      this.#failuresInRow++;
      this.#offlineSince = now;
    } else if (!isBackground || sentAt <= this.#offlineSince) {
      return;
    }
    this.#nextProbeAt = now + probeDelay.min + (probeDelay.max - probeDelay.min) * this.#random();
  }
}
