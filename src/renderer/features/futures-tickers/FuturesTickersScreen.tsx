import type { AccountSummary } from '../../../shared/domain.ts';
import { MarketScreen } from '../../components/screen/MarketScreen.tsx';
import { tickerLiveFor, useFuturesTickers } from '../../state/queries.ts';
import { makeFuturesTickerColumns } from './futures-ticker-columns.ts';

export function FuturesTickersScreen({ account }: { account: AccountSummary }) {
  return (
    <MarketScreen
      screen="futures-tickers"
      account={account}
      query={useFuturesTickers(account.id)}
      makeColumns={makeFuturesTickerColumns}
      liveFor={tickerLiveFor}
      opensSymbols
    />
  );
}
