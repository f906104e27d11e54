import { dayOfNumber, weekdayOfNumber } from '../../shared/days.ts';
import type { Results } from '../../shared/history.ts';
import { compareTexts } from '../../shared/rows/text-order.ts';
import { quoteOf } from '../../shared/symbols.ts';
import { decimalOfUnits } from './exact-decimals.ts';
import type { ListColumns } from './list-columns.ts';
import type { LocalHours } from './local-hours.ts';
import { countQuotes } from './quotes.ts';
import { ResultParts } from './result-parts.ts';
import type { RowMask } from './row-mask.ts';

const dayHours = 24;

/**
 * PnL of the filtered rows by day, symbol, weekday and hour; figures without zeros that mean nothing. `asked`: the quote currency
 * that is asked about; that with the most rows where it is not among those of the filtered rows.
 */
export function resultsOf(
  columns: ListColumns,
  mask: RowMask,
  local: LocalHours,
  asked?: string,
): Omit<Results, 'version'> {
  const counts = countQuotes(columns, mask);
  const quotes = counts.quotes.map(({ quote }) => quote);
  const quote = asked !== undefined && quotes.includes(asked) ? asked : quotes[0];
  const { byHour, bySymbol } = groupRows(columns, mask, local, quote);
  return {
    quotes,
    quote: quote ?? '',
    symbols: symbolsOf(bySymbol, columns),
    ...calendarOf(byHour, local.least, columns),
  };
}

/** One pass over the rows: everything else is made of these groups. */
function groupRows(
  { symbol, pnl, decimals, size }: ListColumns,
  { bytes }: RowMask,
  local: LocalHours,
  quote: string | undefined,
): { byHour: ResultParts; bySymbol: ResultParts } {
  const byHour = new ResultParts(decimals, size === 0 ? 0 : local.most - local.least + 1);
  const bySymbol = new ResultParts(decimals, symbol.codeCount);
  const isMeant = symbol.tableOf((text) => text !== null && quoteOf(text) === quote);
  const { codes } = symbol;
  const { hours, least } = local;
  for (let number = 1; number <= size; number++) {
    if (bytes && bytes[number] !== 1) continue;
    const code = codes[number] as number;
    if (isMeant[code] !== 1) continue;
    const key = pnl ? (pnl.keys[number] as number) : Number.NaN;
    const detail = pnl ? (pnl.details[number] as number) : 0;
    byHour.add((hours[number] as number) - least, key, detail);
    bySymbol.add(code, key, detail);
  }
  return { byHour, bySymbol };
}

function symbolsOf(parts: ResultParts, { symbol }: ListColumns): Results['symbols'] {
  return Array.from(parts.orders, (orders, code) => ({ orders, code }))
    .filter(({ orders }) => orders > 0)
    .map(({ code }) => ({ symbol: symbol.valueOf(code) ?? '', units: parts.sums.unitsOf(code), ...parts.partOf(code) }))
    .sort((a, b) => (a.units === b.units ? compareTexts(a.symbol, b.symbol) : a.units < b.units ? 1 : -1))
    .map(({ units: _, ...part }) => part);
}

/** `firstHour`: the local hour of the first group. */
function calendarOf(
  byHour: ResultParts,
  firstHour: number,
  { decimals }: ListColumns,
): Pick<Results, 'days' | 'weekdays' | 'hours'> {
  const groups = byHour.orders.length;
  const dayOfGroup = (group: number) => Math.floor((firstHour + group) / dayHours);
  const firstDay = groups === 0 ? 0 : dayOfGroup(0);
  const byDay = new ResultParts(decimals, groups === 0 ? 0 : dayOfGroup(groups - 1) - firstDay + 1);
  const weekdays = new ResultParts(decimals, 7);
  const hours = new ResultParts(decimals, dayHours);
  for (let group = 0; group < groups; group++) {
    if (byHour.orders[group] === 0) continue;
    const day = dayOfGroup(group);
    byDay.addPart(day - firstDay, byHour, group);
    hours.addPart(firstHour + group - day * dayHours, byHour, group);
  }
  byDay.orders.forEach((orders, day) => {
    if (orders > 0) weekdays.addPart(weekdayOfNumber(firstDay + day) - 1, byDay, day);
  });
  return { days: daysOf(byDay, firstDay), weekdays: weekdays.all(), hours: hours.all() };
}

function daysOf(parts: ResultParts, firstDay: number): Results['days'] {
  const days: Results['days'] = [];
  let total = 0n;
  parts.orders.forEach((orders, day) => {
    if (orders === 0) return;
    total += parts.sums.unitsOf(day);
    days.push({
      day: dayOfNumber(firstDay + day),
      ...parts.partOf(day),
      total: decimalOfUnits(total, parts.sums.places),
    });
  });
  return days;
}
