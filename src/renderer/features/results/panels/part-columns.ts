import { signOf } from '../../../../shared/decimal.ts';
import type { Decimal } from '../../../../shared/domain.ts';
import type { ResultsPart } from '../../../../shared/history.ts';
import type { TableColumn } from '../../../model/column.ts';
import { decimalText, signTone } from '../../../model/figures.ts';
import type { Text } from '../../../text/use-text.ts';

/** Formats an amount with its sign and all digits, and at least `minimumPlaces` decimal places. */
export function exactAmount(amount: Decimal, minimumPlaces = 2): string {
  return `${signOf(amount) > 0 ? '+' : ''}${decimalText(amount, { minimumPlaces })}`;
}

/** Returns the columns of every chart's table, apart from the name of a row. */
export function partColumns<Part extends ResultsPart>(
  rows: readonly Part[],
  quote: string,
  text: Text,
): TableColumn<Part>[] {
  return [
    amountColumn('pnl', text.results.columns.pnl, quote, rows, ({ pnl }) => pnl),
    countColumn('orders', text.results.orders, ({ orders }) => orders),
    countColumn('won', text.results.won, ({ wins }) => wins),
    countColumn('lost', text.results.lost, ({ losses }) => losses),
  ];
}

/** A column of amounts with equal decimal places, so that the decimal points are aligned. */
export function amountColumn<Row>(
  id: string,
  header: string,
  unit: string,
  rows: readonly Row[],
  of: (row: Row) => Decimal,
): TableColumn<Row> {
  const places = rows.reduce((max, row) => Math.max(max, placesOf(of(row))), 2);
  return {
    id,
    header,
    ...(unit === '' ? {} : { unit }),
    width: 140,
    align: 'end',
    text: (row) => exactAmount(of(row), places),
    exact: of,
    tone: (row) => signTone(of(row)),
  };
}

function countColumn<Row>(id: string, header: string, of: (row: Row) => number): TableColumn<Row> {
  return {
    id,
    header,
    width: 80,
    align: 'end',
    text: (row) => decimalText(String(of(row))),
    exact: (row) => String(of(row)),
  };
}

function placesOf(amount: Decimal): number {
  const point = amount.indexOf('.');
  return point < 0 ? 0 : amount.length - point - 1;
}
