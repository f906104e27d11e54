import path from 'node:path';
import { pino } from 'pino';
import type { Schedule } from '../../shared/clock.ts';
import { type CheckedEntry, checkEntry, type Log, type LogEvent, type LogLevel } from './entries.ts';
import { LogDeduplicator } from './log-deduplicator.ts';
import { LogFile, type LogFileOptions, logFileName } from './log-file.ts';
import { ProtectedValues } from './protected-values.ts';
import { readTail } from './tail.ts';
import { formatLine, readLine } from './written-line.ts';

export interface ProgramLog {
  /** Never throws and never waits. The entry of a crash is on disk when this returns. */
  readonly write: Log;
  /** From now on no line goes out that holds one of these values, in any capitalisation or percent-encoded. */
  protect(values: Iterable<string>): void;
  /** The last 100 lines at most, of earlier runs too, as people read them. */
  recentLines(): string[];
  /** Resolves when everything is written that can be. What comes later is dropped, except for a crash. */
  close(): Promise<void>;
}

export interface ProgramLogOptions extends Omit<LogFileOptions, 'folder'> {
  /** The log is in its folder `logs`. */
  readonly dataDirectory: string;
  /** Called with each line of an error, as people read it, and what it tells of. */
  readonly echo?: (line: string, event: LogEvent) => void;
  /** Epoch milliseconds. Default: the system's clock. */
  readonly now?: () => number;
  /** Default: the system's timers, which do not keep the program alive. */
  readonly schedule?: Schedule;
}

/** Nobody is told. */
export const silentLog: ProgramLog = {
  write: () => {},
  protect: () => {},
  recentLines: () => [],
  close: async () => {},
};

const mostRecentLines = 100;
const recentBytes = 64 * 1024;

/** Opens the log of a program. Never throws: where nothing can be written, the lines are kept for `recentLines` alone. */
export function openProgramLog(options: ProgramLogOptions): ProgramLog {
  const { dataDirectory, echo, now = Date.now, schedule = startTimer, ...fileOptions } = options;
  const folder = path.join(dataDirectory, 'logs');
  const recent = readEarlierLines(path.join(folder, logFileName));
  const file = new LogFile({ ...fileOptions, folder });
  const secrets = new ProtectedValues();
  let level: LogLevel = 'info';

  const logger = pino(
    {
      base: null,
      formatters: { level: (name) => ({ level: name }) },
      timestamp: () => `,"time":"${new Date(now()).toISOString()}"`,
    },
    { write: take },
  );

  function put(entry: CheckedEntry, times: number): void {
    level = entry.level;
    logger[level]({ event: entry.event, ...entry.fields, ...(times > 1 ? { times } : {}) });
  }

  function take(line: string): void {
    if (secrets.isIn(line)) {
      withhold(line);
      return;
    }
    recent.push(line);
    if (recent.length > mostRecentLines) recent.shift();
    if (level === 'fatal') file.writeNow(line);
    else file.write(line);
    const written = echo && (level === 'error' || level === 'fatal') ? readLine(line) : null;
    if (written) echo?.(formatLine(written), written.event);
  }

  /** Where even the note of it holds the value, nothing is left to be said. */
  function withhold(line: string): void {
    if (!line.includes('"entry-withheld"')) put({ level, event: 'entry-withheld', fields: {} }, 1);
  }

  const repetitions = new LogDeduplicator({
    write: put,
    dropped: (count) => put({ level: 'warn', event: 'entries-dropped', fields: { count } }, 1),
    schedule,
  });

  return {
    write(entry) {
      try {
        // What was only counted so far belongs before the end.
        if (entry.event === 'stopped') repetitions.flush();
        repetitions.add(checkEntry(entry) ?? { level: 'error', event: 'entry-refused', fields: {} });
      } catch {
        // An object that throws when it is looked at; there is no other place to tell it.
        return;
      }
    },
    protect: (values) => secrets.protect(values),
    recentLines: () =>
      recent.flatMap((line) => {
        // Those of earlier runs were written before anything was protected in this one.
        const written = secrets.isIn(line) ? null : readLine(line);
        return written ? [formatLine(written)] : [];
      }),
    async close() {
      repetitions.flush();
      await file.close();
    },
  };
}

/** Where the file was begun anew a moment ago, the lines before are in the one that was put aside last. */
function readEarlierLines(file: string): string[] {
  const text = [`${file}.1`, file].map((name) => readTail(name, recentBytes)).join('');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .slice(-mostRecentLines);
}

const startTimer: Schedule = (run, delayMs) => {
  const timer = setTimeout(run, delayMs);
  timer.unref();
  return () => clearTimeout(timer);
};
