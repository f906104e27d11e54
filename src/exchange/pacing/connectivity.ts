import type { Priority } from './priority.ts';

const firstProbeMs = 1000;
const longestProbeMs = 30_000;
/** One alone may be a connection that the service had just closed. */
const failuresUntilOffline = 2;

/** Whether the service can be reached. While it cannot, what runs in the background tries it now and then, one request at a time. */
export class Connectivity {
  readonly #random: () => number;
  #failuresInRow = 0;
  #failedProbes = 0;
  #lastAnswer = Number.NEGATIVE_INFINITY;
  #offlineSince = Number.NEGATIVE_INFINITY;
  #nextProbe = Number.NEGATIVE_INFINITY;

  constructor(random: () => number) {
    this.#random = random;
  }

  get isOffline(): boolean {
    return this.#failuresInRow >= failuresUntilOffline;
  }

  /** When something may start in the background; while offline one at a time. */
  get backgroundAt(): number {
    return this.isOffline ? this.#nextProbe : Number.NEGATIVE_INFINITY;
  }

  /** An answer of any kind. */
  answered(now: number): void {
    this.#lastAnswer = now;
    this.#failuresInRow = 0;
    this.#failedProbes = 0;
  }

  /** A request ended without one, because there was no way to the service. */
  unreachable(priority: Priority, sentAt: number, now: number): void {
    if (this.#lastAnswer >= sentAt) return;
    if (!this.isOffline) {
      this.#failuresInRow++;
      this.#offlineSince = now;
    } else if (priority === 'background' && sentAt > this.#offlineSince) {
      this.#failedProbes++;
    } else {
      return;
    }
    const delay = Math.min(longestProbeMs, firstProbeMs * 2 ** Math.min(this.#failedProbes, 30));
    this.#nextProbe = now + (delay * (1 + this.#random())) / 2;
  }
}
