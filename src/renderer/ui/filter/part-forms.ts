import type { DurationRange } from '../../../shared/contract/filters.ts';
import type { DecimalRange } from '../../../shared/contract/values.ts';
import type { FilterPart, FilterParts } from '../../../shared/orders/filter-parts.ts';
import { signOf } from '../../../shared/values/decimal.ts';
import type { Timestamp } from '../../../shared/values/domain.ts';
import type { Text } from '../../text/use-text.ts';
import { fromMinutes, inMinutes } from '../text/duration.ts';
import { type CellFilter, dayFilter, enumFilter, equalsFilter, valueFilter } from './cell-filter.ts';
import {
  choiceField,
  datesLabel,
  type FilterChip,
  type FilterField,
  type FilterLabel,
  listLabel,
  rangeField,
  rangeLabel,
  without,
} from './filter-form.ts';
import { cleanFilter, withPart } from './list-filter.ts';

/** Columns of a field with more numbers than a week has days. */
const manyColumns = 8;

/** The words of the parts of a filter, by part. Those of a part that leaves values out are those of the other one. */
export type PartWords = Readonly<Record<string, FilterLabel<never>>>;
type PartValues = Readonly<Record<string, unknown>>;

/** Returns a chip for each part that narrows the list, in the order of the parts. `zone`: time zone of times. */
export function partChips<Filter extends object>(
  parts: FilterParts,
  filter: Filter,
  words: PartWords,
  zone: string,
  text: Text,
): FilterChip<Filter>[] {
  const values = cleanFilter(filter) as PartValues;
  return Object.entries(parts).flatMap(([name, part]) => {
    const value = values[name];
    const own = words[part.kind === 'without' ? part.of : name] as FilterLabel<string>;
    const label = value === undefined ? null : chipLabel(part, value as never, own, zone, text);
    return label === null ? [] : [{ part: name as keyof Filter & string, label }];
  });
}

function chipLabel(
  part: FilterPart,
  value: never,
  words: FilterLabel<string>,
  zone: string,
  text: Text,
): string | null {
  const { chip } = text.filter;
  switch (part.kind) {
    case 'text':
      return text.labeled(chip.text, (value as string).trim());
    case 'ids':
      return chip.ids((value as string[]).length);
    case 'accounts':
      // Names of accounts are no texts: `withAccountChip` adds them.
      return null;
    case 'dates':
      return datesLabel(words.label, value, zone, text);
    case 'without':
      return listLabel(value, without(words, text), text);
    case 'range':
      return rangeLabel(value, words, text);
    case 'duration':
      return rangeLabel(inMinuteRange(value), words, text);
    case 'flag':
      return words.word(value);
    default:
      return listLabel(value, words, text);
  }
}

interface PartForm<Filter> {
  filter: Filter;
  /** Values that the form offers for parts of an open set, by field. */
  offered: Readonly<Record<string, readonly string[]>>;
  onChange: (filter: Filter) => void;
}

/** Returns the fields of the form, in the order of the parts. */
export function partFields<Filter extends object>(
  parts: FilterParts,
  { filter, offered, onChange }: PartForm<Filter>,
  words: PartWords,
): FilterField[] {
  const values = filter as PartValues;
  const contentOf = (name: string, part: FilterPart) => {
    const put = (value: unknown): void =>
      onChange(withPart(filter, name as keyof Filter, value as Filter[keyof Filter] | undefined));
    return fieldContent(part, values[name] as never, words[name] as FilterLabel<string>, offered, put);
  };
  const entries = Object.entries(parts);
  return entries.flatMap(([name, part]) => {
    if (part.form === 'none' || (part.kind === 'range' && part.beside !== undefined)) return [];
    const content = contentOf(name, part);
    if (content === null) return [];
    const others = entries.filter(
      ([, other]) =>
        (other.kind === 'without' && other.of === name) || (other.kind === 'range' && other.beside === name),
    );
    const beside = others.map(([other, its]) => contentOf(other, its));
    const shown = [name, ...others.map(([other]) => other)];
    return [Object.assign({ parts: shown, ...(part.form === 'rare' ? { isRare: true } : {}) }, content, ...beside)];
  });
}

