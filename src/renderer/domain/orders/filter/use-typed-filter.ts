import { useMemo } from 'react';
import type { ListFilters } from '../../../../shared/contract/trades.ts';
import type { ArchiveList } from '../../../../shared/orders/trades.ts';
import { readTypedFilter } from '../../../../shared/orders/typed-filter.ts';
import { useTimeZone } from '../../../platform/settings/settings.ts';
import { type Text, useText } from '../../../text/use-text.ts';
import { withPart } from '../../../ui/filter/list-filter.ts';
import { useToday } from '../../../ui/filter/PeriodChoice.tsx';
import { useTags } from '../../notes/notes.ts';
import { useHistoryChoices } from '../history-state.ts';
import { filterForms, historyOf, noteKindOf } from './filter-forms.ts';

/** A typed text as a filter, and that filter in words. */
export interface TypedFilter<List extends ArchiveList> {
  filter: ListFilters[List];
  words: string;
}

/** Reads a typed text as a filter of a list. `archive`: its ID. Returns `null` for a text that is free text only. */
export function useTypedFilter<List extends ArchiveList>(
  archive: string,
  list: List,
  typed: string,
): TypedFilter<List> | null {
  const text = useText();
  const zone = useTimeZone();
  const today = useToday();
  const choices = useHistoryChoices(archive, historyOf(list), typed.trim() !== '');
  const tags = useTags(archive, noteKindOf[list], typed.includes('#'));
  return useMemo(() => {
    const known = { symbols: choices?.symbols.map(({ value }) => value) ?? [], tags: tags.map(({ tag }) => tag) };
    const filter = readTypedFilter(list, typed, today, known);
    return filter && { filter, words: conditionsOf(list, filter, zone, text).join(' · ') };
  }, [list, typed, today, choices, tags, zone, text]);
}

/** Returns the conditions of a filter in words: its chips, and what its free text is searched in. */
export function conditionsOf<List extends ArchiveList>(
  list: List,
  filter: ListFilters[List],
  zone: string,
  text: Text,
): string[] {
  const chips = filterForms[list].chips(withPart(filter, 'text', undefined), zone, text);
  const words = filter.text?.trim() ?? '';
  return [...chips.map(({ label }) => label), ...(words === '' ? [] : [text.filter.inTexts(words)])];
}

/** Returns the filter with what was typed in place of its free text. */
export function withTyped<Filter extends { text?: string | undefined }>(filter: Filter, typed: Filter): Filter {
  return { ...withPart(filter, 'text', undefined), ...typed };
}
