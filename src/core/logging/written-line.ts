import { z } from 'zod';
import { type CheckedEntry, checkEntry } from './entries.ts';

const frameSchema = z.looseObject({
  level: z.string(),
  time: z.iso.datetime(),
  times: z.number().int().min(2).max(1_000_000_000).optional(),
});

interface WrittenLine extends CheckedEntry {
  /** ISO 8601, UTC. */
  readonly time: string;
  /** How often it happened. */
  readonly times: number;
}

/** Reads a line of the log file; `null` where it is none that this program writes, for a file can be changed by anybody. */
export function readLine(line: string): WrittenLine | null {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return null;
  }
  const frame = frameSchema.safeParse(value);
  if (!frame.success) return null;
  const { level: _level, time, times = 1, ...rest } = frame.data;
  const entry = checkEntry(rest);
  return entry && { ...entry, time, times };
}

/** For people: "2026-11-21T12:00:00.000Z warn request-failed channel=readOpenPlans code=timeout (41 times)". */
export function formatLine({ time, level, event, fields, times }: WrittenLine): string {
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
