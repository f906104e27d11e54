import type { PlanOrder } from '../../../shared/domain.ts';
import type { TableColumn } from '../../model/column.ts';
import { quantityText, type RulesOf } from '../../model/figures.ts';
import { decimalColumn, orderColumns, planColumns } from '../../model/order-columns.ts';
import { wordFor } from '../../model/words.ts';
import type { Text } from '../../text/use-text.ts';

export function makePlanHistoryColumns(text: Text, rulesOf: RulesOf, zone: string): TableColumn<PlanOrder>[] {
  const ofRow = ({ symbol }: PlanOrder) => rulesOf(symbol);
  const common = orderColumns<PlanOrder>(text, ofRow, zone);
  const plan = planColumns<PlanOrder>(text, ofRow);
  return [
    common.created,
    common.symbol,
    common.side,
    plan.trigger,
    plan.triggerPrice,
    common.price,
    common.quantity,
    decimalColumn({
      id: 'filled',
      header: text.columns.filled,
      unit: text.units.contracts,
      width: 92,
      of: (row) => row.filledQuantity,
      show: (value, row) => quantityText(value, ofRow(row), text),
      text,
    }),
    {
      id: 'status',
      header: text.columns.status,
      width: 140,
      text: (row) => wordFor(row.status, text.planStatus, text),
      tone: (row) => (row.status === 'failed' ? 'warning' : row.status === 'canceled' ? 'muted' : undefined),
      sort: { kind: 'text', of: (row) => wordFor(row.status, text.planStatus, text) },
    },
    plan.takeProfit,
    plan.stopLoss,
    common.leverage,
    common.marginMode,
    common.id,
  ];
}
