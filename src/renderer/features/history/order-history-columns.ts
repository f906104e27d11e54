import type { Order } from '../../../shared/contract/orders.ts';
import { signOf, withoutZero } from '../../../shared/values/decimal.ts';
import { withEveryField } from '../../domain/orders/field-columns.ts';
import { filledQuantityColumn, type IsOpen, orderColumns, quoteOfRow } from '../../domain/orders/order-columns.ts';
import { wordFor } from '../../domain/orders/words.ts';
import type { Text } from '../../text/use-text.ts';
import { columnHelper, type TableColumn } from '../../ui/table/column.ts';
import { decimalColumn } from '../../ui/table/decimal-column.ts';
import { moneyFigure, priceFigure, type RulesOf, signTone } from '../../ui/text/figures.ts';

const helper = columnHelper<Order>();

const isPending: IsOpen<Order> = ({ status }) => status === 'pending' || status === 'partially-filled';

export function makeOrderHistoryColumns(text: Text, rulesOf: RulesOf, zone: string): TableColumn<Order>[] {
  const ofRow = ({ symbol }: Order) => rulesOf(symbol);
  const common = orderColumns<Order>(text, ofRow, zone, isPending);
  const columns = [
    common.symbol,
    // Wide enough for the longest words, such as “Buy, close short · Post-only”.
    { ...common.side, size: 204 },
    decimalColumn<Order>('pnl', {
      header: text.columns.pnl,
      unit: text.units.beforeFees,
      unitOf: (row) => text.clauses(text.units.beforeFees, quoteOfRow(row)),
      sumIn: quoteOfRow,
      isSigned: true,
      alignsPoint: true,
      size: 116,
      // An order that opens a position, or that nothing of is filled, has no result. The exchange sends 0.
      show: (value, { action, filledQuantity }) =>
        (value === null || signOf(value) === 0) &&
        (action === 'open' || (filledQuantity !== null && signOf(filledQuantity) === 0))
          ? text.none
          : moneyFigure(value, text),
      tone: (row) => signTone(row.pnl),
      text,
    }),
    helper.accessor('status', {
      header: text.columns.status,
      size: 132,
      meta: {
        sort: 'text',
        text: (row) => wordFor(row.status, text.orderStatus, text),
        tone: (row) => (row.status === 'canceled' ? 'muted' : undefined),
      },
    }),
    common.createdAt,
    common.price,
    decimalColumn<Order>((row) => withoutZero(row.averagePrice), {
      id: 'averagePrice',
      header: text.columns.averagePrice,
      unitOf: quoteOfRow,
      show: (value, row) => priceFigure(value, ofRow(row), text),
      text,
    }),
    common.quantity,
    filledQuantityColumn<Order>(text, ofRow),
    common.leverage,
    common.marginMode,
    helper.accessor('action', {
      header: text.columns.action,
      size: 72,
      meta: {
        sort: 'text',
        // The side says it, too. This column sorts by it.
        isHiddenAtFirst: true,
        text: ({ action }) => (action === null ? text.none : wordFor(action, text.actions, text)),
      },
    }),
    common.id,
  ];
  return withEveryField('order-history', columns, text, ofRow);
}
