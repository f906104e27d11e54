import type { DateCondition } from '../../../../shared/contract/filters.ts';
import type { HistoryChoices } from '../../../../shared/contract/history.ts';
import type { ListFilters } from '../../../../shared/contract/trades.ts';
import { filterPartsOf, periodPart } from '../../../../shared/orders/filter-parts.ts';
import type { HistoryList } from '../../../../shared/orders/history.ts';
import type { NoteKind } from '../../../../shared/orders/notes.ts';
import type { ArchiveList } from '../../../../shared/orders/trades.ts';
import { orderStatuses, planStatuses } from '../../../../shared/values/domain.ts';
import type { Text } from '../../../text/use-text.ts';
import type { CellFilter } from '../../../ui/filter/cell-filter.ts';
import type { FilterChip, FilterField } from '../../../ui/filter/filter-form.ts';
import { withPart } from '../../../ui/filter/list-filter.ts';
import { partCellFilters, partChips, partFields } from '../../../ui/filter/part-forms.ts';
import { offeredTags } from '../../notes/note-filter.ts';
import { filterWords } from './filter-words.ts';

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
  part: keyof Filter & string;
  label: (text: Text) => string;
  of: (filter: Filter) => DateCondition | undefined;
  put: (filter: Filter, dates: DateCondition | undefined) => Filter;
}

interface ListForm<Filter> {
  /** Returns a chip for each part that narrows the list, in the order of the form. */
  chips: (filter: Filter, zone: string, text: Text) => FilterChip<Filter>[];
  /** Returns the fields of the form but symbols and free text. */
  fields: (form: Form<Filter>, text: Text) => FilterField[];
  /** Returns the filters for the values of the fields of a row. `zone`: time zone in which the days begin. */
  cellFilters: (
    fields: readonly string[],
    row: object,
    filter: Filter,
    zone: string,
    text: Text,
  ) => CellFilter<Filter>[];
  period: PeriodPart<Filter>;
}

/** The filter of each list in words, and its form. */
export const filterForms: { readonly [List in ArchiveList]: ListForm<ListFilters[List]> } = {
  'order-history': formOf<'order-history'>('order-history', orderStatuses),
  'plan-history': formOf<'plan-history'>('plan-history', planStatuses),
  trades: formOf<'trades'>('trades', []),
};

/** `statuses`: those that the form always offers. */
function formOf<List extends ArchiveList>(list: List, statuses: readonly string[]): ListForm<ListFilters[List]> {
  type Filter = ListFilters[List];
  const parts = filterPartsOf(list);
  const period: 'created' | 'closed' = periodPart[list];
  const name = period as keyof Filter & string;
  return {
    chips: (filter, zone, text) => partChips(parts, filter, filterWords(text), zone, text),
    fields: ({ filter, choices, tags, onChange }, text) => {
      const { tags: tag, words } = offeredTags(tags, text);
      const offered = {
        kind: choices?.kinds.map(({ value }) => value) ?? [],
        status: [...statuses, ...(choices?.statuses.map(({ value }) => value) ?? [])],
        tag,
      };
      const duration = { ...filterWords(text).duration, label: text.trades.durationMinutes };
      return partFields(parts, { filter, offered, onChange }, { ...filterWords(text), tags: words, duration });
    },
    cellFilters: (fields, row, filter, zone, text) =>
      partCellFilters(parts, fields, row, filter, filterWords(text), zone),
    period: {
      part: name,
      label: (text) => filterWords(text)[period].label,
      of: (filter) => filter[name] as DateCondition | undefined,
      put: (filter, dates) => withPart(filter, name, dates as Filter[typeof name]),
    },
  };
}

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
