import { ChartNoAxesGantt, ChevronsDownUp, ChevronsUpDown, Group, type LucideIcon, Radar } from 'lucide-react';
import { memo, type RefObject, useRef } from 'react';
import type { AccountSummary } from '../../../shared/contract/accounts.ts';
import { settingTable } from '../../../shared/settings/settings.ts';
import { useByLiquidity } from '../../domain/market/use-by-liquidity.ts';
import { useCommand } from '../../platform/commands.ts';
import { useChangeSettings, useSetting } from '../../platform/settings/settings.ts';
import { useText } from '../../text/use-text.ts';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { SearchSelect } from '../../ui/controls/SearchSelect.tsx';
import { Segmented } from '../../ui/controls/Segmented.tsx';
import { FilterMenu } from '../../ui/filter/FilterMenu.tsx';
import { ColumnsMenu } from '../../ui/screen/ColumnsMenu.tsx';
import { isExpanded, setExpanded } from '../../ui/table/column-table.ts';
import { PlansExport } from './PlansExport.tsx';
import type { BesidePlans } from './use-beside-plans.ts';
import { nearPercent, type PlansView } from './use-plans-view.ts';

interface PlansToolbarProps {
  account: AccountSummary;
  tools: PlansView['tools'];
  beside: BesidePlans;
  /** The latest view. It is read when the user exports it, because a tick must not draw the toolbar again. */
  latest: RefObject<PlansView>;
}

/** What the user chooses for the open plan orders. */
export const PlansToolbar = memo(function PlansToolbar({ account, tools, beside, latest }: PlansToolbarProps) {
  const text = useText();
  const marginMode = useSetting('marginMode');
  const change = useChangeSettings();
  return (
    <div className="toolbar plans-toolbar" role="toolbar" aria-label={text.toolbar.label}>
      <SymbolPicker account={account.id} symbols={tools.symbols} value={tools.symbol} onChange={tools.setSymbol} />
      <Segmented
        label={text.toolbar.marginMode}
        options={settingTable.marginMode.values.map((value) => ({ value, label: text.marginModes[value] }))}
        value={marginMode}
        onChange={(value) => change({ marginMode: value })}
      />
      <FilterMenu {...tools.filterForm} />
      <button
        type="button"
        className="button"
        aria-label={text.cockpit.nearOnly(nearPercent)}
        title={text.cockpit.nearOnly(nearPercent)}
        aria-pressed={tools.nearOnly.isOn}
        onClick={tools.nearOnly.toggle}
      >
        {text.cockpit.near(nearPercent)}
      </button>
      <div className="toolbar-end">
        <Switch
          words={text.ladder}
          icon={ChartNoAxesGantt}
          isOn={beside.ladder !== null}
          isInstead={beside.isInstead}
          toggle={beside.toggleLadder}
        />
        <Switch
          words={text.radar}
          icon={Radar}
          isOn={beside.hasRadar}
          isInstead={beside.isInstead}
          toggle={beside.toggleRadar}
        />
        <GroupBySymbol />
        <FoldAll tools={tools} />
        <PlansExport accountName={tools.isOfAll ? text.account.whoseNames.all : account.name} latest={latest} />
        <ColumnsMenu table={tools.table} />
      </div>
    </div>
  );
});

interface SwitchProps {
  words: { show: string; title: string };
  icon: LucideIcon;
  isOn: boolean;
  isInstead: boolean;
  toggle: () => void;
}

/** Shows something beside the table or in its place, or hides it. */
function Switch({ words, icon: Icon, isOn, isInstead, toggle }: SwitchProps) {
  const text = useText();
  return (
    <button
      type="button"
      className="button"
      aria-label={words.show}
      title={isInstead ? text.clauses(words.title, text.cockpit.instead) : words.title}
      aria-pressed={isOn}
      onClick={toggle}
    >
      <Icon size={14} aria-hidden="true" />
      <span className="button-word">{words.show}</span>
    </button>
  );
}

/** Puts plan orders without a position below a row for their symbol. */
function GroupBySymbol() {
  const { cockpit } = useText();
  const isOn = useSetting('planGroups');
  const change = useChangeSettings();
  return (
    <IconButton
      label={cockpit.groupBySymbol}
      icon={Group}
      className="button"
      aria-pressed={isOn}
      onClick={() => change({ planGroups: !isOn })}
    />
  );
}

/** Folds the plan orders below every row, or shows them all. */
function FoldAll({ tools: { foldable, table } }: { tools: PlansView['tools'] }) {
  const { cockpit } = useText();
  const isFolded = foldable.length > 0 && foldable.every((id) => !isExpanded(table, id));
  const label = isFolded ? cockpit.unfoldAll : cockpit.foldAll;
  const Icon = isFolded ? ChevronsUpDown : ChevronsDownUp;
  return (
    <IconButton label={label} icon={Icon} className="button" onClick={() => setExpanded(table, foldable, isFolded)} />
  );
}

interface SymbolPickerProps {
  account: string;
  symbols: readonly string[];
  value: string | null;
  onChange: (symbol: string | null) => void;
}

/** A choice of one symbol or all symbols. */
function SymbolPicker({ account, symbols, ...choice }: SymbolPickerProps) {
  return <SymbolSelect symbols={useByLiquidity(account, symbols)} {...choice} />;
}

/** Not drawn again with the tickers, by which the symbols are sorted. */
const SymbolSelect = memo(function SymbolSelect({ symbols, value, onChange }: Omit<SymbolPickerProps, 'account'>) {
  const { toolbar } = useText();
  const input = useRef<HTMLInputElement>(null);
  useCommand('find', () => input.current?.select());
  return (
    <SearchSelect
      items={symbols}
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
});
