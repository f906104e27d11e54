import { useCallback, useState } from 'react';
import type { HistoryFilter, HistoryList } from '../../shared/history.ts';
import { cleanFilter, withPart } from '../model/history-filter.ts';
import { filterFields } from '../model/history-filter-fields.ts';
import { useText } from '../text/use-text.ts';
import { endClearedViews } from './chosen-view.ts';
import { useHistoryChoices } from './history-state.ts';
import { useChangeSettings, useSettings } from './settings.ts';

const everything: HistoryFilter = {};

type SetFilter = (filter: HistoryFilter) => void;

/** The filter of a history list. The settings store it, so that every screen of the list shows the same rows. */
export function useHistoryFilter(list: HistoryList): [HistoryFilter, SetFilter] {
  const filter = useSettings().filters[list] ?? everything;
  const change = useChangeSettings();
  const setFilter = useCallback<SetFilter>(
    (next) => {
      endClearedViews(list, filter, next);
      change({ filters: { [list]: next } });
    },
    [change, list, filter],
  );
  return [filter, setFilter];
}

/** The properties of `FilterMenu` for an account's list. Reads the values to choose from while the form is open. */
export function useHistoryFilterForm(account: string, list: HistoryList, filter: HistoryFilter, setFilter: SetFilter) {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  const choices = useHistoryChoices(account, list, isOpen);
  return {
    isOpen,
    onOpenChange: setOpen,
    symbols: {
      symbols: choices?.symbols ?? [],
      chosen: filter.symbols ?? [],
      onChange: (symbols: string[]) => setFilter(withPart(filter, 'symbols', symbols)),
    },
    groups: filterFields({ list, filter, choices, onChange: setFilter }, text),
    conditions: Object.keys(cleanFilter(withPart(filter, 'text', undefined))).length,
    onClear: () => setFilter(filter.text === undefined ? {} : { text: filter.text }),
  };
}
