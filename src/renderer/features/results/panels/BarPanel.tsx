import { type ReactNode, useMemo, useState } from 'react';
import type { ResultsPart } from '../../../../shared/contract/results.ts';
import type { ResultList } from '../../../../shared/orders/trades.ts';
import { useText } from '../../../text/use-text.ts';
import type { TableColumn } from '../../../ui/table/column.ts';
import { ChartCanvas } from '../chart/ChartCanvas.tsx';
import type { BarPlot, Plot } from '../chart/make-config.ts';
import { drawnHeight } from '../figures/magnitude.ts';
import { netPnl } from '../figures/parts.ts';
import type { Goal } from '../results-basis.ts';
import { ExtremesLine, Panel } from './Panel.tsx';
import { nameColumn, partColumns } from './part-columns.ts';

export interface NamedPart extends ResultsPart {
  name: string;
  /** Label on the axis. */
  short: string;
}

interface BarPanelProps<Part extends NamedPart> {
  list: ResultList;
  account: string;
  area: string;
  title: string;
  /** Header of the first column of the table. */
  heading: string;
  quote: string;
  direction: BarPlot['kind'];
  /** Parts in the chart. The array must stay the same object between renders. */
  drawn: readonly Part[];
  /** All parts, for the table. */
  all: readonly Part[];
  /** What the bars show. Default: the PnL. */
  bars?: 'pnl' | 'count';
  /** Columns of the table after the PnL and the number of rows. The array must stay the same object between renders. */
  columns?: readonly TableColumn<Part>[];
  /** Shown beside the PnL of the marked part. Default: the counts. */
  detailOf?: (part: Part) => string;
  /** Shown while no part is marked. Default: the best and the worst part. */
  resting?: ReactNode;
  foot?: ReactNode;
  note?: ReactNode;
  symbolOf?: (part: Part) => string;
  isTableFirst?: boolean;
  /** True if the table can be sorted by the names. Default: the names have an order of their own, such as weekdays. */
  sortsNames?: boolean;
  onChoose: (part: Part, goal: Goal) => void;
}

/** The properties of a panel that draws the parts with the largest results. The arrays must stay the same objects between renders. */
export interface LargestPartsProps<Part extends NamedPart>
  extends Pick<BarPanelProps<Part>, 'list' | 'account' | 'quote' | 'columns' | 'detailOf' | 'onChoose'> {
  parts: readonly Part[];
}

/** A bar for each part, such as a symbol, a weekday or an hour. A single part is a row of a table, because there is nothing to compare it with; none is an empty table. */
export function BarPanel<Part extends NamedPart>(props: BarPanelProps<Part>) {
  const {
    list,
    title,
    heading,
    quote,
    direction,
    drawn,
    all,
    bars = 'pnl',
    columns: more,
    sortsNames = false,
    onChoose,
  } = props;
  const text = useText();
  const [active, setActive] = useState<number | null>(null);
  const plot = useMemo<Plot>(
    () => ({
      kind: direction,
      names: drawn.map(({ short }) => short),
      heights: drawn.map((part) => (bars === 'pnl' ? drawnHeight(netPnl(part)) : part.count)),
      counts: drawn.map(({ count }) => count),
      areCounts: bars === 'count',
    }),
    [drawn, direction, bars],
  );
  const hasFees = all[0]?.fees !== undefined;
  const columns = useMemo(
    () => [
      nameColumn<Part>('name', heading, ({ name }) => name, sortsNames),
      ...withMore(partColumns<Part>(list, quote, hasFees, text), more ?? []),
    ],
    [list, heading, quote, hasFees, text, more, sortsNames],
  );
  const used = all.filter(({ count }) => count > 0);
  const isTable = used.length <= 1;
  const marked = active === null ? undefined : drawn[active];
  const countsOf = ({ count, wins, losses }: Part) => text.results.of[list].detail(count, wins, losses);
  return (
    <Panel
      list={list}
      account={props.account}
      area={props.area}
      title={title}
      quote={quote}
      columns={columns}
      rows={isTable ? used : all}
      rowKey={nameOf}
      symbolOf={props.symbolOf}
      table={isTable ? 'only' : props.isTableFirst ? 'first' : undefined}
      onChoose={onChoose}
      reading={
        marked
          ? {
              name: marked.name,
              sum: marked,
              detail: (props.detailOf ?? countsOf)(marked),
            }
          : null
      }
      resting={props.resting ?? <ExtremesLine parts={all} nameOf={nameOf} />}
      foot={props.foot}
      note={props.note}
    >
      {(keysId) => (
        <ChartCanvas
          plot={plot}
          label={title}
          keysId={keysId}
          active={active}
          activeRow={marked?.name}
          onActive={setActive}
          onChoose={(position) => {
            const part = drawn[position];
            if (part) onChoose(part, 'rows');
          }}
        />
      )}
    </Panel>
  );
}

/** The wins and losses come last, because the columns between say more. */
function withMore<Part>(columns: readonly TableColumn<Part>[], more: readonly TableColumn<Part>[]) {
  return [...columns.slice(0, -2), ...more, ...columns.slice(-2)];
}

function nameOf({ name }: NamedPart): string {
  return name;
}
