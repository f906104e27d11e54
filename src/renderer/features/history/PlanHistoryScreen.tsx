import type { AccountSummary } from '../../../shared/domain.ts';
import { client } from '../../api/client.ts';
import { useText } from '../../text/use-text.ts';
import { HistoryScreen } from './HistoryScreen.tsx';
import { planColumnFields } from './history-fields.ts';
import { makePlanHistoryColumns } from './plan-history-columns.ts';

const read = client.readPlanHistory;

export function PlanHistoryScreen({ account }: { account: AccountSummary }) {
  const text = useText();
  return (
    <HistoryScreen
      list="plan-history"
      account={account}
      read={read}
      makeColumns={makePlanHistoryColumns}
      fields={planColumnFields}
      empty={{ what: text.empty.plans, next: text.empty.plansNext }}
    />
  );
}
