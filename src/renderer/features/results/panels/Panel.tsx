import { Menu } from '@base-ui/react/menu';
import { ChartColumn, Copy, Table2 } from 'lucide-react';
import { type CSSProperties, type ReactNode, useId, useMemo, useState } from 'react';
import type { ResultsPart } from '../../../../shared/contract/results.ts';
import type { ColumnSort } from '../../../../shared/contract/settings.ts';
import type { ResultList } from '../../../../shared/orders/trades.ts';
import { type SortValue, sortRows } from '../../../../shared/rows/sort-rows.ts';
import { PriceAlertItem } from '../../../domain/market/PriceAlertItem.tsx';
import { SymbolItems } from '../../../domain/market/SymbolItems.tsx';
import { copyText } from '../../../platform/copy-text.ts';
import { useText } from '../../../text/use-text.ts';
import { CopyItem } from '../../../ui/controls/CopyItem.tsx';
import { FigureText } from '../../../ui/controls/FigureText.tsx';
import { IconButton } from '../../../ui/controls/IconButton.tsx';
import { RowMenu } from '../../../ui/controls/RowMenu.tsx';
import { type ColumnMeta, exactText, type TableColumn } from '../../../ui/table/column.ts';
import { toTsv } from '../../../ui/table/copy.ts';
import { SortHead } from '../../../ui/table/SortHead.tsx';
import { hangingPlaces } from '../../../ui/text/short-decimal.ts';
import { type NetPart, netExplained, netFigure, netTone } from '../figures/net-figures.ts';
import { extremesOf } from '../figures/parts.ts';
import type { Goal } from '../results-basis.ts';

/** The figures of a marked point. */
export interface Reading {
  name: string;
  sum: NetPart;
  /** That of the day alone, if `sum` is of several days. */
  change?: NetPart;
  detail: string;
  /** The sum of the earlier days up to the one beside the marked one. */
  earlier?: { name: string; sum: NetPart };
}

interface PanelProps<Row> {
  list: ResultList;
  account: string;
  /** Grid area in the screen. */
  area: string;
  title: string;
  quote: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Figure of the marked point; `null` if none is marked. */
  reading: Reading | null;
  /** Shown while no point is marked. */
  resting: ReactNode;
  /** Shown beside the title of the chart. */
  tools?: ReactNode;
  /** Shown below the chart. */
  foot?: ReactNode;
  /** Shown below the chart and the table. */
  note?: ReactNode;
  /** Symbol of a row; missing if the rows are no symbols. */
  symbolOf?: ((row: Row) => string) | undefined;
  /** `first`: the table is shown until the user asks for the chart. `only`: there is no chart. Default: the chart is shown first. */
  table?: 'first' | 'only' | undefined;
  onChoose: (row: Row, goal: Goal) => void;
  /** Renders the chart. Receives the ID of the element that explains the keys. */
  children: (keysId: string) => ReactNode;
}

/** A chart with its title, the exact figure of the marked point, and a table of all figures as an alternative. */
export function Panel<Row>(props: PanelProps<Row>) {
  const { area, title, quote, columns, rows, reading } = props;
  const text = useText();
  const [isTableChosen, setTableChosen] = useState<boolean | null>(null);
  const hasChart = props.table !== 'only';
  const asTable = !hasChart || (isTableChosen ?? props.table === 'first');
  const [sort, setSort] = useState<ColumnSort | null>(null);
  const sorted = useMemo(() => (asTable ? sortedRows(rows, columns, sort) : rows), [asTable, rows, columns, sort]);
  const id = useId();
  const keysId = `${id}keys`;
  const menuOf = (key: string) => {
    const row = rows.find((each) => props.rowKey(each) === key);
    return row === undefined ? null : { label: key, items: <PartItems {...props} row={row} /> };
  };
  return (
    <section className={`results-panel results-${area}`} data-table={props.table} aria-labelledby={id}>
      <header className="results-panel-header">
        <h2 id={id}>{title}</h2>
        {!asTable && props.tools}
        <span className="toolbar-space" />
        {asTable && (
          <IconButton
            label={text.results.copyTable(title)}
            icon={Copy}
            onClick={() => void copyText(toTsv(columns, sorted), text, text.results.copied)}
          />
        )}
        {hasChart && (
          <IconButton
            label={asTable ? text.results.showChart(title) : text.results.showTable(title)}
            icon={asTable ? ChartColumn : Table2}
            onClick={() => setTableChosen(!asTable)}
          />
        )}
      </header>
      <RowMenu className="results-marks" by="row" menuOf={menuOf}>
        {asTable ? (
          <FigureTable
            label={text.results.table(title)}
            columns={columns}
            rows={sorted}
            rowKey={props.rowKey}
            sort={sort}
            onSort={setSort}
          />
        ) : (
          <>
            <div className="results-reading">
              <output aria-live="polite">{reading && <ReadingLine reading={reading} quote={quote} />}</output>
              {!reading && <div className="results-resting">{props.resting}</div>}
            </div>
            {props.children(keysId)}
            <span id={keysId} hidden>
              {text.results.of[props.list].keys}
            </span>
            {props.foot}
          </>
        )}
        {props.note}
      </RowMenu>
    </section>
  );
}

