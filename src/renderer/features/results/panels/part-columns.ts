import type { RowData } from '@tanstack/react-table';
import { signOf } from '../../../../shared/decimal.ts';
import type { Decimal } from '../../../../shared/domain.ts';
import type { ResultsPart } from '../../../../shared/history.ts';
import { columnHelper, type TableColumn } from '../../../model/column.ts';
import { decimalText, signTone } from '../../../model/figures.ts';
import type { Text } from '../../../text/use-text.ts';

/** Returns an amount with its sign, every digit and at least `minimumPlaces` decimal places. */
export function exactAmount(amount: Decimal, minimumPlaces = 2): string {
  return `${signOf(amount) > 0 ? '+' : ''}${decimalText(amount, { minimumPlaces })}`;
}

/** Returns the columns that the tables behind the charts share. */
export function partColumns<Part extends ResultsPart>(
  rows: readonly Part[],
  quote: string,
  text: Text,
): TableColumn<Part>[] {
  return [
    amountColumn<Part>('pnl', text.results.columns.pnl, quote, rows, ({ pnl }) => pnl),
    countColumn<Part>('orders', text.results.orders, ({ orders }) => orders),
    countColumn<Part>('wins', text.results.won, ({ wins }) => wins),
    countColumn<Part>('losses', text.results.lost, ({ losses }) => losses),
  ];
}

/** Returns the column that names the row, the first of a table behind a chart. */
export function nameColumn<Row extends RowData>(
  id: string,
  header: string,
  text: (row: Row) => string,
): TableColumn<Row> {
  return columnHelper<Row>().accessor(text, { id, header, meta: { text } });
}

/** Returns a column of amounts with as many decimal places as the longest of them, so the decimal points are aligned. */
export function amountColumn<Row extends RowData>(
  id: string,
  header: string,
  unit: string,
  rows: readonly Row[],
  of: (row: Row) => Decimal,
): TableColumn<Row> {
  const places = rows.reduce((most, row) => Math.max(most, placesOf(of(row))), 2);
  return columnHelper<Row>().accessor(of, {
    id,
    header,
    meta: {
      ...(unit === '' ? {} : { unit }),
      align: 'end',
      text: (row) => exactAmount(of(row), places),
      exact: of,
      tone: (row) => signTone(of(row)),
    },
  });
}

function countColumn<Row extends RowData>(id: string, header: string, of: (row: Row) => number): TableColumn<Row> {
  return columnHelper<Row>().accessor(of, {
    id,
    header,
    meta: { align: 'end', text: (row) => decimalText(String(of(row))), exact: (row) => String(of(row)) },
  });
}

function placesOf(amount: Decimal): number {
  const point = amount.indexOf('.');
  return point < 0 ? 0 : amount.length - point - 1;
}
