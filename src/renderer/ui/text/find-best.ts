import { matchesText, searchWords } from '../../../shared/rows/text-filter.ts';
import { greatest, smallest } from '../../../shared/values/extremes.ts';

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
    const best = smallest(ranks);
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

/** Rank of a text without the words of the query. */
const missingRank = 5;
const ranks = { equal: 0, firstWords: 1, prefix: 2, wordPrefixes: 3, substrings: 4, missing: missingRank };

/**
 * Returns a function that ranks texts for a query; lower is better. The ranks: equal to the query, beginning with it as whole words, beginning
 * with it, every word begins a word, every word occurs, anything else. So a name that the user typed completely comes before longer ones, and
 * "btc" ranks BTC-USDT before BTCDOM-USDT.
 */
export function textRank(query: string): (text: string) => number {
  const words = searchWords(query);
  const whole = words.join(' ');
  return (text) => {
    const folded = searchWords(text).join(' ');
    if (folded === whole) return ranks.equal;
    if (folded.startsWith(whole)) return isBoundary(folded.charAt(whole.length)) ? ranks.firstWords : ranks.prefix;
    return greatest(words.map((word) => rankOfWord(folded, word)));
  };
}

function rankOfWord(text: string, word: string): number {
  if (!text.includes(word)) return ranks.missing;
  return beginsWord(text, word) ? ranks.wordPrefixes : ranks.substrings;
}

/** True if the word occurs at the start of a word: "U" begins a word of "BTC-USDT", "S" does not. */
function beginsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (at === 0 || isBoundary(text.charAt(at - 1))) return true;
  }
  return false;
}

/** True for a character that belongs to no word. */
function isBoundary(character: string): boolean {
  return /[^\p{L}\p{N}]/u.test(character);
}

/**
 * Returns a test for texts that contain every word of the query, each with at most one typing error: a letter that is wrong, missing, surplus,
 * or exchanged with the next one. Words of three letters match with exchanged letters only, and shorter ones exactly, because more would match
 * everything.
 */
export function nearText(query: string): (text: string) => boolean {
  const words = searchWords(query);
  return (text) => {
    const parts = searchWords(text).flatMap((part) => [part, ...part.split(/[^\p{L}\p{N}]+/u)]);
    return words.every((word) => parts.some((part) => part.includes(word) || beginsNearly(part, word)));
  };
}

const shortLength = 3;

/** True if the text begins with the word, apart from one typing error. */
function beginsNearly(text: string, word: string): boolean {
  if (word.length < shortLength || /\d/.test(word)) return false;
  const lengths = word.length === shortLength ? [word.length] : [word.length - 1, word.length, word.length + 1];
  return lengths.some((length) => {
    const start = text.slice(0, length);
    return start.length === length && isOneErrorApart(start, word);
  });
}

function isOneErrorApart(a: string, b: string): boolean {
  let same = 0;
  while (same < a.length && a[same] === b[same]) same++;
  const [restOfA, restOfB] = [a.slice(same), b.slice(same)];
  const areExchanged = restOfA[0] === restOfB[1] && restOfA[1] === restOfB[0] && restOfA.slice(2) === restOfB.slice(2);
  if (a.length <= shortLength) return areExchanged;
  return (
    areExchanged ||
    restOfA.slice(1) === restOfB.slice(1) ||
    restOfA === restOfB.slice(1) ||
    restOfA.slice(1) === restOfB
  );
}

/**
 * The first of the 6,763 characters of GB 2312 for each initial, in the order of pinyin. No syllable begins with I, U or V. Of the 3,755 most
 * usual characters, 20 with several readings get the initial of the other one.
 */
const firstOfInitial = [...'阿八嚓哒婀发旮哈丌咔垃妈拿喔趴七蚺仨他挖夕丫匝'];
const initials = 'ABCDEFGHJKLMNOPQRSTWXYZ';

/** Chinese in the order of pinyin. Its data is part of the browser. */
const byPinyin = new Intl.Collator('zh-u-co-pinyin');
/** Initials that were found: a comparison of the browser takes long, and a search reads every name. */
const known = new Map<string, string>();

/**
 * Returns a text with the initial of its most usual pinyin in place of each Chinese character: "BARS-USDT" for "币安人生-USDT". Returns '' for a
 * text without Chinese.
 */
export function pinyinInitials(text: string): string {
  return /\p{Script=Han}/u.test(text) ? text.replace(/\p{Script=Han}/gu, initialOf) : '';
}

function initialOf(character: string): string {
  const initial = known.get(character);
  if (initial !== undefined) return initial;
  const next = firstOfInitial.findIndex((first) => byPinyin.compare(first, character) > 0);
  const found = initials.at(next < 0 ? -1 : Math.max(0, next - 1)) ?? '';
  known.set(character, found);
  return found;
}
