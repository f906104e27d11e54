import { createAtom, useSelector } from '@tanstack/react-store';
import type { ListFilters } from '../../../../shared/contract/trades.ts';
import type { ArchiveList } from '../../../../shared/orders/trades.ts';
import { isEmptyFilter, withPart } from '../../../ui/filter/list-filter.ts';

interface ChosenView {
  account: string;
  list: ArchiveList;
  name: string;
}

/** The saved views that were chosen last, one for each list of an account. Kept until the page is reloaded. */
const chosenViews = createAtom<readonly ChosenView[]>([]);

/** The name of the view that was chosen last for an account's list, and the function that changes it. */
export function useChosenViewName(account: string, list: ArchiveList): [string | null, (name: string | null) => void] {
  const isSame = (view: ChosenView): boolean => view.account === account && view.list === list;
  const chosen = useSelector(chosenViews).find(isSame);
  const choose = (name: string | null): void => {
    const others = chosenViews.get().filter((view) => !isSame(view));
    chosenViews.set(name === null ? others : [...others, { account, list, name }]);
  };
  return [chosen?.name ?? null, choose];
}

/** Ends the use of a view when its filter is cleared. The accounts share the filter of a list, so it ends for all. */
export function endClearedViews<List extends ArchiveList>(
  list: List,
  before: ListFilters[List],
  after: ListFilters[List],
): void {
  const hasConditions = (filter: ListFilters[List]): boolean => !isEmptyFilter(withPart(filter, 'text', undefined));
  if (!isEmptyFilter(after) && (hasConditions(after) || !hasConditions(before))) return;
  chosenViews.set(chosenViews.get().filter((view) => view.list !== list));
}
