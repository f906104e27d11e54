import type { HistoryList } from '../../../shared/history.ts';
import { badAnswer } from './answered-page.ts';
import type { Span, SpanEnd } from './list-archive.ts';
import type { ModePages } from './mode-pages.ts';
import type { AskedBy } from './sync-exchange.ts';

/** The clocks of a service need not agree, so that a row may be older than the one behind it. */
const clockNoiseMs = 60_000;

/** What was read once more by a try that failed, and is not once again: from the newest row that was known when it began, back to a row. */
interface Reread {
  readonly newest: SpanEnd;
  readonly last: SpanEnd;
}

interface Reading {
  readonly runs: readonly Span[];
  readonly until: SpanEnd | null;
  readonly by: AskedBy;
  readonly signal: AbortSignal;
}

/** Reads once more what had been read. What is between the runs is left to whoever reads the past. */
export class ReadBack<List extends HistoryList> {
  readonly #pages: ModePages<List>;
  readonly #onProgress: () => void;
  #reread: Reread | null = null;

  /** `onProgress`: see `LateRowsOptions`. */
  constructor(pages: ModePages<List>, onProgress: () => void) {
    this.#pages = pages;
    this.#onProgress = onProgress;
  }

  /**
   * From the newest back to a row, or, where that is not met, to the time of its creation; `null`: all of it. Where it fails, the next
   * try goes on behind what this one has read: what waits has been noted before either of them.
   */
  async read(runs: readonly Span[], until: SpanEnd | null, by: AskedBy, signal: AbortSignal): Promise<void> {
    const reading: Reading = { runs, until, by, signal };
    let resumed = await this.#resume(runs);
    for (let place = 0; place < runs.length; place++) {
      const run = runs[place];
      if (run === undefined || (until !== null && (run.newest.id === until.id || isBefore(run.newest, until)))) break;
      let end = await this.#readRun(place, place === 0 ? null : run.newest, reading, resumed);
      if (end === 'reread' && resumed !== null) {
        const { last } = resumed;
        place = resumed.place;
        resumed = null;
        end = runs[place]?.oldest.id === last.id ? 'over' : await this.#readRun(place, last, reading, null);
      }
      if (end === 'until') break;
    }
    this.#reread = null;
  }

  /** With the place of the run that has the last row; `null`: there is none to go on in. */
  async #resume(runs: readonly Span[]): Promise<(Reread & { readonly place: number }) | null> {
    if (this.#reread === null) return null;
    const { archive, marginMode, spans } = this.#pages;
    const { id } = this.#reread.last;
    const ids = [id, ...runs.map(({ newest }) => newest.id)];
    // The past may have been read on meanwhile: a run is known by its newest row.
    for (const { oldest } of spans) {
      const within = await archive.withinRun(marginMode, oldest.id, ids);
      if (!within.includes(id)) continue;
      const place = runs.findIndex(({ newest }) => within.includes(newest.id));
      return place < 0 ? null : { ...this.#reread, place };
    }
    return null;
  }

  /** From a row, or from the newest, to the end of its run, or to what was read by the try before. */
  async #readRun(
    place: number,
    start: SpanEnd | null,
    { runs, until, by, signal }: Reading,
    reread: Reread | null,
  ): Promise<'over' | 'until' | 'reread'> {
    const [top, run] = [runs[0], runs[place]];
    if (top === undefined || run === undefined) return 'over';
    if (run.newest.id === reread?.newest.id) return 'reread';
    const ids = new Set<string>();
    for (let from = start; ; ) {
      const answer = await this.#pages.askBack(from, ids.size === 0 ? by : 'program', signal);
      // The exchange has dropped all of them.
      if (answer === null) return 'over';
      const { last, entries } = answer.page;
      await this.#pages.take(answer.page, 'prev', answer.from, false);
      if (last === null) {
        const newer = await this.#pages.askIfKnown('next', run.oldest, 'program', signal);
        if (newer !== null) throw badAnswer('rows are left out');
        return 'over';
      }
      const { size } = ids;
      for (const { id } of entries) if (id !== null) ids.add(id);
      if (ids.size === size) throw badAnswer('rows come again');
      const isReached = (row: SpanEnd): boolean => ids.has(row.id) || isBefore(last, row);
      if (until !== null && isReached(until)) return 'until';
      if (reread !== null && isReached(reread.newest)) return 'reread';
      // What has come since it began is read by the next one, after what waits was noted again.
      if (reread === null && (start !== null || isReached(top.newest))) {
        this.#reread = { newest: top.newest, last };
        this.#onProgress();
      }
      if (isReached(run.oldest)) return 'over';
      from = last;
    }
  }
}

function isBefore(one: SpanEnd, other: SpanEnd): boolean {
  return one.createdAt !== null && other.createdAt !== null && one.createdAt < other.createdAt - clockNoiseMs;
}
