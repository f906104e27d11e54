interface Timer {
  readonly at: number;
  readonly run: () => void;
}

/** Time that stands still until a test lets it pass, for what takes its clock and its timers from outside. */
export class VirtualTime {
  #now = 0;
  readonly #timers = new Set<Timer>();

  /** Monotonic milliseconds. */
  readonly now = (): number => this.#now;

  readonly schedule = (run: () => void, delayMs: number): (() => void) => {
    const timer = { at: this.#now + delayMs, run };
    this.#timers.add(timer);
    return () => {
      this.#timers.delete(timer);
    };
  };

  get timers(): number {
    return this.#timers.size;
  }

  /** Lets time pass, with everything that falls due in it, in its order and each to its end. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    await settled();
    for (let timer = this.#next(end); timer !== undefined; timer = this.#next(end)) {
      this.#timers.delete(timer);
      this.#now = Math.max(this.#now, timer.at);
      timer.run();
      await settled();
    }
    this.#now = end;
  }

  #next(end: number): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of this.#timers) if (timer.at <= end && (next === undefined || timer.at < next.at)) next = timer;
    return next;
  }
}

/** When all promises that can be settled are. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
