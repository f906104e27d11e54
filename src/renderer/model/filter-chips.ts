import type { DecimalRange, HistoryFilter } from '../../shared/history.ts';
import type { Text } from '../text/use-text.ts';
import { decimalText } from './decimal-text.ts';
import { cleanFilter } from './history-filter.ts';
import { kindWord, statusWord } from './words.ts';

export interface FilterChip {
  /** The part of the filter that it stands for. */
  part: keyof HistoryFilter;
  label: string;
}

/** Values that are named before the rest are only counted. */
const mostNamed = 3;

/** One for each part that narrows the list, in the order of the filter's own form. */
export function filterChips(filter: HistoryFilter, text: Text): FilterChip[] {
  const parts = cleanFilter(filter);
  return chipParts.flatMap(([part, describe]) => {
    const label = describe(parts, text);
    return label === null ? [] : [{ part, label }];
  });
}

type Describe = (filter: HistoryFilter, text: Text) => string | null;

const chipParts: [keyof HistoryFilter, Describe][] = [
  [
    'text',
    ({ text: words }, text) => (words === undefined ? null : text.labelled(text.filter.chip.text, words.trim())),
  ],
  ['created', createdLabel],
  ['symbols', ({ symbols }, text) => listLabel(symbols, text.filter.symbols, (symbol) => symbol, text)],
  [
    'sides',
    ({ sides }, text) => listLabel(sides, text.filter.sides, (side) => choiceWord(side, text.side, text), text),
  ],
  ['kinds', ({ kinds }, text) => listLabel(kinds, text.filter.kinds, (kind) => kindWord(kind, text), text)],
  [
    'actions',
    ({ actions }, text) =>
      listLabel(actions, text.filter.actions, (action) => choiceWord(action, text.actions, text), text),
  ],
  [
    'statuses',
    ({ statuses }, text) => listLabel(statuses, text.filter.statuses, (status) => statusWord(status, text), text),
  ],
  [
    'marginModes',
    ({ marginModes }, text) => listLabel(marginModes, text.filter.marginModes, (mode) => text.marginModes[mode], text),
  ],
  [
    'leverage',
    ({ leverage }, text) =>
      rangeLabel(leverage, text.filter.leverage, (value) => text.leverage(decimalText(value)), text),
  ],
  [
    'pnlSigns',
    ({ pnlSigns }, text) => listLabel(pnlSigns, text.filter.pnl, (sign) => text.filter.pnlSigns[sign], text),
  ],
  ['pnl', ({ pnl }, text) => rangeLabel(pnl, text.filter.pnl, (value) => decimalText(value), text)],
  [
    'weekdays',
    ({ weekdays }, text) =>
      listLabel(weekdays, text.filter.chip.weekdays, (day) => text.filter.weekdays[day - 1] ?? String(day), text),
  ],
  ['hours', ({ hours }, text) => listLabel(hours, text.filter.chip.hours, (hour) => text.filter.hour(hour), text)],
];

function listLabel<Value>(
  values: readonly Value[] | undefined,
  field: string,
  word: (value: Value) => string,
  text: Text,
): string | null {
  if (values === undefined) return null;
  const named = text.enumerated(values.slice(0, mostNamed).map(word));
  const more = values.length - mostNamed;
  return text.labelled(field, more > 0 ? text.filter.chip.more(named, more) : named);
}

function rangeLabel(
  range: DecimalRange | undefined,
  field: string,
  show: (value: string) => string,
  text: Text,
): string | null {
  const from = range?.from === undefined ? undefined : show(range.from);
  const to = range?.to === undefined ? undefined : show(range.to);
  const { chip } = text.filter;
  if (from !== undefined && to !== undefined) return text.labelled(field, from === to ? from : chip.between(from, to));
  if (from !== undefined) return text.labelled(field, chip.atLeast(from));
  return to === undefined ? null : text.labelled(field, chip.atMost(to));
}

function createdLabel({ created }: HistoryFilter, text: Text): string | null {
  if (created === undefined) return null;
  const { chip, created: field, presets } = text.filter;
  if ('preset' in created) return text.labelled(field, presets[created.preset]);
  const { from, to } = created;
  if (from !== undefined && to !== undefined) return text.labelled(field, from === to ? from : chip.between(from, to));
  if (from !== undefined) return text.labelled(field, chip.since(from));
  return to === undefined ? null : text.labelled(field, chip.until(to));
}

function choiceWord<Value extends string>(value: Value | 'other', words: Record<Value, string>, text: Text): string {
  return value === 'other' ? text.filter.other : words[value];
}
