import type { SpotTicker } from '../../../shared/domain.ts';
import type { TableColumn } from '../../components/table/column.ts';
import { tickerColumns } from '../../format/ticker-columns.ts';
import type { Text } from '../../text/use-text.ts';

/** The exchange tells the precision of futures symbols only; spot prices stand with the digits that they came with. */
export function makeSpotTickerColumns(text: Text): TableColumn<SpotTicker>[] {
  const common = tickerColumns<SpotTicker>(text, () => undefined, text.units.base);
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
