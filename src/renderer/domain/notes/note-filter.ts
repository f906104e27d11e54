import type { NoteFilter } from '../../../shared/contract/notes.ts';
import { tagsOf } from '../../../shared/orders/notes.ts';
import { compareTexts } from '../../../shared/rows/compare-texts.ts';
import type { Text } from '../../text/use-text.ts';
import { type CellFilter, valueFilter } from '../../ui/filter/cell-filter.ts';
import {
  choiceField,
  type FilterField,
  type FilterLabel,
  fieldOf,
  listLabel,
  without,
} from '../../ui/filter/filter-form.ts';
import { withPart } from '../../ui/filter/list-filter.ts';

/** Tags that the form offers; the search finds the others. */
const maxOffered = 30;
/** Tags of a note that the menu of a cell offers. */
const maxInMenu = 5;

const noted = ['only', 'none'] as const;

function tagWords(text: Text): FilterLabel<string> {
  return { label: text.notes.tags, word: (tag) => `#${tag}` };
}

/** Returns what the parts of a filter on notes say; `null` for a part that narrows nothing. */
export function noteChips(filter: NoteFilter, text: Text): Record<keyof NoteFilter, string | null> {
  const words = tagWords(text);
  return {
    tags: listLabel(filter.tags, words, text),
    withoutTags: listLabel(filter.withoutTags, without(words, text), text),
    noted: filter.noted === undefined ? null : text.notes.noted[filter.noted],
  };
}

/** Returns the fields of the form. `tags`: those of the rows. */
export function noteFields<Filter extends NoteFilter>(
  filter: Filter,
  tags: readonly string[],
  onChange: (filter: Filter) => void,
  text: Text,
): FilterField[] {
  const words = tagWords(text);
  const offered = [...new Set([...tags.slice(0, maxOffered), ...(filter.tags ?? [])])];
  const label = tags.length > maxOffered ? text.notes.mostUsed(maxOffered) : words.label;
  const tagField = choiceField({ ...words, label }, offered, filter.tags, (chosen) =>
    onChange(withPart(filter, 'tags', chosen)),
  );
  const chosen = filter.noted === undefined ? [] : [filter.noted];
  const notedWords = { label: text.columns.note, word: (part: (typeof noted)[number]) => text.notes.noted[part] };
  return [
    // One of the two, because both together are all rows.
    fieldOf(
      ['noted'],
      choiceField(notedWords, noted, chosen, (parts) => onChange(withPart(filter, 'noted', parts.at(-1)))),
    ),
    ...(offered.length > 0 ? [fieldOf(['tags', 'withoutTags'], tagField)] : []),
  ];
}

/** True if a row with this note meets the filter. */
export function meetsNoteFilter(note: string | undefined, { tags, withoutTags, noted }: NoteFilter): boolean {
  const own = tagsOf(note ?? '');
  return (
    (tags === undefined || tags.some((tag) => own.includes(tag))) &&
    !withoutTags?.some((tag) => own.includes(tag)) &&
    (noted === undefined || (note !== undefined) === (noted === 'only'))
  );
}

/** Returns the tags of notes, those of the most notes first. */
export function tagsByUse(notes: Iterable<string>): string[] {
  const uses = Map.groupBy([...notes].flatMap(tagsOf), (tag) => tag);
  return [...uses]
    .sort(([a, its], [b, others]) => others.length - its.length || compareTexts(a, b))
    .map(([tag]) => tag);
}

/** Returns the filters for the tags of a row's note. */
export function tagFilters<Filter extends NoteFilter>(note: string | undefined, filter: Filter): CellFilter<Filter>[] {
  return tagsOf(note ?? '')
    .slice(0, maxInMenu)
    .map((tag) => valueFilter(filter, 'tags', 'withoutTags', { value: tag, word: `#${tag}` }));
}
