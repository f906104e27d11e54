import { z } from 'zod';
import { checkFields, isLogEvent, type LogEvent, type LogLevel, levelOf } from './log-events.ts';

/** A checked line of the log. */
export interface LogLine {
  readonly level: LogLevel;
  /** ISO 8601, UTC. */
  readonly time: string;
  readonly event: LogEvent;
  /** Serialized fields. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** How often the event has happened since it was last written. */
  readonly times: number;
}

const frameSchema = z.looseObject({
  level: z.string(),
  time: z.iso.datetime(),
  event: z.custom<LogEvent>(isLogEvent),
  times: z.number().int().min(2).max(1_000_000_000).optional(),
});

/** Reads a line of JSON. Returns `null` if the line is not of the closed list: any program can write to the log file. */
export function readLine(text: string): LogLine | null {
  const frame = frameSchema.safeParse(parseJson(text));
  if (!frame.success) return null;
  const { level: _, time, event, times = 1, ...rest } = frame.data;
  const fields = checkFields(event, rest);
  return fields && { level: levelOf(event), time, event, fields, times };
}

export function writeLine({ level, time, event, fields, times }: LogLine): string {
  return `${JSON.stringify({ level, time, event, ...fields, ...(times > 1 ? { times } : {}) })}\n`;
}

/** For people: "2026-11-21T12:00:00.000Z warn request-failed channel=readSymbolRules code=timeout (41 times)". */
export function formatLine({ time, level, event, fields, times }: LogLine): string {
  const parts = [time, level, event, ...formatFields(fields)];
  if (times > 1) parts.push(`(${times} times)`);
  return parts.join(' ');
}

function formatFields(fields: object): string[] {
  return Object.entries(fields).flatMap(([name, value]: [string, unknown]) => {
    if (value === undefined) return [];
    if (Array.isArray(value)) return [`${name}=${value.length === 0 ? '-' : value.join(',')}`];
    if (typeof value === 'object' && value !== null) return formatFields(value);
    return [`${name}=${String(value)}`];
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