function fieldContent(
  part: FilterPart,
  value: never,
  words: FilterLabel<string>,
  offered: PartForm<object>['offered'],
  put: (value: unknown) => void,
): Omit<FilterField, 'parts' | 'isRare'> | null {
  switch (part.kind) {
    case 'dates':
      return { label: words.label, dates: { value, onChange: put } };
    case 'values': {
      // Chosen values that no row has stay, so that the user can take them away.
      const chosen: readonly string[] = value ?? [];
      const values = [...new Set([...(offered[part.field] ?? []), ...chosen])];
      return values.length === 0 ? null : choiceField<string>(words, values, chosen, put);
    }
    case 'choice':
    case 'signs':
      return choiceField<string>(words, part.values, value, put);
    case 'numbers': {
      const numbers = Array.from({ length: part.to - part.from + 1 }, (_, place) => part.from + place);
      const numberWords = { ...words, word: (number: number) => words.word(number as never) };
      return choiceField(numberWords, numbers, value, put, numbers.length > 7 ? manyColumns : undefined);
    }
    case 'range':
      return rangeField(words, value, put);
    case 'duration':
      return rangeField(words, inMinuteRange(value), (range) => put(fromMinuteRange(range)));
    case 'flag':
      // One of the two, because both together are all rows.
      return choiceField<string>(words, part.values, value === undefined ? [] : [value], (values) =>
        put(values.at(-1)),
      );
    default:
      return null;
  }
}

/** Returns the filters for the values of the fields of a row. `zone`: time zone in which the days begin. */
export function partCellFilters<Filter extends object>(
  parts: FilterParts,
  fields: readonly string[],
  row: object,
  filter: Filter,
  words: PartWords,
  zone: string,
): CellFilter<Filter>[] {
  return fields.flatMap((field) =>
    Object.entries(parts).flatMap(([name, part]) => {
      const value = 'field' in part && part.field === field ? (row as PartValues)[field] : undefined;
      if (value === undefined || value === null) return [];
      return cellFilters(
        parts,
        name as keyof Filter & string,
        value as never,
        filter,
        words[name] as FilterLabel<string>,
        zone,
      );
    }),
  );
}

function cellFilters<Filter extends object>(
  parts: FilterParts,
  name: keyof Filter & string,
  value: never,
  filter: Filter,
  words: FilterLabel<string>,
  zone: string,
): CellFilter<Filter>[] {
  const part = parts[name] as FilterPart;
  switch (part.kind) {
    case 'values': {
      const [opposite] = Object.entries(parts).find(([, other]) => other.kind === 'without' && other.of === name) ?? [];
      if (opposite === undefined) return [];
      return [valueFilter(filter, name, opposite as keyof Filter, { value, word: words.word(value) })];
    }
    case 'choice':
    case 'signs': {
      const named = part.kind === 'signs' ? signName(value) : value;
      const known = part.values.includes(named) ? named : 'other';
      if (!part.values.includes(known)) return [];
      return [enumFilter(filter, name, known, { values: part.values, word: words.word })];
    }
    case 'range':
      return part.isExactInCells ? equalsFilter(filter, name, value, (own) => words.word(own as never)) : [];
    case 'dates':
      return [dayFilter(filter, name, value as Timestamp, zone)];
    case 'flag': {
      if ((value as readonly unknown[]).length === 0) return [];
      const only = withPart(filter, name, 'only' as Filter[typeof name]);
      return [
        { value: words.word('only' as never), only, without: withPart(filter, name, 'none' as Filter[typeof name]) },
      ];
    }
    default:
      return [];
  }
}

function signName(value: string): string {
  const sign = signOf(value);
  return sign === 0 ? 'zero' : sign > 0 ? 'profit' : 'loss';
}

function inMinuteRange(range: DurationRange | undefined): DecimalRange | undefined {
  return (
    range && {
      from: range.from === undefined ? undefined : inMinutes(range.from),
      to: range.to === undefined ? undefined : inMinutes(range.to),
    }
  );
}

function fromMinuteRange({ from, to }: DecimalRange): DurationRange {
  return {
    from: from === undefined ? undefined : fromMinutes(from),
    to: to === undefined ? undefined : fromMinutes(to),
  };
}
