import { localHours } from '../../shared/days.ts';

/** The local hour (see `localHours`) in which each row was created, by row number. Stored, because computing the hours takes longer than a filter. */
export class LocalHours {
  readonly zone: string;
  hours = new Int32Array(0);
  /** Lowest hour of a row; Infinity before the first row. */
  first = Number.POSITIVE_INFINITY;
  /** Highest hour of a row; -Infinity before the first row. */
  last = Number.NEGATIVE_INFINITY;
  #size = 0;

  /** Throws a RangeError if this machine does not know the zone. */
  constructor(zone: string) {
    this.zone = zone;
    localHours(zone);
  }

  /** Adds the new rows. `createdAt`: epoch milliseconds by row number. `size`: rows of the list. */
  update(createdAt: Float64Array, size: number): void {
    if (size === this.#size) return;
    if (size >= this.hours.length) {
      const grown = new Int32Array(createdAt.length);
      grown.set(this.hours);
      this.hours = grown;
    }
    const hourOf = localHours(this.zone);
    for (let number = this.#size + 1; number <= size; number++) {
      const hour = hourOf(createdAt[number] as number);
      this.hours[number] = hour;
      if (hour < this.first) this.first = hour;
      if (hour > this.last) this.last = hour;
    }
    this.#size = size;
  }
}
