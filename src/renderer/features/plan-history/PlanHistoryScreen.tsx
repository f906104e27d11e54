import type { AccountSummary } from '../../../shared/domain.ts';
import { client } from '../../api/client.ts';
import { OrderScreen } from '../../components/screen/OrderScreen.tsx';
import { useText } from '../../text/use-text.ts';
import { makePlanHistoryColumns } from './plan-history-columns.ts';

export function PlanHistoryScreen({ account }: { account: AccountSummary }) {
  const text = useText();
  return (
    <OrderScreen
      screen="plan-history"
      account={account}
      read={client.readPlanHistory}
      makeColumns={makePlanHistoryColumns}
      empty={{ what: text.empty.plans, next: text.empty.plansNext }}
    />
  );
}