/** Menu items of a part of a chart: its figures, the rows behind it, and what belongs to its symbol. */
function PartItems<Row>(props: PanelProps<Row> & { row: Row }) {
  const { list, account, columns, row, symbolOf, onChoose } = props;
  const text = useText();
  const [, amount] = columns;
  const symbol = symbolOf?.(row);
  return (
    <>
      {amount && <CopyItem label={text.detail.copy(amount.header)} value={exactText(amount, row)} />}
      {symbol !== undefined && <CopyItem label={text.tickers.copySymbol} value={symbol} />}
      <Menu.Item
        className="popup-item"
        onClick={() => void copyText(toTsv(columns, [row]), text, text.table.copiedRows(1))}
      >
        {text.table.copyRows(1)}
      </Menu.Item>
      <Menu.Separator className="popup-separator" />
      <Menu.Item className="popup-item" onClick={() => onChoose(row, 'rows')}>
        {text.results.of[list].show}
      </Menu.Item>
      <Menu.Item className="popup-item" onClick={() => onChoose(row, 'results')}>
        {text.table.showOnly(props.rowKey(row))}
      </Menu.Item>
      {symbol !== undefined && (
        <>
          <Menu.Separator className="popup-separator" />
          <SymbolItems account={account} symbol={symbol} />
          <Menu.Separator className="popup-separator" />
          <PriceAlertItem row={{ symbol }} columnId="symbol" account={account} market="futures" />
        </>
      )}
    </>
  );
}

function ReadingLine({ reading: { name, sum, change, detail, earlier }, quote }: { reading: Reading; quote: string }) {
  const text = useText();
  return (
    <>
      <span className="results-reading-name">{name}</span>{' '}
      <strong data-tone={netTone(sum)}>
        <FigureText figure={netFigure(sum, text)} within={(figure) => text.results.amount(figure, quote)} />
      </strong>{' '}
      {sum.fees && <span className="results-reading-detail">{netExplained(sum, text)}</span>}{' '}
      <span className="results-reading-detail">
        {change !== undefined && (
          <FigureText figure={netFigure(change, text)} within={(figure) => text.results.onThisDay(figure)} />
        )}
        {detail}
      </span>
      {earlier && (
        <span className="results-reading-detail">
          <FigureText figure={netFigure(earlier.sum, text)} within={(figure) => text.labeled(earlier.name, figure)} />
        </span>
      )}
    </>
  );
}

interface FigureTableProps<Row> {
  label: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  sort: ColumnSort | null;
  onSort: (sort: ColumnSort | null) => void;
}

/** The figures of a chart as a table, which can be read, sorted, selected and copied. */
function FigureTable<Row>({ label, columns, rows, rowKey, sort, onSort }: FigureTableProps<Row>) {
  const rooms = useMemo(
    () =>
      columns.map(({ meta }) =>
        Math.max(0, ...rows.map((row) => (meta.alignsPoint ? hangingPlaces(meta.text(row)) : 0))),
      ),
    [columns, rows],
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the focus lets the keyboard scroll the table
    <section className="figure-table" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map(({ id, header, meta }) => (
              <SortHead
                key={id}
                id={id}
                align={meta.align}
                sort={sort}
                onClick={() => onSort(nextSort(sort, id, meta))}
              >
                {/* A date does not break at its hyphens. */}
                {header.replaceAll('-', '-\u2060')}
                {meta.unit && <span className="figure-unit"> {meta.unit}</span>}
              </SortHead>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} data-row={rowKey(row)}>
              {columns.map(({ id, meta }, position) =>
                position === 0 ? (
                  <th key={id} scope="row">
                    {meta.text(row)}
                  </th>
                ) : (
                  <td
                    key={id}
                    data-align={meta.align}
                    data-tone={meta.tone?.(row)}
                    style={paddingFor(rooms[position] ?? 0, meta.text(row))}
                  >
                    <FigureText figure={{ shown: meta.text(row), full: meta.full?.(row) ?? null }} />
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

/** Returns the rows sorted by a column; as they are without one. */
function sortedRows<Row>(
  rows: readonly Row[],
  columns: readonly TableColumn<Row>[],
  sort: ColumnSort | null,
): readonly Row[] {
  const column = columns.find(({ id }) => id === sort?.id);
  if (sort === null || column?.meta.sort === undefined) return rows;
  const value = { kind: column.meta.sort, of: column.accessorFn } as SortValue<Row>;
  const order = sortRows(rows, [{ value, direction: sort.desc ? 'descending' : 'ascending' }]);
  return Array.from(order, (position) => rows[position] as Row);
}

/**
 * Returns the sort after a click on a header: figures from the highest and names from the first, then the reverse, then none. Names with an
 * order of their own, such as weekdays, return to it.
 */
function nextSort<Row>(sort: ColumnSort | null, id: string, { sort: kind }: ColumnMeta<Row>): ColumnSort | null {
  if (kind === undefined) return null;
  const isFigure = kind === 'decimal' || kind === 'number';
  if (sort?.id !== id) return { id, desc: isFigure };
  return sort.desc === isFigure ? { id, desc: !isFigure } : null;
}

/** Leaves room for the decimal places beyond two of other figures in the column, so that the points are below each other. */
function paddingFor(room: number, shown: string): CSSProperties | undefined {
  return room === 0 ? undefined : { paddingRight: `calc(12px + ${room - hangingPlaces(shown)}ch)` };
}

interface ExtremesLineProps<Part> {
  parts: readonly Part[];
  nameOf: (part: Part) => string;
}

/** The best and the worst part of a chart, shown while no point is marked. */
export function ExtremesLine<Part extends ResultsPart>({ parts, nameOf }: ExtremesLineProps<Part>) {
  const text = useText();
  const extremes = extremesOf(parts);
  if (!extremes) return null;
  const ends = extremes.best === extremes.worst ? (['best'] as const) : (['best', 'worst'] as const);
  return ends.map((end) => (
    <span key={end} title={netExplained(extremes[end], text)}>
      {ends.length > 1 && text.results[end]} <span className="results-reading-name">{nameOf(extremes[end])}</span>{' '}
      <span data-tone={netTone(extremes[end])}>
        <FigureText figure={netFigure(extremes[end], text)} />
      </span>
    </span>
  ));
}
