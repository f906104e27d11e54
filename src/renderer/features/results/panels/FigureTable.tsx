import type { TableColumn } from '../../../model/column.ts';

interface FigureTableProps<Row> {
  label: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
}

/** The figures of a chart as a plain table: what it says can be read, selected and copied without the drawing. */
export function FigureTable<Row>({ label, columns, rows, rowKey }: FigureTableProps<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keys
    <section className="figure-table" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map(({ id, header, unit, align }) => (
              <th key={id} scope="col" data-align={align}>
                {header}
                {unit && <span className="figure-unit"> {unit}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map(({ id, align, text, tone }, position) =>
                position === 0 ? (
                  <th key={id} scope="row">
                    {text(row)}
                  </th>
                ) : (
                  <td key={id} data-align={align} data-tone={tone?.(row)}>
                    {text(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
