/** Calls a function at most once in `gapMs` milliseconds: immediately, and once more at the end of the gap if it was requested again. */
export class Throttle {
  readonly #run: () => void;
  readonly #gapMs: number;
  #timer: NodeJS.Timeout | null = null;
  #isRequested = false;
  #isClosed = false;

  constructor(run: () => void, gapMs: number) {
    this.#run = run;
    this.#gapMs = gapMs;
  }

  request(): void {
    this.#isRequested = true;
    if (this.#timer === null && !this.#isClosed) this.#runNow();
  }

  close(): void {
    this.#isClosed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #runNow(): void {
    this.#isRequested = false;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      if (this.#isRequested && !this.#isClosed) this.#runNow();
    }, this.#gapMs);
    this.#run();
  }
}
