import type { AccountSummary } from '../../../shared/domain.ts';
import { client } from '../../api/client.ts';
import { useText } from '../../text/use-text.ts';
import { HistoryScreen } from './HistoryScreen.tsx';
import { orderColumnFields } from './history-fields.ts';
import { makeOrderHistoryColumns } from './order-history-columns.ts';

const read = client.readOrderHistory;

export function OrderHistoryScreen({ account }: { account: AccountSummary }) {
  const text = useText();
  return (
    <HistoryScreen
      list="order-history"
      account={account}
      read={read}
      makeColumns={makeOrderHistoryColumns}
      fields={orderColumnFields}
      empty={{ what: text.empty.orders, next: text.empty.ordersNext }}
    />
  );
}
