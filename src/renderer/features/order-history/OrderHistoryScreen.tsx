import type { AccountSummary } from '../../../shared/domain.ts';
import { client } from '../../api/client.ts';
import { OrderScreen } from '../../components/screen/OrderScreen.tsx';
import { useText } from '../../text/use-text.ts';
import { makeOrderHistoryColumns } from './order-history-columns.ts';

export function OrderHistoryScreen({ account }: { account: AccountSummary }) {
  const text = useText();
  return (
    <OrderScreen
      screen="order-history"
      account={account}
      read={client.readOrderHistory}
      makeColumns={makeOrderHistoryColumns}
      empty={{ what: text.empty.orders, next: text.empty.ordersNext }}
      facts={text.status.gross}
    />
  );
}
