import { SerialQueue } from '../shared/serial-queue.ts';

/** Serializes saves of one file and merges those that have not begun. */
export class SaveQueue {
  readonly #queue = new SerialQueue();
  readonly #write: () => Promise<void>;
  #waiting: Promise<void> | null = null;

  /** `write` stores the content as it is at the time of the call. */
  constructor(write: () => Promise<void>) {
    this.#write = write;
  }

  /** Joins the save that waits, or adds one. Rejects as `write` does. */
  save(): Promise<void> {
    this.#waiting ??= this.#queue.run(() => {
      this.#waiting = null;
      return this.#write();
    });
    return this.#waiting;
  }

  /** Resolves once all saves requested so far have ended. Never rejects. */
  settle(): Promise<void> {
    return this.#queue.settle();
  }
}
