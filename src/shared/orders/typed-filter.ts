import type { DateCondition } from '../contract/filters.ts';
import type { ListFilters } from '../contract/trades.ts';
import type { DecimalRange } from '../contract/values.ts';
import { foldText } from '../rows/fold-text.ts';
import { addDays } from '../time/days.ts';
import { type DaySpan, datesOfSpan, daysOfMonths, monthOf } from '../time/periods.ts';
import { type Day, orderStatuses, planStatuses } from '../values/domain.ts';
import { readTypedDecimal } from '../values/typed-decimal.ts';
import { type FilterParts, filterPartsOf, periodPart } from './filter-parts.ts';
import type { DatePreset } from './history.ts';
import type { ArchiveList } from './trades.ts';

// Words of both languages are read. The language of the page does not matter.

/** Phrases that stand for a preset, the longer ones first. */
const presetPhrases: readonly [RegExp, DatePreset][] = [
  [/\btoday\b|今天|今日/giu, 'today'],
  [/\byesterday\b|昨天|昨日/giu, 'yesterday'],
  [/\bthis week\b|本周|这周|这个?星期/giu, 'this-week'],
  [/\blast week\b|上周|上个?星期/giu, 'last-week'],
  [/\bthis month\b|本月|这个?月/giu, 'this-month'],
  [/\blast month\b|上个?月/giu, 'last-month'],
  [/\bthis quarter\b|本季度?|这个?季度/giu, 'this-quarter'],
  [/\blast quarter\b|上个?季度?/giu, 'last-quarter'],
  [/\bthis year\b|今年|本年/giu, 'this-year'],
  [/\blast year\b|去年|上一?年/giu, 'last-year'],
];
const lastDays = /\b(?:last|past) (\d{1,3}) days?\b|(?:最近|近|过去)\s*(\d{1,3})\s*[天日]/giu;
const quarterPhrase = /\bq([1-4])(?:\s*(20\d\d))?\b|(?:(20\d\d)\s*年?)?第?([1-4一二三四])季度/giu;
const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const monthPhrase =
  /\b(jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)(?:uary|ruary|ch|il|e|y|ust|tember|ober|ember)?(?:\s+(20\d\d))?\b|(?:(20\d\d)\s*年)?(1[0-2]|[1-9])月/giu;
const isoMonth = /\b(20\d\d)-(0[1-9]|1[0-2])\b(?!-)/giu;
const isoDay = String.raw`(20\d\d)[-/](0?[1-9]|1[0-2])[-/](0?[1-9]|[12]\d|3[01])`;
const isoDays = new RegExp(String.raw`(?<![\d.])${isoDay}(?:\s*(?:\.\.|–|~|to|至|到)\s*${isoDay})?(?![\d.])`, 'giu');
const monthWord = '(jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)(?:uary|ruary|ch|il|e|y|ust|tember|ober|ember)?';
/** "27 Jun", "27 June 2026". */
const dayMonth = new RegExp(
  String.raw`(?<!\S)([12]?\d|3[01])(?:st|nd|rd|th)?\s+${monthWord}(?:\s+(20\d\d))?(?!\S)`,
  'giu',
);
/** "Jun 27", "June 27, 2026". */
const monthDay = new RegExp(
  String.raw`(?<!\S)${monthWord}\s+([12]?\d|3[01])(?:st|nd|rd|th)?(?:,?\s+(20\d\d))?(?!\S)`,
  'giu',
);
const chineseDay = /(?:(20\d\d)\s*年)?(1[0-2]|[1-9])月([12]\d|3[01]|[1-9])[日号]/giu;
const chineseDigits = ['一', '二', '三', '四'];

const typedNumber = String.raw`([+\-−]?[\d][\d,]*(?:\.\d+)?(?:[kmb万亿](?![\p{L}\p{N}]))?)`;
const numberEnd = String.raw`(?![\p{L}\p{N}.,])`;
/** Words for the ranges that a number can be compared with, by the part; a list reads those of the parts that it has. */
const rangeWords: Readonly<Record<string, string>> = {
  pnl: 'pnl|p&l|盈亏',
  price: 'price|价格|价',
  leverage: 'leverage|杠杆',
  largestSize: 'size|数量|仓位',
};
const comparison = '(>=|<=|≥|≤|>|<|=)';
const leverageForm = /(?<!\S)(\d{1,3})\s?(?:x|×|倍)(?!\S)/giu;
/** A number with a decimal point is a price: IDs have none. */
const priceForm = /(?<!\S)(\d[\d,]*\.\d+)(?!\S)/giu;

