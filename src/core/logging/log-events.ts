import os from 'node:os';
import { z } from 'zod';
import type { Failure } from '../../shared/contract/failure.ts';
import { contract, events } from '../../shared/contract/index.ts';
import { pageProblemSchema } from '../../shared/contract/program.ts';
import { liveLists } from '../../shared/market/market.ts';
import { archiveProblems, historyLists } from '../../shared/orders/history.ts';
import { dataFiles, fileProblems } from '../../shared/values/domain.ts';
import { errorCodes, keychainReasons, proxyReasons } from '../../shared/values/error-codes.ts';

/**
 * The closed list of everything that the log can say. A field is a number in a range, a boolean, a word of a list, a version made of
 * digits, or a location in the program's own code. No field has room for text from outside, so addresses, headers, bodies, names,
 * symbols, IDs, tokens and keys cannot be written.
 */

/** Names of errors. Code can give an error any name, so other names are logged as `other`. */
export const errorNames = [
  'AbortError',
  'AggregateError',
  'DataCloneError',
  'DataFolderError',
  'Error',
  'EvalError',
  'KeychainError',
  'OrderglassError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'TimeoutError',
  'TypeError',
  'URIError',
  'UsageError',
  'ZodError',
  'other',
] as const;

/** Error codes of the operating system, the network and the runtime. */
const systemCodes = new Set([
  ...Object.keys(os.constants.errno),
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'EAI_AGAIN',
  'EAI_FAIL',
  'EAI_NODATA',
  'EAI_NONAME',
  'ENOTFOUND',
  'ERR_DLOPEN_FAILED',
  'ERR_HTTP_HEADERS_SENT',
  'ERR_INVALID_ARG_TYPE',
  'ERR_INVALID_ARG_VALUE',
  'ERR_INVALID_STATE',
  'ERR_INVALID_URL',
  'ERR_MODULE_NOT_FOUND',
  'ERR_OUT_OF_RANGE',
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_WRITE_AFTER_END',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'ERR_UNHANDLED_REJECTION',
  'MODULE_NOT_FOUND',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_SOCKET',
]);
export const systemCodeSchema = z.enum([...systemCodes] as [string, ...string[]]);

const count = z.number().int().min(0).max(1_000_000_000);
const seconds = z.number().int().min(-1_000_000_000).max(1_000_000_000);
/** "45.4.1", "6.1.0-28". Only digits, because the rest of a version can be chosen by anyone who builds the system. */
export const versionSchema = z.string().regex(/^\d{1,6}(?:\.\d{1,9}){0,3}(?:-\d{1,6})?$/);
/** Accounts are numbered in the order in which this run of the program met them: see `AccountNumbers`. */
const account = z.union([z.literal('demo'), z.number().int().min(1).max(10_000)]).optional();
const file = z.enum([...dataFiles, 'backups']);
const channel = z.enum(keysOf(contract));
const eventName = z.enum(keysOf(events));
const errorCode = z.enum(errorCodes);
const outcome = z.enum(['ok', ...errorCodes]);
/** "src/core/index.ts:40:12", relative to the program folder. */
export const locationSchema = z
  .string()
  .max(200)
  .regex(/^[\w@.+\-/]+:\d{1,6}:\d{1,6}$/);

export const errorSchema = z.strictObject({
  name: z.enum(errorNames),
  code: errorCode.optional(),
  /** System code of the error or of its cause. */
  system: systemCodeSchema.optional(),
  /** Stack locations in the program's own code, the innermost first. */
  at: z.array(locationSchema).max(12),
});
const error = errorSchema;
export const failureSchema = z.strictObject({
  code: errorCode,
  /** The error number of the service. */
  errno: z.number().int().min(-999_999).max(999_999).optional(),
  httpStatus: z.number().int().min(100).max(599).optional(),
  keychain: z.enum(keychainReasons).optional(),
  proxy: z.enum(proxyReasons).optional(),
  proxyStatus: z.number().int().min(100).max(599).optional(),
});
const failure = failureSchema;

