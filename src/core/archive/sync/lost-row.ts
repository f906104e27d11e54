import type { HistoryList } from '../../../shared/history.ts';
import { badAnswer } from './answered-page.ts';
import type { SpanEnd } from './list-archive.ts';
import type { ModePages, PageBehind } from './mode-pages.ts';

/**
 * What follows the oldest row of a run that the exchange has dropped: what it answers from newer ones, less what is in the run. `from` is
 * the row that it comes behind, as far as the exchange knows. `null`: the exchange knows none of the run.
 */
export async function askBehindLost<List extends HistoryList>(
  pages: ModePages<List>,
  oldest: SpanEnd,
  signal: AbortSignal,
): Promise<PageBehind<List> | null> {
  const { archive, marginMode } = pages;
  let answer = await pages.askFromNearest(oldest, 'program', signal);
  const passed = new Set<string>();
  while (answer !== null) {
    const { page, from } = answer;
    if (passed.has(from.id)) throw badAnswer('rows come again');
    passed.add(from.id);
    const ids = page.entries.flatMap(({ id }) => id ?? []);
    const within = new Set(await archive.withinRun(marginMode, oldest.id, ids));
    const place = page.entries.findLastIndex(({ id }) => id !== null && within.has(id));
    const entries = page.entries.slice(place + 1);
    const last = page.entries[place]?.id ?? null;
    const reached = last === null ? from : { id: last, createdAt: null };
    if (page.last === null || page.last.id !== last) return { page: { ...page, entries }, from: reached };
    answer = { page: await pages.ask('prev', page.last, 'program', signal), from: page.last };
  }
  return null;
}
