/** Runs one piece of work at a time, in the order in which they were handed in. A piece that fails does not stop the next. */
export class Lane {
  #last: Promise<unknown> = Promise.resolve();

  run<Outcome>(work: () => Promise<Outcome>): Promise<Outcome> {
    const outcome = this.#last.then(work, work);
    this.#last = outcome;
    return outcome;
  }
}
