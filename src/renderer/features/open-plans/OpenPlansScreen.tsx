import type { AccountSummary } from '../../../shared/domain.ts';
import { client } from '../../api/client.ts';
import { OrderScreen } from '../../components/screen/OrderScreen.tsx';
import { useText } from '../../text/use-text.ts';
import { makeOpenPlanColumns } from './open-plan-columns.ts';

/** Plans leave this list when they fire, so the whole of it is read anew; a handful of requests each time. */
const rereadEvery = 5000;

export function OpenPlansScreen({ account }: { account: AccountSummary }) {
  const text = useText();
  return (
    <OrderScreen
      screen="open-plans"
      account={account}
      read={client.readOpenPlans}
      makeColumns={makeOpenPlanColumns}
      empty={{ what: text.empty.openPlans, next: text.empty.openPlansNext }}
      rereadEvery={rereadEvery}
    />
  );
}
