/** Milliseconds for which what happens is gathered before it is told: several at once are one notice. */
export const gatherFor = 600;
/** Milliseconds between two changes of a notice that is shown: nobody is flooded. */
export const calmFor = 3000;
/** Milliseconds for which a notice is shown after its last change. */
export const shownFor = 9000;

export interface NoticeQueueOptions {
  /** Answers a function that ends it. */
  startTimer: (run: () => void, milliseconds: number) => () => void;
  /** The names of what the notice tells of, the latest first; nothing: there is no notice. */
  onChange: (shown: readonly string[]) => void;
}

/** Decides what the one notice tells of, and for how long. */
export class NoticeQueue {
  readonly #options: NoticeQueueOptions;
  #shown: readonly string[] = [];
  #waiting: readonly string[] = [];
  #endGathering: (() => void) | null = null;
  #endShowing: (() => void) | null = null;
  #isHeld = false;

  constructor(options: NoticeQueueOptions) {
    this.#options = options;
  }

  add(name: string): void {
    this.#waiting = [name, ...this.#waiting];
    this.#endGathering ??= this.#options.startTimer(() => this.#show(), this.#shown.length === 0 ? gatherFor : calmFor);
  }

  /** Somebody reads it: it stays. */
  hold(isHeld: boolean): void {
    if (this.#isHeld === isHeld) return;
    this.#isHeld = isHeld;
    if (this.#shown.length > 0) this.#lastAnew();
  }

  /** The reader has seen what is shown, and what waits to be. */
  dismiss(): void {
    this.#endGathering?.();
    this.#endGathering = null;
    this.#endShowing?.();
    this.#endShowing = null;
    this.#waiting = [];
    this.#isHeld = false;
    this.#set([]);
  }

  #show(): void {
    this.#endGathering = null;
    const shown = [...this.#waiting, ...this.#shown];
    this.#waiting = [];
    this.#set(shown);
    this.#lastAnew();
  }

  #lastAnew(): void {
    this.#endShowing?.();
    this.#endShowing = this.#isHeld ? null : this.#options.startTimer(() => this.#end(), shownFor);
  }

  #end(): void {
    this.#endShowing = null;
    this.#set([]);
  }

  #set(shown: readonly string[]): void {
    if (shown.length === 0 && this.#shown.length === 0) return;
    this.#shown = shown;
    this.#options.onChange(shown);
  }
}
