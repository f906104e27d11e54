import { useState } from 'react';
import type { Trade, TradeFilter } from '../../../shared/trades.ts';
import { FilterMenu } from '../../components/filter/FilterMenu.tsx';
import { QuickSearch } from '../../components/filter/QuickSearch.tsx';
import { ColumnsMenu } from '../../components/screen/ColumnsMenu.tsx';
import { RefreshButton } from '../../components/screen/RefreshButton.tsx';
import type { ColumnTable } from '../../model/column-table.ts';
import { cleanFilter, withPart } from '../../model/history-filter.ts';
import { useHistoryChoices } from '../../state/history-state.ts';
import { useText } from '../../text/use-text.ts';
import { tradeFilterFields } from './trade-filter.ts';

interface TradesToolbarProps {
  account: string;
  filter: TradeFilter;
  onFilterChange: (filter: TradeFilter) => void;
  table: ColumnTable<Trade>;
  busy: boolean;
  onRefresh: () => void;
}

export function TradesToolbar({ account, filter, onFilterChange, table, busy, onRefresh }: TradesToolbarProps) {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  const choices = useHistoryChoices(account, 'order-history', isOpen);
  return (
    <div className="toolbar" role="toolbar" aria-label={text.toolbar.label}>
      <QuickSearch value={filter.text ?? ''} onChange={(words) => onFilterChange(withPart(filter, 'text', words))} />
      <FilterMenu
        isOpen={isOpen}
        onOpenChange={setOpen}
        symbols={{
          symbols: choices?.symbols ?? [],
          withoutCounts: true,
          chosen: filter.symbols ?? [],
          onChange: (symbols) => onFilterChange(withPart(filter, 'symbols', symbols)),
        }}
        groups={tradeFilterFields(filter, onFilterChange, text)}
        conditions={Object.keys(cleanFilter(withPart(filter, 'text', undefined))).length}
        onClear={() => onFilterChange(filter.text === undefined ? {} : { text: filter.text })}
      />
      <span className="toolbar-space" />
      <RefreshButton onRefresh={onRefresh} busy={busy} />
      <ColumnsMenu table={table} />
    </div>
  );
}
