import { localHours } from '../../shared/time/days.ts';
import { float64At } from '../../shared/values/elements.ts';

export const hoursPerWeek = 168;
/** Hour of the week, from Monday, of the local hour 0: 1970-01-01 was a Thursday. */
const weekHourOfEpoch = 72;

/** Returns the hour of the week, from Monday, of a local hour (see `localHours`). */
export function weekHour(localHour: number): number {
  const hour = (localHour + weekHourOfEpoch) % hoursPerWeek;
  return hour < 0 ? hour + hoursPerWeek : hour;
}

/** The local hour (see `localHours`) of each row's time, by row number. Stored, because computing the hours takes longer than a filter. */
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

  /** Adds the new rows. `times`: epoch milliseconds by row number. `size`: highest row number. */
  update(times: Float64Array, size: number): void {
    if (size === this.#size) return;
    if (size >= this.hours.length) {
      const grown = new Int32Array(times.length);
      grown.set(this.hours);
      this.hours = grown;
    }
    const hourOf = localHours(this.zone);
    for (let number = this.#size + 1; number <= size; number++) {
      const hour = hourOf(float64At(times, number));
      this.hours[number] = hour;
      if (hour < this.first) this.first = hour;
      if (hour > this.last) this.last = hour;
    }
    this.#size = size;
  }
}
