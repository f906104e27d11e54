import type { Schedule } from '../../../shared/clock.ts';

/** Timers that run out when the test says so. */
export class ManualSchedule {
  readonly #waiting = new Set<() => void>();

  readonly schedule: Schedule = (run) => {
    this.#waiting.add(run);
    return () => {
      this.#waiting.delete(run);
    };
  };

  get length(): number {
    return this.#waiting.size;
  }

  runOut(): void {
    const due = [...this.#waiting];
    this.#waiting.clear();
    for (const run of due) run();
  }
}
