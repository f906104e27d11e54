import type { historyParts, tradeParts } from '../../../../shared/orders/filter-parts.ts';
import type { PnlSign } from '../../../../shared/orders/history.ts';
import type { PositionSide } from '../../../../shared/orders/trades.ts';
import type { MarginMode, Side } from '../../../../shared/values/domain.ts';
import type { Text } from '../../../text/use-text.ts';
import { type FilterLabel, wordsOf } from '../../../ui/filter/filter-form.ts';
import { durationText, fromMinutes } from '../../../ui/text/duration.ts';
import { decimalText } from '../../../ui/text/figures.ts';
import { noteWords } from '../../notes/note-filter.ts';
import { kindWord, statusWord } from '../words.ts';

type PartName = keyof typeof historyParts | keyof typeof tradeParts;
/** Parts whose words are those of the chip, of the accounts, or of the opposite part. */
type OwnWords = 'text' | 'ids' | 'accounts' | `without${string}`;

/** Returns the name of each part of a filter, and the words of its values. */
export function filterWords(text: Text): Record<Exclude<PartName, OwnWords>, FilterLabel<never>> {
  const { filter, columns, trades, results } = text;
  const plain = (value: string): string => value;
  const isOther = (value: string): value is 'other' => value === 'other';
  return {
    created: wordsOf(columns.createdAt, plain),
    opened: wordsOf(columns.opened, plain),
    closed: wordsOf(columns.closed, plain),
    symbols: wordsOf(filter.symbols, plain),
    quotes: wordsOf(results.quote, plain),
    sides: wordsOf(columns.side, (side: Side | PositionSide | 'other') =>
      isOther(side) ? filter.other : { ...text.side, ...trades.sides }[side],
    ),
    actions: wordsOf(columns.action, (action: 'open' | 'close' | 'other') =>
      isOther(action) ? filter.other : text.actions[action],
    ),
    positionSides: wordsOf(filter.position, (side: PositionSide) => trades.sides[side]),
    price: wordsOf(filter.anyPrice, (value: string) => decimalText(value)),
    kinds: wordsOf(columns.kind, (kind: string) => kindWord(kind, text)),
    statuses: wordsOf(columns.status, (status: string) => statusWord(status, text)),
    states: wordsOf(columns.state, (state: keyof typeof trades.states) => trades.states[state]),
    incomplete: wordsOf(trades.completeness, (part: 'only' | 'none') =>
      part === 'only' ? trades.incomplete : trades.complete,
    ),
    executions: wordsOf(columns.executions, (mark: keyof typeof trades.executions) => trades.executions[mark]),
    marginModes: wordsOf(filter.marginModes, (mode: MarginMode) => text.marginModes[mode]),
    leverage: wordsOf(columns.leverage, (value: string) => text.leverage(decimalText(value))),
    pnlSigns: wordsOf(columns.pnl, (sign: PnlSign) => filter.pnlSigns[sign]),
    pnl: wordsOf(columns.pnl, (value: string) => decimalText(value)),
    largestSize: wordsOf(columns.largestSize, (value: string) => decimalText(value)),
    r: wordsOf(columns.r, (value: string) => text.picture.r(decimalText(value))),
    duration: wordsOf(columns.duration, (minutes: string) => durationText(fromMinutes(minutes), text)),
    weekdays: wordsOf(filter.chip.weekdays, (day: number) => filter.weekdays[day - 1] ?? String(day)),
    hours: wordsOf(filter.chip.hours, filter.hour),
    ...noteWords(text),
  };
}
