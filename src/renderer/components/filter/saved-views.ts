import type { HistoryList } from '../../../shared/history.ts';
import { foldText } from '../../../shared/rows/fold-text.ts';
import type { SavedView } from '../../../shared/settings.ts';

export type ViewNameProblem = 'missing' | 'too-long' | 'taken' | 'too-many';

const longestName = 60;
/** As many as the settings keep. */
const mostViews = 200;

export function viewsOf(views: readonly SavedView[], list: HistoryList): SavedView[] {
  return views.filter((view) => view.list === list);
}

/** What is wrong with a name for a view of that list; `renamed` is the name that it had, `null` for a new view. */
export function viewNameProblem(
  views: readonly SavedView[],
  list: HistoryList,
  name: string,
  renamed: string | null,
): ViewNameProblem | null {
  const trimmed = name.trim();
  if (trimmed === '') return 'missing';
  if (trimmed.length > longestName) return 'too-long';
  const others = viewsOf(views, list).filter((view) => view.name !== renamed);
  if (others.some((view) => foldText(view.name) === foldText(trimmed))) return 'taken';
  return renamed === null && views.length >= mostViews ? 'too-many' : null;
}

/** The view in the place of the one of that name, or after all others. */
export function putView(views: readonly SavedView[], view: SavedView, name = view.name): SavedView[] {
  const place = views.findIndex((each) => each.list === view.list && each.name === name);
  return place < 0 ? [...views, view] : views.toSpliced(place, 1, view);
}

export function withoutView(
  views: readonly SavedView[],
  { list, name }: Pick<SavedView, 'list' | 'name'>,
): SavedView[] {
  return views.filter((view) => view.list !== list || view.name !== name);
}
