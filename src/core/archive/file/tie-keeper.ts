import type { Timestamp } from '../../../shared/domain.ts';
import type { HistoryList } from '../../../shared/history.ts';
import type { ModeTotals } from './mode-totals.ts';
import type { GroupRow, RowTable } from './row-table.ts';
import type { Span, SpanBook } from './spans.ts';
import { changedTies, insertOrder, mergeOrder } from './ties.ts';

/** Keeps the order of rows that were created in the same millisecond while a page is taken. */
export class TieKeeper<List extends HistoryList> {
  /** Ties that were changed, by the number of the row. */
  readonly changed = new Map<number, number>();
  readonly #rows: RowTable<List>;
  readonly #book: SpanBook;
  /** Before the page. */
  readonly #totals: Pick<ModeTotals, 'marginMode' | 'newestAt' | 'oldestAt'>;
  readonly #ranges = new Map<Timestamp, { lowest: number; highest: number }>();

  constructor(rows: RowTable<List>, { marginMode, newestAt, oldestAt }: ModeTotals, book: SpanBook) {
    this.#rows = rows;
    this.#totals = { marginMode, newestAt, oldestAt };
    this.#book = book;
  }

  /** A tie for one more row of a time, above or below all others of it. */
  beside(createdAt: Timestamp, side: 'below' | 'above'): number {
    const range = this.#ranges.get(createdAt) ?? this.#knownRange(createdAt);
    if (range === null) {
      this.#ranges.set(createdAt, { lowest: 0, highest: 0 });
      return 0;
    }
    this.#ranges.set(createdAt, range);
    return side === 'above' ? ++range.highest : --range.lowest;
  }

  #knownRange(createdAt: Timestamp): { lowest: number; highest: number } | null {
    const { marginMode, newestAt, oldestAt } = this.#totals;
    if (newestAt === null || oldestAt === null || createdAt > newestAt || createdAt < oldestAt) return null;
    return this.#rows.tieRange(marginMode, createdAt);
  }

  /** Brings the rows of a time into the order of a span. */
  settle(createdAt: Timestamp, span: Span): void {
    const group = this.#rows.group(this.#totals.marginMode, createdAt);
    const positions = new Map(group.map((row) => [row, this.#positionIn(span, row)]));
    const chain = group
      .filter((row) => positions.get(row) !== null)
      .sort((one, other) => (positions.get(other) ?? 0) - (positions.get(one) ?? 0));
    const others = group.filter((row) => positions.get(row) === null);
    this.#set(mergeOrder(chain, others));
  }

  #positionIn(span: Span, row: GroupRow): number | null {
    if (row.span === null || row.position === null) return null;
    const place = this.#book.placeOf(row.span, row.position);
    return place.span === span ? place.position : null;
  }

  /** Brings new rows of a time into the order of a page of one pair. `known`: numbers of the page's rows that are not new. */
  settleApart(createdAt: Timestamp, ids: readonly string[], known: ReadonlySet<number>): void {
    const group = this.#rows.group(this.#totals.marginMode, createdAt);
    const list = ids.flatMap((id) => group.find((row) => row.id === id) ?? []);
    const isNew = (row: GroupRow) => list.includes(row) && !known.has(row.number);
    this.#set(
      insertOrder(
        group.filter((row) => !isNew(row)),
        list,
      ),
    );
  }

  #set(order: readonly GroupRow[]): void {
    for (const [number, tie] of changedTies(order)) {
      this.#rows.setTie(number, tie);
      this.changed.set(number, tie);
    }
  }
}