/** Phrases that stand for the values of parts. A list reads those of the parts and values that it has. */
const phrases: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  pnlSigns: {
    loss: /\bloss(?:es)?\b|\blosing\b|\blosers?\b|亏损|(?<!\S)亏(?!\S)/giu,
    profit: /\bprofits?\b|\bwins?\b|\bwinning\b|\bwinners?\b|盈利|(?<!\S)[盈赚](?!\S)/giu,
    zero: /\bbreak-?even\b|持平|保本/giu,
  },
  sides: {
    buy: /\bbuys?\b|买入|买单|(?<!\S)买(?!\S)/giu,
    sell: /\bsells?\b|卖出|卖单|(?<!\S)卖(?!\S)/giu,
    long: /\blongs?\b|做多|多单|多头|(?<!\S)多(?!\S)/giu,
    short: /\bshorts?\b|做空|空单|空头|(?<!\S)空(?!\S)/giu,
  },
  states: { open: /\bopen\b|未平仓|持仓中/giu, closed: /\bclosed\b|已平仓/giu },
  statuses: {
    filled: /\bfilled\b|全部成交|已成交/giu,
    failed: /\bfailed\b|执行失败|失败/giu,
    'fully-executed': /\bexecuted\b|全部执行|已执行/giu,
    canceled: /\bcancell?ed\b|已?撤[单销]/giu,
    pending: /\bpending\b|未成交|待执行/giu,
  },
  marginModes: { isolated: /\bisolated\b|逐仓/giu, cross: /\bcross\b|全仓/giu },
};
// Of an order, the sides of the position that it opens or closes have the words of the sides of a trade.
const phrasesOf = (part: string) => phrases[part === 'positionSides' ? 'sides' : part] ?? {};
const statusesOf: Partial<Record<ArchiveList, readonly string[]>> = {
  'order-history': orderStatuses,
  'plan-history': planStatuses,
};

/** Names that the rows have. */
export interface KnownNames {
  readonly symbols: readonly string[];
  readonly tags: readonly string[];
}

/** Takes the first match of a phrase out of the text. `accepts`: false for a match that is left. */
type Take = (phrase: RegExp, accepts?: (match: RegExpMatchArray) => boolean) => RegExpMatchArray | null;

/**
 * Reads a text such as "last month loss btc >500 #fomo" as a filter: the period, values, ranges, symbols and tags, and the words that are left
 * as free text. Returns `null` for a text that names none of them.
 */
export function readTypedFilter<List extends ArchiveList>(
  list: List,
  typed: string,
  today: Day,
  known: KnownNames = { symbols: [], tags: [] },
): ListFilters[List] | null {
  let rest = typed.normalize('NFKC');
  const take: Take = (phrase, accepts = () => true) => {
    const match = [...rest.matchAll(phrase)].find(accepts);
    if (match?.index === undefined) return null;
    rest = `${rest.slice(0, match.index)} ${rest.slice(match.index + match[0].length)}`;
    return match;
  };
  const own = filterPartsOf(list);
  const tags = takeTags(take, known.tags);
  const dates = takeDates(take, today);
  const ranges = takeRanges(take, own);
  const values: Record<string, string[]> = {};
  for (const [name, part] of Object.entries(own)) {
    const listed = 'values' in part ? part.values : name === 'statuses' ? (statusesOf[list] ?? []) : [];
    for (const [value, phrase] of Object.entries(phrasesOf(name))) {
      // Two values of one part are alternatives.
      if (listed.some((each) => each === value) && take(phrase)) values[name] = [...(values[name] ?? []), value];
    }
  }
  const { symbols, words } = takeSymbols(rest, known.symbols);
  const parts = {
    ...values,
    ...ranges,
    ...(tags.length === 0 ? {} : { tags }),
    ...(symbols.length === 0 ? {} : { symbols }),
    ...(words === '' ? {} : { text: words }),
  } as ListFilters[List];
  const filter = dates === null ? parts : { ...parts, [periodPart[list]]: dates };
  return Object.keys(filter).some((name) => name !== 'text') ? filter : null;
}

