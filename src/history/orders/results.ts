import type { Results, ResultsPart } from '../../shared/contract/results.ts';
import { compareTexts } from '../../shared/rows/compare-texts.ts';
import { dayOfNumber, weekdayOfNumber } from '../../shared/time/days.ts';
import { float64At, int32At, noElement, uint32At, uintAt } from '../../shared/values/elements.ts';
import { decimalOfUnits } from '../table/exact-decimals.ts';
import { fallsAfter, largestFall } from '../table/largest-fall.ts';
import type { LocalHours } from '../table/local-hours.ts';
import type { RowMask } from '../table/row-mask.ts';
import { rowsPerStep, type Steps } from '../table/steps.ts';
import type { RowFees } from '../table/turnover-sums.ts';
import { PnlGroups, quotesOf, rankQuotes, type SummedRows } from './pnl-groups.ts';

/** Rows with a PnL, and their order. */
interface TimedRows extends SummedRows {
  readonly times: Float64Array;
  /** The newest first. */
  readonly timeOrder: { read(): Uint32Array };
}

const hoursPerDay = 24;
const daysPerWeek = 7;

/**
 * Returns the PnL of the filtered rows by day, symbol, weekday and hour, for one quote currency: `wanted`, or the one with the most rows
 * if no filtered row has the wanted one. Decimals have no trailing zeros. No row may change between two steps.
 */
export function* resultsOf(
  rows: TimedRows,
  mask: RowMask,
  local: LocalHours,
  wanted?: string,
  fees: RowFees | null = null,
): Steps<Omit<Results, 'version'>> {
  const { symbol } = rows.columns;
  const { names, ofSymbol } = quotesOf(symbol);
  const counts = new Uint32Array(names.length);
  symbol.countRows(mask.bytes).forEach((count, code) => {
    const quote = uint32At(ofSymbol, code);
    counts[quote] = (counts[quote] ?? 0) + count;
  });
  const ranked = rankQuotes(names, (quote) => uint32At(counts, quote));
  const quote = ranked.find((position) => names[position] === wanted) ?? ranked[0] ?? names.length;
  const { byHour, bySymbol, byAccount } = yield* groupRows(rows, mask, local, ofSymbol, quote, fees);
  yield;
  const drawdown = yield* largestDrawdown(rows, mask, ofSymbol, quote, fees);
  yield;
  return {
    quotes: ranked.map((position) => names[position] as string),
    quote: names[quote] ?? '',
    symbols: byPnl(bySymbol, (code) => symbol.valueOf(code) ?? '').map(({ name, ...part }) => ({
      symbol: name,
      ...part,
    })),
    tags: tagsOf(rows, mask, ofSymbol, quote, fees),
    accounts: accountsOf(rows, byAccount),
    drawdown,
    ...calendarOf(byHour, local.first, rows, fees),
  };
}

/** Returns the largest fall of the PnL of the filtered rows of one quote currency, by creation (docs/results.md 1.4). */
function* largestDrawdown(
  { columns: { symbol, pnl }, times, timeOrder }: TimedRows,
  { bytes }: RowMask,
  ofSymbol: Uint32Array,
  quote: number,
  fees: RowFees | null,
): Steps<Results['drawdown']> {
  if (pnl === undefined) return null;
  const newestFirst = timeOrder.read();
  const counted = new Uint32Array(newestFirst.length);
  /** Also those without a PnL, which have fees. */
  const all = new Uint32Array(fees ? newestFirst.length : 0);
  let [count, allCount] = [0, 0];
  for (let index = newestFirst.length - 1; index >= 0; index--) {
    const row = uint32At(newestFirst, index);
    const result = pnl.keys[row] ?? noElement(row);
    const hasResult = result !== 0 && !Number.isNaN(result);
    if (!(hasResult || fees) || (bytes && bytes[row] !== 1)) continue;
    if (ofSymbol[uintAt(symbol.codes, row)] !== quote) continue;
    if (hasResult) counted[count++] = row;
    if (fees) all[allCount++] = row;
  }
  yield;
  const fall = largestFall(pnl, counted.subarray(0, count));
  if (fall === null) return null;
  yield;
  const createdAt = (index: number) => float64At(times, uint32At(counted, index));
  const { amount, from, to, recovered } = fall;
  return {
    amount,
    from: from < 0 ? null : createdAt(from),
    to: createdAt(to),
    recoveredAt: recovered < 0 ? null : createdAt(recovered),
    ...(fees ? { after: yield* fallsAfter(pnl, all.subarray(0, allCount), fees) } : {}),
  };
}

