import type { AccountSummary } from '../../../shared/domain.ts';
import { TickersScreen } from '../../components/tickers/TickersScreen.tsx';

export function FuturesTickersScreen({ account }: { account: AccountSummary }) {
  return <TickersScreen account={account} market="futures" />;
}
