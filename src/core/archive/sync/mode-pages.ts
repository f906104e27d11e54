import type { MarginMode } from '../../../shared/domain.ts';
import { OrderglassError } from '../../../shared/errors.ts';
import type { HistoryList } from '../../../shared/history.ts';
import type { ListQuery } from '../../paging/list-reader.ts';
import type { HistoryRows } from '../archived-rows.ts';
import { type AnsweredPage, badAnswer, readAnswer } from './answered-page.ts';
import type { ListArchive, Span, SpanEnd } from './list-archive.ts';
import { type AskedBy, priorityFor, rowsPerRequest, type SyncExchange } from './sync-exchange.ts';

export interface ModePagesOptions<List extends HistoryList> {
  readonly list: List;
  readonly marginMode: MarginMode;
  readonly exchange: SyncExchange<List>;
  readonly archive: ListArchive<List>;
  /** Called after each page: how many rows it added, and how many milliseconds of the past it reached across. */
  readonly onPage: (added: number, covered: number) => void;
}

export interface PageBehind<List extends HistoryList> {
  readonly page: AnsweredPage<HistoryRows[List]>;
  readonly from: SpanEnd;
}

/** The pages of one margin mode of a list, from the exchange into the archive. */
export class ModePages<List extends HistoryList> {
  /** The rows that were asked for since it was last cleared, the past left aside. */
  readonly seen = new Set<string>();
  readonly #options: ModePagesOptions<List>;
  #lastTake: Promise<unknown> = Promise.resolve();

  constructor(options: ModePagesOptions<List>) {
    this.#options = options;
  }

  get marginMode(): MarginMode {
    return this.#options.marginMode;
  }

  get archive(): ListArchive<List> {
    return this.#options.archive;
  }

  get exchange(): SyncExchange<List> {
    return this.#options.exchange;
  }

  get spans(): readonly Span[] {
    return this.archive.spans[this.marginMode];
  }

  queryOf(direct: 'prev' | 'next', from: SpanEnd | null): ListQuery {
    const query = { marginMode: this.marginMode, direct, limit: rowsPerRequest };
    return from === null ? query : { ...query, from: from.id };
  }

  async ask(
    direct: 'prev' | 'next',
    from: SpanEnd | null,
    by: AskedBy,
    signal: AbortSignal,
  ): Promise<AnsweredPage<HistoryRows[List]>> {
    const list = await this.exchange.ask(this.queryOf(direct, from), { priority: priorityFor(by), signal });
    const page = readAnswer(list, { direct, from: from?.id ?? null });
    for (const { id } of page.entries) if (id !== null) this.seen.add(id);
    return page;
  }

  /** The same from a row that the exchange may have dropped: `null` where it knows it no longer. */
  askIfKnown(
    direct: 'prev' | 'next',
    from: SpanEnd,
    by: AskedBy,
    signal: AbortSignal,
  ): Promise<AnsweredPage<HistoryRows[List]> | null> {
    return this.ask(direct, from, by, signal).catch((error: unknown) => {
      if (isUnknownRow(error)) return null;
      throw error;
    });
  }

  /** What follows a row as `askFromNearest` has it, and the newest page where that is `null`. */
  async askBack(
    from: SpanEnd | null,
    by: AskedBy,
    signal: AbortSignal,
  ): Promise<{ readonly page: AnsweredPage<HistoryRows[List]>; readonly from: SpanEnd | null } | null> {
    if (from !== null) return this.askFromNearest(from, by, signal);
    return { page: await this.ask('prev', null, by, signal), from };
  }

  /**
   * What follows a row, or, where the exchange has dropped that, the nearest newer row of its run that it still knows. `null`: it knows
   * none of them.
   */
  async askFromNearest(from: SpanEnd, by: AskedBy, signal: AbortSignal): Promise<PageBehind<List> | null> {
    const { archive, marginMode } = this;
    const asked = new Set<string>();
    for (let [row, distance]: [SpanEnd, number] = [from, 1]; !asked.has(row.id); distance *= 2) {
      asked.add(row.id);
      const page = await this.askIfKnown('prev', row, by, signal);
      if (page !== null) return { page, from: row };
      const newer = await archive.newerNeighbour(marginMode, from.id, distance);
      if (newer !== null) row = { id: newer, createdAt: null };
    }
    return null;
  }

  /** `goesOn`: see `ListArchive.take`. That nothing follows a row is left to who reads the past: it would be the end of the list. */
  take(
    page: AnsweredPage<HistoryRows[List]>,
    direct: 'prev' | 'next',
    from: SpanEnd | null,
    goesOn: boolean,
  ): Promise<void> {
    if (direct === 'prev' && from !== null && page.entries.length === 0) return Promise.resolve();
    return this.inTurn(async () => this.#options.onPage(await this.#store(page, direct, from, goesOn), 0));
  }

  /** A page of the past, which is to bring what is older. To be called in its turn. */
  async takeOlder(page: AnsweredPage<HistoryRows[List]>, from: SpanEnd, isStuck: () => boolean): Promise<void> {
    const added = await this.#store(page, 'prev', from, true);
    if (isStuck()) throw badAnswer('the page brings nothing older');
    this.#options.onPage(added, coveredBetween(from, page.last));
  }

  /** One page after the other: each is judged by what the archive knows after the one before. */
  inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#lastTake.then(work);
    this.#lastTake = turn.catch(() => {});
    return turn;
  }

  async #store(
    { entries, fetchedAt }: AnsweredPage<HistoryRows[List]>,
    direct: 'prev' | 'next',
    from: SpanEnd | null,
    goesOn: boolean,
  ): Promise<number> {
    const { list, marginMode, archive } = this.#options;
    const page = { list, marginMode, direct, from: from?.id ?? null, symbol: null, entries, fetchedAt };
    const { added, isRepeated } = await archive.take(page, goesOn);
    if (isRepeated) throw badAnswer('rows come again');
    return added;
  }
}

/** What a service answers to a row that it does not know is not specified (service-api.md 4.7). */
export function isUnknownRow(error: unknown): boolean {
  return error instanceof OrderglassError && error.code === 'invalid-request';
}

/** Milliseconds of the past between two rows. */
function coveredBetween(newer: SpanEnd, older: SpanEnd | null): number {
  if (newer.createdAt === null || older === null || older.createdAt === null) return 0;
  return Math.max(0, newer.createdAt - older.createdAt);
}
