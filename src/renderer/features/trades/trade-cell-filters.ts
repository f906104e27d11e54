import type { Trade, TradeFilter } from '../../../shared/contract/trades.ts';
import { positionSides, tradeStates } from '../../../shared/orders/trades.ts';
import { signOf } from '../../../shared/values/decimal.ts';
import { marginModes } from '../../../shared/values/domain.ts';
import { tradeSigns, tradeWords } from '../../domain/orders/filter/trade-filter-fields.ts';
import type { Text } from '../../text/use-text.ts';
import { type CellFilter, dayFilter, enumFilter, equalsFilter, valueFilter } from '../../ui/filter/cell-filter.ts';
import { withPart } from '../../ui/filter/list-filter.ts';

/** Parts of the filter that have a closed set of values. */
const enums = { sides: positionSides, states: tradeStates, marginModes, pnlSigns: tradeSigns } as const;

/** Returns the filters for the value that a cell shows. `zone`: time zone in which the days begin. */
export function tradeCellFilters(
  column: string,
  trade: Trade,
  filter: TradeFilter,
  zone: string,
  text: Text,
): CellFilter<TradeFilter>[] {
  const words = tradeWords(text);
  const ofEnum = (part: keyof typeof enums, value: string | null) =>
    value === null ? [] : [enumFilter(filter, part, value, { values: enums[part], word: words[part].word })];
  switch (column) {
    case 'symbol':
      return [valueFilter(filter, 'symbols', 'withoutSymbols', { value: trade.symbol, word: trade.symbol })];
    case 'side':
      return ofEnum('sides', trade.side);
    case 'state': {
      const incomplete: CellFilter<TradeFilter> = {
        value: text.trades.incomplete,
        only: withPart(filter, 'incomplete', 'only'),
        without: withPart(filter, 'incomplete', 'none'),
      };
      return [...ofEnum('states', trade.state), ...(trade.incomplete.length > 0 ? [incomplete] : [])];
    }
    case 'marginMode':
      return ofEnum('marginModes', trade.marginMode);
    case 'pnl': {
      const sign = signOf(trade.pnl);
      return ofEnum('pnlSigns', sign === 0 ? 'zero' : sign > 0 ? 'profit' : 'loss');
    }
    case 'leverage':
      return equalsFilter(filter, 'leverage', trade.leverage, words.leverage.word);
    case 'openedAt':
      return [dayFilter(filter, 'opened', trade.openedAt, zone)];
    case 'closedAt':
      return trade.closedAt === null ? [] : [dayFilter(filter, 'closed', trade.closedAt, zone)];
    default:
      return [];
  }
}
