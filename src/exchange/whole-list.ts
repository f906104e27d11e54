import type { MarginMode, Timestamp } from '../shared/values/domain.ts';
import { OrderglassError } from '../shared/values/errors.ts';
import type { OrderListQuery } from './client.ts';
import type { ListEntry, OrderList } from './order-rows.ts';

/** Most rows that the service returns at once (docs/service.md 8). */
const rowsPerPage = 100;
/** Far more pages than an account can fill. Without a limit, a service that invents rows would be read forever. */
const maxPages = 200;

/** All rows of one list and one margin mode. */
interface WholeList<Row> {
  /** In the service's order, newest first. */
  readonly entries: readonly ListEntry<Row>[];
  /** Time of the oldest response that the list consists of. */
  readonly fetchedAt: Timestamp;
  /** Number of requests that were sent. */
  readonly requests: number;
}

/**
 * Reads a list from its newest row to its end, which is an empty page (docs/service.md 4.1 to 4.3). Tolerates a page that begins with the
 * row of `from`. Of several rows with one ID on a page the first counts; another one that is not the same is unreadable. Rejects as
 * `readPage` does, and with `bad-answer` if a row returns on a later page, if a page has no ID to continue from, or if the list does not end.
 */
export async function readWholeList<Row extends { readonly raw: string }>(
  readPage: (query: OrderListQuery) => Promise<OrderList<Row>>,
  marginMode: MarginMode,
): Promise<WholeList<Row>> {
  const entries: ListEntry<Row>[] = [];
  const ids = new Set<string>();
  const query = { marginMode, direct: 'prev', limit: rowsPerPage } as const;
  let fetchedAt = Number.POSITIVE_INFINITY;
  let from: string | undefined;
  for (let requests = 1; requests <= maxPages; requests++) {
    const page: OrderList<Row> = await readPage(from === undefined ? query : { ...query, from });
    fetchedAt = Math.min(fetchedAt, page.fetchedAt);
    const next: readonly ListEntry<Row>[] = entriesBehind(from, page.entries);
    if (next.length === 0) return { entries, fetchedAt, requests };
    from = undefined;
    for (const { id } of next) {
      if (id === null) continue;
      if (ids.has(id)) throw badAnswer('a row of an earlier page returns');
      from = id;
    }
    if (from === undefined) throw badAnswer('no row of the page has an ID to continue from');
    entries.push(...next);
    for (const { id } of next) if (id !== null) ids.add(id);
  }
  throw badAnswer(`the list has not ended after ${maxPages} pages`);
}

/**
 * Returns the entries of a page that follow the row of `from`, each ID once; other rows with the same ID become entries without one. Omits
 * rows without an ID at the end of the page: the next page, which continues from the last ID, begins with them again.
 */
function entriesBehind<Row extends { readonly raw: string }>(
  from: string | undefined,
  page: readonly ListEntry<Row>[],
): readonly ListEntry<Row>[] {
  const texts = new Map<string, string>();
  let entries: ListEntry<Row>[] = [];
  let end = 0;
  for (const entry of page) {
    const raw = rawOf(entry);
    const first = entry.id === null ? undefined : texts.get(entry.id);
    if (entry.id !== null && entry.id === from && texts.size === 0) entries = [];
    else if (first === undefined) entries.push(entry);
    else if (first !== raw) entries.push({ id: null, unreadable: { raw, reason: 'order_id: occurs more than once' } });
    if (entry.id === null) continue;
    if (first === undefined) texts.set(entry.id, raw);
    end = entries.length;
  }
  return texts.size === 0 ? entries : entries.slice(0, end);
}

function rawOf(entry: ListEntry<{ readonly raw: string }>): string {
  return 'row' in entry ? entry.row.raw : entry.unreadable.raw;
}

function badAnswer(problem: string): OrderglassError {
  return new OrderglassError('bad-answer', `the list cannot be read to its end: ${problem}`);
}
