import type { ColumnSort } from '../../../shared/contract/settings.ts';
import type { PositionBook } from '../../../shared/risk/position-book.ts';
import { withNoteColumn } from '../../domain/notes/note-column.ts';
import { withEveryField } from '../../domain/orders/field-columns.ts';
import { orderColumns, planColumns } from '../../domain/orders/order-columns.ts';
import { kindWord, sideTone, wordFor } from '../../domain/orders/words.ts';
import { distanceColumns } from '../../domain/plans/distance-columns.ts';
import { hasCrossed, type PlanRow, planFigures } from '../../domain/plans/plan-row.ts';
import { orphanText, positionSummary } from '../../domain/plans/positions/position-words.ts';
import type { Text } from '../../text/use-text.ts';
import { columnHelper, type TableColumn } from '../../ui/table/column.ts';
import { percentText, quantityText, type RulesOfRow } from '../../ui/text/figures.ts';

const helper = columnHelper<PlanRow>();
const isOpen = (): boolean => true;

/** A column of several fields, each of which has a line of its own in the details. */
const joint = { isNoDetail: true, isJoint: true } as const;

/** Sort of the open plans that the user has not sorted. */
export const nearestFirst: ColumnSort = { id: 'distance', desc: false };

/** Returns the columns of the open plan orders. `noteOf` returns the user's note. */
export function makeOpenPlanColumns(
  text: Text,
  rulesOf: RulesOfRow<PlanRow>,
  bookOf: (account: string) => PositionBook | undefined,
  zone: string,
  noteOf: (row: PlanRow) => string | undefined,
): TableColumn<PlanRow>[] {
  const common = orderColumns<PlanRow>(text, rulesOf, zone, isOpen);
  const plan = planColumns<PlanRow>(text, rulesOf, isOpen);
  const distance = distanceColumns(text, rulesOf);
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
    size: 232,
    meta: {
      sort: 'text',
      text: positionOf,
      tone: ({ account, symbol, marginMode }) => (bookOf(account)?.of(symbol, marginMode).length ? undefined : 'muted'),
    },
  });
  const symbol: TableColumn<PlanRow> = {
    ...common.symbol,
    meta: { ...common.symbol.meta, remark: (row) => orphanText(row, bookOf(row.account), rulesOf(row), text) },
  };
  const { joint: words } = text.plans;
  const sideQuantity = helper.accessor((row) => row.type, {
    id: 'sideQuantity',
    header: words.sideQuantity,
    size: 148,
    meta: {
      ...joint,
      sort: 'text',
      text: (row) => {
        const quantity = quantityText(row.quantity, rulesOf(row), text);
        return `${row.side ? text.side[row.side] : row.type} ${quantity} · ${kindWord(row.kind, text)}`;
      },
      tone: sideTone,
      warning: (row) => common.quantity.meta.warning?.(row) ?? null,
    },
  });
  const exitsOf = (row: PlanRow): [string, string] => {
    const { takeProfitPercent, stopLossPercent } = planFigures(row);
    return [percentText(takeProfitPercent, text), percentText(stopLossPercent, text)];
  };
  const hasExit = (row: PlanRow): boolean => {
    const { takeProfitPercent, stopLossPercent } = planFigures(row);
    return takeProfitPercent !== null || stopLossPercent !== null;
  };
  const exits = helper.accessor((row) => planFigures(row).takeProfitPercent, {
    id: 'exits',
    header: words.exits,
    size: 136,
    meta: {
      ...joint,
      align: 'end',
      sort: 'decimal',
      text: (row) => (hasExit(row) ? exitsOf(row).join(' / ') : text.none),
      exact: (row) => exitsOf(row).join(' / '),
      tone: (row) => (row.isLive && hasExit(row) ? undefined : 'muted'),
      warning: (row) => plan.takeProfit.meta.warning?.(row) ?? plan.stopLoss.meta.warning?.(row) ?? null,
    },
  });
  const columns = [
    symbol,
    sideQuantity,
    common.side,
    plan.triggerPrice,
    distance.distance,
    distance.last,
    exits,
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

/** Returns a column with what the screen says of a row by its color and its marks: that it is not live, why its figures are not certain, and their ranges. */
export function stateColumn<Row extends { readonly isLive: boolean }>(
  columns: readonly TableColumn<Row>[],
  text: Text,
): TableColumn<Row> {
  const said = (row: Row): string => {
    // A joint column repeats the marks of others.
    const remarks = new Set(columns.flatMap(({ meta }) => meta.remark?.(row) ?? meta.warning?.(row) ?? []));
    const ranges = columns.flatMap(({ header, meta }) => {
      const range = meta.range?.(row) ?? null;
      return range === null ? [] : text.labeled(header, range);
    });
    return [...(row.isLive ? [] : [text.risk.notLive]), ...remarks, ...ranges].join(' · ') || text.none;
  };
  return columnHelper<Row>().accessor(said, { id: 'state', header: text.columns.state, meta: { text: said } });
}