function takeTags(take: Take, known: readonly string[]): string[] {
  const found = new Set<string>();
  const isKnown = ([, tag = '']: RegExpMatchArray): boolean => known.includes(tag.toLowerCase());
  for (let match = take(typedTag, isKnown); match; match = take(typedTag, isKnown)) {
    found.add((match[1] ?? '').toLowerCase());
  }
  return [...found];
}
const typedTag = /(?<!\S)#([\p{L}\p{M}\p{N}_-]+)(?!\S)/giu;

/** Takes comparisons of numbers. Without a word before it, the number is the PnL, or the price in a list without a PnL. */
function takeRanges(take: Take, parts: FilterParts): Record<string, DecimalRange> {
  const ranges: Record<string, DecimalRange> = {};
  const add = (part: string, range: DecimalRange): void => {
    ranges[part] = { ...ranges[part], ...range };
  };
  const main = parts.pnl === undefined ? 'price' : 'pnl';
  const named = Object.entries(rangeWords).filter(([part]) => parts[part] !== undefined);
  for (const [part, words] of [...named, [main, ''] as const]) {
    const start = words === '' ? String.raw`(?<!\S)` : String.raw`(?<![\p{L}\p{N}])(?:${words})\s*`;
    const compared = new RegExp(`${start}${comparison}\\s*${typedNumber}${numberEnd}`, 'giu');
    for (let match = take(compared, isNumber(2)); match; match = take(compared, isNumber(2))) {
      const [, sign = '', number = ''] = match;
      const value = readTypedDecimal(number) ?? undefined;
      if (sign === '=') add(part, { from: value, to: value });
      else add(part, sign === '>' || sign === '>=' || sign === '≥' ? { from: value } : { to: value });
    }
    if (words === '') continue;
    const span = take(
      new RegExp(`${start}${typedNumber}(?:\\s*(?:\\.\\.|–|~|-|to|至|到)\\s*${typedNumber})?${numberEnd}`, 'giu'),
      isNumber(1),
    );
    const from = readTypedDecimal(span?.[1] ?? '') ?? undefined;
    if (from !== undefined) add(part, { from, to: readTypedDecimal(span?.[2] ?? '') ?? from });
  }
  const leverage = parts.leverage === undefined ? null : take(leverageForm);
  if (leverage) add('leverage', { from: leverage[1], to: leverage[1] });
  const price = ranges.price === undefined ? take(priceForm, isNumber(1)) : null;
  const exact = readTypedDecimal(price?.[1] ?? '') ?? undefined;
  if (exact !== undefined) add('price', { from: exact, to: exact });
  return ranges;
}

/** Accepts a match whose group is a number that can be told: "2,219" may be two or two thousand. */
function isNumber(group: number): (match: RegExpMatchArray) => boolean {
  return (match) => readTypedDecimal(match[group] ?? '') !== null;
}

/** Takes the words that are symbols, in any usual form, or base currencies: "btc", "BTC/USDT", "btc usdt". */
function takeSymbols(text: string, known: readonly string[]): { symbols: string[]; words: string } {
  const words = text.split(/\s+/).filter(Boolean);
  const found = new Set<string>();
  const left: string[] = [];
  const named = (word: string): readonly string[] => {
    const name = plainSymbol(word);
    const equal = known.filter((symbol) => plainSymbol(symbol) === name);
    return equal.length > 0 ? equal : known.filter((symbol) => plainSymbol(symbol.split('-')[0] ?? '') === name);
  };
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    const next = words[at + 1];
    const pair = next === undefined ? [] : known.filter((symbol) => plainSymbol(symbol) === plainSymbol(word + next));
    const symbols = pair.length > 0 ? pair : named(word);
    if (symbols.length === 0) left.push(word);
    if (pair.length > 0) at++;
    for (const symbol of symbols) found.add(symbol);
  }
  return { symbols: [...found], words: left.join(' ') };
}

