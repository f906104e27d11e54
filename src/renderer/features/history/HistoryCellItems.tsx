import { Menu } from '@base-ui/react/menu';
import type { Order, OrderCommon, PlanOrder } from '../../../shared/domain.ts';
import type { HistoryFilter, HistoryList } from '../../../shared/history.ts';
import { PriceAlertItem } from '../../components/symbol/PriceAlertItem.tsx';
import { SymbolItems } from '../../components/symbol/SymbolItems.tsx';
import { FilterItems } from '../../components/table/FilterItems.tsx';
import { cellFilters } from '../../model/cell-filter.ts';
import { useTimeZone } from '../../state/settings.ts';
import { useText } from '../../text/use-text.ts';
import { fieldsOfColumn } from './history-fields.ts';

interface HistoryCellItemsProps {
  row: OrderCommon;
  columnId: string;
  account: string;
  list: HistoryList;
  filter: HistoryFilter;
  onFilterChange: (filter: HistoryFilter) => void;
}

/** The menu items of a cell of a history: filters by its value, what belongs to its symbol, and an alert. */
export function HistoryCellItems(props: HistoryCellItemsProps) {
  const { row, columnId, account, list, filter, onFilterChange } = props;
  const text = useText();
  const zone = useTimeZone();
  // The side also says whether the order opens or closes.
  const fields = columnId === 'side' ? (['side', 'action', 'kind'] as const) : fieldsOfColumn(columnId, list);
  const filters = cellFilters(fields, row as Order | PlanOrder, filter, zone, text);
  const values = filters.map(({ value, only, without }) => ({
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
