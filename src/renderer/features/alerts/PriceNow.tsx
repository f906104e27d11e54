import type { TickerMarket } from '../../../shared/market.ts';
import { priceText } from '../../model/figures.ts';
import { useLive } from '../../state/live/live.ts';
import { useIsLive } from '../../state/live/use-is-live.ts';
import { useRulesOf } from '../../state/queries.ts';
import { useText } from '../../text/use-text.ts';

interface PriceNowProps {
  account: string;
  market: TickerMarket;
  symbol: string;
}

/** The last price, to put a level beside it; nothing where it is not live. */
export function PriceNow({ account, market, symbol }: PriceNowProps) {
  const text = useText();
  const view = useLive(market === 'spot' ? 'spot-tickers' : 'futures-tickers', account);
  const isLive = useIsLive(view);
  const precisionOf = useRulesOf(account);
  const last = view.rows.find((row) => row.symbol === symbol)?.last ?? null;
  if (last === null || !isLive) return null;
  return <>{text.alerts.lastNow(priceText(last, market === 'futures' ? precisionOf(symbol) : undefined, text))}</>;
}
