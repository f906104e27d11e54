import type { Failure } from '../../../shared/contract/failure.ts';
import { OrderglassError } from '../../../shared/values/errors.ts';
import type { LogEntry, LogEvent } from '../log-events.ts';
import { AccountNumbers, serializeError, serializeFailure } from '../serializers.ts';

const error = new OrderglassError('internal', 'x', { cause: Object.assign(new Error('x'), { code: 'ENOSPC' }) });
const failure = {
  code: 'rejected-signature',
  message: 'x',
  service: { errno: 20506, errmsg: 'x', httpStatus: 200 },
  keychain: 'no-service',
} as const;

/** IDs of the accounts with the numbers 1 to 3. */
export const sampleAccounts = ['one', 'two', 'three'].map((id) => ({ id }));

/** One entry of each event, with every field that it can have. */
export const sampleEntries: { readonly [Event in LogEvent]: Extract<LogEntry, { event: Event }> } = {
  started: {
    event: 'started',
    version: '0.1.0',
    host: 'electron',
    platform: process.platform,
    architecture: process.arch,
    release: '6.1.0-28',
    node: '24.21.0',
    electron: '45.4.1',
    chrome: '142.0.7444.59',
  },
  stopped: { event: 'stopped', seconds: 12 },
  'start-failed': { event: 'start-failed', error },
  'update-failed': { event: 'update-failed', error },
  crashed: { event: 'crashed', origin: 'uncaughtException', error },
  'page-failed': { event: 'page-failed', part: 'order-history', name: 'RangeError', at: ['1:20345', '1:9'] },
  'page-gone': { event: 'page-gone', reason: 'oom', exitCode: -536_870_904 },
  'call-failed': { event: 'call-failed', channel: 'readSymbolRules', error },
  'event-dropped': { event: 'event-dropped', name: 'settingsChanged' },
  'listener-failed': { event: 'listener-failed', name: 'command', error },
  'file-unusable': { event: 'file-unusable', file: 'settings', problem: 'damaged', error, moved: true },
  'file-not-saved': { event: 'file-not-saved', file: 'accounts', error },
  'live-list-failed': {
    event: 'live-list-failed',
    account: 'one',
    list: 'open-plans',
    failure,
    error,
  },
  'history-failed': {
    event: 'history-failed',
    account: 'demo',
    list: 'plan-history',
    failure,
    error,
  },
  'keychain-entry-left': { event: 'keychain-entry-left', reason: 'locked' },
  'notes-quarantined': { event: 'notes-quarantined' },
  'archive-unusable': { event: 'archive-unusable', kind: 'disk-full' },
  'archive-failed': { event: 'archive-failed', error },
  'request-failed': {
    event: 'request-failed',
    channel: 'readOrderHistory',
    account: 'two',
    failure,
  },
  'request-slow': {
    event: 'request-slow',
    channel: 'readSymbolRules',
    account: 'demo',
    milliseconds: 5001,
    outcome: 'ok',
  },
  'connection-tested': { event: 'connection-tested', account: 'one', public: 'ok', signed: 'key-expired' },
  'requests-paused': { event: 'requests-paused', account: 'one', seconds: 10 },
  'connection-lost': { event: 'connection-lost', account: 'one' },
  'connection-restored': { event: 'connection-restored', account: 'one', seconds: 61 },
  'clock-off': { event: 'clock-off', account: 'one', seconds: -45 },
  'account-added': { event: 'account-added', account: 'three', keptIn: 'keychain' },
  'account-changed': { event: 'account-changed', account: 'three', withCredentials: true },
  'account-removed': { event: 'account-removed', account: 'three' },
  'entries-dropped': { event: 'entries-dropped', count: 7 },
  'entry-refused': { event: 'entry-refused' },
  'entry-withheld': { event: 'entry-withheld' },
};

/** The fields of an entry as they are written. */
export function serializedFields({ event: _, ...entry }: LogEntry): Record<string, unknown> {
  const numbers = new AccountNumbers();
  numbers.learn(sampleAccounts);
  const {
    error,
    failure,
    account,
    ...fields
  }: Partial<Record<string, unknown>> & {
    failure?: Failure;
    account?: string | undefined;
  } = entry;
  const serialized = {
    ...fields,
    ...(account === undefined ? {} : { account: numbers.of(account) }),
    ...(failure === undefined ? {} : { failure: serializeFailure(failure) }),
    ...(error === undefined ? {} : { error: serializeError(error) }),
  };
  return JSON.parse(JSON.stringify(serialized));
}
