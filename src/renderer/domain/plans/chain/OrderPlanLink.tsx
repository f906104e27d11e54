import type { OrderPlan } from '../../../../shared/contract/plans.ts';
import { useGoTo } from '../../../platform/navigation/go-to.ts';
import { useText } from '../../../text/use-text.ts';
import { idsFilter } from '../../../ui/filter/list-filter.ts';
import './chain.css';

/** Leads from an order to the plan order that has probably placed it. */
export function OrderPlanLink({ account, found: { plan, isSeen } }: { account: string; found: OrderPlan }) {
  const { planChain: words } = useText();
  const goTo = useGoTo();
  return (
    <button
      type="button"
      className="chain-link"
      title={isSeen ? words.probably : words.probablyUnseen}
      onClick={() => goTo({ kind: 'list', account, list: 'plan-history', filter: idsFilter(account, [plan.id], plan) })}
    >
      {words.placedBy}
    </button>
  );
}
