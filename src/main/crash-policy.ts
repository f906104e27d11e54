/** A second crash within this time, in milliseconds, says that reloading does not help. */
const sameTroubleMs = 60_000;

/** What to do about a page whose process is gone: reload it, but ask the user where that was tried just now. */
export class CrashPolicy {
  #lastReload = Number.NEGATIVE_INFINITY;

  /** `now` in milliseconds, on any clock that does not go back. */
  decide(now: number): 'reload' | 'ask' {
    if (now - this.#lastReload < sameTroubleMs) return 'ask';
    this.#lastReload = now;
    return 'reload';
  }
}
