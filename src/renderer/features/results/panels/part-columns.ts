import type { RowData } from '@tanstack/react-table';
import type { ResultsPart } from '../../../../shared/contract/results.ts';
import { type Fees, pnlAfter } from '../../../../shared/orders/fees.ts';
import type { ResultList } from '../../../../shared/orders/trades.ts';
import type { Decimal } from '../../../../shared/values/domain.ts';
import { afterTexts, amountAfter } from '../../../domain/orders/fees/AfterFees.tsx';
import type { Text } from '../../../text/use-text.ts';
import { columnHelper, type TableColumn } from '../../../ui/table/column.ts';
import { decimalText, moneyFigure, signTone } from '../../../ui/text/figures.ts';

/** Returns the columns that the tables behind the charts share. `hasFees`: true if the parts have estimated fees. */
export function partColumns<Part extends ResultsPart>(
  list: ResultList,
  quote: string,
  hasFees: boolean,
  text: Text,
): TableColumn<Part>[] {
  return [
    amountColumn<Part>('pnl', text.results.columns.pnl, quote, ({ pnl }) => pnl, text),
    ...(hasFees ? [afterColumn<Part>(quote, text)] : []),
    countColumn<Part>('count', text.results.of[list].name, ({ count }) => count),
    countColumn<Part>('wins', text.results.won, ({ wins }) => wins),
    countColumn<Part>('losses', text.results.lost, ({ losses }) => losses),
  ];
}

/** Returns the column that names the row, the first of a table behind a chart. `isSorted`: false for names with an order of their own. */
export function nameColumn<Row extends RowData>(
  id: string,
  header: string,
  text: (row: Row) => string,
  isSorted = true,
): TableColumn<Row> {
  return columnHelper<Row>().accessor(text, { id, header, meta: { ...(isSorted ? { sort: 'text' } : {}), text } });
}

/** Returns a column of amounts of money. */
export function amountColumn<Row extends RowData>(
  id: string,
  header: string,
  unit: string,
  of: (row: Row) => Decimal,
  text: Text,
): TableColumn<Row> {
  return columnHelper<Row>().accessor(of, {
    id,
    header,
    meta: {
      ...(unit === '' ? {} : { unit }),
      sort: 'decimal',
      align: 'end',
      alignsPoint: true,
      text: (row) => moneyFigure(of(row), text).shown,
      full: (row) => moneyFigure(of(row), text).full,
      exact: of,
      tone: (row) => signTone(of(row)),
    },
  });
}

/** The PnL after estimated fees, or its range. Sorted by the lowest value. */
function afterColumn<Part extends ResultsPart>(quote: string, text: Text): TableColumn<Part> {
  return columnHelper<Part>().accessor(({ pnl, fees }) => (fees ? (pnlAfter(pnl, fees)[0] ?? null) : null), {
    id: 'after',
    header: text.fees.column,
    meta: {
      unit: quote,
      sort: 'decimal',
      align: 'end',
      text: ({ pnl, fees }) => (fees ? amountAfter(pnl, fees, text) : text.none),
      full: ({ pnl, fees }) => (fees && fees.unpriced > 0 ? afterPnl(pnl, fees, text) : null) ?? null,
      tone: () => 'muted',
    },
  });
}

/** Returns "after about …" of a PnL, and how many orders are left out; `undefined` without fees. */
export function afterPnl(pnl: Decimal, fees: Fees | undefined, text: Text): string | undefined {
  return fees && afterTexts(pnl, fees, text).reduce(text.clauses);
}

function countColumn<Row extends RowData>(id: string, header: string, of: (row: Row) => number): TableColumn<Row> {
  return columnHelper<Row>().accessor(of, {
    id,
    header,
    meta: {
      sort: 'number',
      align: 'end',
      text: (row) => decimalText(String(of(row))),
      exact: (row) => String(of(row)),
    },
  });
}
