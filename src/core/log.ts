export type { Log, LogEntry, LogEvent } from './logging/log-events.ts';
