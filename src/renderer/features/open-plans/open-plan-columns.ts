import type { OpenPlan } from '../../../shared/domain.ts';
import type { TableColumn } from '../../components/table/column.ts';
import type { PrecisionOf } from '../../format/figures.ts';
import { orderColumns, planColumns } from '../../format/order-columns.ts';
import { wordFor } from '../../format/words.ts';
import type { Text } from '../../text/use-text.ts';

export function makeOpenPlanColumns(text: Text, precisionOf: PrecisionOf, zone: string): TableColumn<OpenPlan>[] {
  const common = orderColumns<OpenPlan>(text, precisionOf, zone);
  const plan = planColumns<OpenPlan>(text, precisionOf);
  return [
    common.created,
    common.symbol,
    common.side,
    plan.trigger,
    plan.triggerPrice,
    common.price,
    common.quantity,
    plan.takeProfit,
    plan.stopLoss,
    {
      id: 'triggerStatus',
      header: text.columns.triggerStatus,
      width: 124,
      text: (row) => wordFor(row.triggerStatus, text.triggerStatus, text),
      tone: (row) => (row.triggerStatus === 'not-triggered' ? 'muted' : undefined),
      sort: { kind: 'text', of: (row) => row.triggerStatus },
    },
    common.leverage,
    common.marginMode,
    common.id,
  ];
}
