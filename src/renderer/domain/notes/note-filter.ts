import type { NoteFilter } from '../../../shared/contract/filters.ts';
import { tagsOf } from '../../../shared/orders/notes.ts';
import { compareTexts } from '../../../shared/rows/compare-texts.ts';
import type { Text } from '../../text/use-text.ts';
import { type CellFilter, valueFilter } from '../../ui/filter/cell-filter.ts';
import { wordsOf } from '../../ui/filter/filter-form.ts';

/** Tags that the form offers; the search finds the others. */
const maxOffered = 30;
/** Tags of a note that the menu of a cell offers. */
const maxInMenu = 5;

/** Returns the words of the parts of a filter on notes. */
export function noteWords(text: Text) {
  return {
    noted: wordsOf(text.columns.note, (part: 'only' | 'none') => text.notes.noted[part]),
    tags: wordsOf(text.notes.tags, (tag: string) => `#${tag}`),
  };
}

/** Returns the tags that the form offers, and the words that say if these are not all. `tags`: those of the rows. */
export function offeredTags(tags: readonly string[], text: Text) {
  const { tags: words } = noteWords(text);
  const label = tags.length > maxOffered ? text.notes.mostUsed(maxOffered) : words.label;
  return { tags: tags.slice(0, maxOffered), words: { ...words, label } };
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
