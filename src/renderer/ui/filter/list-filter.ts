import type { DateCondition } from '../../../shared/contract/filters.ts';
import type { HistoryFilter } from '../../../shared/contract/history.ts';
import type { ColumnSort } from '../../../shared/contract/settings.ts';
import type { DecimalRange } from '../../../shared/contract/values.ts';
import type { MarginMode } from '../../../shared/values/domain.ts';

/** Returns the filter without parts that narrow nothing: empty lists, open ranges, blank text. */
export function cleanFilter<Filter extends object>(filter: Filter): Filter {
  const entries = Object.entries(filter).filter(([, part]) => narrows(part));
  return Object.fromEntries(entries) as Filter;
}

export function isEmptyFilter(filter: object): boolean {
  return Object.keys(cleanFilter(filter)).length === 0;
}

/** Returns the filter with another value of one part. `undefined` removes the part. */
export function withPart<Filter extends object, Name extends keyof Filter>(
  filter: Filter,
  name: Name,
  part: Filter[Name] | undefined,
): Filter {
  return cleanFilter({ ...filter, [name]: part });
}

/** Returns the filter with nothing but its text, which has a field of its own. */
export function onlyText<Filter extends { text?: string | undefined }>({ text }: Filter): Filter {
  return (text === undefined ? {} : { text }) as Filter;
}

/** True for dates that the choice of a period shows in full: days, and no times. */
export function areDays(dates: DateCondition | undefined): boolean {
  return dates === undefined || !('since' in dates);
}

/** Returns the filter of a history for rows of an account and a margin mode. An ID is unique only within both. */
export function idsFilter(account: string, ids: string[], { marginMode }: { marginMode: MarginMode }): HistoryFilter {
  return { accounts: [account], ids, marginModes: [marginMode] };
}

/** Returns equal texts for filters with the same meaning, whatever the order of parts and of values. */
export function filterKey(filter: object): string {
  const parts = Object.entries(cleanFilter(filter)).map(([name, part]) => [
    name,
    Array.isArray(part) ? [...part].sort() : typeof part === 'string' ? part.trim() : sortedEntries(part),
  ]);
  return JSON.stringify(parts.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)));
}

/** True if both views have the same rows in the same order. */
export function isSameView(
  a: { filter: object; sort: readonly ColumnSort[] },
  b: { filter: object; sort: readonly ColumnSort[] },
): boolean {
  const sortKey = (sort: readonly ColumnSort[]): string => JSON.stringify(sort.map(({ id, desc }) => [id, desc]));
  return filterKey(a.filter) === filterKey(b.filter) && sortKey(a.sort) === sortKey(b.sort);
}

export function rangeOf(from: string | undefined, to: string | undefined): DecimalRange {
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}

function narrows(part: unknown): boolean {
  if (part === undefined || part === null) return false;
  if (typeof part === 'string') return part.trim() !== '';
  return Object.values(part).some((value) => value !== undefined);
}

function sortedEntries(part: unknown): unknown {
  return Object.entries(part ?? {})
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
}
