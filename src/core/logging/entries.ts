import { z } from 'zod';
import { errorCodes, keychainReasons } from '../../shared/errors.ts';
import { archiveProblems, historyLists } from '../../shared/history.ts';
import { liveLists } from '../../shared/market.ts';
import {
  architectures,
  channelNames,
  crashOrigins,
  endReasons,
  errorNames,
  eventNames,
  platforms,
  systemCodes,
} from './words.ts';

/**
 * Everything that the log can say. Fields are numbers in a range, yes or no, words of our own lists, versions made of digits, and
 * places in our own code: no text from outside fits, no address, header, body, name, symbol or id, so that none has to be taken out.
 */

const count = z.number().int().min(0).max(1_000_000_000);
/** "45.4.1", "6.1.0-28": digits alone, for a system can be named by whoever builds it. */
const version = z.string().regex(/^\d{1,6}(?:\.\d{1,9}){0,3}(?:-\d{1,6})?$/);
/** Accounts are numbered in the order in which this run of the program met them. */
const account = z.union([z.literal('demo'), z.number().int().min(1).max(10_000)]);
const channel = z.enum(channelNames);
const errorCode = z.enum(errorCodes);
const systemCode = z.enum(systemCodes).brand<'SystemCode'>();
const outcome = z.enum(['ok', ...errorCodes]);
const exitCode = z.number().int().min(-2_147_483_648).max(4_294_967_295);
/** "src/core/index.ts:40:12", below the program's folder. Only `describeError` makes them, of files that are there. */
const place = z
  .string()
  .max(200)
  .regex(/^[\w@.+\-/]+:\d{1,6}:\d{1,6}$/)
  .brand<'PlaceInOurCode'>();

const error = z.strictObject({
  name: z.enum(errorNames),
  code: errorCode.optional(),
  /** Of the error or of what caused it. */
  system: systemCode.optional(),
  /** The innermost first. */
  at: z.array(place).max(12),
});

const failure = {
  code: errorCode,
  /** The service's own. */
  errno: z.number().int().min(-999_999).max(999_999).optional(),
  httpStatus: z.number().int().min(100).max(599).optional(),
  keychain: z.enum(keychainReasons).optional(),
};

const kinds = {
  started: info({
    version,
    host: z.enum(['electron', 'browser']),
    platform: z.enum(platforms),
    architecture: z.enum(architectures),
    release: version,
    node: version,
    electron: version.optional(),
    chrome: version.optional(),
  }),
  stopped: info({ seconds: count }),
  'start-failed': problem('fatal', { error }),
  /** Nothing caught it. */
  crashed: problem('fatal', { origin: z.enum(crashOrigins), error }),
  'page-gone': problem('error', { reason: z.enum(endReasons), exitCode }),

  'call-failed': problem('error', { channel, error }),
  'event-dropped': problem('error', { name: z.enum(eventNames) }),
  'listener-failed': problem('error', { name: z.enum(eventNames), error }),
  'settings-set-aside': problem('warn', { error, moved: z.boolean() }),
  'settings-not-saved': problem('warn', { error }),
  /** Without an error where only a part of the file could not be read, and the rest is kept. */
  'accounts-set-aside': problem('warn', { error: error.optional(), moved: z.boolean() }),
  'accounts-not-saved': problem('warn', { error }),
  /** An account's alerts and activities; as with `accounts-set-aside`. */
  'alerts-quarantined': problem('warn', { error: error.optional(), moved: z.boolean() }),
  'alerts-not-saved': problem('warn', { error }),
  /** An entry that belongs to no account any more could not be removed yet. */
  'keychain-entry-left': problem('warn', { reason: z.enum(keychainReasons) }),
  /** An archive of past orders cannot be written, or was set aside. */
  'archive-unusable': problem('warn', { kind: z.enum(archiveProblems) }),
  /** Its worker failed in a way that nobody foresaw. */
  'archive-failed': problem('error', { error }),

  /** A call that was answered with a failure. */
  'request-failed': problem('warn', { channel, account: account.optional(), ...failure }),
  /** A live list could not be read any more, or fails with something else than before. `error`: nobody foresaw it. */
  'live-list-failed': problem('warn', {
    account: account.optional(),
    list: z.enum(liveLists),
    ...failure,
    error: error.optional(),
  }),
  /** The same of what reads the history in the background. */
  'history-failed': problem('warn', {
    account: account.optional(),
    list: z.enum(historyLists),
    ...failure,
    error: error.optional(),
  }),
  'request-slow': problem('warn', { channel, account: account.optional(), milliseconds: count, outcome }),
  'connection-tested': info({ account: account.optional(), public: outcome, signed: outcome }),
  'requests-paused': problem('warn', { account, seconds: count }),
  'connection-lost': problem('warn', { account }),
  'connection-restored': info({ account, seconds: count }),
  'clock-off': problem('warn', { account, seconds: z.number().int().min(-1_000_000_000).max(1_000_000_000) }),
  'account-added': info({ account, place: z.enum(['keychain', 'session']) }),
  'account-changed': info({ account, withCredentials: z.boolean() }),
  'account-removed': info({ account }),

  /** The log on itself: entries that came too fast, that were none of this list, or that held a protected value. */
  'entries-dropped': problem('warn', { count }),
  'entry-refused': problem('error', {}),
  'entry-withheld': problem('error', {}),
};

function info<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return { level: 'info' as const, fields: z.strictObject(shape) };
}

function problem<Shape extends z.core.$ZodLooseShape>(level: 'warn' | 'error' | 'fatal', shape: Shape) {
  return { level, fields: z.strictObject(shape) };
}

type Kinds = typeof kinds;
export type LogEvent = keyof Kinds;
export type LogLevel = Kinds[LogEvent]['level'];
type FieldsOf<Event extends LogEvent> = z.output<Kinds[Event]['fields']>;
/** For the compiler, an object without fields of its own has room for none at all. */
type With<Fields> = Fields extends Record<string, never> ? unknown : Fields;
/** What is worth keeping for whoever helps a user; never anything that only the user should know. */
export type LogEntry = { [Event in LogEvent]: { readonly event: Event } & With<FieldsOf<Event>> }[LogEvent];
export type DescribedError = z.output<typeof error>;
export type PlaceInOurCode = z.output<typeof place>;
export type SystemCode = z.output<typeof systemCode>;
export type AccountNumber = z.output<typeof account>;

/** Takes note of something. Never throws, and never waits. */
export type Log = (entry: LogEntry) => void;

export const placeSchema = place;
export const systemCodeSchema = systemCode;
export const versionSchema = version;

export interface CheckedEntry {
  readonly level: LogLevel;
  readonly event: LogEvent;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** `null` where a value is none of the list's entries, whatever the compiler was told. */
export function checkEntry(value: unknown): CheckedEntry | null {
  if (typeof value !== 'object' || value === null) return null;
  const { event, ...rest }: { event?: unknown } = value;
  if (typeof event !== 'string' || !isEvent(event)) return null;
  const { level, fields } = kinds[event];
  const parsed = fields.safeParse(rest);
  return parsed.success ? { level, event, fields: parsed.data } : null;
}

function isEvent(name: string): name is LogEvent {
  return Object.hasOwn(kinds, name);
}
