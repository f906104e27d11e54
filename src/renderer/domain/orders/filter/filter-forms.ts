import type { HistoryChoices, HistoryFilter } from '../../../../shared/contract/history.ts';
import type { DateCondition } from '../../../../shared/contract/lists.ts';
import type { ListFilters } from '../../../../shared/contract/trades.ts';
import type { HistoryList } from '../../../../shared/orders/history.ts';
import type { NoteKind } from '../../../../shared/orders/notes.ts';
import type { ArchiveList } from '../../../../shared/orders/trades.ts';
import type { Text } from '../../../text/use-text.ts';
import type { FilterChip, FilterField } from '../../../ui/filter/filter-form.ts';
import { withPart } from '../../../ui/filter/list-filter.ts';
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

/** The part of a filter with the days of a list, which the toolbar steps through. */
interface PeriodPart<Filter> {
  label: (text: Text) => string;
  of: (filter: Filter) => DateCondition | undefined;
  put: (filter: Filter, dates: DateCondition | undefined) => Filter;
}

interface ListForm<Filter> {
  /** Returns a chip for each part that narrows the list, in the order of the form. */
  chips: (filter: Filter, zone: string, text: Text) => FilterChip<Filter>[];
  /** Returns the fields of the form but symbols and free text. */
  fields: (form: Form<Filter>, text: Text) => FilterField[];
  period: PeriodPart<Filter>;
}

const ofCreation: PeriodPart<HistoryFilter> = {
  label: (text) => text.filter.created,
  of: ({ created }) => created,
  put: (filter, dates) => withPart(filter, 'created', dates),
};

/** The filter of each list in words, and its form. */
export const filterForms: { readonly [List in ArchiveList]: ListForm<ListFilters[List]> } = {
  'order-history': {
    chips: historyFilterChips,
    fields: (form, text) => historyFilterFields({ ...form, list: 'order-history' }, text),
    period: ofCreation,
  },
  'plan-history': {
    chips: historyFilterChips,
    fields: (form, text) => historyFilterFields({ ...form, list: 'plan-history' }, text),
    period: ofCreation,
  },
  trades: {
    chips: tradeFilterChips,
    fields: tradeFilterFields,
    period: {
      label: (text) => text.columns.closed,
      of: ({ closed }) => closed,
      put: (filter, dates) => withPart(filter, 'closed', dates),
    },
  },
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
