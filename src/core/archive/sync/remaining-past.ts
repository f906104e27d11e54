import { marginModes, type Timestamp } from '../../../shared/domain.ts';
import type { Span, Spans } from './list-archive.ts';

/**
 * Milliseconds of the past that are still to be read: gaps, and what lies before the oldest row as far back as `beginning`, the
 * creation of the oldest row of what is complete elsewhere in the account. `null` where nothing tells how much that is.
 */
export function remainingPast(spans: Spans, beginning: Timestamp | null): number | null {
  let sum = 0;
  for (const mode of marginModes) {
    for (const [place, span] of spans[mode].entries()) {
      if (span.isEnded) continue;
      const part = lengthBehind(span, spans[mode][place + 1], beginning);
      if (part === null) return null;
      sum += part;
    }
  }
  return sum;
}

function lengthBehind(span: Span, older: Span | undefined, beginning: Timestamp | null): number | null {
  const from = span.oldest.createdAt;
  const to = older === undefined ? beginning : older.newest.createdAt;
  if (from === null || to === null) return null;
  // What seemed to be the beginning is none.
  if (older === undefined && to >= from) return null;
  return Math.max(0, from - to);
}
