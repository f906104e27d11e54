import { readDate } from './server-clock.ts';

const seconds = /^\d{1,9}$/;

/**
 * The header `Retry-After`, as seconds or as a date, in milliseconds from now; less than 0 for a date that has passed. The date is
 * compared with the service's own clock. `null` where it is missing or cannot be read.
 */
export function readRetryAfter(headers: Headers, serviceNow: number): number | null {
  const text = headers.get('retry-after')?.trim();
  if (text === undefined) return null;
  if (seconds.test(text)) return Number(text) * 1000;
  const date = readDate(text);
  return date === null ? null : date - serviceNow;
}
