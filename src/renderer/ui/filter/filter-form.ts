import type { DateCondition } from '../../../shared/contract/filters.ts';
import type { DecimalRange } from '../../../shared/contract/values.ts';
import { formatTimestamp } from '../../../shared/time/time.ts';
import type { Text } from '../../text/use-text.ts';
import { rangeOf } from './list-filter.ts';
import { toggled } from './toggled.ts';

/** A field of a filter's form: values to choose from, a range, or both; or dates. */
export interface FilterField {
  label: string;
  /** The parts of the filter that the field shows. */
  parts: readonly string[];
  /** True for a field that is listed under "More". */
  isRare?: boolean;
  choices?: {
    options: readonly { value: string; label: string }[];
    chosen: readonly string[];
    onToggle: (value: string) => void;
    /** Number of columns of equal width. Default: the options stand one after the other. */
    columns?: 4 | 8;
  };
  range?: {
    /** Both ends of the effective range; '' for an open end. */
    from: string;
    to: string;
    onChange: (from: string | undefined, to: string | undefined) => void;
  };
  dates?: {
    value: DateCondition | undefined;
    onChange: (dates: DateCondition | undefined) => void;
  };
}

/** The content of a field, which the form of a list names. */
type FieldContent = Omit<FilterField, 'parts' | 'isRare'>;

/** A part of a filter that narrows the list, in words. */
export interface FilterChip<Filter> {
  part: keyof Filter & string;
  label: string;
}

/** Values that a chip names. It counts the others. */
const maxNamedValues = 3;

/** The name of a part of a filter, and the words for its values. */
export interface FilterLabel<Value> {
  label: string;
  word: (value: Value) => string;
}

/** Returns the words of a part, with the type of its values inferred from `word`. */
export function wordsOf<Value>(label: string, word: (value: Value) => string): FilterLabel<Value> {
  return { label, word };
}

/** Returns the words of a part that leaves values out. */
export function without({ label, word }: FilterLabel<string>, text: Text): FilterLabel<string> {
  return { label: text.filter.chip.without(label), word };
}

export function choiceField<Value extends string | number>(
  { label, word }: FilterLabel<Value>,
  values: readonly Value[],
  chosen: readonly Value[] = [],
  onChange: (chosen: Value[]) => void,
  columns?: 4 | 8,
): FieldContent {
  const options = values.map((value) => ({ value: String(value), label: word(value) }));
  const onToggle = (name: string): void => {
    const value = values.find((each) => String(each) === name);
    if (value !== undefined) onChange(toggled(chosen, value));
  };
  return {
    label,
    choices: { options, chosen: chosen.map(String), onToggle, ...(columns === undefined ? {} : { columns }) },
  };
}

export function rangeField(
  { label }: FilterLabel<string>,
  range: DecimalRange | undefined,
  onChange: (range: DecimalRange) => void,
): FieldContent {
  const { from = '', to = '' } = range ?? {};
  return { label, range: { from, to, onChange: (start, end) => onChange(rangeOf(start, end)) } };
}

export function listLabel<Value>(
  values: readonly Value[] | undefined,
  { label, word }: FilterLabel<Value>,
  text: Text,
): string | null {
  if (values === undefined) return null;
  const named = text.enumerated(values.slice(0, maxNamedValues).map(word));
  const more = values.length - maxNamedValues;
  return text.labeled(label, more > 0 ? text.filter.chip.more(named, more) : named);
}

export function rangeLabel(
  range: DecimalRange | undefined,
  { label, word }: FilterLabel<string>,
  text: Text,
): string | null {
  const from = range?.from === undefined ? undefined : word(range.from);
  const to = range?.to === undefined ? undefined : word(range.to);
  const { chip } = text.filter;
  if (from !== undefined && to !== undefined) return text.labeled(label, from === to ? from : chip.between(from, to));
  if (from !== undefined) return text.labeled(label, chip.atLeast(from));
  return to === undefined ? null : text.labeled(label, chip.atMost(to));
}

/** `zone`: time zone of the ends of a span of time. */
export function datesLabel(label: string, dates: DateCondition | undefined, zone: string, text: Text): string | null {
  if (dates === undefined) return null;
  const { chip, presets } = text.filter;
  if ('preset' in dates) return text.labeled(label, presets[dates.preset]);
  if ('since' in dates) {
    return text.labeled(label, chip.between(formatTimestamp(dates.since, zone), formatTimestamp(dates.before, zone)));
  }
  const { from, to } = dates;
  if (from !== undefined && to !== undefined) return text.labeled(label, from === to ? from : chip.between(from, to));
  if (from !== undefined) return text.labeled(label, chip.since(from));
  return to === undefined ? null : text.labeled(label, chip.until(to));
}
