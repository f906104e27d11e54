/** A growing list of 32-bit integers: four bytes an entry, so that a million orders stay small. */
export class IntegerColumn {
  #values: Int32Array;
  #length = 0;

  constructor(capacity = 16) {
    this.#values = new Int32Array(Math.max(1, capacity));
  }

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const larger = new Int32Array(this.#values.length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#length++] = value;
  }

  /** The entry at a position below `length`. */
  at(position: number): number {
    if (position < 0 || position >= this.#length) throw new RangeError(`no entry ${position} of ${this.#length}`);
    return this.#values[position] ?? 0;
  }
}
