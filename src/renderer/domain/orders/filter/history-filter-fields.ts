import type { HistoryChoices, HistoryFilter } from '../../../../shared/contract/history.ts';
import { type HistoryList, pnlSigns } from '../../../../shared/orders/history.ts';
import { marginModes, orderStatuses, planStatuses } from '../../../../shared/values/domain.ts';
import type { Text } from '../../../text/use-text.ts';
import {
  chipsOf,
  choiceField,
  datesLabel,
  type FilterChip,
  type FilterField,
  fieldOf,
  hours,
  listLabel,
  rangeField,
  rangeLabel,
  rareFieldOf,
  weekdays,
  without,
  wordsOf,
} from '../../../ui/filter/filter-form.ts';
import { cleanFilter, withPart } from '../../../ui/filter/list-filter.ts';
import { decimalText } from '../../../ui/text/figures.ts';
import { noteChips, noteFields } from '../../notes/note-filter.ts';
import { kindWord, statusWord } from '../words.ts';

/** Returns a chip for each part that narrows the list, in the order of the form. `zone`: time zone of times. */
export function historyFilterChips(filter: HistoryFilter, zone: string, text: Text): FilterChip<HistoryFilter>[] {
  const parts = cleanFilter(filter);
  const words = partWords(text);
  return chipsOf<HistoryFilter>({
    text: parts.text === undefined ? null : text.labeled(text.filter.chip.text, parts.text.trim()),
    ids: parts.ids === undefined ? null : text.filter.chip.ids(parts.ids.length),
    // Names of accounts are no texts: `withAccountChip` adds them.
    accounts: null,
    created: datesLabel(text.filter.created, parts.created, zone, text),
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
    ...noteChips(parts, text),
    weekdays: listLabel(parts.weekdays, words.weekdays, text),
    hours: listLabel(parts.hours, words.hours, text),
  });
}

interface HistoryForm {
  list: HistoryList;
  filter: HistoryFilter;
  /** Values that the rows have; `undefined` until they have been read. */
  choices: HistoryChoices | undefined;
  tags: readonly string[];
  onChange: (filter: HistoryFilter) => void;
}

/** Returns the fields of the form but symbols and free text. */
export function historyFilterFields({ list, filter, choices, tags, onChange }: HistoryForm, text: Text): FilterField[] {
  const words = partWords(text);
  const put = <Part extends keyof HistoryFilter>(part: Part, value: HistoryFilter[Part]): void =>
    onChange(withPart(filter, part, value));
  const isOfOrders = list === 'order-history';
  const kinds = withChosen(choices?.kinds.map(({ value }) => value) ?? [], filter.kinds);
  const known: readonly string[] = isOfOrders ? orderStatuses : planStatuses;
  const statuses = withChosen([...known, ...(choices?.statuses.map(({ value }) => value) ?? [])], filter.statuses);
  const signs = choiceField(words.pnlSigns, pnlSigns, filter.pnlSigns, (chosen) => put('pnlSigns', chosen));
  const ofOrders = (field: FilterField): FilterField[] => (isOfOrders ? [field] : []);
  return [
    fieldOf(['created'], {
      label: text.filter.created,
      dates: { value: filter.created, onChange: (created) => put('created', created) },
    }),
    fieldOf(
      ['sides'],
      choiceField(words.sides, ['buy', 'sell', 'other'], filter.sides, (chosen) => put('sides', chosen)),
    ),
    ...ofOrders(
      fieldOf(
        ['actions'],
        choiceField(words.actions, ['open', 'close', 'other'], filter.actions, (chosen) => put('actions', chosen)),
      ),
    ),
    fieldOf(
      ['statuses', 'withoutStatuses'],
      choiceField(words.statuses, statuses, filter.statuses, (chosen) => put('statuses', chosen)),
    ),
    ...ofOrders(
      fieldOf(['pnlSigns', 'pnl'], { ...signs, ...rangeField(words.pnl, filter.pnl, (range) => put('pnl', range)) }),
    ),
    ...(kinds.length === 0
      ? []
      : [
          fieldOf(
            ['kinds', 'withoutKinds'],
            choiceField(words.kinds, kinds, filter.kinds, (chosen) => put('kinds', chosen)),
          ),
        ]),
    ...noteFields(filter, tags, onChange, text),
    rareFieldOf(
      ['marginModes'],
      choiceField(words.marginModes, marginModes, filter.marginModes, (chosen) => put('marginModes', chosen)),
    ),
    rareFieldOf(
      ['weekdays'],
      choiceField(words.weekdays, weekdays, filter.weekdays, (chosen) => put('weekdays', chosen)),
    ),
    rareFieldOf(
      ['hours'],
      choiceField(words.hours, hours, filter.hours, (chosen) => put('hours', chosen), 8),
    ),
    rareFieldOf(
      ['leverage'],
      rangeField(words.leverage, filter.leverage, (range) => put('leverage', range)),
    ),
  ];
}

export function partWords(text: Text) {
  const { filter } = text;
  return {
    symbols: wordsOf(filter.symbols, (symbol: string) => symbol),
    sides: wordsOf(filter.sides, (side: 'buy' | 'sell' | 'other') =>
      side === 'other' ? filter.other : text.side[side],
    ),
    kinds: wordsOf(filter.kinds, (kind: string) => kindWord(kind, text)),
    actions: wordsOf(filter.actions, (action: 'open' | 'close' | 'other') =>
      action === 'other' ? filter.other : text.actions[action],
    ),
    statuses: wordsOf(filter.statuses, (status: string) => statusWord(status, text)),
    marginModes: wordsOf(filter.marginModes, (mode: (typeof marginModes)[number]) => text.marginModes[mode]),
    leverage: wordsOf(filter.leverage, (value: string) => text.leverage(decimalText(value))),
    pnlSigns: wordsOf(filter.pnl, (sign: (typeof pnlSigns)[number]) => filter.pnlSigns[sign]),
    pnl: wordsOf(filter.pnl, (value: string) => decimalText(value)),
    weekdays: wordsOf(filter.chip.weekdays, (day: number) => filter.weekdays[day - 1] ?? String(day)),
    hours: wordsOf(filter.chip.hours, filter.hour),
  };
}

/** Keeps chosen values that no row has, so that the user can take them away. */
function withChosen(values: readonly string[], chosen: readonly string[] = []): string[] {
  return [...new Set([...values, ...chosen])];
}
