import { type ComponentProps, useCallback, useMemo, useState } from 'react';
import type { NoteFilter } from '../../../shared/contract/filters.ts';
import { noteParts } from '../../../shared/orders/filter-parts.ts';
import { useText } from '../../text/use-text.ts';
import type { FilterMenu, OpenFilter } from '../../ui/filter/FilterMenu.tsx';
import { withPart } from '../../ui/filter/list-filter.ts';
import { partChips, partFields } from '../../ui/filter/part-forms.ts';
import type { FurtherFilter } from '../../ui/filter/use-value-filter.tsx';
import { meetsNoteFilter, noteWords, offeredTags, tagFilters } from './note-filter.ts';

interface NoteRowFilter<Row> extends FurtherFilter<Row> {
  /** The properties of the form. */
  form: ComponentProps<typeof FilterMenu>;
}

/**
 * A filter by notes and tags, for a table that holds all of its rows. `noteOf` must stay the same while the notes do.
 * `tags`: those that the form offers.
 */
export function useNoteFilter<Row>(
  noteOf: (row: Row) => string | undefined,
  tags: readonly string[],
): NoteRowFilter<Row> {
  const text = useText();
  const [filter, setFilter] = useState<NoteFilter>({});
  const [open, setOpen] = useState<OpenFilter | null>(null);
  const chips = useMemo(() => partChips(noteParts, filter, noteWords(text), 'UTC', text), [filter, text]);
  const clear = useCallback((): void => setFilter({}), []);
  const form = useMemo(() => {
    const offered = offeredTags(tags, text);
    return {
      open,
      onOpenChange: setOpen,
      fields: partFields(
        noteParts,
        { filter, offered: { tag: offered.tags }, onChange: setFilter },
        { ...noteWords(text), tags: offered.words },
      ),
      active: chips.map(({ part }) => part),
      onClear: clear,
    };
  }, [text, filter, open, tags, chips, clear]);
  return {
    keeps: useCallback((row: Row) => meetsNoteFilter(noteOf(row), filter), [noteOf, filter]),
    clear,
    chips,
    remove: (part) => setFilter(withPart(filter, part as keyof NoteFilter, undefined)),
    valuesOf: (row) =>
      tagFilters(noteOf(row), filter).map(({ value, only, without }) => ({
        value,
        onOnly: () => setFilter(only),
        onExclude: without && (() => setFilter(without)),
      })),
    form,
  };
}
