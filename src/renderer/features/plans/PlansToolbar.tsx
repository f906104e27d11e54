import { ChartNoAxesGantt, ChevronsDownUp, ChevronsUpDown } from 'lucide-react';
import { useRef } from 'react';
import type { AccountSummary } from '../../../shared/contract/accounts.ts';
import { settingTable } from '../../../shared/settings/settings.ts';
import { AccountsChoice } from '../../domain/accounts/AccountsChoice.tsx';
import { useByLiquidity } from '../../domain/market/use-by-liquidity.ts';
import { useCommand } from '../../platform/commands.ts';
import { useChangeSettings, useSetting } from '../../platform/settings/settings.ts';
import { useText } from '../../text/use-text.ts';
import { SearchSelect } from '../../ui/controls/SearchSelect.tsx';
import { Segmented } from '../../ui/controls/Segmented.tsx';
import { FilterMenu } from '../../ui/filter/FilterMenu.tsx';
import { ColumnsMenu } from '../../ui/screen/ColumnsMenu.tsx';
import { isExpanded, setExpanded } from '../../ui/table/column-table.ts';
import { PlanRadar } from './PlanRadar.tsx';
import { PlansExport } from './PlansExport.tsx';
import type { LadderToggle } from './use-ladder-toggle.ts';
import { nearPercent, type PlansView } from './use-plans-view.ts';

interface PlansToolbarProps {
  account: AccountSummary;
  view: PlansView;
  ladder: LadderToggle;
}

/** What the user chooses for the open plan orders. */
export function PlansToolbar({ account, view, ladder }: PlansToolbarProps) {
  const text = useText();
  const marginMode = useSetting('marginMode');
  const change = useChangeSettings();
  return (
    <div className="toolbar plans-toolbar" role="toolbar" aria-label={text.toolbar.label}>
      <SymbolPicker account={account.id} symbols={view.symbols} value={view.symbol} onChange={view.setSymbol} />
      <Segmented
        label={text.toolbar.marginMode}
        options={settingTable.marginMode.values.map((value) => ({ value, label: text.marginModes[value] }))}
        value={marginMode}
        onChange={(value) => change({ marginMode: value })}
      />
      <FilterMenu {...view.filterForm} />
      <button
        type="button"
        className="button"
        aria-label={text.cockpit.nearOnly(nearPercent)}
        title={text.cockpit.nearOnly(nearPercent)}
        aria-pressed={view.nearOnly.isOn}
        onClick={view.nearOnly.toggle}
      >
        {text.cockpit.near(nearPercent)}
      </button>
      <AccountsChoice />
      <div className="toolbar-end">
        <button
          type="button"
          className="button"
          aria-label={text.ladder.show}
          title={text.ladder.title}
          aria-pressed={ladder.place !== null}
          onClick={ladder.toggle}
        >
          <ChartNoAxesGantt size={14} aria-hidden="true" />
          <span className="button-word">{text.ladder.show}</span>
        </button>
        <FoldAll view={view} />
        <PlanRadar view={view} />
        <PlansExport accountName={view.isOfAll ? text.account.whoseNames.all : account.name} view={view} />
        <ColumnsMenu table={view.table} />
      </div>
    </div>
  );
}

/** Folds the plan orders of every position, or shows them all. */
function FoldAll({ view: { allRows, table } }: { view: PlansView }) {
  const { cockpit } = useText();
  const foldable = allRows.flatMap(({ id, plans }) => (plans.length > 0 ? [id] : []));
  const isFolded = foldable.length > 0 && foldable.every((id) => !isExpanded(table, id));
  const label = isFolded ? cockpit.unfoldAll : cockpit.foldAll;
  const Icon = isFolded ? ChevronsUpDown : ChevronsDownUp;
  return (
    <button
      type="button"
      className="button"
      aria-label={label}
      title={label}
      onClick={() => setExpanded(table, foldable, isFolded)}
    >
      <Icon size={14} aria-hidden="true" />
    </button>
  );
}

interface SymbolPickerProps {
  account: string;
  symbols: readonly string[];
  value: string | null;
  onChange: (symbol: string | null) => void;
}

/** A choice of one symbol or all symbols. */
function SymbolPicker({ account, symbols, value, onChange }: SymbolPickerProps) {
  const { toolbar } = useText();
  const input = useRef<HTMLInputElement>(null);
  useCommand('find', () => input.current?.select());
  return (
    <SearchSelect
      items={useByLiquidity(account, symbols)}
      value={value}
      onChange={onChange}
      words={{
        placeholder: toolbar.allSymbols,
        none: toolbar.noSymbolFound,
        open: toolbar.openSymbols,
        clear: toolbar.clearSymbol,
      }}
      input={{ ref: input, 'aria-label': toolbar.symbol }}
      className="symbol-picker"
    />
  );
}
