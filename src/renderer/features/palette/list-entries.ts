import type { ListFilters } from '../../../shared/contract/trades.ts';
import { type ArchiveList, archiveLists } from '../../../shared/orders/trades.ts';
import { readTypedFilter } from '../../../shared/orders/typed-filter.ts';
import type { Day } from '../../../shared/values/domain.ts';
import { conditionsOf } from '../../domain/orders/filter/use-typed-filter.ts';
import type { Text } from '../../text/use-text.ts';
import type { PaletteEntry } from './use-entries.ts';

export interface ListSearch {
  /** True if the palette has found something else. */
  hasOthers: boolean;
  entries: readonly PaletteEntry[];
  zone: string;
  today: Day;
  go: <List extends ArchiveList>(list: List, filter: ListFilters[List]) => void;
}

/**
 * Returns the entries that search each list for the query: for one that names more than a symbol, such as a period or a side, and for one that
 * nothing else in the palette matches, such as the ID of an order.
 */
export function listEntries(query: string, search: ListSearch, text: Text): PaletteEntry[] {
  const { hasOthers, entries, zone, today, go } = search;
  const symbols = entries.filter(({ kind }) => kind === 'symbol').map(({ label }) => label);
  return archiveLists.flatMap((list) => {
    const read = readTypedFilter(list, query, today, { symbols, tags: [] });
    const isMore = read !== null && Object.keys(read).some((part) => part !== 'symbols' && part !== 'text');
    if (hasOthers && !isMore) return [];
    const filter = read ?? { text: query.trim() };
    return {
      id: `search ${list}`,
      kind: 'search' as const,
      also: '',
      label: text.labeled(text.screens[list], conditionsOf(list, filter, zone, text).join(' · ')),
      run: () => go(list, filter),
    };
  });
}
