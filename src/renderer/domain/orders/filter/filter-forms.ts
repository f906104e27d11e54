import type { HistoryChoices } from '../../../../shared/contract/history.ts';
import type { ListFilters } from '../../../../shared/contract/trades.ts';
import type { HistoryList } from '../../../../shared/history.ts';
import type { NoteKind } from '../../../../shared/notes.ts';
import type { ArchiveList } from '../../../../shared/trades.ts';
import type { Text } from '../../../text/use-text.ts';
import type { FilterChip, FilterField } from '../../../ui/filter/filter-form.ts';
import { historyFilterChips, historyFilterFields } from './history-filter-fields.ts';
import { tradeFilterChips, tradeFilterFields } from './trade-filter-fields.ts';

interface Form<Filter> {
  filter: Filter;
  /** Values that the rows have; `undefined` until they have been read. */
  choices: HistoryChoices | undefined;
  /** Tags of the notes on the rows, those of the most notes first. */
  tags: readonly string[];
  onChange: (filter: Filter) => void;
}

interface ListForm<Filter> {
  /** Returns a chip for each part that narrows the list, in the order of the form. */
  chips: (filter: Filter, zone: string, text: Text) => FilterChip<Filter>[];
  /** Returns the fields of the form but symbols and free text. The fields of a group stand side by side. */
  fields: (form: Form<Filter>, text: Text) => FilterField[][];
}

/** The filter of each list in words, and its form. */
export const filterForms: { readonly [List in ArchiveList]: ListForm<ListFilters[List]> } = {
  'order-history': {
    chips: historyFilterChips,
    fields: (form, text) => historyFilterFields({ ...form, list: 'order-history' }, text),
  },
  'plan-history': {
    chips: historyFilterChips,
    fields: (form, text) => historyFilterFields({ ...form, list: 'plan-history' }, text),
  },
  trades: { chips: tradeFilterChips, fields: tradeFilterFields },
};

/** Kind of the notes on the rows of each list. */
export const noteKindOf: Readonly<Record<ArchiveList, NoteKind>> = {
  'order-history': 'order',
  'plan-history': 'plan',
  trades: 'trade',
};

/** Returns the history from which the rows of a list come. */
export function historyOf(list: ArchiveList): HistoryList {
  return list === 'trades' ? 'order-history' : list;
}
