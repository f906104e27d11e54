export interface PauseLengths {
  /** Of the first pause, in milliseconds. Each refusal right after a pause doubles it. */
  readonly first: number;
  readonly longest: number;
  /** What the service may ask for at least and at most. */
  readonly shortestAsked: number;
  readonly longestAsked: number;
}

/**
 * Keeps all requests of a key back after the service has refused one with 429 or 503. When the pause is over one request
 * goes ahead alone, and the others follow when it was let through.
 */
export class ThrottlePause {
  readonly #lengths: PauseLengths;
  readonly #random: () => number;
  #until = Number.NEGATIVE_INFINITY;
  #generation = 0;
  #refusalsInRow = 0;

  constructor(lengths: PauseLengths, random: () => number) {
    this.#lengths = lengths;
    this.#random = random;
  }

  /** Nothing may start before. */
  get until(): number {
    return this.#until;
  }

  /** Goes up with each pause: an answer speaks for the time after the last pause only if its request was sent after it. */
  get generation(): number {
    return this.#generation;
  }

  /** Whether nothing was let through yet since the last pause. */
  get isUnproven(): boolean {
    return this.#refusalsInRow > 0;
  }

  /**
   * A request was refused. `askedMs`: for how long the service wants to be left alone, `null` where it does not say.
   * Answers whether it had been sent alone after a pause.
   */
  refused(generation: number, askedMs: number | null, now: number): boolean {
    const asked =
      askedMs === null ? null : Math.min(Math.max(askedMs, this.#lengths.shortestAsked), this.#lengths.longestAsked);
    if (generation !== this.#generation) {
      // One storm, one pause: the request had been sent before the pause began.
      if (asked !== null) this.#until = Math.max(this.#until, now + asked);
      return false;
    }
    const wasProbe = this.isUnproven;
    this.#until = now + (asked ?? this.#nextLength());
    this.#generation++;
    this.#refusalsInRow++;
    return wasProbe;
  }

  /** A request was let through, whatever came of it. */
  letThrough(generation: number): void {
    if (generation === this.#generation) this.#refusalsInRow = 0;
  }

  /** Jitter makes it longer only: less than a window would be too early. */
  #nextLength(): number {
    const { first, longest } = this.#lengths;
    return Math.min(longest, first * 2 ** Math.min(this.#refusalsInRow, 30) * (1 + this.#random() / 4));
  }
}
