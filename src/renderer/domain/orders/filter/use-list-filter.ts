import { useCallback, useState } from 'react';
import type { ListFilters } from '../../../../shared/contract/trades.ts';
import type { ArchiveList } from '../../../../shared/orders/trades.ts';
import { type DrillDown, drillDown, useDrillDown } from '../../../platform/navigation/drill-down.ts';
import { useChangeSettings, useSetting } from '../../../platform/settings/settings.ts';
import { offerUndo, rememberUndo } from '../../../platform/undo.ts';
import { useText } from '../../../text/use-text.ts';
import type { OpenFilter } from '../../../ui/filter/FilterMenu.tsx';
import { areDays, cleanFilter, onlyText, withPart } from '../../../ui/filter/list-filter.ts';
import type { ShownArchive } from '../../accounts/shown-archive.ts';
import { useTags } from '../../notes/notes.ts';
import { useHistoryChoices } from '../history-state.ts';
import { withAccountField } from './account-filter.ts';
import { endClearedViews } from './chosen-view.ts';
import { filterForms, historyOf, noteKindOf } from './filter-forms.ts';

const everything = {};

type SetFilter<List extends ArchiveList> = (filter: ListFilters[List]) => void;

/** The user's filter of a list. The settings store it, so that every screen of the list shows the same rows. */
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

/** The filter of the rows that a list shows: that of a drill-down if a click led to the list, otherwise the user's. */
export function useShownFilter<List extends ArchiveList>(account: string, list: List) {
  const [own, setOwn] = useListFilter(list);
  const narrowed = useDrillDown<ArchiveList>(account, list);
  const setNarrowed = useCallback<SetFilter<List>>((filter) => {
    const current = drillDown.get();
    if (current !== null) drillDown.set({ ...current, filter } as DrillDown);
  }, []);
  const text = useText();
  const endDrillDown = useCallback((): void => {
    const before = drillDown.get();
    drillDown.set(null);
    rememberUndo(text.filter.backToOwn, () => drillDown.set(before));
  }, [text]);
  if (narrowed === null) {
    return { filter: own, setFilter: setOwn, setOwn, drillDown: null, endDrillDown };
  }
  const filter = narrowed.filter as ListFilters[List];
  return { filter, setFilter: setNarrowed, setOwn, drillDown: { from: narrowed.from }, endDrillDown };
}

/** Returns the functions that remove parts of a filter, which the user can undo. */
export function useFilterRemoval<Filter extends { text?: string | undefined }>(
  filter: Filter,
  setFilter: (filter: Filter) => void,
) {
  const words = useText().filter;
  return {
    /** `label`: what the part says. */
    remove: (part: keyof Filter, label: string): void => {
      setFilter(withPart(filter, part, undefined));
      rememberUndo(words.removed(label), () => setFilter(filter));
    },
    /** `left`: what stays of the filter. */
    clear: (left: Filter): void => {
      setFilter(left);
      offerUndo(words.cleared, () => setFilter(filter));
    },
  };
}

/** Parts of filters that the form has no field for. */
export const partsWithoutField: readonly string[] = ['text', 'ids', 'quotes'];

/** The properties of `FilterMenu` for a list of an archive. Reads the values to choose from while the form is open. `rows`: number of rows found. */
export function useFilterForm<List extends ArchiveList>(
  archive: ShownArchive,
  list: List,
  filter: ListFilters[List],
  setFilter: SetFilter<List>,
  rows: number | null,
) {
  const text = useText();
  const { clear } = useFilterRemoval(filter, setFilter);
  const [open, setOpen] = useState<OpenFilter | null>(null);
  const isOpen = open !== null;
  const history = historyOf(list);
  const choices = useHistoryChoices(archive.id, history, isOpen);
  const tags = useTags(archive.id, noteKindOf[list], isOpen).map(({ tag }) => tag);
  const symbols = filter.symbols ?? [];
  const { period } = filterForms[list];
  return {
    open,
    onOpenChange: setOpen,
    symbols: {
      symbols: choices?.symbols ?? [],
      // The counts are those of the orders.
      withoutCounts: history !== list,
      chosen: symbols,
      onChange: (chosen: string[]) => setFilter(withPart(filter, 'symbols', chosen)),
    },
    fields: withAccountField(
      filterForms[list].fields({ filter, choices, tags, onChange: setFilter }, text),
      filter,
      archive,
      setFilter,
      text,
    ),
    active: Object.keys(cleanFilter(withPart(filter, 'text', undefined))),
    // The toolbar shows the period.
    shownBeside: areDays(period.of(filter)) ? [period.part] : [],
    onClear: () => clear(onlyText(filter)),
    ...(rows === null ? {} : { done: text.filter.show[list](rows) }),
  };
}
