import type { AccountSummary } from '../../../shared/domain.ts';
import { AlertButton } from '../../components/controls/AlertButton.tsx';
import { TickersScreen } from './TickersScreen.tsx';

export function FuturesTickersScreen({ account }: { account: AccountSummary }) {
  return (
    <TickersScreen
      account={account}
      market="futures"
      actionsOf={(symbol) => <AlertButton preset={{ kind: 'price', market: 'futures', symbol }} />}
    />
  );
}
