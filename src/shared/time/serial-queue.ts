/** Runs tasks one at a time, in the order in which they were added. A failed task does not stop the next ones. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** Settles as `task` does. */
  run<Result>(task: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(task);
    this.#last = result.catch(() => {});
    return result;
  }

  /** Resolves once all tasks added so far have ended. Never rejects. */
  async settle(): Promise<void> {
    await this.#last;
  }
}
