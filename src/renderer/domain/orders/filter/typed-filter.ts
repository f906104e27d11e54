import type { DateCondition } from '../../../../shared/contract/filters.ts';
import type { ListFilters } from '../../../../shared/contract/trades.ts';
import { filterPartsOf } from '../../../../shared/orders/filter-parts.ts';
import type { DatePreset } from '../../../../shared/orders/history.ts';
import type { ArchiveList } from '../../../../shared/orders/trades.ts';
import { addDays } from '../../../../shared/time/days.ts';
import { datesOfSpan, daysOfMonths, monthOf } from '../../../../shared/time/periods.ts';
import { type Day, orderStatuses, planStatuses } from '../../../../shared/values/domain.ts';
import { filterForms } from './filter-forms.ts';

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
const chineseDigits = ['一', '二', '三', '四'];

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
const statusesOf: Partial<Record<ArchiveList, readonly string[]>> = {
  'order-history': orderStatuses,
  'plan-history': planStatuses,
};

/**
 * Reads a text such as "last month loss btc" as a filter: the period, values, and the words that are left as free text. Returns `null` for a
 * text that names no period and no value.
 */
export function readTypedFilter<List extends ArchiveList>(
  list: List,
  typed: string,
  today: Day,
): ListFilters[List] | null {
  let rest = typed.normalize('NFKC');
  let parts = {} as ListFilters[List];
  /** Takes the first match of a phrase out of the text. */
  const take = (phrase: RegExp): RegExpMatchArray | null => {
    const [match] = rest.matchAll(phrase);
    if (match?.index === undefined) return null;
    rest = `${rest.slice(0, match.index)} ${rest.slice(match.index + match[0].length)}`;
    return match;
  };
  const dates = takeDates(take, today);
  if (dates !== null) parts = filterForms[list].period.put(parts, dates);
  const values: Record<string, string[]> = {};
  for (const [name, part] of Object.entries(filterPartsOf(list))) {
    const known = 'values' in part ? part.values : name === 'statuses' ? (statusesOf[list] ?? []) : [];
    for (const [value, phrase] of Object.entries(phrases[name] ?? {})) {
      // Two values of one part are alternatives.
      if (known.some((each) => each === value) && take(phrase)) values[name] = [...(values[name] ?? []), value];
    }
  }
  parts = { ...parts, ...values };
  if (Object.keys(parts).length === 0) return null;
  const text = rest.split(/\s+/).filter(Boolean).join(' ');
  return text === '' ? parts : { ...parts, text };
}

function takeDates(take: (phrase: RegExp) => RegExpMatchArray | null, today: Day): DateCondition | null {
  for (const [phrase, preset] of presetPhrases) if (take(phrase)) return { preset };
  const days = take(lastDays);
  if (days) return lastDaysOf(Number(days[1] ?? days[2]), today);
  const { year } = monthOf(today);
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
