import { maxViews } from '../../../shared/choices.ts';
import type { HistoryList } from '../../../shared/history.ts';
import type { SavedView } from '../../../shared/settings.ts';
import { type NameProblem, nameProblem } from '../../model/name-problem.ts';

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
