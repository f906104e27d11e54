import type { StartTimer } from '../../platform/timer.ts';

/** Milliseconds from an activity until it is shown. Activities that follow in this time are shown with it. */
export const gatherMs = 600;
/** Minimum time (ms) between two changes of a notice on the screen. */
export const changeIntervalMs = 3000;
/** Milliseconds from the last change of a notice until it disappears. */
export const displayMs = 5000;

interface GathererOptions<Item> {
  startTimer: StartTimer;
  /** Milliseconds from the first item to the call of `onGathered`. Read when the first item is added. */
  delayMs: () => number;
  /** Receives the items of one delay, the latest first. */
  onGathered: (items: readonly Item[]) => void;
}

/** Collects items for a time and passes them on together. */
class Gatherer<Item> {
  readonly #options: GathererOptions<Item>;
  #items: readonly Item[] = [];
  #stopTimer: (() => void) | null = null;

  constructor(options: GathererOptions<Item>) {
    this.#options = options;
  }

  add(item: Item): void {
    this.#items = [item, ...this.#items];
    this.#stopTimer ??= this.#options.startTimer(() => this.#passOn(), this.#options.delayMs());
  }

  /** Drops the items that have not been passed on. */
  clear(): void {
    this.#stopTimer?.();
    this.#stopTimer = null;
    this.#items = [];
  }

  #passOn(): void {
    const items = this.#items;
    this.clear();
    this.#options.onGathered(items);
  }
}

export interface NoticeQueueOptions {
  startTimer: StartTimer;
  /** Receives the IDs of the activities in the notice, the latest first; an empty list if there is no notice. */
  onChange: (ids: readonly string[]) => void;
}

/** Decides which activities the page's only notice shows, and for how long. */
export class NoticeQueue {
  readonly #options: NoticeQueueOptions;
  readonly #gatherer: Gatherer<string>;
  #shown: readonly string[] = [];
  #stopDisplay: (() => void) | null = null;
  #isHeld = false;
  /** True until the user closes the notice. */
  #isKept = false;

  constructor(options: NoticeQueueOptions) {
    this.#options = options;
    this.#gatherer = new Gatherer({
      startTimer: options.startTimer,
      delayMs: () => (this.#shown.length === 0 ? gatherMs : changeIntervalMs),
      onGathered: (ids) => {
        this.#set(withFirst(ids, this.#shown));
        this.#restartDisplay();
      },
    });
  }

  add(id: string): void {
    this.#gatherer.add(id);
  }

  /** Shows activities immediately, and the notice until it is dismissed, because no system notification has shown them. */
  keep(ids: readonly string[]): void {
    this.#isKept = true;
    this.#set(withFirst(ids, this.#shown));
    this.#restartDisplay();
  }

  /** While held, the notice stays on the screen: the pointer or the focus is on it. */
  hold(isHeld: boolean): void {
    if (this.#isHeld === isHeld) return;
    this.#isHeld = isHeld;
    if (this.#shown.length > 0) this.#restartDisplay();
  }

  /** Removes the notice and everything that waits to be shown. */
  dismiss(): void {
    this.#gatherer.clear();
    this.#stopDisplay?.();
    this.#stopDisplay = null;
    this.#isHeld = false;
    this.#isKept = false;
    this.#set([]);
  }

  #restartDisplay(): void {
    this.#stopDisplay?.();
    this.#stopDisplay = this.#isHeld || this.#isKept ? null : this.#options.startTimer(() => this.#set([]), displayMs);
  }

  #set(shown: readonly string[]): void {
    if (shown.length === 0 && this.#shown.length === 0) return;
    this.#shown = shown;
    this.#options.onChange(shown);
  }
}

function withFirst(ids: readonly string[], others: readonly string[]): string[] {
  return [...new Set([...ids, ...others])];
}
