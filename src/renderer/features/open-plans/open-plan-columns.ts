import { distanceColumns } from '../../components/plans/distance-columns.ts';
import { hasCrossed, type PlanRow } from '../../components/plans/plan-row.ts';
import type { TableColumn } from '../../components/table/column.ts';
import type { RulesOf } from '../../format/figures.ts';
import { orderColumns, planColumns } from '../../format/order-columns.ts';
import { wordFor } from '../../format/words.ts';
import type { Text } from '../../text/use-text.ts';

export function makeOpenPlanColumns(text: Text, rulesOf: RulesOf, zone: string): TableColumn<PlanRow>[] {
  const common = orderColumns<PlanRow>(text, rulesOf, zone);
  const plan = planColumns<PlanRow>(text, rulesOf);
  const distance = distanceColumns(text, rulesOf);
  return [
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
