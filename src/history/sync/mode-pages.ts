import type { HistoryList } from '../../shared/orders/history.ts';
import type { MarginMode, Timestamp } from '../../shared/values/domain.ts';
import { OrderglassError } from '../../shared/values/errors.ts';
import type { HistoryRows } from '../rows.ts';
import type { HistoryStore } from '../store/history-store.ts';
import type { SavedPage } from '../store/page-writer.ts';
import type { Cursor, Span } from '../store/spans.ts';
import type { FetchOptions, HistoryExchange } from './exchange.ts';
import { type PageResponse, parsePage, unexpectedResponse } from './page-response.ts';

export interface ModePagesOptions<List extends HistoryList> {
  readonly list: List;
  readonly marginMode: MarginMode;
  readonly exchange: HistoryExchange;
  readonly store: HistoryStore;
  /** Called after each saved page. */
  readonly onSaved: (saved: SavedPage, page: { readonly from: Cursor | null; readonly last: Cursor | null }) => void;
}

/** `empty page`: the service sent nothing from the row. `last row`: a page from a newer row ended with it. */
export type EndEvidence = 'empty page' | 'last row';

/** Requests and saves pages of one margin mode of a list. */
export class ModePages<List extends HistoryList> {
  readonly list: List;
  readonly marginMode: MarginMode;
  readonly store: HistoryStore;
  readonly exchange: HistoryExchange;
  /** IDs of the rows that were received since the set was last cleared. */
  readonly received = new Set<string>();
  /** Responses that repeated rows, did not know a row any longer, or contradicted a later state; the sync found its way after each of them. */
  oddities = 0;
  /** True if the exchange has sent a page from old to new twice: its list is sorted by another rule, such as the time of the end. */
  isSortedOtherwise = false;
  readonly #onSaved: ModePagesOptions<List>['onSaved'];
  /** The row at which the list seems to end, and the evidence so far, which a failed request must not undo. */
  #end: { readonly id: string; readonly evidence: Set<EndEvidence> } | null = null;

  constructor({ list, marginMode, exchange, store, onSaved }: ModePagesOptions<List>) {
    this.list = list;
    this.marginMode = marginMode;
    this.exchange = exchange;
    this.store = store;
    this.#onSaved = onSaved;
  }

  /** Spans, first the one with the newest rows. */
  get spans(): readonly Span[] {
    return this.store.spans(this.list, this.marginMode);
  }

  supposeEnd({ id }: Cursor, evidence: EndEvidence): void {
    if (this.#end?.id !== id) this.#end = { id, evidence: new Set() };
    this.#end.evidence.add(evidence);
  }

  isSupposedEnd({ id }: Cursor, evidence: EndEvidence = 'empty page'): boolean {
    return this.#end?.id === id && this.#end.evidence.has(evidence);
  }

  /**
   * Requests the rows older than `from`, or the newest ones. A page from old to new is requested again, and accepted if it has the same order
   * then. Throws `bad-answer` if it has another one.
   */
  async request(from: Cursor | null, options: FetchOptions): Promise<PageResponse<HistoryRows[List]>> {
    const query = { marginMode: this.marginMode, from: from?.id ?? null };
    const fetch = async () => parsePage(await this.exchange.fetchPage(this.list, query, options));
    let page = await fetch();
    if (page.runsForward && !this.isSortedOtherwise) {
      const first = idsOf(page);
      page = await fetch();
      this.oddities++;
      this.isSortedOtherwise = page.runsForward && idsOf(page) === first;
      if (page.runsForward && !this.isSortedOtherwise) throw unexpectedResponse('the page runs from old to new');
    }
    options.signal.throwIfAborted();
    for (const { id } of page.cursors) this.received.add(id);
    return page;
  }

  /** The same from a row that the exchange may have dropped; `null` if it does not know the row. */
  async requestIfKnown(from: Cursor, options: FetchOptions): Promise<PageResponse<HistoryRows[List]> | null> {
    try {
      return await this.request(from, options);
    } catch (error) {
      if (isUnknownRow(error)) return null;
      throw error;
    }
  }

  /** `from`: the row that the page follows; `null` for the newest page. */
  save({ cursors, runsForward: _, ...read }: PageResponse<HistoryRows[List]>, from: Cursor | null): SavedPage {
    const { list, marginMode } = this;
    const page = { list, marginMode, from: from?.id ?? null, symbol: null, ...read };
    const saved = this.store.savePage(page);
    if (saved.added > 0) this.#end = null;
    this.oddities += saved.contradictions;
    this.#onSaved(saved, { from, last: cursors.at(-1) ?? null });
    return saved;
  }
}

function idsOf({ cursors }: PageResponse<unknown>): string {
  return JSON.stringify(cursors.map(({ id }) => id));
}

/** The response to a row that the service does not know is not specified (docs/service.md 4.7). */
export function isUnknownRow(error: unknown): boolean {
  return error instanceof OrderglassError && error.code === 'invalid-request';
}

/** Milliseconds of the past between two rows; 0 if a time is unknown. */
export function coveredBetween(newer: Timestamp | null, older: Timestamp | null): number {
  return newer === null || older === null ? 0 : Math.max(0, newer - older);
}
