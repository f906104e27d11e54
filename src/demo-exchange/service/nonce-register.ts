/** Largest difference in seconds between a nonce and the server's clock. */
const NONCE_LIFETIME_S = 60;
const SWEEP_INTERVAL_S = 10;

/** The used nonces of one token, stored as long as they are valid. */
export class NonceRegister {
  readonly #used = new Map<string, number>();
  #nextSweep = 0;

  /** True if the nonce has the form `<unix seconds>_<5 alphanumerics>` and is at most 60 s old or ahead. */
  isCurrent(nonce: string, nowMs: number): boolean {
    const stamp = /^(\d{1,12})_[0-9A-Za-z]{5}$/.exec(nonce)?.[1];
    return stamp !== undefined && Math.abs(Math.floor(nowMs / 1000) - Number(stamp)) <= NONCE_LIFETIME_S;
  }

  /** Marks a valid nonce as used. Returns false if it was used before. */
  take(nonce: string, nowMs: number): boolean {
    const now = Math.floor(nowMs / 1000);
    if (now >= this.#nextSweep) this.#sweep(now);
    if (this.#used.has(nonce)) return false;
    this.#used.set(nonce, Number(nonce.slice(0, nonce.indexOf('_'))));
    return true;
  }

  get size(): number {
    return this.#used.size;
  }

  #sweep(now: number): void {
    for (const [nonce, stamp] of this.#used) {
      if (stamp < now - NONCE_LIFETIME_S) this.#used.delete(nonce);
    }
    this.#nextSweep = now + SWEEP_INTERVAL_S;
  }
}
