import type { FuturesTicker } from '../../../shared/domain.ts';
import type { TableColumn } from '../../components/table/column.ts';
import type { PrecisionOf } from '../../format/figures.ts';
import { tickerColumns } from '../../format/ticker-columns.ts';
import type { Text } from '../../text/use-text.ts';

export function makeFuturesTickerColumns(text: Text, precisionOf: PrecisionOf): TableColumn<FuturesTicker>[] {
  const common = tickerColumns<FuturesTicker>(
    text,
    (row) => precisionOf(row.symbol)?.pricePrecision ?? null,
    text.units.contracts,
  );
  return [
    common.symbol,
    common.last,
    common.changePercent,
    common.change,
    common.high,
    common.low,
    common.open,
    common.volume,
    common.turnover,
    common.trades,
  ];
}
