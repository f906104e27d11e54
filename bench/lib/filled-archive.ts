import path from 'node:path';
import { demoArchiveName } from '../../src/core/accounts/archive-name.ts';
import { HistoryStore } from '../../src/history/store/history-store.ts';
import { type MarginMode, marginModes } from '../../src/shared/values/domain.ts';
import { sampleTradeOrders, withRaw } from './sampled-orders.ts';

const rowsPerPage = 100;
const pagesAtOnce = 100;
const list = 'order-history';

/**
 * Creates the history database that a program with this data folder has of the demo account at the address. `count`: orders, which form a
 * quarter as many trades.
 */
export function fillArchive(folder: string, exchange: string, count: number): void {
  fillHistory(path.join(folder, 'archives', `${demoArchiveName(exchange)}.sqlite`), count);
}

/** Creates the history database `file` with `count` orders, as after a backfill. */
export function fillHistory(file: string, count: number): void {
  const { store } = HistoryStore.open({ path: file, notes: `${file}.notes`, now: Date.now });
  const take = samplePages();
  for (let left = Math.ceil(count / rowsPerPage); left > 0; left -= pagesAtOnce)
    store.savePages(take(Math.min(pagesAtOnce, left)));
  store.close();
}

/** Returns a function that returns the next pages of 100 orders, the newest first. */
export function samplePages() {
  const sample = sampleTradeOrders();
  const last: Record<MarginMode, string | null> = { isolated: null, cross: null };
  let first = 1;
  return (pages: number) => {
    const start = first;
    first += pages * rowsPerPage;
    return Array.from({ length: pages }, (_, page) => pageOf(start + page * rowsPerPage, sample, last));
  };
}

/** Returns the page whose newest order has the row number `first`. `last`: the oldest order so far of each margin mode. */
function pageOf(first: number, sample: ReturnType<typeof sampleTradeOrders>, last: Record<MarginMode, string | null>) {
  const orders = Array.from({ length: rowsPerPage }, (_, row) => sample(first + row));
  const marginMode = orders[0]?.marginMode ?? marginModes[0];
  const entries = orders.map((sampled) => {
    const { number: _number, tie: _tie, ...row } = withRaw(sampled);
    return { id: row.id, row };
  });
  const page = { list, marginMode, from: last[marginMode], symbol: null, entries, fetchedAt: Date.now() } as const;
  last[marginMode] = entries.at(-1)?.id ?? null;
  return page;
}
