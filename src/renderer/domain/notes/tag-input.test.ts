import { expect, test } from 'vitest';
import { offeredTags, typedTagAt, withTag } from './tag-input.ts';

test.each([
  ['late #fo', 8, 'fo'],
  ['late #fo', 7, 'f'],
  ['#', 1, ''],
  ['突破 ＃假', 5, '假'],
  ['﹟fo', 3, 'fo'],
  ['late #fo ', 9, null],
  ['issue#7', 7, null],
  ['late', 4, null],
])('of %j with the caret at %i the typed tag is %j', (text, caret, typed) => {
  expect(typedTagAt(text, caret)).toBe(typed);
});

test('tags are offered by their start in any case, except the one that is complete', () => {
  const tags = ['fomo', 'fo', 'late', 'foil'].map((tag) => ({ tag, notes: 1 }));
  expect(offeredTags(tags, 'FO')).toEqual(['fomo', 'foil']);
  expect(offeredTags(tags, '')).toEqual(['fomo', 'fo', 'late', 'foil']);
});

test('an accepted tag replaces its start, and the caret is behind the space after it', () => {
  expect(withTag('late #fo', 8, 'fo', 'fomo')).toEqual({ text: 'late #fomo ', caret: 11 });
  expect(withTag('#f again', 2, 'f', 'fomo')).toEqual({ text: '#fomo again', caret: 6 });
});
