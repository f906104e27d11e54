import { type ReactNode, useMemo, useState } from 'react';
import type { ResultsPart } from '../../../../shared/history.ts';
import { useText } from '../../../text/use-text.ts';
import { ChartCanvas } from '../chart/ChartCanvas.tsx';
import type { BarPlot, Plot } from '../chart/make-config.ts';
import { drawnHeight } from '../figures/magnitude.ts';
import { ExtremesLine, Panel } from './Panel.tsx';
import { nameColumn, partColumns } from './part-columns.ts';

export interface NamedPart extends ResultsPart {
  name: string;
  /** Label on the axis. */
  short: string;
}

interface BarPanelProps<Part extends NamedPart> {
  area: string;
  title: string;
  /** Heading of the names. */
  heading: string;
  quote: string;
  direction: BarPlot['kind'];
  /** Parts in the chart. The array must stay the same object between renders. */
  drawn: readonly Part[];
  /** All parts, for the table. */
  all: readonly Part[];
  foot?: ReactNode;
  onChoose: (part: Part) => void;
}

/** A bar for each symbol, weekday or hour. */
export function BarPanel<Part extends NamedPart>(props: BarPanelProps<Part>) {
  const { title, heading, quote, direction, drawn, all, onChoose } = props;
  const text = useText();
  const [active, setActive] = useState<number | null>(null);
  const plot = useMemo<Plot>(
    () => ({
      kind: direction,
      names: drawn.map(({ short }) => short),
      heights: drawn.map(({ pnl }) => drawnHeight(pnl)),
    }),
    [drawn, direction],
  );
  const columns = useMemo(
    () => [nameColumn<Part>('name', heading, ({ name }) => name), ...partColumns(quote, text)],
    [heading, quote, text],
  );
  const marked = active === null ? undefined : drawn[active];
  return (
    <Panel
      area={props.area}
      title={title}
      quote={quote}
      columns={columns}
      rows={all}
      rowKey={nameOf}
      reading={
        marked
          ? {
              name: marked.name,
              amount: marked.pnl,
              detail: text.results.detail(marked.count, marked.wins, marked.losses),
            }
          : null
      }
      resting={<ExtremesLine parts={all} nameOf={nameOf} />}
      foot={props.foot}
    >
      {(keysId) => (
        <ChartCanvas
          plot={plot}
          label={title}
          keysId={keysId}
          active={active}
          onActive={setActive}
          onChoose={(position) => {
            const part = drawn[position];
            if (part) onChoose(part);
          }}
        />
      )}
    </Panel>
  );
}

function nameOf({ name }: NamedPart): string {
  return name;
}
