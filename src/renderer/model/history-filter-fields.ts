import { marginModes, orderStatuses, planStatuses } from '../../shared/domain.ts';
import {
  type DecimalRange,
  datePresets,
  type HistoryChoices,
  type HistoryFilter,
  type HistoryList,
  pnlSigns,
} from '../../shared/history.ts';
import type { Text } from '../text/use-text.ts';
import { decimalText } from './figures.ts';
import { cleanFilter, rangeOf, withPart } from './history-filter.ts';
import { toggled } from './toggled.ts';
import { kindWord, statusWord } from './words.ts';

/** A field of a filter's form: values to choose from, a range, or both. */
export interface FilterField {
  label: string;
  choices?: {
    options: readonly { value: string; label: string }[];
    chosen: readonly string[];
    onToggle: (value: string) => void;
    /** Number of columns of equal width. Default: the options stand one after the other. */
    columns?: 4 | 8;
  };
  range?: {
    kind: 'decimals' | 'days';
    /** Both ends of the effective range; '' for an open end. */
    from: string;
    to: string;
    onChange: (from: string | undefined, to: string | undefined) => void;
  };
}

/** A part of a filter that narrows the list, in words. */
export interface FilterChip {
  part: keyof HistoryFilter;
  label: string;
}

/** Monday to Sunday. */
const weekdays = [1, 2, 3, 4, 5, 6, 7];
const hours = Array.from({ length: 24 }, (_, hour) => hour);

/** Values that a chip names. It counts the others. */
const maxNamedValues = 3;

/** Returns a chip for each part that narrows the list, in the order of the form. */
export function filterChips(filter: HistoryFilter, text: Text): FilterChip[] {
  const parts = cleanFilter(filter);
  const words = partWords(text);
  const labels: Record<keyof HistoryFilter, string | null> = {
    text: parts.text === undefined ? null : text.labelled(text.filter.chip.text, parts.text.trim()),
    created: createdLabel(parts, text),
    symbols: listLabel(parts.symbols, words.symbols, text),
    withoutSymbols: listLabel(parts.withoutSymbols, without(words.symbols, text), text),
    sides: listLabel(parts.sides, words.sides, text),
    kinds: listLabel(parts.kinds, words.kinds, text),
    withoutKinds: listLabel(parts.withoutKinds, without(words.kinds, text), text),
    actions: listLabel(parts.actions, words.actions, text),
    statuses: listLabel(parts.statuses, words.statuses, text),
    withoutStatuses: listLabel(parts.withoutStatuses, without(words.statuses, text), text),
    marginModes: listLabel(parts.marginModes, words.marginModes, text),
    leverage: rangeLabel(parts.leverage, words.leverage, text),
    pnlSigns: listLabel(parts.pnlSigns, words.pnlSigns, text),
    pnl: rangeLabel(parts.pnl, words.pnl, text),
    weekdays: listLabel(parts.weekdays, words.weekdays, text),
    hours: listLabel(parts.hours, words.hours, text),
  };
  return Object.entries(labels).flatMap(([part, label]) =>
    label === null ? [] : [{ part: part as keyof HistoryFilter, label }],
  );
}

interface FilterForm {
  list: HistoryList;
  filter: HistoryFilter;
  /** Values that the rows have; `undefined` until they have been read. */
  choices: HistoryChoices | undefined;
  onChange: (filter: HistoryFilter) => void;
}

/** Returns the fields of the form but symbols and free text. The fields of a group stand side by side. */
export function filterFields({ list, filter, choices, onChange }: FilterForm, text: Text): FilterField[][] {
  const words = partWords(text);
  const put = <Part extends keyof HistoryFilter>(part: Part, value: HistoryFilter[Part]): void =>
    onChange(withPart(filter, part, value));
  const isOfOrders = list === 'order-history';
  const kinds = withChosen(choices?.kinds.map(({ value }) => value) ?? [], filter.kinds);
  const known: readonly string[] = isOfOrders ? orderStatuses : planStatuses;
  const statuses = withChosen([...known, ...(choices?.statuses.map(({ value }) => value) ?? [])], filter.statuses);
  const signs = choiceField(words.pnlSigns, pnlSigns, filter.pnlSigns, (chosen) => put('pnlSigns', chosen));
  const group = (isShown: boolean, ...fields: FilterField[]): FilterField[] => (isShown ? fields : []);
  return [
    [createdField(filter.created, (created) => put('created', created), text)],
    [
      choiceField(words.sides, ['buy', 'sell', 'other'], filter.sides, (chosen) => put('sides', chosen)),
      ...group(
        isOfOrders,
        choiceField(words.actions, ['open', 'close', 'other'], filter.actions, (chosen) => put('actions', chosen)),
      ),
      choiceField(words.marginModes, marginModes, filter.marginModes, (chosen) => put('marginModes', chosen)),
    ],
    group(
      kinds.length > 0,
      choiceField(words.kinds, kinds, filter.kinds, (chosen) => put('kinds', chosen)),
    ),
    [choiceField(words.statuses, statuses, filter.statuses, (chosen) => put('statuses', chosen))],
    group(isOfOrders, { ...signs, ...rangeField(words.pnl, filter.pnl, (range) => put('pnl', range)) }),
    [choiceField(words.weekdays, weekdays, filter.weekdays, (chosen) => put('weekdays', chosen))],
    [choiceField(words.hours, hours, filter.hours, (chosen) => put('hours', chosen), 8)],
    [rangeField(words.leverage, filter.leverage, (range) => put('leverage', range))],
  ].filter(({ length }) => length > 0);
}

