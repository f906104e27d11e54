import type { TableColumn } from '../../model/column.ts';
import { distanceColumns } from '../../model/distance-columns.ts';
import type { RulesOfRow } from '../../model/figures.ts';
import { orderColumns, planColumns } from '../../model/order-columns.ts';
import { hasCrossed, type PlanRow } from '../../model/plan-row.ts';
import { wordFor } from '../../model/words.ts';
import type { Text } from '../../text/use-text.ts';

/** `accountName`: where the plans of several accounts are shown, each with the account's name. */
export function makeOpenPlanColumns(
  text: Text,
  rulesOf: RulesOfRow<PlanRow>,
  zone: string,
  accountName: ((account: string) => string) | null,
): TableColumn<PlanRow>[] {
  const common = orderColumns<PlanRow>(text, rulesOf, zone);
  const plan = planColumns<PlanRow>(text, rulesOf);
  const distance = distanceColumns(text, rulesOf);
  const account: TableColumn<PlanRow>[] =
    accountName === null
      ? []
      : [
          {
            id: 'account',
            header: text.account.label,
            width: 148,
            text: (row) => accountName(row.account),
            sort: { kind: 'text', of: (row) => accountName(row.account) },
          },
        ];
  return [
    ...account,
    common.symbol,
    common.side,
    plan.trigger,
    plan.triggerPrice,
    distance.last,
    distance.distance,
    distance.ticks,
    common.price,
    common.quantity,
    plan.takeProfit,
    distance.toTakeProfit,
    plan.stopLoss,
    distance.toStopLoss,
    {
      id: 'triggerStatus',
      header: text.columns.triggerStatus,
      width: 172,
      text: (row) => {
        const status = wordFor(row.triggerStatus, text.triggerStatus, text);
        return hasCrossed(row) ? text.plans.crossedStillOpen(status) : status;
      },
      tone: (row) => (hasCrossed(row) ? 'warning' : row.triggerStatus === 'not-triggered' ? 'muted' : undefined),
      sort: { kind: 'text', of: (row) => row.triggerStatus },
    },
    common.leverage,
    common.marginMode,
    common.created,
    common.id,
  ];
}
