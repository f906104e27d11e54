import type { SpotTicker } from '../../../shared/domain.ts';
import type { TableColumn } from '../../components/table/column.ts';
import { tickerColumns } from '../../format/ticker-columns.ts';
import type { Text } from '../../text/use-text.ts';

/** The exchange tells the precision of futures symbols only; a spot pair's prices stand at the finest of them. */
export function makeSpotTickerColumns(text: Text): TableColumn<SpotTicker>[] {
  const common = tickerColumns<SpotTicker>(text, finestPlaces, text.units.base);
  return [
    common.symbol,
    common.last,
    common.changePercent,
    common.change,
    common.price('bid', text.columns.bid, (row) => row.bid),
    common.price('ask', text.columns.ask, (row) => row.ask),
    common.high,
    common.low,
    common.open,
    common.volume,
    common.turnover,
    common.trades,
  ];
}

function finestPlaces({ last, bid, ask, high, low, open }: SpotTicker): number {
  let finest = 0;
  for (const price of [last, bid, ask, high, low, open]) {
    const point = price?.indexOf('.') ?? -1;
    if (price && point >= 0) finest = Math.max(finest, price.length - point - 1);
  }
  return finest;
}
