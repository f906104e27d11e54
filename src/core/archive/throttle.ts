/** Calls a function soon after it is asked to, at most once in so many milliseconds, and once more after the last time it was asked. */
export class Throttle {
  readonly #run: () => void;
  readonly #gapMs: number;
  #resting: NodeJS.Timeout | null = null;
  #isAsked = false;
  #isClosed = false;

  constructor(run: () => void, gapMs: number) {
    this.#run = run;
    this.#gapMs = gapMs;
  }

  ask(): void {
    this.#isAsked = true;
    if (this.#resting === null && !this.#isClosed) this.#runNow();
  }

  close(): void {
    this.#isClosed = true;
    if (this.#resting !== null) clearTimeout(this.#resting);
    this.#resting = null;
  }

  #runNow(): void {
    this.#isAsked = false;
    this.#resting = setTimeout(() => {
      this.#resting = null;
      if (this.#isAsked && !this.#isClosed) this.#runNow();
    }, this.#gapMs);
    this.#run();
  }
}
