import type { TickerMarket } from '../../../shared/market/market.ts';
import { tickerViews } from '../../../shared/settings/choices.ts';
import type { TickerRow } from '../../domain/market/ticker-row.ts';
import { useTickerView } from '../../domain/market/ticker-view.ts';
import { useText } from '../../text/use-text.ts';
import { RadioMenu } from '../../ui/controls/RadioMenu.tsx';
import { SearchField } from '../../ui/controls/SearchField.tsx';
import { Segmented } from '../../ui/controls/Segmented.tsx';
import { ColumnsMenu } from '../../ui/screen/ColumnsMenu.tsx';
import type { ColumnTable } from '../../ui/table/column-table.ts';
import { ListMenu } from './lists/ListMenu.tsx';

interface TickersToolbarProps {
  market: TickerMarket;
  search: string;
  onSearch: (search: string) => void;
  quotes: readonly string[];
  quote: string | null;
  table: ColumnTable<TickerRow>;
}

export function TickersToolbar(props: TickersToolbarProps) {
  const { market, table } = props;
  const text = useText();
  const [{ view }, changeView] = useTickerView(market);
  return (
    <div className="toolbar tickers-toolbar" role="toolbar" aria-label={text.toolbar.label}>
      <SearchField value={props.search} onChange={props.onSearch} />
      <ListMenu market={market} onChosen={() => table.setSorting([])} />
      <QuoteMenu
        quotes={props.quotes}
        quote={props.quote}
        withAll={view === 'table'}
        onChange={(quote) => changeView({ quote })}
      />
      <div className="toolbar-end">
        <Segmented
          label={text.tickers.view}
          options={tickerViews.map((value) => ({ value, label: text.tickers.views[value] }))}
          value={view}
          onChange={(next) => changeView({ view: next })}
        />
        {view === 'table' && <ColumnsMenu table={table} />}
      </div>
    </div>
  );
}

interface QuoteMenuProps {
  quotes: readonly string[];
  /** `null` for all quote currencies. */
  quote: string | null;
  /** True if all quote currencies can be shown together. */
  withAll: boolean;
  onChange: (quote: string | null) => void;
}

const all = '*';

/** The quote currency of the symbols that are shown. */
function QuoteMenu({ quotes, quote, withAll, onChange }: QuoteMenuProps) {
  const text = useText();
  return (
    <RadioMenu
      label={text.tickers.quote}
      values={withAll ? [all, ...quotes] : quotes}
      nameOf={(each) => (each === all ? text.tickers.allQuotes : each)}
      value={quote ?? all}
      onChange={(next) => onChange(next === all ? null : next)}
    />
  );
}
