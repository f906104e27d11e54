import { localHours } from '../../shared/days.ts';

/** The hour of a zone's calendar in which each row was created, by the row's number; see `localHours`. Kept, for it is slow to tell. */
export class LocalHours {
  readonly zone: string;
  hours = new Int32Array(0);
  /** Of all rows so far. */
  least = Number.POSITIVE_INFINITY;
  most = Number.NEGATIVE_INFINITY;
  #known = 0;

  /** Throws a RangeError where this machine does not know the zone. */
  constructor(zone: string) {
    this.zone = zone;
    localHours(zone);
  }

  /** Takes in rows that are new; `createdAt` by number. */
  update(createdAt: Float64Array, size: number): void {
    if (size === this.#known) return;
    if (size >= this.hours.length) {
      const grown = new Int32Array(createdAt.length);
      grown.set(this.hours);
      this.hours = grown;
    }
    const hourOf = localHours(this.zone);
    for (let number = this.#known + 1; number <= size; number++) {
      const hour = hourOf(createdAt[number] as number);
      this.hours[number] = hour;
      if (hour < this.least) this.least = hour;
      if (hour > this.most) this.most = hour;
    }
    this.#known = size;
  }
}
