import { matchesText } from '../../../shared/rows/text-filter.ts';
import { missingRank, textRank } from '../../../shared/rows/text-rank.ts';
import { nearText } from './near-words.ts';
import { pinyinInitials } from './pinyin-initials.ts';

export interface SearchedText {
  label: string;
  /** More words that find the item, the most important first. They rank below those of the label. */
  also?: string;
}

/**
 * Returns the items that contain every word of a query, the best match first. Chinese is also found by the initials of its pinyin. If no item
 * matches, items with typing errors do. Equal matches keep their order.
 */
export function findBest<Item>(items: readonly Item[], query: string, read: (item: Item) => SearchedText): Item[] {
  if (query.trim() === '') return [...items];
  const rank = textRank(query);
  const found = findTexts(items, query, read).map((item) => {
    const { label, also = '' } = read(item);
    const initials = pinyinInitials(label);
    // An equal match of the label itself comes before one of its initials, and both before one of the other words.
    const ranks = [rank(label), ...(initials === '' ? [] : [rank(initials) + 0.5])];
    const best = Math.min(...ranks);
    return { item, rank: best < missingRank ? best : missingRank + rank(also) };
  });
  return found.sort((a, b) => a.rank - b.rank).map(({ item }) => item);
}

/** Returns the items that `findBest` finds, in their order. */
export function findTexts<Item>(items: readonly Item[], query: string, read: (item: Item) => SearchedText): Item[] {
  if (query.trim() === '') return [...items];
  const keep = (test: (text: string) => boolean): Item[] =>
    items.filter((item) => {
      const { label, also = '' } = read(item);
      return test(`${label} ${also} ${pinyinInitials(label)}`);
    });
  const exact = keep(matchesText(query));
  return exact.length > 0 ? exact : keep(nearText(query));
}
