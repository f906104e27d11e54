import { describeError } from '../describe-error.ts';
import { type LogEntry, type LogEvent, systemCodeSchema } from '../entries.ts';

const error = {
  ...describeError(new TypeError('x')),
  system: systemCodeSchema.parse('ENOSPC'),
  code: 'internal' as const,
};

/** One of each kind, with every field that it can have. */
export const sampleEntries: { readonly [Event in LogEvent]: Extract<LogEntry, { event: Event }> } = {
  started: {
    event: 'started',
    version: '0.1.0',
    host: 'electron',
    platform: 'linux',
    architecture: 'x64',
    release: '6.1.0-28',
    node: '24.21.0',
    electron: '45.4.1',
    chrome: '142.0.7444.59',
  },
  stopped: { event: 'stopped', seconds: 12 },
  'start-failed': { event: 'start-failed', error },
  crashed: { event: 'crashed', origin: 'uncaughtException', error },
  'page-gone': { event: 'page-gone', reason: 'oom', exitCode: -536_870_904 },
  'call-failed': { event: 'call-failed', channel: 'readOpenPlans', error },
  'event-dropped': { event: 'event-dropped', name: 'settingsChanged' },
  'listener-failed': { event: 'listener-failed', name: 'command', error },
  'settings-set-aside': { event: 'settings-set-aside', error, moved: true },
  'settings-not-saved': { event: 'settings-not-saved', error },
  'accounts-set-aside': { event: 'accounts-set-aside', error, moved: false },
  'accounts-not-saved': { event: 'accounts-not-saved', error },
  'keychain-entry-left': { event: 'keychain-entry-left', reason: 'locked' },
  'archive-unusable': { event: 'archive-unusable', kind: 'disk-full' },
  'archive-failed': { event: 'archive-failed', error },
  'request-failed': {
    event: 'request-failed',
    channel: 'readOrderHistory',
    account: 2,
    code: 'rejected-signature',
    errno: 20506,
    httpStatus: 200,
    keychain: 'no-service',
  },
  'request-slow': {
    event: 'request-slow',
    channel: 'readSpotTickers',
    account: 'demo',
    milliseconds: 5001,
    outcome: 'ok',
  },
  'connection-tested': { event: 'connection-tested', account: 1, public: 'ok', signed: 'key-expired' },
  'requests-paused': { event: 'requests-paused', account: 1, seconds: 10 },
  'connection-lost': { event: 'connection-lost', account: 1 },
  'connection-restored': { event: 'connection-restored', account: 1, seconds: 61 },
  'clock-off': { event: 'clock-off', account: 1, seconds: -45 },
  'account-added': { event: 'account-added', account: 3, place: 'keychain' },
  'account-changed': { event: 'account-changed', account: 3, withCredentials: true },
  'account-removed': { event: 'account-removed', account: 3 },
  'entries-dropped': { event: 'entries-dropped', count: 7 },
  'entry-refused': { event: 'entry-refused' },
  'entry-withheld': { event: 'entry-withheld' },
};
