import type { SymbolRules } from '../../../../shared/contract/market.ts';
import { AlertButton } from '../../../domain/alerts/AlertButton.tsx';
import { openNewAlert } from '../../../domain/alerts/alerts.ts';
import { sessionPrices } from '../../../domain/market/live/live.ts';
import { Sparkline } from '../../../domain/market/session/Sparkline.tsx';
import { useSymbolRules } from '../../../domain/market/symbol-rules.ts';
import { figuresOf, type TickerRow } from '../../../domain/market/ticker-row.ts';
import { PriceLadder } from '../../../domain/plans/ladder/PriceLadder.tsx';
import { usePlanRows } from '../../../domain/plans/use-plan-rows.ts';
import { useCommand } from '../../../platform/commands.ts';
import { useGoTo } from '../../../platform/navigation/go-to.ts';
import { useText } from '../../../text/use-text.ts';
import { DetailPanel } from '../../../ui/screen/DetailPanel.tsx';
import type { TableColumn } from '../../../ui/table/column.ts';
import { type PrecisionOf, percentText, plainText, priceText, signTone } from '../../../ui/text/figures.ts';
import { ListsOfSymbol } from '../lists/SymbolMenu.tsx';
import { OrdersSection, PlansSection } from './OrderSections.tsx';
import { PositionSection } from './PositionSection.tsx';

interface SymbolPanelProps {
  account: string;
  row: TickerRow;
  columns: readonly TableColumn<TickerRow>[];
  /** True if the selected list, the quote currency or the search excludes the symbol. */
  isOutsideFilter: boolean;
  isLive: boolean;
  precisionOf: PrecisionOf;
  onClose: () => void;
}

/** The details of a symbol: figures, trading rules, and the account's plan orders and orders. */
export function SymbolPanel({
  account,
  row,
  columns,
  isOutsideFilter,
  isLive,
  precisionOf,
  onClose,
}: SymbolPanelProps) {
  const text = useText();
  const { symbol, market } = row;
  useCommand('new-alert', () => openNewAlert(symbol, null, { market }));
  const rules = useSymbolRules(account).data?.rows.find((each) => each.symbol === symbol);
  const change = isLive ? figuresOf(row).changePercent : null;
  const showPrice = (price: string | null): string => priceText(price, precisionOf(symbol), text);
  const prices = sessionPrices(account, market === 'spot' ? 'spot-tickers' : 'futures-tickers');
  const lead = (
    <div className="panel-lead" data-stale={!isLive || undefined}>
      <div className="panel-head">
        <span className="panel-figures">
          <PriceButton
            price={row.last}
            shown={showPrice(row.last)}
            onClick={() => openNewAlert(symbol, row.last, { market })}
          />
          <span className="panel-change" data-tone={signTone(change)}>
            {percentText(change, text)}
          </span>
        </span>
        <span className="panel-tools">
          <AlertButton onClick={() => openNewAlert(symbol, null, { market })} />
          <ListsOfSymbol market={market} symbol={symbol} />
        </span>
      </div>
      <section aria-label={text.tickers.session}>
        <Sparkline
          key={symbol}
          account={account}
          market={market}
          symbol={symbol}
          points={prices.of(symbol)}
          gaps={prices.gaps}
          showPrice={showPrice}
        />
      </section>
    </div>
  );
  return (
    <DetailPanel row={row} columns={columns} isOutsideFilter={isOutsideFilter} onClose={onClose} lead={lead}>
      {market === 'futures' ? (
        <>
          <LadderSection account={account} row={row} precisionOf={precisionOf} />
          <PositionSection
            account={account}
            symbol={symbol}
            last={isLive ? row.last : null}
            precisionOf={precisionOf}
          />
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

interface PriceButtonProps {
  price: string | null;
  shown: string;
  onClick: () => void;
}

/** The last price. A click opens a new alert at this price. */
function PriceButton({ price, shown, onClick }: PriceButtonProps) {
  const text = useText();
  if (price === null) return <span className="panel-last">{shown}</span>;
  const name = text.symbolMenu.alertAt(shown);
  return (
    <button type="button" className="panel-last panel-price" aria-label={name} title={name} onClick={onClick}>
      {shown}
    </button>
  );
}

interface LadderSectionProps {
  account: string;
  row: TickerRow;
  precisionOf: PrecisionOf;
}

/** The price ladder of a symbol with open plan orders. */
function LadderSection({ account, row, precisionOf }: LadderSectionProps) {
  const text = useText();
  const goTo = useGoTo();
  const { rows, isLive } = usePlanRows(account);
  const plans = rows.filter(({ symbol }) => symbol === row.symbol);
  if (plans.length === 0) return null;
  return (
    <div className="panel-section">
      <h3>{text.ladder.title}</h3>
      <PriceLadder
        key={row.symbol}
        account={account}
        symbol={row.symbol}
        plans={plans}
        ticker={row}
        rules={precisionOf(row.symbol)}
        isLive={isLive}
        tickersOf="futures"
        onOpen={({ key }) => goTo({ kind: 'screen', account, screen: 'open-plans', row: key })}
      />
    </div>
  );
}

/** The trading rules of the symbol. */
function RulesSection({ rules }: { rules: SymbolRules | undefined }) {
  const text = useText();
  const { columns, tickers } = text;
  const bounds = (from: string | null, to: string | null): string =>
    tickers.bounds(plainText(from, text), plainText(to, text));
  const places = (number: number | null): string => (number === null ? text.none : tickers.places(String(number)));
  return (
    <section className="panel-section" aria-label={tickers.rules}>
      <h3>{tickers.rules}</h3>
      {rules === undefined ? (
        <p className="panel-note">{tickers.noRules}</p>
      ) : (
        <dl className="panel-facts">
          <dt>{tickers.priceBounds}</dt>
          <dd>{bounds(rules.minPrice, rules.maxPrice)}</dd>
          <dt>{columns.pricePrecision}</dt>
          <dd>{places(rules.pricePrecision)}</dd>
          <dt>{tickers.quantityBounds}</dt>
          <dd>{bounds(rules.minQuantity, rules.maxQuantity)}</dd>
          <dt>{columns.quantityPrecision}</dt>
          <dd>{places(rules.quantityPrecision)}</dd>
        </dl>
      )}
    </section>
  );
}
