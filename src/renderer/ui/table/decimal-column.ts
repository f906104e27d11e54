import type { RowData } from '@tanstack/table-core';
import type { Decimal } from '../../../shared/values/domain.ts';
import type { Text } from '../../text/use-text.ts';
import { exactFigure, type Figure, plainFigure } from '../text/figures.ts';
import { type Accessor, type ColumnMeta, columnHelper, readerOf, type TableColumn } from './column.ts';

export interface DecimalOptions<Row>
  extends Pick<
    ColumnMeta<Row>,
    'unit' | 'unitOf' | 'tone' | 'warning' | 'flashes' | 'sumIn' | 'range' | 'isSigned' | 'alignsPoint'
  > {
  /** Required for a derived value. The ID of a field's column is the name of the field. */
  id?: string;
  header: string;
  /** Width in CSS pixels. */
  size?: number;
  show: (value: Decimal | null, row: Row) => Figure | string;
  text: Text;
}

/** Defines a column of figures: aligned at the end, sorted exactly, copied with every digit. */
export function decimalColumn<Row extends RowData>(
  of: Accessor<Row, Decimal | null>,
  options: DecimalOptions<Row>,
): TableColumn<Row> {
  const { header, size = 128, show, tone, text, id, ...meta } = options;
  const read = readerOf(of);
  /** The last figure, because a cell needs the parts of its figure one after the other. */
  let last: { row: Row; figure: Figure } | null = null;
  const figureOf = (row: Row): Figure => {
    if (last?.row === row) return last.figure;
    const shown = show(read(row), row);
    const figure = typeof shown === 'string' ? plainFigure(shown) : shown;
    last = { row, figure };
    return figure;
  };
  return columnHelper<Row>().accessor(read, {
    id: id ?? String(of),
    header,
    size,
    meta: {
      ...meta,
      align: 'end',
      sort: 'decimal',
      text: (row) => figureOf(row).shown,
      full: (row) => figureOf(row).full,
      exact: (row) => exactFigure(read(row), text),
      tone: (row) => (read(row) === null ? 'muted' : tone?.(row)),
    },
  });
}
