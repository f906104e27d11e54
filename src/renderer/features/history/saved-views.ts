import { maxViews } from '../../../shared/choices.ts';
import type { HistoryFilter, HistoryList } from '../../../shared/history.ts';
import type { ColumnSort, SavedView } from '../../../shared/settings.ts';
import { isEmptyFilter, isSameView } from '../../model/history-filter.ts';
import { type NameProblem, nameProblem } from '../../model/name-problem.ts';
import { useChosenViewName } from '../../state/chosen-view.ts';

export function viewsOf(views: readonly SavedView[], list: HistoryList): SavedView[] {
  return views.filter((view) => view.list === list);
}

/** Returns the problem of a name for a view. `renamed` is the current name; `null` for a new view. */
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

/** Replaces the view of that name, or adds the view at the end. */
export function saveView(views: readonly SavedView[], view: SavedView, name = view.name): SavedView[] {
  const index = views.findIndex((each) => each.list === view.list && each.name === name);
  return index < 0 ? [...views, view] : views.toSpliced(index, 1, view);
}

export function withoutView(
  views: readonly SavedView[],
  { list, name }: Pick<SavedView, 'list' | 'name'>,
): SavedView[] {
  return views.filter((view) => view.list !== list || view.name !== name);
}

interface ChosenView {
  view: SavedView;
  /** True if the filter or the sort differs from the saved view. */
  changed: boolean;
}

/** The current view: the chosen one, otherwise any with the current filter and sort. */
export function useChosenView(
  account: string,
  list: HistoryList,
  views: readonly SavedView[],
  current: { filter: HistoryFilter; sort: readonly ColumnSort[] },
): [ChosenView | null, (name: string | null) => void] {
  const [name, choose] = useChosenViewName(account, list);
  // The list without filter and sort is no longer the chosen view.
  const isDefault = isEmptyFilter(current.filter) && current.sort.length === 0;
  const view =
    (isDefault ? undefined : views.find((each) => each.name === name)) ??
    views.find((each) => isSameView(each, current));
  return [view ? { view, changed: !isSameView(view, current) } : null, choose];
}
