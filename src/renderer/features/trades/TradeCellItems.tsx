import { Menu } from '@base-ui/react/menu';
import type { Trade, TradeFilter } from '../../../shared/trades.ts';
import { PriceAlertItem } from '../../components/symbol/PriceAlertItem.tsx';
import { SymbolItems } from '../../components/symbol/SymbolItems.tsx';
import { FilterItems } from '../../components/table/FilterItems.tsx';
import { useTimeZone } from '../../state/settings.ts';
import { useText } from '../../text/use-text.ts';
import { tradeCellFilters } from './trade-cell-filters.ts';

interface TradeCellItemsProps {
  row: Trade;
  columnId: string;
  account: string;
  filter: TradeFilter;
  onFilterChange: (filter: TradeFilter) => void;
}

/** The menu items of a trade's cell: filters by its value, what belongs to its symbol, and an alert. */
export function TradeCellItems({ row, columnId, account, filter, onFilterChange }: TradeCellItemsProps) {
  const text = useText();
  const zone = useTimeZone();
  const values = tradeCellFilters(columnId, row, filter, zone, text).map(({ value, only, without }) => ({
    value,
    onOnly: () => onFilterChange(only),
    onExclude: without && (() => onFilterChange(without)),
  }));
  return (
    <>
      <FilterItems values={values} />
      <Menu.Separator className="popup-separator" />
      <SymbolItems account={account} symbol={row.symbol} />
      <Menu.Separator className="popup-separator" />
      <PriceAlertItem row={row} columnId={columnId} account={account} market="futures" />
    </>
  );
}
