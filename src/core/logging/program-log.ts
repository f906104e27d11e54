import path from 'node:path';
import type { Schedule } from '../../shared/time/clock.ts';
import type { KeychainReason } from '../../shared/values/error-codes.ts';
import { LogDeduplicator } from './log-deduplicator.ts';
import {
  checkFields,
  failureSchema,
  isLogEvent,
  type Log,
  type LogEntry,
  type LogEvent,
  levelOf,
} from './log-events.ts';
import { LogFile, type LogFileOptions, logFileName, readTail } from './log-file.ts';
import { formatLine, type LogLine, readLine, writeLine } from './log-line.ts';
import { AccountNumbers, serializeFields } from './serializers.ts';

export interface ProgramLog {
  /** Never throws. The line is on disk a moment later. A line of level fatal, and all before it, are on disk when `write` returns. */
  readonly write: Log;
  readonly accounts: AccountNumbers;
  /** Withholds all further lines that contain one of these values, in any capitalization, JSON-escaped or percent-encoded. */
  protect(values: Iterable<string>): void;
  /** Returns at most the last 100 lines, also of earlier runs, formatted for people. */
  recentLines(): string[];
  /** The last logged failure of the keychain; `at` in epoch milliseconds. */
  readonly lastKeychainFailure: { readonly reason: KeychainReason; readonly at: number } | null;
  /**
   * Writes the repetitions that were only counted so far. All lines are on disk when `close` returns. `discards`: true if all data is removed
   * next, so that no later line may make the file again.
   */
  close(options?: { discards?: boolean }): void;
}

export interface ProgramLogOptions extends Omit<LogFileOptions, 'folder'> {
  /** The log files are in its subfolder `logs`. */
  readonly dataDirectory: string;
  /** Called with each line of level error or fatal, formatted for people. */
  readonly echo?: (line: string, event: LogEvent) => void;
  /** Epoch milliseconds. Default: the system clock. */
  readonly now?: () => number;
  /** Default: the timers of the system. */
  readonly schedule?: Schedule;
}

const maxRecentLines = 100;
const recentBytes = 64 * 1024;

/**
 * Opens the log of the program. The errors, failures and accounts of each entry are serialized. The entry is then checked against the
 * closed list (log-events.ts), freed from repetitions, searched for protected values, and only then written.
 *
 * Never throws. If no file can be written, the lines are kept in memory for `recentLines`. The log is closed with the process.
 */
export function openProgramLog(options: ProgramLogOptions): ProgramLog {
  const { dataDirectory, echo, now = Date.now, schedule = startTimer, ...fileOptions } = options;
  const folder = path.join(dataDirectory, 'logs');
  const recent = readEarlierLines(path.join(folder, logFileName));
  const file = new LogFile({ ...fileOptions, folder });
  const accounts = new AccountNumbers();
  const secrets = new ProtectedValues();
  let lastKeychainFailure: ProgramLog['lastKeychainFailure'] = null;
  let isDiscarded = false;

  const deduplicator = new LogDeduplicator({
    write: deliver,
    onDropped: (count) => deliver(newLine('entries-dropped', { count })),
    schedule,
  });

  function deliver(line: LogLine): void {
    const text = writeLine(line);
    if (secrets.isIn(text)) {
      // If even this replacement contains the value, nothing is written.
      if (line.event !== 'entry-withheld') deliver(newLine('entry-withheld'));
      return;
    }
    recent.push(line);
    if (recent.length > maxRecentLines) recent.shift();
    if (!isDiscarded) file.write(text);
    // The process may end right after a fatal entry.
    if (line.level === 'fatal') file.flush();
    rememberKeychainFailure(line);
    if (line.level === 'error' || line.level === 'fatal') echo?.(formatLine(line), line.event);
  }

  function rememberKeychainFailure({ fields, time }: LogLine): void {
    const reason = failureSchema.safeParse(fields.failure).data?.keychain;
    if (reason) lastKeychainFailure = { reason, at: Date.parse(time) };
  }

  function lineOf(entry: LogEntry): LogLine {
    try {
      const { event, ...fields } = entry;
      const checked = isLogEvent(event) ? checkFields(event, serializeFields(fields, accounts)) : null;
      return checked ? newLine(event, checked) : newLine('entry-refused');
    } catch {
      // The entry throws when it is read.
      return newLine('entry-refused');
    }
  }

  function newLine(event: LogEvent, fields: LogLine['fields'] = {}): LogLine {
    return { level: levelOf(event), time: new Date(now()).toISOString(), event, fields, times: 1 };
  }

  function close({ discards = false } = {}): void {
    process.off('exit', closeAtExit);
    deduplicator.flush();
    file.close();
    isDiscarded ||= discards;
  }

  const closeAtExit = () => close();
  process.on('exit', closeAtExit);

  return {
    write(entry) {
      const line = lineOf(entry);
      // Repetitions counted so far are written before the last line.
      if (line.event === 'stopped') deduplicator.flush();
      deduplicator.add(line);
    },
    accounts,
    protect: (values) => secrets.add(values),
    // Lines of earlier runs were written before this run knew its protected values.
    recentLines: () => recent.filter((line) => !secrets.isIn(writeLine(line))).map(formatLine),
    get lastKeychainFailure() {
      return lastKeychainFailure;
    },
    close,
  };
}

/** A log that writes nothing. */
export function silentLog(): ProgramLog {
  return {
    write: () => {},
    accounts: new AccountNumbers(),
    protect: () => {},
    recentLines: () => [],
    lastKeychainFailure: null,
    close: () => {},
  };
}

/** Values shorter than this are found in any text, so that nothing would be left of the log. */
const minProtectedLength = 8;

/**
 * The last line of defense: values that must not appear in any line, for whatever reason. They are kept in memory only, until the
 * program ends, because a late error can still quote a key that was removed.
 */
class ProtectedValues {
  readonly #forms = new Set<string>();

  add(values: Iterable<string>): void {
    for (const value of values) {
      const trimmed = value.trim();
      if (trimmed.length < minProtectedLength) continue;
      const encoded = trimmed.isWellFormed() ? encodeURIComponent(trimmed) : trimmed;
      for (const form of [trimmed, JSON.stringify(trimmed).slice(1, -1), encoded]) this.#forms.add(form.toLowerCase());
    }
  }

  isIn(text: string): boolean {
    const folded = text.toLowerCase();
    for (const form of this.#forms) if (folded.includes(form)) return true;
    return false;
  }
}

/** Right after a rotation the lines of the last run are in the file that was rotated last. */
function readEarlierLines(file: string): LogLine[] {
  const text = [`${file}.1`, file].map((name) => readTail(name, recentBytes)).join('');
  return text
    .split('\n')
    .flatMap((line) => readLine(line) ?? [])
    .slice(-maxRecentLines);
}

const startTimer: Schedule = (run, delayMs) => {
  const timer = setTimeout(run, delayMs);
  timer.unref();
  return () => clearTimeout(timer);
};
