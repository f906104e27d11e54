import { maxViews } from '../../../shared/choices.ts';
import type { HistoryFilter, HistoryList } from '../../../shared/history.ts';
import type { ColumnSort, SavedView } from '../../../shared/settings.ts';
import { isEmptyFilter, isSameView } from '../../model/history-filter.ts';
import { type NameProblem, nameProblem } from '../../model/name-problem.ts';
import { Store, useStore } from '../../state/store.ts';

export function viewsOf(views: readonly SavedView[], list: HistoryList): SavedView[] {
  return views.filter((view) => view.list === list);
}

/** What is wrong with a name for a view of that list; `renamed` is the name that it had, `null` for a new view. */
export function viewNameProblem(
  views: readonly SavedView[],
  list: HistoryList,
  name: string,
  renamed: string | null,
): NameProblem | null {
  const others = viewsOf(views, list).filter((view) => view.name !== renamed);
  return nameProblem(
    name,
    others.map((view) => view.name),
    renamed !== null || views.length < maxViews,
  );
}

/** The view in the place of the one of that name, or after all others. */
export function saveView(views: readonly SavedView[], view: SavedView, name = view.name): SavedView[] {
  const place = views.findIndex((each) => each.list === view.list && each.name === name);
  return place < 0 ? [...views, view] : views.toSpliced(place, 1, view);
}

export function withoutView(
  views: readonly SavedView[],
  { list, name }: Pick<SavedView, 'list' | 'name'>,
): SavedView[] {
  return views.filter((view) => view.list !== list || view.name !== name);
}

/** By list, the name of the view that was chosen last: kept while the program runs, so that other screens may be looked at. */
const chosenNames = new Store<Partial<Record<HistoryList, string | null>>>({});

interface ChosenView {
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
