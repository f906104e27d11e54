import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { MarginMode } from '../../../shared/domain.ts';
import type { HistoryList, RowChange } from '../../../shared/history.ts';
import type { FetchedPage, TakenPage } from '../archived-rows.ts';
import { UnexpectedContent } from './archive-error.ts';
import { coverageOf, type KnownCoverage } from './coverage.ts';
import { ModeTotals } from './mode-totals.ts';
import { type LookUp, PageTaker } from './page-taker.ts';
import { integer, type RowShape, text } from './row-shapes.ts';
import { type PlacedEntry, RowTable } from './row-table.ts';
import type { Place, Span, SpanBook } from './spans.ts';
import { prepareQuery, type Query } from './statements.ts';
import { UnreadableTable } from './unreadable-table.ts';

/** One list of an account: what the two tables of rows, the spans and the rest of the file hold of it. */
export class ListArchive<List extends HistoryList> {
  readonly rows: RowTable<List>;
  readonly unreadable: UnreadableTable;
  readonly totals: Readonly<Record<MarginMode, ModeTotals>>;
  readonly #list: List;
  readonly #book: SpanBook;
  readonly #logChange: StatementSync;
  readonly #changes: Query;

  constructor(database: DatabaseSync, list: List, shape: RowShape<List>, book: SpanBook) {
    this.#list = list;
    this.#book = book;
    this.rows = new RowTable(database, shape);
    this.unreadable = new UnreadableTable(database, list);
    this.totals = {
      isolated: new ModeTotals(database, list, 'isolated'),
      cross: new ModeTotals(database, list, 'cross'),
    };
    if (this.rows.lastNumber() !== this.count) throw new UnexpectedContent(`${list} does not have ${this.count} rows`);
    this.#logChange = database.prepare('INSERT INTO changes (list, margin_mode, id, at, raw) VALUES (?, ?, ?, ?, ?)');
    this.#changes = prepareQuery(
      database,
      'SELECT at, raw FROM changes WHERE list = ? AND margin_mode = ? AND id = ? ORDER BY number DESC',
    );
  }

  get count(): number {
    return this.totals.isolated.rows + this.totals.cross.rows;
  }

  coverage(marginMode: MarginMode): KnownCoverage {
    const spans = this.#book.of(this.#list, marginMode);
    return coverageOf(this.totals[marginMode], spans, this.rows.looseRange(marginMode));
  }

  /** The entries next to a place in its span, the nearest first. */
  neighbours(direction: 'below' | 'above', { span, position }: Place, limit: number): PlacedEntry[] {
    const found: PlacedEntry[] = [];
    for (const { id, shift, top, bottom } of span.parts) {
      const own = position - shift;
      if (direction === 'below' ? bottom >= own : top <= own) continue;
      for (const table of [this.rows, this.unreadable]) {
        for (const entry of table.neighbours(direction, id, own, limit)) {
          found.push({ ...entry, position: entry.position + shift });
        }
      }
    }
    const sign = direction === 'below' ? -1 : 1;
    return found.sort((one, other) => sign * (one.position - other.position)).slice(0, limit);
  }

  /** Writes where an entry is. `null`: as one that was fetched without its neighbours. */
  setPlace(id: string, marginMode: MarginMode, place: { span: number; position: number } | null): void {
    const { span, position } = place ?? { span: null, position: null };
    const row = this.rows.find(id, marginMode);
    if (row !== null) this.rows.setPlace(row.number, span, position);
    // Of two of one id, the row has the place.
    const unreadable = row !== null && place !== null ? null : this.unreadable.find(id, marginMode);
    if (unreadable !== null) this.unreadable.setPlace(unreadable.number, span, position);
  }

  /** The same for every entry of a span, which is of no use afterwards. */
  forgetPlaces(span: Span): void {
    for (const { id } of span.parts) for (const table of [this.rows, this.unreadable]) table.forgetPlaces(id);
  }

  /** See `RowTable.rank`. */
  rankOf(key: string): number | null {
    const { marginMode, id } = partsOf(key);
    return this.rows.rank(id, marginMode);
  }

  changes(key: string): RowChange[] {
    const { marginMode, id } = partsOf(key);
    return this.#changes.all(this.#list, marginMode, id).map(([at, raw]) => ({ at: integer(at), raw: text(raw) }));
  }

  take(page: FetchedPage<List>, lookUp: LookUp): TakenPage<List> {
    return new PageTaker(this, this.#book, page, lookUp, (id, raw) => {
      this.#logChange.run(this.#list, page.marginMode, id, page.fetchedAt, raw);
    }).take();
  }
}

/** Of the key of a row. */
function partsOf(key: string): { marginMode: string; id: string } {
  const colon = key.indexOf(':');
  return { marginMode: key.slice(0, colon), id: key.slice(colon + 1) };
}
