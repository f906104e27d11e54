import type { HistoryList } from '../../../shared/history.ts';
import { badAnswer } from './answered-page.ts';
import type { Span, SpanEnd } from './list-archive.ts';
import type { ModePages } from './mode-pages.ts';
import type { AskedBy } from './sync-exchange.ts';

/** The clocks of a service need not agree, so that a row may be older than the one behind it. */
const clockNoiseMs = 60_000;

/**
 * Reads once more what had been read, from the newest back to a row, or, where that is not met, to the time of its creation; `null`: all
 * of it. What is between the runs is left to whoever reads the past.
 */
export async function readBack<List extends HistoryList>(
  pages: ModePages<List>,
  read: readonly Span[],
  until: SpanEnd | null,
  by: AskedBy,
  signal: AbortSignal,
): Promise<void> {
  for (const [place, { newest, oldest }] of read.entries()) {
    if (until !== null && (newest.id === until.id || isBefore(newest, until))) return;
    const ids = new Set<string>();
    for (let from: SpanEnd | null = place === 0 ? null : newest; ; ) {
      const answer = await pages.askBack(from, ids.size === 0 ? by : 'program', signal);
      // The exchange has dropped all of them.
      if (answer === null) break;
      const { last, entries } = answer.page;
      await pages.take(answer.page, 'prev', answer.from, false);
      if (last === null) {
        if ((await pages.askIfKnown('next', oldest, 'program', signal)) !== null) throw badAnswer('rows are left out');
        break;
      }
      const { size } = ids;
      for (const { id } of entries) if (id !== null) ids.add(id);
      if (ids.size === size) throw badAnswer('rows come again');
      if (until !== null && (ids.has(until.id) || isBefore(last, until))) return;
      if (ids.has(oldest.id) || isBefore(last, oldest)) break;
      from = last;
    }
  }
}

function isBefore(one: SpanEnd, other: SpanEnd): boolean {
  return one.createdAt !== null && other.createdAt !== null && one.createdAt < other.createdAt - clockNoiseMs;
}
