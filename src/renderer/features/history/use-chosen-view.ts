import type { HistoryFilter, HistoryList } from '../../../shared/history.ts';
import type { ColumnSort, SavedView } from '../../../shared/settings.ts';
import { isEmptyFilter, isSameView } from '../../model/history-filter.ts';
import { Store, useStore } from '../../state/store.ts';

/** By list, the name of the view that was chosen last: kept while the program runs, so that other screens may be looked at. */
const chosenNames = new Store<Partial<Record<HistoryList, string | null>>>({});

export interface ChosenView {
  view: SavedView;
  /** The filter or the order is no longer what was saved. */
  changed: boolean;
}

/** The view that the reader is in: that which was chosen, else any that has just this filter and order. */
export function useChosenView(
  list: HistoryList,
  views: readonly SavedView[],
  now: { filter: HistoryFilter; sort: readonly ColumnSort[] },
): [ChosenView | null, (name: string | null) => void] {
  const name = useStore(chosenNames)[list];
  const choose = (next: string | null): void => chosenNames.set({ ...chosenNames.get(), [list]: next });
  // Whoever shows everything in the list's own order has release the view.
  const left = isEmptyFilter(now.filter) && now.sort.length === 0;
  const view =
    (left ? undefined : views.find((each) => each.name === name)) ?? views.find((each) => isSameView(each, now));
  return [view ? { view, changed: !isSameView(view, now) } : null, choose];
}
