import type { TradeFilter } from '../../../../shared/contract/trades.ts';
import type { DecimalRange } from '../../../../shared/contract/values.ts';
import { executionMarks, positionSides, tradeStates } from '../../../../shared/orders/trades.ts';
import { marginModes } from '../../../../shared/values/domain.ts';
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
import { durationText, fromMinutes, inMinutes } from '../../../ui/text/duration.ts';
import { decimalText } from '../../../ui/text/figures.ts';
import { noteChips, noteFields } from '../../notes/note-filter.ts';
import { partWords } from './history-filter-fields.ts';

export const tradeSigns = ['profit', 'loss', 'zero'] as const;
const completeness = ['none', 'only'] as const;

/** Returns a chip for each part that narrows the list, in the order of the form. `zone`: time zone of times. */
export function tradeFilterChips(filter: TradeFilter, zone: string, text: Text): FilterChip<TradeFilter>[] {
  const parts = cleanFilter(filter);
  const words = tradeWords(text);
  return chipsOf<TradeFilter>({
    text: parts.text === undefined ? null : text.labeled(text.filter.chip.text, parts.text.trim()),
    // Names of accounts are no texts: `withAccountChip` adds them.
    accounts: null,
    opened: datesLabel(text.columns.opened, parts.opened, zone, text),
    closed: datesLabel(text.columns.closed, parts.closed, zone, text),
    symbols: listLabel(parts.symbols, words.symbols, text),
    withoutSymbols: listLabel(parts.withoutSymbols, without(words.symbols, text), text),
    quotes: listLabel(parts.quotes, words.quotes, text),
    sides: listLabel(parts.sides, words.sides, text),
    states: listLabel(parts.states, words.states, text),
    marginModes: listLabel(parts.marginModes, words.marginModes, text),
    incomplete: parts.incomplete === undefined ? null : words.incomplete.word(parts.incomplete),
    executions: listLabel(parts.executions, words.executions, text),
    pnlSigns: listLabel(parts.pnlSigns, words.pnlSigns, text),
    pnl: rangeLabel(parts.pnl, words.pnl, text),
    largestSize: rangeLabel(parts.largestSize, words.largestSize, text),
    duration: rangeLabel(inMinuteRange(parts.duration), words.duration, text),
    leverage: rangeLabel(parts.leverage, words.leverage, text),
    ...noteChips(parts, text),
    weekdays: listLabel(parts.weekdays, words.weekdays, text),
    hours: listLabel(parts.hours, words.hours, text),
  });
}

/** Returns the fields of the form but symbols and free text. */
export function tradeFilterFields(
  { filter, tags, onChange }: { filter: TradeFilter; tags: readonly string[]; onChange: (filter: TradeFilter) => void },
  text: Text,
): FilterField[] {
  const words = tradeWords(text);
  const put = <Part extends keyof TradeFilter>(part: Part, value: TradeFilter[Part]): void =>
    onChange(withPart(filter, part, value));
  const chosen = filter.incomplete === undefined ? [] : [filter.incomplete];
  return [
    fieldOf(['closed'], {
      label: text.columns.closed,
      dates: { value: filter.closed, onChange: (dates) => put('closed', dates) },
    }),
    fieldOf(['pnlSigns', 'pnl'], {
      ...choiceField(words.pnlSigns, tradeSigns, filter.pnlSigns, (signs) => put('pnlSigns', signs)),
      ...rangeField(words.pnl, filter.pnl, (range) => put('pnl', range)),
    }),
    fieldOf(
      ['sides'],
      choiceField(words.sides, positionSides, filter.sides, (sides) => put('sides', sides)),
    ),
    fieldOf(
      ['states'],
      choiceField(words.states, tradeStates, filter.states, (states) => put('states', states)),
    ),
    fieldOf(
      ['duration'],
      rangeField({ ...words.duration, label: text.trades.durationMinutes }, inMinuteRange(filter.duration), (range) =>
        put('duration', fromMinuteRange(range)),
      ),
    ),
    ...noteFields(filter, tags, onChange, text),
    rareFieldOf(['opened'], {
      label: text.columns.opened,
      dates: { value: filter.opened, onChange: (dates) => put('opened', dates) },
    }),
    rareFieldOf(
      ['marginModes'],
      choiceField(words.marginModes, marginModes, filter.marginModes, (modes) => put('marginModes', modes)),
    ),
    rareFieldOf(
      ['largestSize'],
      rangeField(words.largestSize, filter.largestSize, (range) => put('largestSize', range)),
    ),
    rareFieldOf(
      ['incomplete'],
      // One of the two, because both together are all trades.
      choiceField(words.incomplete, completeness, chosen, (values) => put('incomplete', values.at(-1))),
    ),
    rareFieldOf(
      ['executions'],
      choiceField(words.executions, executionMarks, filter.executions, (marks) => put('executions', marks)),
    ),
    rareFieldOf(
      ['weekdays'],
      choiceField(words.weekdays, weekdays, filter.weekdays, (days) => put('weekdays', days)),
    ),
    rareFieldOf(
      ['hours'],
      choiceField(words.hours, hours, filter.hours, (chosenHours) => put('hours', chosenHours), 8),
    ),
    rareFieldOf(
      ['leverage'],
      rangeField(words.leverage, filter.leverage, (range) => put('leverage', range)),
    ),
  ];
}

export function tradeWords(text: Text) {
  const { symbols, marginModes: modes, leverage, pnl, weekdays: days, hours: hoursOfDay } = partWords(text);
  const { trades, columns, filter } = text;
  return {
    symbols,
    marginModes: modes,
    leverage,
    pnl,
    weekdays: days,
    hours: hoursOfDay,
    quotes: wordsOf(text.results.quote, (quote: string) => (quote === '' ? text.results.noQuote : quote)),
    sides: wordsOf(columns.side, (side: (typeof positionSides)[number]) => trades.sides[side]),
    states: wordsOf(columns.state, (state: (typeof tradeStates)[number]) => trades.states[state]),
    pnlSigns: wordsOf(filter.pnl, (sign: (typeof tradeSigns)[number]) => filter.pnlSigns[sign]),
    incomplete: wordsOf(trades.completeness, (part: (typeof completeness)[number]) =>
      part === 'only' ? trades.incomplete : trades.complete,
    ),
    executions: wordsOf(columns.executions, (mark: (typeof executionMarks)[number]) => trades.executions[mark]),
    largestSize: wordsOf(columns.largestSize, (value: string) => decimalText(value)),
    duration: wordsOf(columns.duration, (minutes: string) => durationText(fromMinutes(minutes), text)),
  };
}

function inMinuteRange(range: TradeFilter['duration']): DecimalRange | undefined {
  return (
    range && {
      from: range.from === undefined ? undefined : inMinutes(range.from),
      to: range.to === undefined ? undefined : inMinutes(range.to),
    }
  );
}

function fromMinuteRange({ from, to }: DecimalRange): TradeFilter['duration'] {
  return {
    from: from === undefined ? undefined : fromMinutes(from),
    to: to === undefined ? undefined : fromMinutes(to),
  };
}
