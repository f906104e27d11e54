import { type ComponentProps, type ReactNode, useCallback, useMemo, useState } from 'react';
import type { NoteFilter } from '../../../shared/contract/notes.ts';
import { useText } from '../../text/use-text.ts';
import { FilterChips } from '../../ui/filter/FilterChips.tsx';
import type { FilterMenu } from '../../ui/filter/FilterMenu.tsx';
import { chipsOf } from '../../ui/filter/filter-form.ts';
import { withPart } from '../../ui/filter/list-filter.ts';
import {
  hasSharedValues,
  rowCondition,
  type ValueFilter,
  withExcluded,
  withOnly,
  withoutColumn,
} from '../../ui/filter/value-filter.ts';
import type { TableColumn } from '../../ui/table/column.ts';
import { FilterItems } from '../../ui/table/FilterItems.tsx';
import type { MenuCell } from '../../ui/table/TableMenu.tsx';
import { meetsNoteFilter, noteChips, noteFields, tagFilters } from './note-filter.ts';

interface RowFilter<Row> {
  isActive: boolean;
  /** True if a row meets every condition. */
  keeps: (row: Row) => boolean;
  clear: () => void;
  /** The conditions as chips, which the user can remove. */
  chips: ReactNode;
  /** The properties of the form for notes and tags. */
  form: ComponentProps<typeof FilterMenu>;
  /** Returns the items of the menu of a cell that filter by its value. */
  cellItems: (cell: MenuCell<Row>) => ReactNode;
}

const noNote = (): undefined => undefined;
const noTags: readonly string[] = [];

/**
 * A filter by values of cells and by tags, for a table that holds all of its rows. It lasts as long as the screen.
 * `noteOf` must stay the same while the notes do. `tags`: those that the form offers.
 */
export function useValueFilter<Row>(
  columns: readonly TableColumn<Row>[],
  noteOf: (row: Row) => string | undefined = noNote,
  tags = noTags,
): RowFilter<Row> {
  const text = useText();
  const [filter, setFilter] = useState<ValueFilter<Row>>({});
  const [noteFilter, setNoteFilter] = useState<NoteFilter>({});
  const [isFormOpen, setFormOpen] = useState(false);
  const keeps = useMemo(() => {
    const keepsValues = rowCondition(filter, columns);
    return (row: Row) => keepsValues(row) && meetsNoteFilter(noteOf(row), noteFilter);
  }, [filter, columns, noteOf, noteFilter]);
  const active = columns.filter(({ id }) => filter[id] !== undefined);
  const chips = active.flatMap((column) => {
    const condition = filter[column.id];
    if (!condition) return [];
    const label = condition.keeps ? column.header : text.filter.chip.without(column.header);
    return [{ part: column.id, label: text.labelled(label, text.enumerated(condition.samples.map(column.meta.text))) }];
  });
  const noteParts = chipsOf<NoteFilter>(noteChips(noteFilter, text));
  const clear = useCallback((): void => {
    setFilter({});
    setNoteFilter({});
  }, []);
  const remove = (part: string): void => {
    setFilter(withoutColumn(filter, part));
    setNoteFilter(withPart(noteFilter, part as keyof NoteFilter, undefined));
  };
  const cellItems = ({ row, columnId }: MenuCell<Row>): ReactNode => {
    const column = columns.find(({ id }) => id === columnId);
    const values = tagFilters(noteOf(row), noteFilter).map(({ value, only, without }) => ({
      value,
      onOnly: () => setNoteFilter(only),
      onExclude: without && (() => setNoteFilter(without)),
    }));
    if (!column || !hasSharedValues(column)) return <FilterItems values={values} />;
    const value = column.meta.text(row);
    const onOnly = (): void => setFilter(withOnly(filter, column, row));
    const onExclude = (): void => setFilter(withExcluded(filter, column, row));
    return <FilterItems values={[{ value, onOnly, onExclude }, ...values]} />;
  };
  return {
    isActive: active.length > 0 || noteParts.length > 0,
    keeps,
    clear,
    chips: <FilterChips chips={[...chips, ...noteParts]} onRemove={remove} onClear={clear} />,
    form: {
      isOpen: isFormOpen,
      onOpenChange: setFormOpen,
      groups: noteFields(noteFilter, tags, setNoteFilter, text),
      conditions: noteParts.length,
      onClear: () => setNoteFilter({}),
    },
    cellItems,
  };
}
