import type { ColumnSort } from '../../../shared/contract/settings.ts';
import { sortRows } from '../../../shared/rows/sort-rows.ts';
import { csvRecord } from '../../../shared/values/csv.ts';
import type { Text } from '../../text/use-text.ts';
import { exactText, sortKeys, type TableColumn } from './column.ts';

/**
 * Returns rows as a CSV file with exact figures below the headings. A field without a value is empty. Joint columns are left out, because they
 * repeat what other columns say.
 */
export function tableCsv<Row>(
  columns: readonly TableColumn<Row>[],
  rows: readonly Row[],
  sorting: readonly ColumnSort[],
  text: Pick<Text, 'none'>,
): string {
  const single = columns.filter(({ meta }) => meta.isJoint !== true);
  const headings = single.map(({ header, meta }) => (meta.unit ? `${header} (${meta.unit})` : header));
  const records = Array.from(sortRows(rows, sortKeys(columns, sorting)), (position) => {
    const row = rows[position];
    return single.map((column) => {
      const value = row === undefined ? text.none : exactText(column, row);
      return value === text.none ? null : value;
    });
  });
  return [headings, ...records].map((record) => csvRecord(record, 'comma')).join('');
}
