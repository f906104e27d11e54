import type { AccountSummary } from '../../../shared/domain.ts';
import { MarketScreen } from '../../components/screen/MarketScreen.tsx';
import { tickerLiveFor, useSpotTickers } from '../../state/queries.ts';
import { makeSpotTickerColumns } from './spot-ticker-columns.ts';

export function SpotTickersScreen({ account }: { account: AccountSummary }) {
  return (
    <MarketScreen
      screen="spot-tickers"
      account={account}
      query={useSpotTickers(account.id)}
      makeColumns={makeSpotTickerColumns}
      liveFor={tickerLiveFor}
    />
  );
}
