import type { Schedule } from '../../shared/time/clock.ts';

interface Timer {
  readonly at: number;
  readonly run: () => void;
}

/** A monotonic clock and timers that a test advances. */
export class VirtualTime {
  #now = 0;
  readonly #timers = new Set<Timer>();

  /** Monotonic milliseconds. */
  readonly now = (): number => this.#now;

  readonly schedule: Schedule = (run, delayMs) => {
    const timer = { at: this.#now + delayMs, run };
    this.#timers.add(timer);
    return () => {
      this.#timers.delete(timer);
    };
  };

  get timers(): number {
    return this.#timers.size;
  }

  /** Advances the time, runs the timers that become due in their order, and waits for all promises after each. */
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

/** Resolves after all promises that can settle now. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
