import { Menu } from '@base-ui/react/menu';
import type { NoteKind } from '../../../../shared/orders/notes.ts';
import type { CellFilter } from '../../../ui/filter/cell-filter.ts';
import { FilterItems } from '../../../ui/table/FilterItems.tsx';
import { PriceAlertItem } from '../../market/PriceAlertItem.tsx';
import { SymbolItems } from '../../market/SymbolItems.tsx';
import { NoteItem } from '../../notes/NoteItem.tsx';

interface ArchiveCellItemsProps<Filter> {
  row: { key: string; symbol: string };
  columnId: string;
  account: string;
  noteKind: NoteKind;
  filters: readonly CellFilter<Filter>[];
  onFilterChange: (filter: Filter) => void;
  /** Shows the details of the row. */
  onOpen: () => void;
}

/** The menu items of a cell: filters by its value, what belongs to its symbol, and an alert. */
export function ArchiveCellItems<Filter>(props: ArchiveCellItemsProps<Filter>) {
  const { row, columnId, account, noteKind, filters, onFilterChange, onOpen } = props;
  const values = filters.map(({ value, only, without }) => ({
    value,
    onOnly: () => onFilterChange(only),
    onExclude: without && (() => onFilterChange(without)),
  }));
  return (
    <>
      <NoteItem target={{ account, kind: noteKind, key: row.key }} onOpen={onOpen} />
      <FilterItems values={values} />
      <Menu.Separator className="popup-separator" />
      <SymbolItems account={account} symbol={row.symbol} />
      <Menu.Separator className="popup-separator" />
      <PriceAlertItem row={row} columnId={columnId} account={account} market="futures" />
    </>
  );
}
