import type { Schedule } from '../../shared/clock.ts';
import type { CheckedEntry } from './entries.ts';

export interface RepetitionsOptions {
  /** `times`: how often it happened since it was last written, or at all. */
  readonly write: (entry: CheckedEntry, times: number) => void;
  /** Called with the number of entries that came too fast to be written. */
  readonly dropped: (count: number) => void;
  /** Must not keep the program alive. */
  readonly schedule: Schedule;
}

interface Repeated {
  latest: CheckedEntry;
  /** Since it was last written. */
  times: number;
}

const windowMs = 60_000;
const mostLines = 200;
/** Whatever came before, there is room left for the entry that explains the end. */
const mostLinesWithFatal = 220;
/** They differ each time something happens again. */
const measures = new Set(['seconds', 'milliseconds']);

/**
 * Keeps an outage from filling the log. The first of what happens is written at once; the same again is counted, and written once a
 * minute; and of what is never the same, so many lines a minute.
 */
export class LogDeduplicator {
  readonly #options: RepetitionsOptions;
  readonly #repeated = new Map<string, Repeated>();
  #lines = 0;
  #dropped = 0;
  #cancelTimer: (() => void) | null = null;

  constructor(options: RepetitionsOptions) {
    this.#options = options;
  }

  add(entry: CheckedEntry): void {
    this.#cancelTimer ??= this.#options.schedule(() => this.#endWindow(), windowMs);
    const identity = identityOf(entry);
    const repeated = this.#repeated.get(identity);
    if (repeated) {
      repeated.latest = entry;
      repeated.times++;
    } else if (this.#lines < (entry.level === 'fatal' ? mostLinesWithFatal : mostLines)) {
      this.#repeated.set(identity, { latest: entry, times: 0 });
      this.#lines++;
      this.#options.write(entry, 1);
    } else this.#dropped++;
  }

  /** Writes what was only counted so far. */
  flush(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    const counted = [...this.#repeated.values()].filter(({ times }) => times > 0);
    const dropped = this.#dropped;
    this.#repeated.clear();
    this.#lines = 0;
    this.#dropped = 0;
    for (const { latest, times } of counted) this.#options.write(latest, times);
    if (dropped > 0) this.#options.dropped(dropped);
  }

  /** What went on through the minute goes on being counted; of what did not, the next is written at once again. */
  #endWindow(): void {
    const ongoing = [...this.#repeated].filter(([, { times }]) => times > 0);
    this.flush();
    if (ongoing.length === 0) return;
    for (const [identity, { latest }] of ongoing) this.#repeated.set(identity, { latest, times: 0 });
    this.#lines = ongoing.length;
    this.#cancelTimer = this.#options.schedule(() => this.#endWindow(), windowMs);
  }
}

function identityOf({ event, fields }: CheckedEntry): string {
  return JSON.stringify([event, Object.entries(fields).filter(([name]) => !measures.has(name))]);
}
