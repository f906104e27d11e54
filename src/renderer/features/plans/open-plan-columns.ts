import type { PositionBook } from '../../../shared/position-book.ts';
import { withNoteColumn } from '../../domain/notes/note-column.ts';
import { withEveryField } from '../../domain/orders/field-columns.ts';
import { orderColumns, planColumns } from '../../domain/orders/order-columns.ts';
import { wordFor } from '../../domain/orders/words.ts';
import { distanceColumns } from '../../domain/plans/distance-columns.ts';
import { hasCrossed, type PlanRow } from '../../domain/plans/plan-row.ts';
import { positionSummary, remarkText } from '../../domain/plans/positions/position-words.ts';
import type { Text } from '../../text/use-text.ts';
import { columnHelper, type TableColumn } from '../../ui/table/column.ts';
import type { RulesOfRow } from '../../ui/text/figures.ts';

const helper = columnHelper<PlanRow>();
const isOpen = (): boolean => true;

/** Returns the columns of the open plan orders. `accountName` adds the account, for the plan orders of several accounts. `noteOf` returns the user's note. */
export function makeOpenPlanColumns(
  text: Text,
  rulesOf: RulesOfRow<PlanRow>,
  bookOf: (account: string) => PositionBook | undefined,
  zone: string,
  accountName: ((account: string) => string) | null,
  noteOf: (row: PlanRow) => string | undefined,
): TableColumn<PlanRow>[] {
  const common = orderColumns<PlanRow>(text, rulesOf, zone, isOpen);
  const plan = planColumns<PlanRow>(text, rulesOf, isOpen);
  const distance = distanceColumns(text, rulesOf);
  const account =
    accountName &&
    helper.accessor((row) => accountName(row.account), {
      id: 'account',
      header: text.account.label,
      size: 148,
      meta: { sort: 'text', text: (row) => accountName(row.account) },
    });
  const triggerStatus = helper.accessor('triggerStatus', {
    header: text.columns.triggerStatus,
    size: 172,
    meta: {
      sort: 'text',
      text: (row) => {
        const status = wordFor(row.triggerStatus, text.triggerStatus, text);
        return hasCrossed(row) ? text.plans.crossedStillOpen(status) : status;
      },
      tone: (row) => (hasCrossed(row) ? 'warning' : row.triggerStatus === 'not-triggered' ? 'muted' : undefined),
    },
  });
  const positionOf = (row: PlanRow): string => positionSummary(row, bookOf(row.account), rulesOf(row), text);
  const position = helper.accessor(positionOf, {
    id: 'position',
    header: text.openPositions.columns.held,
    size: 148,
    meta: {
      sort: 'text',
      text: positionOf,
      tone: ({ account, symbol, marginMode }) => (bookOf(account)?.of(symbol, marginMode).length ? undefined : 'muted'),
    },
  });
  const symbol: TableColumn<PlanRow> = {
    ...common.symbol,
    meta: { ...common.symbol.meta, remark: (row) => remarkText(row, bookOf(row.account), rulesOf(row), text) },
  };
  const columns = [
    ...(account ? [account] : []),
    symbol,
    common.side,
    plan.triggerPrice,
    distance.distance,
    distance.last,
    position,
    plan.triggerDirection,
    distance.ticks,
    common.price,
    common.quantity,
    plan.takeProfit,
    distance.toTakeProfit,
    plan.stopLoss,
    distance.toStopLoss,
    triggerStatus,
    common.leverage,
    common.marginMode,
    common.createdAt,
    common.id,
  ];
  return withNoteColumn(withEveryField('open-plans', columns, text, rulesOf), noteOf, text);
}
