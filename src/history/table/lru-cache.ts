/** LRU cache: a value that is added to a full cache replaces the value that was least recently used. */
export class LruCache<Value> {
  readonly #maxEntries: number;
  /** The most recently used entry is last. */
  readonly #entries = new Map<string, Value>();

  constructor(maxEntries: number) {
    this.#maxEntries = maxEntries;
  }

  getOrCompute(key: string, compute: () => Value): Value {
    const value = this.#entries.get(key) ?? compute();
    this.#entries.delete(key);
    this.#entries.set(key, value);
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#maxEntries) break;
      this.#entries.delete(oldest);
    }
    return value;
  }

  clear(): void {
    this.#entries.clear();
  }
}
