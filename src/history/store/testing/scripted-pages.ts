import type { ListEntry } from '../../../exchange/index.ts';
import type { Order } from '../../../shared/contract/orders.ts';
import type { MarginMode } from '../../../shared/values/domain.ts';
import type { FetchedPage } from '../../rows.ts';
import { firstTime, orderEntry, orderPage, unreadableEntry } from './entries.ts';

/**
 * A sync as it may go, the same every time: lists of both margin modes that grow, with rows in bursts and some that change, read
 * from the newest into the past in three sittings, so that there are gaps for a while.
 */
export function scriptedPages(count: number): FetchedPage<'order-history'>[] {
  const pages: FetchedPage<'order-history'>[] = [];
  const lists: Record<MarginMode, ListEntry<Order>[]> = { isolated: [], cross: [] };
  const edges: Record<MarginMode, string | null> = { isolated: null, cross: null };
  let made = 0;

  function grow(rows: number): void {
    for (let row = 0; row < rows; row++) {
      made++;
      const marginMode = made % 3 === 0 ? 'cross' : 'isolated';
      const createdAt = firstTime + Math.floor(made / 7) * 1000;
      const id = `A${(made * 7919) % 99991}`;
      const entry =
        made % 41 === 0
          ? unreadableEntry(id, `{"n":${made}}`)
          : orderEntry(id, { marginMode, createdAt, status: 'pending' });
      lists[marginMode].unshift(entry);
    }
  }

  grow(count * 4);
  while (pages.length < count) {
    const marginMode = pages.length % 3 === 2 ? 'cross' : 'isolated';
    const list = lists[marginMode];
    if (pages.length % 10 === 9) grow(20);
    // Each session starts at the newest row.
    const from = pages.length % Math.ceil(count / 3) < 3 ? null : edges[marginMode];
    const start = from === null ? 0 : list.findIndex(({ id }) => id === from) + 1;
    const entries = list.slice(start, start + 11);
    pages.push(orderPage(from, entries, { marginMode, fetchedAt: firstTime + pages.length }));
    edges[marginMode] = entries.at(-1)?.id ?? null;
    const changed = list[start];
    if (changed && 'row' in changed) {
      const { createdAt } = changed.row;
      list[start] = orderEntry(changed.id, { marginMode, createdAt, status: 'canceled' });
    }
  }
  return pages;
}
