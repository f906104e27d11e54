import { dayOf } from '../../../shared/days.ts';
import { signOf } from '../../../shared/decimal.ts';
import { marginModes } from '../../../shared/domain.ts';
import { positionSides, type Trade, type TradeFilter, tradeStates } from '../../../shared/trades.ts';
import { withPart } from '../../model/history-filter.ts';
import type { Text } from '../../text/use-text.ts';
import { tradeSigns, tradeWords } from './trade-filter.ts';

/** A value of a cell by which the trades can be filtered. See `CellFilter`. */
interface TradeCellFilter {
  value: string;
  only: TradeFilter;
  without: TradeFilter | null;
}

/** Parts of the filter whose names are all of their values. */
const partitions = { sides: positionSides, states: tradeStates, marginModes, pnlSigns: tradeSigns } as const;
type Partition = keyof typeof partitions;

/** Returns the filters for the value that a cell shows. `zone`: time zone in which the days begin. */
export function tradeCellFilters(
  column: string,
  trade: Trade,
  filter: TradeFilter,
  zone: string,
  text: Text,
): TradeCellFilter[] {
  const words = tradeWords(text);
  const ofPartition = <Part extends Partition>(part: Part, value: (typeof partitions)[Part][number]) => {
    const kept: readonly string[] = filter[part] ?? [];
    const others = partitions[part].filter((other) => other !== value);
    const rest = others.filter((other) => kept.length === 0 || kept.includes(other));
    return {
      value: (words[part].word as (value: string) => string)(value),
      only: withPart(filter, part, [value] as TradeFilter[Part]),
      without: withPart(filter, part, (rest.length > 0 ? rest : others) as TradeFilter[Part]),
    };
  };
  const ofDay = (part: 'opened' | 'closed', time: number) => {
    const day = dayOf(time, zone);
    return { value: day, only: withPart(filter, part, { from: day, to: day }), without: null };
  };
  switch (column) {
    case 'symbol': {
      const { symbol } = trade;
      const others = filter.symbols?.filter((each) => each !== symbol);
      const left = [...new Set([...(filter.withoutSymbols ?? []), symbol])];
      return [
        {
          value: symbol,
          only: withPart(withPart(filter, 'symbols', [symbol]), 'withoutSymbols', undefined),
          without: withPart(withPart(filter, 'symbols', others), 'withoutSymbols', left),
        },
      ];
    }
    case 'side':
      return trade.side === null ? [] : [ofPartition('sides', trade.side)];
    case 'state': {
      const incomplete: TradeCellFilter = {
        value: text.trades.incomplete,
        only: withPart(filter, 'incomplete', 'only'),
        without: withPart(filter, 'incomplete', 'none'),
      };
      return [
        ...(trade.state === null ? [] : [ofPartition('states', trade.state)]),
        ...(trade.incomplete.length > 0 ? [incomplete] : []),
      ];
    }
    case 'marginMode':
      return [ofPartition('marginModes', trade.marginMode)];
    case 'pnl': {
      const sign = signOf(trade.pnl);
      return [ofPartition('pnlSigns', sign === 0 ? 'zero' : sign > 0 ? 'profit' : 'loss')];
    }
    case 'leverage': {
      const { leverage } = trade;
      if (leverage === null) return [];
      const only = withPart(filter, 'leverage', { from: leverage, to: leverage });
      return [{ value: words.leverage.word(leverage), only, without: null }];
    }
    case 'openedAt':
      return [ofDay('opened', trade.openedAt)];
    case 'closedAt':
      return trade.closedAt === null ? [] : [ofDay('closed', trade.closedAt)];
    default:
      return [];
  }
}