const list = {
  started: info({
    version: versionSchema,
    host: z.enum(['electron', 'browser']),
    platform: z.literal(process.platform),
    architecture: z.literal(process.arch),
    release: versionSchema,
    node: versionSchema,
    electron: versionSchema.optional(),
    chrome: versionSchema.optional(),
  }),
  stopped: info({ seconds: count }),
  'start-failed': problem('fatal', { error }),
  'update-failed': problem('warn', { error }),
  /** An uncaught exception or rejection. */
  crashed: problem('fatal', { origin: z.enum(['uncaughtException', 'unhandledRejection']), error }),
  /** The renderer process of a page is gone. `reason`: the words of Electron. */
  'page-gone': problem('error', {
    reason: z.enum([
      'clean-exit',
      'abnormal-exit',
      'killed',
      'crashed',
      'oom',
      'launch-failed',
      'integrity-failure',
      'memory-eviction',
      'other',
    ]),
    exitCode: z.number().int().min(-2_147_483_648).max(4_294_967_295),
  }),

  /** A part of the page could not be rendered. */
  'page-failed': problem('error', pageProblemSchema.shape),

  /** A handler has thrown an unexpected error. */
  'call-failed': problem('error', { channel, error }),
  'event-dropped': problem('error', { name: eventName }),
  'listener-failed': problem('error', { name: eventName, error }),
  /** A file that cannot be used was renamed, or stays if it was not `moved`. Damaged without `error`: only a part of it is damaged. */
  'file-unusable': problem('warn', {
    file,
    problem: z.enum(fileProblems),
    error: error.optional(),
    moved: z.boolean(),
  }),
  'file-not-saved': problem('warn', { file, error }),
  /** An entry that belongs to no account could not be removed yet. */
  'keychain-entry-left': problem('warn', { reason: z.enum(keychainReasons) }),
  /** A history database cannot be written, or was quarantined. */
  'archive-unusable': problem('warn', { kind: z.enum(archiveProblems) }),
  /** A damaged file with notes was renamed. */
  'notes-quarantined': problem('warn', {}),
  /** The worker of a history database has failed unexpectedly. */
  'archive-failed': problem('error', { error }),

  /** A call has returned a failure. */
  'request-failed': problem('warn', { channel, account, failure }),
  /** A poll of a live list has failed for the first time, or differently. With `error` if the failure is unexpected. */
  'live-list-failed': problem('warn', { account, list: z.enum(liveLists), failure, error: error.optional() }),
  /** The same for background reads of a history. */
  'history-failed': problem('warn', { account, list: z.enum(historyLists), failure, error: error.optional() }),
  'request-slow': problem('warn', { channel, account, milliseconds: count, outcome }),
  'connection-tested': info({ account, public: outcome, signed: outcome }),
  'requests-paused': problem('warn', { account, seconds: count }),
  'connection-lost': problem('warn', { account }),
  'connection-restored': info({ account, seconds: count }),
  'clock-off': problem('warn', { account, seconds }),
  'account-added': info({ account, keptIn: z.enum(['keychain', 'session']) }),
  'account-changed': info({ account, withCredentials: z.boolean() }),
  'account-removed': info({ account }),

  /** Entries of the log about itself: too many entries, an entry that is not of this list, or one with a protected value. */
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

type LogEvents = typeof list;
export type LogEvent = keyof LogEvents;
export type LogLevel = LogEvents[LogEvent]['level'];

/** Fields that a caller passes as they are. Serializers replace them before anything is written. */
export interface PassedFields {
  error: unknown;
  failure: Failure;
  /** ID of the account. */
  account: string;
}
type Passed<Fields> = {
  readonly [Name in keyof Fields]: Name extends keyof PassedFields
    ? PassedFields[Name] | (undefined extends Fields[Name] ? undefined : never)
    : Fields[Name];
};
/** The compiler gives an object without own fields an index signature, which would refuse `event`. */
type FieldsOf<Event extends LogEvent> =
  z.output<LogEvents[Event]['fields']> extends Record<string, never>
    ? unknown
    : Passed<z.output<LogEvents[Event]['fields']>>;
export type LogEntry = { [Event in LogEvent]: { readonly event: Event } & FieldsOf<Event> }[LogEvent];

/** Writes an entry to the log. Never throws. */
export type Log = (entry: LogEntry) => void;

export function levelOf(event: LogEvent): LogLevel {
  return list[event].level;
}

export function isLogEvent(name: unknown): name is LogEvent {
  return typeof name === 'string' && Object.hasOwn(list, name);
}

/** Returns the fields of a serialized entry; `null` if they are not those of the event. */
export function checkFields(event: LogEvent, fields: unknown): Readonly<Record<string, unknown>> | null {
  return list[event].fields.safeParse(fields).data ?? null;
}

/** The compiler widens `Object.keys` to string[], and an enum needs at least one value. */
function keysOf<Name extends string>(table: Record<Name, unknown>): [Name, ...Name[]] {
  return Object.keys(table) as [Name, ...Name[]];
}
