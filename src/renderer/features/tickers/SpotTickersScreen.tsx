import type { AccountSummary } from '../../../shared/domain.ts';
import { AlertButton } from '../../components/controls/AlertButton.tsx';
import { TickersScreen } from './TickersScreen.tsx';

export function SpotTickersScreen({ account }: { account: AccountSummary }) {
  return (
    <TickersScreen
      account={account}
      market="spot"
      actionsOf={(symbol) => <AlertButton preset={{ kind: 'price', market: 'spot', symbol }} />}
    />
  );
}