/** Returns a symbol without its separator, folded. */
function plainSymbol(symbol: string): string {
  return foldText(symbol).replaceAll(/[-/_]/g, '');
}

function takeDates(take: Take, today: Day): DateCondition | null {
  for (const [phrase, preset] of presetPhrases) if (take(phrase)) return { preset };
  const days = take(lastDays);
  if (days) return lastDaysOf(Number(days[1] ?? days[2]), today);
  const { year } = monthOf(today);
  const named = takeDays(take, today);
  if (named !== null) return datesOfSpan(named, today);
  const quarter = take(quarterPhrase);
  if (quarter) {
    const named = quarter[1] ?? quarter[4] ?? '';
    const number = chineseDigits.indexOf(named) + 1 || Number(named);
    return latest(Number(quarter[2] ?? quarter[3]), (each) => daysOfMonths(each, 3 * number - 2, 3), year, today);
  }
  const iso = take(isoMonth);
  if (iso) return datesOfSpan(daysOfMonths(Number(iso[1]), Number(iso[2]), 1), today);
  const month = take(monthPhrase);
  if (!month) return null;
  const number =
    month[4] === undefined ? monthNames.indexOf((month[1] ?? '').slice(0, 3).toLowerCase()) + 1 : Number(month[4]);
  return latest(Number(month[2] ?? month[3]), (each) => daysOfMonths(each, number, 1), year, today);
}

/** Takes one day, or two with "to" between them. A day without a year is the latest one that has begun. */
function takeDays(take: Take, today: Day): DaySpan | null {
  const iso = take(isoDays, (match) => dayNamed(match[1], match[2], match[3]) !== null);
  if (iso) {
    const from = dayNamed(iso[1], iso[2], iso[3]) as Day;
    const to = dayNamed(iso[4], iso[5], iso[6]) ?? from;
    return from <= to ? { from, to } : { from: to, to: from };
  }
  const monthNumber = (word = ''): string => String(monthNames.indexOf(word.slice(0, 3).toLowerCase()) + 1);
  const forms: readonly [RegExp, (match: RegExpMatchArray) => readonly [string | undefined, string, string]][] = [
    [dayMonth, ([, day = '', month, year]) => [year, monthNumber(month), day]],
    [monthDay, ([, month, day = '', year]) => [year, monthNumber(month), day]],
    [chineseDay, ([, year, month = '', day = '']) => [year, month, day]],
  ];
  const { year: thisYear } = monthOf(today);
  for (const [form, partsOf] of forms) {
    const dayOf = (match: RegExpMatchArray): Day | null => {
      const [year, month, day] = partsOf(match);
      if (year !== undefined) return dayNamed(year, month, day);
      const own = dayNamed(String(thisYear), month, day);
      return own !== null && own <= today ? own : (dayNamed(String(thisYear - 1), month, day) ?? own);
    };
    const match = take(form, (each) => dayOf(each) !== null);
    const day = match && dayOf(match);
    if (day) return { from: day, to: day };
  }
  return null;
}

/** Returns a day of the calendar; `null` for one that does not exist, such as 31 June. */
function dayNamed(year: string | undefined, month: string | undefined, day: string | undefined): Day | null {
  if (year === undefined || month === undefined || day === undefined) return null;
  const { from, to } = daysOfMonths(Number(year), Number(month), 1);
  const named = `${from.slice(0, 8)}${day.padStart(2, '0')}`;
  return named >= from && named <= to ? named : null;
}

function lastDaysOf(count: number, today: Day): DateCondition | null {
  if (count === 0) return null;
  if (count === 7) return { preset: 'last-7-days' };
  if (count === 30) return { preset: 'last-30-days' };
  return { from: addDays(today, 1 - count), to: today };
}

/** Returns the period of a year; without a year (`NaN`), the latest one that has begun. */
function latest(
  named: number,
  periodOf: (year: number) => { from: Day; to: Day },
  year: number,
  today: Day,
): DateCondition {
  if (!Number.isNaN(named)) return datesOfSpan(periodOf(named), today);
  const own = periodOf(year);
  return datesOfSpan(own.from <= today ? own : periodOf(year - 1), today);
}
