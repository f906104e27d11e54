import { ChartColumn, Copy, Table2 } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type { Decimal } from '../../../../shared/domain.ts';
import { toTsv } from '../../../components/table/tsv.ts';
import type { TableColumn } from '../../../model/column.ts';
import { signTone } from '../../../model/figures.ts';
import { copyText } from '../../../state/copy-text.ts';
import { useText } from '../../../text/use-text.ts';
import { FigureTable } from './FigureTable.tsx';
import { exactAmount } from './part-columns.ts';

/** One figure of a chart, to the last digit. */
export interface Reading {
  name: string;
  amount: Decimal;
  detail: string;
}

interface PanelProps<Row> {
  /** Its place in the screen's grid. */
  area: string;
  title: string;
  quote: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** What the reader points at. */
  reading: Reading | null;
  /** Said while the reader points at nothing. */
  resting: ReactNode;
  /** Beside the title while the chart is shown. */
  tools?: ReactNode;
  /** Beneath the chart. */
  foot?: ReactNode;
  /** The chart; it is given the id of the sentence about its keys. */
  children: (keysId: string) => ReactNode;
}

/** A chart with its title, a line that reads it exactly, and a table to put in its place. */
export function Panel<Row>(props: PanelProps<Row>) {
  const { area, title, quote, columns, rows, reading } = props;
  const text = useText();
  const [asTable, setAsTable] = useState(false);
  const id = useId();
  const keysId = `${id}keys`;
  return (
    <section className={`results-panel results-${area}`} aria-labelledby={id}>
      <header className="results-panel-header">
        <h2 id={id}>{title}</h2>
        {!asTable && props.tools}
        <span className="toolbar-space" />
        {asTable && (
          <button
            type="button"
            className="icon-button"
            aria-label={text.results.copyTable(title)}
            title={text.results.copyTable(title)}
            onClick={() => void copyText(toTsv(columns, rows), text, text.results.copied)}
          >
            <Copy size={14} aria-hidden="true" />
          </button>
        )}
        <button
          type="button"
          className="icon-button"
          aria-label={asTable ? text.results.showChart(title) : text.results.showTable(title)}
          title={asTable ? text.results.showChart(title) : text.results.showTable(title)}
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? <ChartColumn size={14} aria-hidden="true" /> : <Table2 size={14} aria-hidden="true" />}
        </button>
      </header>
      {asTable ? (
        <FigureTable label={text.results.table(title)} columns={columns} rows={rows} rowKey={props.rowKey} />
      ) : (
        <>
          <div className="results-reading">
            <output aria-live="polite">{reading && <ReadingLine reading={reading} quote={quote} />}</output>
            {!reading && <div className="results-resting">{props.resting}</div>}
          </div>
          {props.children(keysId)}
          <span id={keysId} hidden>
            {text.results.keys}
          </span>
          {props.foot}
        </>
      )}
    </section>
  );
}

function ReadingLine({ reading: { name, amount, detail }, quote }: { reading: Reading; quote: string }) {
  const text = useText();
  return (
    <>
      <span className="results-reading-name">{name}</span>{' '}
      <strong data-tone={signTone(amount)}>{text.results.amount(exactAmount(amount), quote)}</strong>{' '}
      <span className="results-reading-detail">{detail}</span>
    </>
  );
}
