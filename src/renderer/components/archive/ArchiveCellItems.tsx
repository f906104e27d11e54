import { Menu } from '@base-ui/react/menu';
import type { CellFilter } from '../../model/cell-filter.ts';
import { PriceAlertItem } from '../symbol/PriceAlertItem.tsx';
import { SymbolItems } from '../symbol/SymbolItems.tsx';
import { FilterItems } from '../table/FilterItems.tsx';

interface ArchiveCellItemsProps<Filter> {
  row: { symbol: string };
  columnId: string;
  account: string;
  filters: readonly CellFilter<Filter>[];
  onFilterChange: (filter: Filter) => void;
}

/** The menu items of a cell: filters by its value, what belongs to its symbol, and an alert. */
export function ArchiveCellItems<Filter>(props: ArchiveCellItemsProps<Filter>) {
  const { row, columnId, account, filters, onFilterChange } = props;
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
