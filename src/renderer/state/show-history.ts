import type { HistoryFilter, HistoryList } from '../../shared/history.ts';
import type { SettingsChange } from '../../shared/settings.ts';
import { Store } from './store.ts';

/** Number of the visit on the screen. A new number is a new place for Back and Forward, also on the same screen. */
export const visit = new Store(0);

let lastVisit = 0;

interface HistoryVisit {
  /** Default: the selected account. */
  account?: string;
  list: HistoryList;
  filter: HistoryFilter;
}

/** Shows the rows of a history that match a filter. Back returns to the screen before and to its filter. */
export function showHistory({ account, list, filter }: HistoryVisit, change: (change: SettingsChange) => void): void {
  visit.set(++lastVisit);
  change({ ...(account === undefined ? {} : { account }), screen: list, filters: { [list]: filter } });
}
