import type { Noted } from '../../../shared/contract/notes.ts';
import type { NoteField } from '../../../shared/orders/notes.ts';
import type { Text } from '../../text/use-text.ts';
import { columnHelper, type TableColumn } from '../../ui/table/column.ts';

/** ID of the column with the user's notes. The details show the note in a field of its own. */
export const noteColumnId = 'note';

/** Returns a note on one line. */
function noteLine(note: string): string {
  return note.replaceAll(/\s+/g, ' ');
}

/** Adds the column with the notes, and a mark in the first column that shows the rows with a note. */
export function withNoteColumn<Row>(
  columns: readonly TableColumn<Row>[],
  noteOf: (row: Row) => string | undefined,
  text: Text,
): TableColumn<Row>[] {
  const column = columnHelper<Row & object>().accessor((row) => noteOf(row) ?? null, {
    id: noteColumnId,
    header: text.columns.note,
    size: 240,
    meta: {
      isHiddenAtFirst: true,
      isNoDetail: true,
      text: (row) => noteLine(noteOf(row) ?? ''),
      exact: (row) => noteOf(row) ?? '',
    },
  });
  const marked = columns.map((each) =>
    each.id === 'symbol' ? { ...each, meta: { ...each.meta, note: (row: Row) => noteOf(row) ?? null } } : each,
  );
  return [...marked, column as TableColumn<Row>];
}

/** Returns the fields that the column exports. */
export function noteExportColumns(heading: string, text: Text): { field: NoteField; heading: string }[] {
  return [
    { field: 'note', heading },
    { field: 'tags', heading: text.notes.tags },
  ];
}

/** Returns the note of a row that brings its own. */
export function ownNote({ note }: Noted): string | undefined {
  return note;
}
