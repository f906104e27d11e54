/**
 * The first of the 6,763 characters of GB 2312 for each initial, in the order of pinyin. No syllable begins with I, U or V. Of the 3,755 most
 * usual characters, 20 with several readings get the initial of the other one.
 */
const firstOfInitial = [...'阿八嚓哒婀发旮哈丌咔垃妈拿喔趴七蚺仨他挖夕丫匝'];
const initials = 'ABCDEFGHJKLMNOPQRSTWXYZ';

/** Chinese in the order of pinyin. Its data is part of the browser. */
const byPinyin = new Intl.Collator('zh-u-co-pinyin');
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
