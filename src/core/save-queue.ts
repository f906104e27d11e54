/** Saves one after the other. */
export class SaveQueue {
  readonly #save: () => Promise<void>;
  #last: Promise<void> = Promise.resolve();
  #next: Promise<void> | null = null;

  /** `save` writes what there is to be saved at the time that it is called. */
  constructor(save: () => Promise<void>) {
    this.#save = save;
  }

  /** One at a time; one that has not begun yet takes along all that changes until it does. Rejects with what `save` rejects with. */
  save(): Promise<void> {
    if (this.#next === null) {
      const saved = this.#last.then(() => {
        this.#next = null;
        return this.#save();
      });
      this.#next = saved;
      this.#last = saved.catch(() => {});
    }
    return this.#next;
  }

  /** Waits until everything is saved that can be. Never rejects. */
  async settle(): Promise<void> {
    await (this.#next ?? this.#last).catch(() => {});
  }
}
