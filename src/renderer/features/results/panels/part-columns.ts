import type { RowData } from '@tanstack/react-table';
import type { ResultsPart } from '../../../../shared/contract/results.ts';
import type { ResultList } from '../../../../shared/orders/trades.ts';
import type { Decimal } from '../../../../shared/values/domain.ts';
import type { Text } from '../../../text/use-text.ts';
import { columnHelper, type TableColumn } from '../../../ui/table/column.ts';
import { decimalText, moneyFigure, signTone } from '../../../ui/text/figures.ts';
import { type NetPart, netFigure, netTone } from '../figures/net-figures.ts';
import { netEnds, netPnl } from '../figures/parts.ts';

/** Returns the columns that the tables behind the charts share. `hasFees`: true if the parts have estimated fees. */
export function partColumns<Part extends ResultsPart>(
  list: ResultList,
  quote: string,
  hasFees: boolean,
  text: Text,
): TableColumn<Part>[] {
  return [
    ...(hasFees ? [netColumn<Part>('after', text.fees.net, quote, (part) => part, text)] : []),
    amountColumn<Part>('pnl', hasFees ? text.fees.beforeFees : text.results.columns.pnl, quote, ({ pnl }) => pnl, text),
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

/** Returns a column of PnL after estimated fees, or of the exact PnL without fees. Sorted by the middle of its range. */
export function netColumn<Row extends RowData>(
  id: string,
  header: string,
  unit: string,
  of: (row: Row) => NetPart,
  text: Text,
): TableColumn<Row> {
  return columnHelper<Row>().accessor((row) => netPnl(of(row)), {
    id,
    header,
    meta: {
      ...(unit === '' ? {} : { unit }),
      sort: 'decimal',
      align: 'end',
      text: (row) => netFigure(of(row), text).shown,
      full: (row) => netFigure(of(row), text).full,
      exact: (row) => netEnds(of(row)).join(' … '),
      tone: (row) => netTone(of(row)),
    },
  });
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