/** The name of a part of a filter, and the words for its values. */
interface PartWords<Value> {
  label: string;
  word: (value: Value) => string;
}

export function partWords(text: Text) {
  const { filter } = text;
  const words = <Value>(label: string, word: (value: Value) => string): PartWords<Value> => ({ label, word });
  return {
    symbols: words(filter.symbols, (symbol: string) => symbol),
    sides: words(filter.sides, (side: 'buy' | 'sell' | 'other') => (side === 'other' ? filter.other : text.side[side])),
    kinds: words(filter.kinds, (kind: string) => kindWord(kind, text)),
    actions: words(filter.actions, (action: 'open' | 'close' | 'other') =>
      action === 'other' ? filter.other : text.actions[action],
    ),
    statuses: words(filter.statuses, (status: string) => statusWord(status, text)),
    marginModes: words(filter.marginModes, (mode: (typeof marginModes)[number]) => text.marginModes[mode]),
    leverage: words(filter.leverage, (value: string) => text.leverage(decimalText(value))),
    pnlSigns: words(filter.pnl, (sign: (typeof pnlSigns)[number]) => filter.pnlSigns[sign]),
    pnl: words(filter.pnl, (value: string) => decimalText(value)),
    weekdays: words(filter.chip.weekdays, (day: number) => filter.weekdays[day - 1] ?? String(day)),
    hours: words(filter.chip.hours, filter.hour),
  };
}

/** Returns the words of a part that leaves values out. */
function without({ label, word }: PartWords<string>, text: Text): PartWords<string> {
  return { label: text.filter.chip.without(label), word };
}

function choiceField<Value extends string | number>(
  { label, word }: PartWords<Value>,
  values: readonly Value[],
  chosen: readonly Value[] = [],
  onChange: (chosen: Value[]) => void,
  columns?: 4 | 8,
): FilterField {
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

function rangeField(
  { label }: PartWords<string>,
  range: DecimalRange | undefined,
  onChange: (range: DecimalRange) => void,
): FilterField {
  const { from = '', to = '' } = range ?? {};
  return { label, range: { kind: 'decimals', from, to, onChange: (start, end) => onChange(rangeOf(start, end)) } };
}

/** Stores the preset, not its days, so that "last month" in a saved view follows the calendar. */
function createdField(
  created: HistoryFilter['created'],
  onChange: (created: HistoryFilter['created']) => void,
  text: Text,
): FilterField {
  const preset = created && 'preset' in created ? created.preset : null;
  const { from = '', to = '' } = created && !('preset' in created) ? created : {};
  return {
    label: text.filter.created,
    choices: {
      options: datePresets.map((value) => ({ value, label: text.filter.presets[value] })),
      chosen: preset === null ? [] : [preset],
      onToggle: (value) => {
        const next = datePresets.find((each) => each === value);
        onChange(next === undefined || next === preset ? undefined : { preset: next });
      },
      columns: 4,
    },
    range: { kind: 'days', from, to, onChange: (start, end) => onChange(rangeOf(start, end)) },
  };
}

/** Keeps chosen values that no row has, so that the user can take them away. */
function withChosen(values: readonly string[], chosen: readonly string[] = []): string[] {
  return [...new Set([...values, ...chosen])];
}

function listLabel<Value>(
  values: readonly Value[] | undefined,
  { label, word }: PartWords<Value>,
  text: Text,
): string | null {
  if (values === undefined) return null;
  const named = text.enumerated(values.slice(0, maxNamedValues).map(word));
  const more = values.length - maxNamedValues;
  return text.labelled(label, more > 0 ? text.filter.chip.more(named, more) : named);
}

function rangeLabel(range: DecimalRange | undefined, { label, word }: PartWords<string>, text: Text): string | null {
  const from = range?.from === undefined ? undefined : word(range.from);
  const to = range?.to === undefined ? undefined : word(range.to);
  const { chip } = text.filter;
  if (from !== undefined && to !== undefined) return text.labelled(label, from === to ? from : chip.between(from, to));
  if (from !== undefined) return text.labelled(label, chip.atLeast(from));
  return to === undefined ? null : text.labelled(label, chip.atMost(to));
}

function createdLabel({ created }: HistoryFilter, text: Text): string | null {
  if (created === undefined) return null;
  const { chip, created: label, presets } = text.filter;
  if ('preset' in created) return text.labelled(label, presets[created.preset]);
  const { from, to } = created;
  if (from !== undefined && to !== undefined) return text.labelled(label, from === to ? from : chip.between(from, to));
  if (from !== undefined) return text.labelled(label, chip.since(from));
  return to === undefined ? null : text.labelled(label, chip.until(to));
}
