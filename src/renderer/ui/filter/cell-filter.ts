import { dayOf } from '../../../shared/time/days.ts';
import type { Decimal, Timestamp } from '../../../shared/values/domain.ts';
import { withPart } from './list-filter.ts';

/** A value of a cell by which a list can be filtered. */
export interface CellFilter<Filter> {
  /** The value in words. */
  value: string;
  /** The filter that keeps only rows with the value, in addition to the other parts. */
  only: Filter;
  /** The filter that leaves these rows out as well; `null` if there is no such filter. */
  without: Filter | null;
}

/** Filters by a value of a closed set, `values`. Leaving it out keeps the other values. */
export function enumFilter<Filter extends object, Part extends keyof Filter>(
  filter: Filter,
  part: Part,
  value: string,
  { values, word }: { values: readonly string[]; word: (value: never) => string },
): CellFilter<Filter> {
  const kept = (filter[part] ?? []) as readonly string[];
  const others = values.filter((other) => other !== value);
  const rest = others.filter((other) => kept.length === 0 || kept.includes(other));
  return {
    value: word(value as never),
    only: withPart(filter, part, [value] as Filter[Part]),
    without: withPart(filter, part, (rest.length > 0 ? rest : others) as Filter[Part]),
  };
}

/** Filters by a value of an open set. `opposite`: the part of the filter that leaves values out. */
export function valueFilter<Filter extends object, Part extends keyof Filter>(
  filter: Filter,
  part: Part,
  opposite: keyof Filter,
  { value, word }: { value: string; word: string },
): CellFilter<Filter> {
  const valuesOf = (name: keyof Filter) => filter[name] as readonly string[] | undefined;
  const kept = valuesOf(part)?.filter((other) => other !== value);
  const left = new Set([...(valuesOf(opposite) ?? []), value]);
  return {
    value: word,
    only: withPart(withPart(filter, part, [value] as Filter[Part]), opposite, undefined),
    without: withPart(withPart(filter, part, kept as Filter[Part] | undefined), opposite, [
      ...left,
    ] as Filter[typeof opposite]),
  };
}

/** Keeps the rows of the day of a time. `zone`: time zone in which the days begin. */
export function dayFilter<Filter extends object, Part extends keyof Filter>(
  filter: Filter,
  part: Part,
  time: Timestamp,
  zone: string,
): CellFilter<Filter> {
  const day = dayOf(time, zone);
  return { value: day, only: withPart(filter, part, { from: day, to: day } as Filter[Part]), without: null };
}

/** Keeps the rows with a value; none if the row has no value. */
export function equalsFilter<Filter extends object, Part extends keyof Filter>(
  filter: Filter,
  part: Part,
  value: Decimal | null,
  word: (value: Decimal) => string,
): CellFilter<Filter>[] {
  if (value === null) return [];
  const only = withPart(filter, part, { from: value, to: value } as Filter[Part]);
  return [{ value: word(value), only, without: null }];
}