/** Groups the filtered rows of one quote currency in one pass, in steps: by local hour since the first one, by symbol code, and by account code. */
function* groupRows(
  { columns: { symbol, pnl, account }, decimals, size }: SummedRows,
  { bytes }: RowMask,
  local: LocalHours,
  ofSymbol: Uint32Array,
  quote: number,
  fees: RowFees | null,
): Steps<{ byHour: PnlGroups; bySymbol: PnlGroups; byAccount: PnlGroups }> {
  const byHour = new PnlGroups(decimals, size === 0 ? 0 : local.last - local.first + 1, fees);
  const bySymbol = new PnlGroups(decimals, symbol.codeCount, fees);
  const byAccount = new PnlGroups(decimals, account?.codeCount ?? 0, fees);
  const { codes } = symbol;
  const { hours, first } = local;
  for (let number = 1; number <= size; number++) {
    if (number % rowsPerStep === 0) yield;
    if (bytes && bytes[number] !== 1) continue;
    const code = uintAt(codes, number);
    if (ofSymbol[code] !== quote) continue;
    const key = pnl ? pnl.keyAt(number) : Number.NaN;
    const detail = pnl ? uintAt(pnl.details, number) : 0;
    byHour.add(int32At(hours, number) - first, key, detail);
    bySymbol.add(code, key, detail);
    if (account !== undefined) byAccount.add(uintAt(account.codes, number), key, detail);
    if (fees === null) continue;
    byHour.addFees(int32At(hours, number) - first, number);
    bySymbol.addFees(code, number);
    if (account !== undefined) byAccount.addFees(uintAt(account.codes, number), number);
  }
  return { byHour, bySymbol, byAccount };
}

function accountsOf({ columns: { account } }: SummedRows, groups: PnlGroups): Results['accounts'] {
  return Array.from({ length: groups.count }, (_, code) => code)
    .filter((code) => groups.rows(code) > 0)
    .map((code) => ({ account: account?.valueOf(code) ?? '', ...groups.partOf(code) }));
}

/** Groups the filtered rows of one quote currency by the tags of their notes. */
function tagsOf(
  { columns: { symbol, pnl }, notes, decimals }: SummedRows,
  { bytes }: RowMask,
  ofSymbol: Uint32Array,
  quote: number,
  fees: RowFees | null,
): Results['tags'] {
  const tags = [...notes.tags];
  const groups = new PnlGroups(decimals, tags.length, fees);
  for (const [group, [, rows]] of tags.entries()) {
    for (const row of rows) {
      if (bytes && bytes[row] !== 1) continue;
      if (ofSymbol[uintAt(symbol.codes, row)] !== quote) continue;
      groups.add(group, pnl ? (pnl.keys[row] ?? noElement(row)) : Number.NaN, pnl ? uintAt(pnl.details, row) : 0);
      groups.addFees(group, row);
    }
  }
  return byPnl(groups, (group) => tags[group]?.[0] ?? '').map(({ name, ...part }) => ({ tag: name, ...part }));
}

/** Returns the groups with rows, those with the highest PnL first, then by name. */
function byPnl(groups: PnlGroups, nameOf: (group: number) => string): (ResultsPart & { name: string })[] {
  return Array.from({ length: groups.count }, (_, group) => group)
    .filter((group) => groups.rows(group) > 0)
    .map((group) => ({ name: nameOf(group), units: groups.sums.unitsOf(group), ...groups.partOf(group) }))
    .sort((a, b) => (a.units === b.units ? compareTexts(a.name, b.name) : a.units < b.units ? 1 : -1))
    .map(({ units: _, ...part }) => part);
}

/** `firstHour`: the local hour of the first group. */
function calendarOf(
  byHour: PnlGroups,
  firstHour: number,
  { decimals }: SummedRows,
  fees: RowFees | null,
): Pick<Results, 'days' | 'weekdays' | 'hours'> {
  const { count } = byHour;
  const dayOfGroup = (group: number) => Math.floor((firstHour + group) / hoursPerDay);
  const firstDay = count === 0 ? 0 : dayOfGroup(0);
  const byDay = new PnlGroups(decimals, count === 0 ? 0 : dayOfGroup(count - 1) - firstDay + 1, fees);
  const weekdays = new PnlGroups(decimals, daysPerWeek, fees);
  const hours = new PnlGroups(decimals, hoursPerDay, fees);
  for (let group = 0; group < count; group++) {
    if (byHour.rows(group) === 0) continue;
    const day = dayOfGroup(group);
    byDay.addGroup(day - firstDay, byHour, group);
    hours.addGroup(firstHour + group - day * hoursPerDay, byHour, group);
  }
  for (let day = 0; day < byDay.count; day++) weekdays.addGroup(weekdayOfNumber(firstDay + day) - 1, byDay, day);
  return { days: daysOf(byDay, firstDay), weekdays: weekdays.parts(), hours: hours.parts() };
}

/** Returns the days with rows. `groups`: one for each day from `firstDay` on, a day number (`dayOfNumber`). */
export function daysOf(groups: PnlGroups, firstDay: number): Results['days'] {
  const days: Results['days'] = [];
  let total = 0n;
  for (let day = 0; day < groups.count; day++) {
    if (groups.rows(day) === 0) continue;
    total += groups.sums.unitsOf(day);
    const totalText = decimalOfUnits(total, groups.sums.places);
    days.push({ day: dayOfNumber(firstDay + day), ...groups.partOf(day), total: totalText });
  }
  return days;
}
