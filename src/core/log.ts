export { describeError } from './logging/describe-error.ts';
export type { Log, LogEntry, LogEvent } from './logging/entries.ts';
