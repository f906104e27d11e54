import { Menu } from '@base-ui/react/menu';
import type { TickerMarket } from '../../../shared/market.ts';
import { useShowPlace } from '../../platform/navigation/main-page.ts';
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
  const show = useShowPlace();
  const place = { account, symbol };
  const market = tickersOf === 'futures' ? 'spot' : 'futures';
  return (
    <>
      <Menu.Item className="popup-item" onClick={() => show({ ...place, kind: 'ticker', market })}>
        {tickersOf === undefined ? words.ticker : words.tickerOf[market]}
      </Menu.Item>
      {tickersOf !== 'spot' && (
        <>
          <Menu.Item className="popup-item" onClick={() => show({ ...place, kind: 'open-plans' })}>
            {words.plans}
          </Menu.Item>
          <Menu.Item className="popup-item" onClick={() => show({ ...place, kind: 'list', list: 'order-history' })}>
            {words.orders}
          </Menu.Item>
          <Menu.Item className="popup-item" onClick={() => show({ ...place, kind: 'list', list: 'plan-history' })}>
            {words.planHistory}
          </Menu.Item>
          <Menu.Item className="popup-item" onClick={() => show({ ...place, kind: 'list', list: 'trades' })}>
            {words.trades}
          </Menu.Item>
        </>
      )}
    </>
  );
}
