import type { Schedule } from '../../shared/time/clock.ts';
import type { LogLine } from './log-line.ts';

export interface LogDeduplicatorOptions {
  readonly write: (line: LogLine) => void;
  /** Called with the number of lines beyond `maxLinesPerMinute`. */
  readonly onDropped: (count: number) => void;
  /** Timers that do not keep the process alive. */
  readonly schedule: Schedule;
}

const windowMs = 60_000;
const maxLinesPerMinute = 200;
/** The limit of fatal lines is higher, so that the line that explains the end is always written. */
const maxFatalLinesPerMinute = 220;
/** Fields that differ between repetitions of the same line. */
const measures = new Set(['seconds', 'milliseconds']);

/**
 * Keeps an outage from filling the log. Writes the first of equal lines immediately and counts the repetitions, which become one line
 * per minute with their number (`times`). Drops lines that differ beyond `maxLinesPerMinute`.
 */
export class LogDeduplicator {
  readonly #options: LogDeduplicatorOptions;
  /** Latest repetition of each line of the current minute. `times` is 0 if the line was not repeated since it was written. */
  readonly #repeated = new Map<string, LogLine>();
  #lines = 0;
  #dropped = 0;
  #cancelTimer: (() => void) | null = null;

  constructor(options: LogDeduplicatorOptions) {
    this.#options = options;
  }

  add(line: LogLine): void {
    this.#cancelTimer ??= this.#options.schedule(() => this.#endWindow(), windowMs);
    const identity = identityOf(line);
    const repeated = this.#repeated.get(identity);
    if (repeated) {
      this.#repeated.set(identity, { ...line, times: repeated.times + 1 });
    } else if (this.#lines < (line.level === 'fatal' ? maxFatalLinesPerMinute : maxLinesPerMinute)) {
      this.#repeated.set(identity, { ...line, times: 0 });
      this.#lines++;
      this.#options.write(line);
    } else this.#dropped++;
  }

  /** Writes the repetitions counted so far. */
  flush(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    const counted = [...this.#repeated.values()].filter(({ times }) => times > 0);
    const dropped = this.#dropped;
    this.#repeated.clear();
    this.#lines = 0;
    this.#dropped = 0;
    for (const line of counted) this.#options.write(line);
    if (dropped > 0) this.#options.onDropped(dropped);
  }

  /** Lines that were repeated within the last minute continue to be counted. The others are written immediately again. */
  #endWindow(): void {
    const ongoing = [...this.#repeated].filter(([, { times }]) => times > 0);
    this.flush();
    if (ongoing.length === 0) return;
    for (const [identity, line] of ongoing) this.#repeated.set(identity, { ...line, times: 0 });
    this.#lines = ongoing.length;
    this.#cancelTimer = this.#options.schedule(() => this.#endWindow(), windowMs);
  }
}

function identityOf({ event, fields }: LogLine): string {
  return JSON.stringify([event, Object.entries(fields).filter(([name]) => !measures.has(name))]);
}
