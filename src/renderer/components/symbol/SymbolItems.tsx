import { Menu } from '@base-ui/react/menu';
import type { TickerMarket } from '../../../shared/market.ts';
import { useChangeSettings } from '../../state/settings.ts';
import { showListOf, showPlansOf, showTicker } from '../../state/symbol-places.ts';
import { useText } from '../../text/use-text.ts';

interface SymbolItemsProps {
  account: string;
  /** Market of the tickers on the screen. Without it the symbol is that of a future. */
  tickersOf?: TickerMarket;
  symbol: string;
}

/** Menu items that lead to what belongs to a symbol: its ticker, open plans, orders, plan orders and trades. */
export function SymbolItems({ account, tickersOf, symbol }: SymbolItemsProps) {
  const words = useText().symbolMenu;
  const change = useChangeSettings();
  const place = { account, symbol };
  const market = tickersOf === 'futures' ? 'spot' : 'futures';
  return (
    <>
      <Menu.Item className="popup-item" onClick={() => showTicker({ ...place, market }, change)}>
        {tickersOf === undefined ? words.ticker : words.tickerOf[market]}
      </Menu.Item>
      {tickersOf !== 'spot' && (
        <>
          <Menu.Item className="popup-item" onClick={() => showPlansOf(place, change)}>
            {words.plans}
          </Menu.Item>
          <Menu.Item className="popup-item" onClick={() => showListOf('order-history', place, change)}>
            {words.orders}
          </Menu.Item>
          <Menu.Item className="popup-item" onClick={() => showListOf('plan-history', place, change)}>
            {words.planHistory}
          </Menu.Item>
          <Menu.Item className="popup-item" onClick={() => showListOf('trades', place, change)}>
            {words.trades}
          </Menu.Item>
        </>
      )}
    </>
  );
}
