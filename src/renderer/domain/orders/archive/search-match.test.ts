import { expect, test } from 'vitest';
import { searchWords } from '../../../../shared/rows/text-filter.ts';
import { matchedPart } from './search-match.ts';

const matched = (id: string | null, query: string): string | null => matchedPart(id, 'BTC-USDT', searchWords(query));

test('the part of an ID that a search has found is named', () => {
  expect(matched('12340ZZZ98765', 'zzz')).toBe('…ZZZ…');
  expect(matched('zzz98765', 'ZZZ')).toBe('zzz…');
  expect(matched('123zzz', 'btc zzz')).toBe('…zzz');
});

test('nothing is named that the symbol shows, or that the ID does not have', () => {
  expect(matched('1btc1', 'btc')).toBeNull();
  expect(matched('12345', 'zzz')).toBeNull();
  expect(matched(null, 'zzz')).toBeNull();
  expect(matched('12345', '')).toBeNull();
});
