import type { ColumnSort, SavedView } from '../../../../shared/contract/settings.ts';
import type { ListFilters } from '../../../../shared/contract/trades.ts';
import type { ArchiveList } from '../../../../shared/orders/trades.ts';
import { maxViews } from '../../../../shared/settings/choices.ts';
import type { Text } from '../../../text/use-text.ts';
import { type NameProblem, nameProblem } from '../../../ui/controls/name-problem.ts';
import { isEmptyFilter, isSameView } from '../../../ui/filter/list-filter.ts';
import { useChosenViewName } from './chosen-view.ts';

/** A saved view of a list. */
export interface ViewOf<List extends ArchiveList> {
  list: List;
  name: string;
  filter: ListFilters[List];
  sort: ColumnSort[];
}

export function viewsOf<List extends ArchiveList>(views: readonly SavedView[], list: List): ViewOf<List>[] {
  // The compiler does not know that the list decides the type of the filter.
  return views.filter((view) => view.list === list) as ViewOf<List>[];
}

/** Shortest duration (ms) of the trades in the view of long ones. */
const longTradeMs = 4 * 3_600_000;

type ReadyViews = { readonly [List in ArchiveList]: readonly (readonly [ReadyViewName, ListFilters[List]])[] };
type ReadyViewName = keyof Text['views']['ready'];

const readyViews: ReadyViews = {
  'order-history': [
    ['today', { created: { preset: 'today' } }],
    ['weekLosses', { created: { preset: 'this-week' }, pnlSigns: ['loss'] }],
    ['monthFilled', { created: { preset: 'last-month' }, statuses: ['filled'] }],
    ['withoutNote', { noted: 'none' }],
  ],
  'plan-history': [
    ['today', { created: { preset: 'today' } }],
    ['failed', { statuses: ['failed'] }],
    ['withoutNote', { noted: 'none' }],
  ],
  trades: [
    ['today', { closed: { preset: 'today' } }],
    ['weekLosses', { closed: { preset: 'this-week' }, pnlSigns: ['loss'] }],
    ['long', { duration: { from: longTradeMs } }],
    ['withoutNote', { noted: 'none' }],
  ],
};

/** Returns the views that every list begins with. They are not stored, and follow the language. */
export function readyViewsOf<List extends ArchiveList>(list: List, { views }: Text): ViewOf<List>[] {
  return readyViews[list].map(([name, filter]) => ({ list, name: views.ready[name], filter, sort: [] }));
}

/** Returns the problem of a name for a view. `renamed` is the current name; `null` for a new view. */
export function viewNameProblem(
  views: readonly SavedView[],
  list: ArchiveList,
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
export function saveView<List extends ArchiveList>(
  views: readonly SavedView[],
  view: ViewOf<List>,
  name = view.name,
): SavedView[] {
  const index = views.findIndex((each) => each.list === view.list && each.name === name);
  const saved = view as SavedView;
  return index < 0 ? [...views, saved] : views.toSpliced(index, 1, saved);
}

export function withoutView(
  views: readonly SavedView[],
  { list, name }: Pick<SavedView, 'list' | 'name'>,
): SavedView[] {
  return views.filter((view) => view.list !== list || view.name !== name);
}

interface ChosenView<List extends ArchiveList> {
  view: ViewOf<List>;
  /** True if the filter or the sort differs from the saved view. */
  changed: boolean;
}

/** The current view: the chosen one, otherwise any with the current filter and sort. */
export function useChosenView<List extends ArchiveList>(
  account: string,
  list: List,
  views: readonly ViewOf<List>[],
  current: Pick<ViewOf<List>, 'filter'> & { sort: readonly ColumnSort[] },
): [ChosenView<List> | null, (name: string | null) => void] {
  const [name, choose] = useChosenViewName(account, list);
  // The list without filter and sort is no longer the chosen view.
  const isDefault = isEmptyFilter(current.filter) && current.sort.length === 0;
  const view =
    (isDefault ? undefined : views.find((each) => each.name === name)) ??
    views.find((each) => isSameView(each, current));
  return [view ? { view, changed: !isSameView(view, current) } : null, choose];
}
