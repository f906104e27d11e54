import type { PlanOrder } from '../../../shared/contract/orders.ts';
import { formatTimestamp } from '../../../shared/time/time.ts';
import { withEveryField } from '../../domain/orders/field-columns.ts';
import { filledQuantityColumn, type IsOpen, orderColumns, planColumns } from '../../domain/orders/order-columns.ts';
import { wordFor } from '../../domain/orders/words.ts';
import { endText } from '../../domain/plans/lives/plan-life-words.ts';
import type { Text } from '../../text/use-text.ts';
import { columnHelper, type TableColumn } from '../../ui/table/column.ts';
import type { RulesOf } from '../../ui/text/figures.ts';

const helper = columnHelper<PlanOrder>();

const isPending: IsOpen<PlanOrder> = ({ status }) => status === 'pending';

export function makePlanHistoryColumns(text: Text, rulesOf: RulesOf, zone: string): TableColumn<PlanOrder>[] {
  const ofRow = ({ symbol }: PlanOrder) => rulesOf(symbol);
  const common = orderColumns<PlanOrder>(text, ofRow, zone, isPending);
  const plan = planColumns<PlanOrder>(text, ofRow, isPending);
  const columns = [
    common.symbol,
    common.side,
    helper.accessor('status', {
      header: text.columns.status,
      size: 140,
      meta: {
        sort: 'text',
        text: (row) => wordFor(row.status, text.planStatus, text),
        tone: (row) => (row.status === 'failed' ? 'warning' : row.status === 'canceled' ? 'muted' : undefined),
      },
    }),
    helper.accessor((row) => row.ended?.missedAt ?? null, {
      id: 'endedAt',
      header: text.planLife.left,
      size: 152,
      meta: {
        sort: 'number',
        text: (row) => (row.ended ? formatTimestamp(row.ended.missedAt, zone) : text.none),
        full: (row) => (row.ended ? endText(row.ended, zone, text) : null),
        tone: (row) => (row.ended ? undefined : 'muted'),
      },
    }),
    common.createdAt,
    plan.triggerDirection,
    plan.triggerPrice,
    common.price,
    common.quantity,
    filledQuantityColumn<PlanOrder>(text, ofRow),
    plan.takeProfit,
    plan.stopLoss,
    common.leverage,
    common.marginMode,
    common.id,
  ];
  return withEveryField('plan-history', columns, text, ofRow);
}
