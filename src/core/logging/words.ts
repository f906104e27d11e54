import os from 'node:os';
import { type ChannelName, contract, type EventName, events } from '../../shared/contract.ts';

/** The closed lists that texts in the log are taken from. What is on none of them is not written. */

export const channelNames = keysOf<ChannelName>(contract);
export const eventNames = keysOf<EventName>(events);

/** Of errors; a name can be set to anything by whoever throws. */
export const errorNames = [
  'AbortError',
  'AggregateError',
  'DataCloneError',
  'DataFolderInUse',
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

const networkCodes = [
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'EAI_AGAIN',
  'EAI_FAIL',
  'EAI_NODATA',
  'EAI_NONAME',
  'ENOTFOUND',
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_SOCKET',
];
const nodeCodes = [
  'ERR_DLOPEN_FAILED',
  'ERR_HTTP_HEADERS_SENT',
  'ERR_INVALID_ARG_TYPE',
  'ERR_INVALID_ARG_VALUE',
  'ERR_INVALID_STATE',
  'ERR_INVALID_URL',
  'ERR_MODULE_NOT_FOUND',
  'ERR_OUT_OF_RANGE',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_WRITE_AFTER_END',
  'ERR_UNHANDLED_REJECTION',
  'MODULE_NOT_FOUND',
];
/** What the system, the network and the runtime call a failure: ENOSPC, ENOTFOUND. */
export const systemCodes: readonly string[] = [
  ...new Set([...Object.keys(os.constants.errno), ...networkCodes, ...nodeCodes, 'other']),
];

export const crashOrigins = ['uncaughtException', 'unhandledRejection'] as const;

export const platforms = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'openbsd',
  'sunos',
  'win32',
  'other',
] as const;
export const architectures = ['arm', 'arm64', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'x64', 'other'] as const;

/** Electron's words for the end of a page's process. */
export const endReasons = [
  'clean-exit',
  'abnormal-exit',
  'killed',
  'crashed',
  'oom',
  'launch-failed',
  'integrity-failure',
  'memory-eviction',
  'other',
] as const;
/** The word itself where it is on the list, otherwise `other`. */
export function knownWord<Word extends string>(words: readonly Word[], text: unknown): Word | 'other' {
  return words.find((word) => word === text) ?? 'other';
}

/** The compiler gives up the names of an object's keys, and a schema needs at least one. */
function keysOf<Name extends string>(table: Record<Name, unknown>): [Name, ...Name[]] {
  return Object.keys(table) as [Name, ...Name[]];
}
