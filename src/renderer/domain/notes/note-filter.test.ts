import { expect, test } from 'vitest';
import type { NoteFilter } from '../../../shared/contract/filters.ts';
import { noteParts } from '../../../shared/orders/filter-parts.ts';
import { en } from '../../text/en.ts';
import { partFields } from '../../ui/filter/part-forms.ts';
import { meetsNoteFilter, noteWords, offeredTags, tagFilters, tagsByUse } from './note-filter.ts';

test('the menu of a cell filters by each tag of the note, or leaves it out', () => {
  const filter: NoteFilter = { tags: ['late'], withoutTags: ['fomo'] };
  expect(tagFilters('#fomo and #Late', filter)).toEqual([
    { value: '#fomo', only: { tags: ['fomo'] }, without: { tags: ['late'], withoutTags: ['fomo'] } },
    { value: '#late', only: { tags: ['late'] }, without: { withoutTags: ['fomo', 'late'] } },
  ]);
  expect(tagFilters(undefined, filter)).toEqual([]);
  expect(tagFilters('#1 #2 #3 #4 #5 #6', filter)).toHaveLength(5);
});

test.each<[NoteFilter, string[]]>([
  [{}, ['#a #b', '#b', 'none', '']],
  [{ tags: ['a', 'c'] }, ['#a #b']],
  [{ withoutTags: ['a'] }, ['#b', 'none', '']],
  [{ noted: 'only' }, ['#a #b', '#b', 'none']],
  [{ noted: 'none' }, ['']],
  [{ tags: ['b'], withoutTags: ['a'] }, ['#b']],
])('%j keeps %j', (filter, kept) => {
  const notes = ['#a #b', '#b', 'none', ''];
  expect(notes.filter((note) => meetsNoteFilter(note === '' ? undefined : note, filter))).toEqual(kept);
});

test('tags are in the order of their uses, then by name', () => {
  expect(tagsByUse(['#b #c', 'no tag', '#c #C', '#a'])).toEqual(['c', 'a', 'b']);
});

test('the form offers the tags of the most notes and those that are chosen', () => {
  let filter: NoteFilter = { tags: ['gone'] };
  const fields = (tags: string[]) => {
    const { tags: tag, words } = offeredTags(tags, en);
    const form = { filter, offered: { tag }, onChange: (next: NoteFilter) => (filter = next) };
    return partFields(noteParts, form, { ...noteWords(en), tags: words });
  };
  expect(fields(['a']).map(({ label }) => label)).toEqual(['Note', 'Tags']);
  expect(fields(['a'])[1]?.choices?.options.map(({ label }) => label)).toEqual(['#a', '#gone']);
  const many = fields(Array.from({ length: 40 }, (_, index) => `t${index}`))[1];
  expect(many?.label).toBe('Tags (30 most used)');
  expect(many?.choices?.options).toHaveLength(31);
  fields(['a'])[1]?.choices?.onToggle('a');
  fields(['a'])[0]?.choices?.onToggle('only');
  expect(filter).toEqual({ tags: ['gone', 'a'], noted: 'only' });
  fields(['a'])[0]?.choices?.onToggle('none');
  expect(filter.noted).toBe('none');
  filter = {};
  expect(fields([]).map(({ label }) => label)).toEqual(['Note']);
});
