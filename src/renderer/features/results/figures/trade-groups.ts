import type { SampleFigure, TradeGroup } from '../../../../shared/contract/results.ts';
import type { TradeFilter } from '../../../../shared/contract/trades.ts';
import type { TradeGrouping } from '../../../../shared/orders/trades.ts';
import { positionSides } from '../../../../shared/orders/trades.ts';
import type { Decimal } from '../../../../shared/values/domain.ts';
import type { Text } from '../../../text/use-text.ts';
import { durationText } from '../../../ui/text/duration.ts';
import { decimalText } from '../../../ui/text/figures.ts';
import type { NamedPart } from '../panels/BarPanel.tsx';
import { tagNames } from './parts.ts';

/** A group in words. */
export interface NamedGroup
  extends NamedPart,
    Pick<
      TradeGroup,
      'average' | 'winRate' | 'averageWin' | 'averageLoss' | 'averageWinAfter' | 'averageLossAfter' | 'uncertain'
    > {
  /** The same group in the earlier days; `null` if it had no trades, or if nothing is compared. */
  earlier: TradeGroup | null;
  /** Keeps the trades of the group. */
  filter: TradeFilter;
}

/** Returns the groups with their names in words and their filters. `earlier`: the groups of the days with which they are compared. */
export function namedGroups(
  grouping: TradeGrouping,
  groups: readonly TradeGroup[],
  text: Text,
  earlier: readonly TradeGroup[] = [],
): NamedGroup[] {
  // A bin is the same one if its ends are.
  const keyOf = ({ name, bin }: TradeGroup): string => (bin === null ? name : JSON.stringify(bin));
  const earlierGroups = new Map(earlier.map((group) => [keyOf(group), group]));
  return groups.map((group) => ({
    ...group,
    ...namesOf(grouping, group, text),
    filter: filterOf(grouping, group),
    earlier: earlierGroups.get(keyOf(group)) ?? null,
  }));
}

function namesOf(grouping: TradeGrouping, { name, bin }: TradeGroup, text: Text): { name: string; short: string } {
  const { results, trades } = text;
  switch (grouping) {
    // The panel of the accounts names them.
    case 'account':
    case 'symbol':
      return { name, short: name };
    case 'tag':
      return tagNames(name);
    case 'side': {
      const side = positionSides.find((each) => each === name);
      const word = side === undefined ? name : trades.sides[side];
      return { name: word, short: word };
    }
    case 'weekday':
      return {
        name: results.weekdayNames[Number(name) - 1] ?? name,
        short: results.weekdayShort[Number(name) - 1] ?? '',
      };
    case 'hour':
      return { name: results.hour(Number(name)), short: results.hourShort(Number(name)) };
    case 'leverage':
      return binNames(bin, (value) => text.leverage(decimalText(value)), text);
    case 'duration':
      return {
        ...binNames(bin, (value) => durationText(Number(value), text), text),
        short: binNames(bin, (value) => shortDuration(Number(value), text), text).short,
      };
    case 'r':
      return binNames(bin, (value) => text.picture.r(decimalText(value)), text);
    case 'result':
      return resultNames(bin, text);
  }
}

type Bin = TradeGroup['bin'];

function binNames(bin: Bin, word: (value: Decimal) => string, text: Text): { name: string; short: string } {
  const { upTo, over, between } = text.tradeResults;
  const [from, to] = [bin?.from ?? null, bin?.to ?? null];
  if (to === null) return { name: over(word(from ?? '0')), short: `>${word(from ?? '0')}` };
  return { name: from === null ? upTo(word(to)) : between(word(from), word(to)), short: `≤${word(to)}` };
}

/** The label on the axis is the end of the bin that is further from zero. */
function resultNames(bin: Bin, text: Text): { name: string; short: string } {
  const { under, over, between } = text.tradeResults;
  const [from, to] = [bin?.from ?? null, bin?.to ?? null];
  if (from === null) return { name: under(decimalText(to ?? '0')), short: `<${decimalText(to ?? '0')}` };
  if (to === null) return { name: over(decimalText(from)), short: `>${decimalText(from)}` };
  if (from === to) return { name: decimalText(from), short: decimalText(from) };
  return {
    name: between(decimalText(from), decimalText(to)),
    short: decimalText(from.startsWith('-') ? from : to),
  };
}

const minuteMs = 60_000;

function shortDuration(duration: number, text: Text): string {
  const [day = '', hour = '', minute = ''] = text.tradeResults.shortUnits;
  const minutes = duration / minuteMs;
  if (minutes % 1440 === 0) return `${minutes / 1440}${day}`;
  return minutes % 60 === 0 ? `${minutes / 60}${hour}` : `${minutes}${minute}`;
}

function filterOf(grouping: TradeGrouping, { name, range }: TradeGroup): TradeFilter {
  switch (grouping) {
    case 'account':
      return { accounts: [name] };
    case 'symbol':
      return { symbols: [name] };
    case 'tag':
      return { tags: [name] };
    case 'side':
      return { sides: positionSides.filter((side) => side === name) };
    case 'weekday':
      return { weekdays: [Number(name)] };
    case 'hour':
      return { hours: [Number(name)] };
    case 'leverage':
      return { leverage: range ?? undefined };
    case 'result':
      return { pnl: range ?? undefined };
    case 'r':
      return { r: range ?? undefined };
    case 'duration':
      return range === null ? {} : { duration: { from: Number(range.from), to: Number(range.to) } };
  }
}

/** Returns the ends of the interval of a figure in words; `null` if there is none. */
export function intervalEnds({ interval }: SampleFigure, word: (value: Decimal) => string, text: Text): string | null {
  if (interval === null) return null;
  const { from, to } = interval;
  return to === null ? text.filter.chip.atLeast(word(from)) : text.filter.chip.between(word(from), word(to));
}

/** Returns the interval of a figure in words, with its level; `null` if there is none. */
export function intervalText(figure: SampleFigure, word: (value: Decimal) => string, text: Text): string | null {
  const ends = intervalEnds(figure, word, text);
  return ends === null ? null : text.tradeResults.interval(ends);
}
