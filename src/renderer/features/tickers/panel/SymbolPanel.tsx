import type { ReactNode } from 'react';
import { DetailPanel } from '../../../components/screen/DetailPanel.tsx';
import type { TableColumn } from '../../../model/column.ts';
import { type PrecisionOf, percentText, priceText, signTone } from '../../../model/figures.ts';
import { figuresOf, type TickerRow } from '../../../model/ticker-row.ts';
import { sessionPrices } from '../../../state/live/live.ts';
import { useSymbolRules } from '../../../state/queries.ts';
import { useText } from '../../../text/use-text.ts';
import { ListsOfSymbol } from '../lists/ListsOfSymbol.tsx';
import { OrdersSection } from './OrdersSection.tsx';
import { PlansSection } from './PlansSection.tsx';
import { RulesSection } from './RulesSection.tsx';
import { Sparkline } from './Sparkline.tsx';

interface SymbolPanelProps {
  account: string;
  row: TickerRow;
  columns: readonly TableColumn<TickerRow>[];
  isLive: boolean;
  precisionOf: PrecisionOf;
  onClose: () => void;
  /** What can be done about the symbol, beside the star. */
  actions?: ReactNode;
}

/** All that is known of one symbol: its figures, its rules, and what the account has in it. */
export function SymbolPanel({ account, row, columns, isLive, precisionOf, onClose, actions }: SymbolPanelProps) {
  const text = useText();
  const { symbol, market } = row;
  const rules = useSymbolRules(account).data?.rows.find((each) => each.symbol === symbol);
  const change = isLive ? figuresOf(row).changePercent : null;
  const showPrice = (price: string | null): string => priceText(price, precisionOf(symbol), text);
  const points = sessionPrices(account, market === 'spot' ? 'spot-tickers' : 'futures-tickers').of(symbol);
  const lead = (
    <div className="panel-lead" data-stale={!isLive || undefined}>
      <div className="panel-head">
        <span className="panel-last">{showPrice(row.last)}</span>
        <span className="panel-change" data-tone={signTone(change)}>
          {percentText(change, text)}
        </span>
        <span className="toolbar-space" />
        {actions}
        <ListsOfSymbol market={market} symbol={symbol} />
      </div>
      <section aria-label={text.tickers.session}>
        <Sparkline key={symbol} points={points} showPrice={showPrice} />
      </section>
    </div>
  );
  return (
    <DetailPanel row={row} title={symbol} columns={columns} onClose={onClose} lead={lead}>
      {market === 'futures' ? (
        <>
          <PlansSection account={account} symbol={symbol} precisionOf={precisionOf} />
          <OrdersSection key={symbol} account={account} symbol={symbol} precisionOf={precisionOf} />
          <RulesSection rules={rules} />
        </>
      ) : (
        <p className="panel-section panel-note">{text.tickers.futuresOnly}</p>
      )}
    </DetailPanel>
  );
}
