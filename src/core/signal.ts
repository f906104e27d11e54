/** What happens in one service and concerns others. Services emit, and `RunningCore` listens. */
export class Signal<Value> {
  readonly #listeners: ((value: Value) => void)[] = [];

  /** Bound, so that a service takes it as its callback. */
  readonly emit = (value: Value): void => {
    for (const listener of this.#listeners) listener(value);
  };

  /** Listeners are called in the order in which they were added. */
  on(listener: (value: Value) => void): void {
    this.#listeners.push(listener);
  }
}
