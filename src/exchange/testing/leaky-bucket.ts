/** A front end like nginx with `limit_req rate=…r/s burst=… nodelay`: refused requests do not count. */
export class LeakyBucket {
  readonly #perSecond: number;
  readonly #burst: number;
  #excess = 0;
  #at = Number.NEGATIVE_INFINITY;

  constructor(perSecond: number, burst: number) {
    this.#perSecond = perSecond;
    this.#burst = burst;
  }

  /** `now`: milliseconds. */
  accepts(now: number): boolean {
    const excess = Math.max(0, this.#excess - ((now - this.#at) / 1000) * this.#perSecond + 1);
    const isFirst = this.#at === Number.NEGATIVE_INFINITY;
    if (!isFirst && excess > this.#burst) return false;
    this.#excess = isFirst ? 0 : excess;
    this.#at = now;
    return true;
  }
}
