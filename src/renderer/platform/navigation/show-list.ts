import type { SettingsChange } from '../../../shared/settings.ts';
import type { ArchiveList, ListFilters } from '../../../shared/trades.ts';
import { Store } from '../store.ts';

/** Number of the visit on the screen. A new number is a new place for Back and Forward, also on the same screen. */
export const visit = new Store(0);

let lastVisit = 0;

interface ListVisit<List extends ArchiveList> {
  /** Default: the selected account. */
  account?: string;
  list: List;
  filter: ListFilters[List];
}

/** Shows the rows of a list that match a filter. Back returns to the screen before and to its filter. */
export function showList<List extends ArchiveList>(
  { account, list, filter }: ListVisit<List>,
  change: (change: SettingsChange) => void,
): void {
  visit.set(++lastVisit);
  change({ ...(account === undefined ? {} : { account }), screen: list, filters: { [list]: filter } });
}
