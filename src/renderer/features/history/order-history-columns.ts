import type { Order } from '../../../shared/domain.ts';
import type { TableColumn } from '../../model/column.ts';
import { priceText, quantityText, type RulesOf, signedText, signTone, zeroTone } from '../../model/figures.ts';
import { decimalColumn, orderColumns } from '../../model/order-columns.ts';
import { wordFor } from '../../model/words.ts';
import type { Text } from '../../text/use-text.ts';

export function makeOrderHistoryColumns(text: Text, rulesOf: RulesOf, zone: string): TableColumn<Order>[] {
  const ofRow = ({ symbol }: Order) => rulesOf(symbol);
  const common = orderColumns<Order>(text, ofRow, zone);
  const actionWord = (row: Order): string =>
    row.action === null ? text.none : wordFor(row.action, text.actions, text);
  return [
    common.created,
    common.symbol,
    common.side,
    {
      id: 'action',
      header: text.columns.action,
      width: 72,
      text: actionWord,
      sort: { kind: 'text', of: actionWord },
    },
    common.price,
    decimalColumn({
      id: 'averagePrice',
      header: text.columns.averagePrice,
      unit: text.units.quote,
      of: (row) => row.averagePrice,
      show: (value, row) => priceText(value, ofRow(row), text),
      tone: (row) => zeroTone(row.averagePrice),
      text,
    }),
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
    decimalColumn({
      id: 'pnl',
      header: text.columns.pnl,
      unit: text.clauses(text.units.gross, text.units.quote),
      width: 120,
      of: (row) => row.pnl,
      show: (value) => signedText(value, text),
      tone: (row) => signTone(row.pnl),
      text,
    }),
    {
      id: 'status',
      header: text.columns.status,
      width: 136,
      text: (row) => wordFor(row.status, text.orderStatus, text),
      tone: (row) => (row.status === 'canceled' ? 'muted' : undefined),
      sort: { kind: 'text', of: (row) => wordFor(row.status, text.orderStatus, text) },
    },
    common.leverage,
    common.marginMode,
    common.id,
  ];
}
