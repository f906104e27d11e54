import { useCallback, useState } from 'react';
import type { ListFilters } from '../../../../shared/contract/trades.ts';
import type { ArchiveList } from '../../../../shared/trades.ts';
import { useChangeSettings, useSetting } from '../../../platform/settings/settings.ts';
import { useText } from '../../../text/use-text.ts';
import { cleanFilter, onlyText, withPart } from '../../../ui/filter/list-filter.ts';
import { useTags } from '../../notes/notes.ts';
import { useHistoryChoices } from '../history-state.ts';
import { endClearedViews } from './chosen-view.ts';
import { filterForms, historyOf, noteKindOf } from './filter-forms.ts';

const everything = {};

type SetFilter<List extends ArchiveList> = (filter: ListFilters[List]) => void;

/** The filter of a list. The settings store it, so that every screen of the list shows the same rows. */
export function useListFilter<List extends ArchiveList>(list: List): [ListFilters[List], SetFilter<List>] {
  const filter: ListFilters[List] = useSetting('filters')[list] ?? everything;
  const change = useChangeSettings();
  const setFilter = useCallback<SetFilter<List>>(
    (next) => {
      endClearedViews(list, filter, next);
      change({ filters: { [list]: next } });
    },
    [change, list, filter],
  );
  return [filter, setFilter];
}

/** The properties of `FilterMenu` for an account's list. Reads the values to choose from while the form is open. */
export function useFilterForm<List extends ArchiveList>(
  account: string,
  list: List,
  filter: ListFilters[List],
  setFilter: SetFilter<List>,
) {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  const history = historyOf(list);
  const choices = useHistoryChoices(account, history, isOpen);
  const tags = useTags(account, noteKindOf[list], isOpen).map(({ tag }) => tag);
  const symbols = filter.symbols ?? [];
  return {
    isOpen,
    onOpenChange: setOpen,
    symbols: {
      symbols: choices?.symbols ?? [],
      // The counts are those of the orders.
      withoutCounts: history !== list,
      chosen: symbols,
      onChange: (chosen: string[]) => setFilter(withPart(filter, 'symbols', chosen)),
    },
    groups: filterForms[list].fields({ filter, choices, tags, onChange: setFilter }, text),
    conditions: Object.keys(cleanFilter(withPart(filter, 'text', undefined))).length,
    onClear: () => setFilter(onlyText(filter)),
  };
}
