import { Menu } from '@base-ui/react/menu';
import type { TickerMarket } from '../../../shared/market/market.ts';
import { useGoTo } from '../../platform/navigation/go-to.ts';
import { useText } from '../../text/use-text.ts';

interface SymbolItemsProps {
  account: string;
  /** Market of the tickers on the screen. Without it the symbol is that of a future. */
  tickersOf?: TickerMarket | undefined;
  symbol: string;
}

/** Menu items that lead to what belongs to a symbol: its ticker, open plans, orders, plan orders and trades. */
export function SymbolItems({ account, tickersOf, symbol }: SymbolItemsProps) {
  const words = useText().symbolMenu;
  const goTo = useGoTo();
  const market = tickersOf === 'futures' ? 'spot' : 'futures';
  const filter = { symbols: [symbol] };
  return (
    <>
      <Menu.Item
        className="popup-item"
        onClick={() => goTo({ kind: 'screen', account, screen: `${market}-tickers`, row: symbol })}
      >
        {tickersOf === undefined ? words.ticker : words.tickerOf[market]}
      </Menu.Item>
      {tickersOf !== 'spot' && (
        <>
          <Menu.Item className="popup-item" onClick={() => goTo({ kind: 'open-plans', account, symbol })}>
            {words.plans}
          </Menu.Item>
          <Menu.Item
            className="popup-item"
            onClick={() => goTo({ kind: 'list', account, list: 'order-history', filter })}
          >
            {words.orders}
          </Menu.Item>
          <Menu.Item
            className="popup-item"
            onClick={() => goTo({ kind: 'list', account, list: 'plan-history', filter })}
          >
            {words.planHistory}
          </Menu.Item>
          <Menu.Item className="popup-item" onClick={() => goTo({ kind: 'list', account, list: 'trades', filter })}>
            {words.trades}
          </Menu.Item>
        </>
      )}
    </>
  );
}
