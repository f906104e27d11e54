import { useMemo, useState } from 'react';
import type { Results } from '../../../../shared/contract/results.ts';
import { dayNumber } from '../../../../shared/days.ts';
import type { Day } from '../../../../shared/domain.ts';
import type { ResultList } from '../../../../shared/trades.ts';
import { useText } from '../../../text/use-text.ts';
import { ChartCanvas } from '../chart/ChartCanvas.tsx';
import type { Plot } from '../chart/make-config.ts';
import { drawnHeight } from '../figures/magnitude.ts';
import type { Goal } from '../results-basis.ts';
import { Panel } from './Panel.tsx';
import { amountColumn, nameColumn, partColumns } from './part-columns.ts';

export interface DaysPanelProps {
  list: ResultList;
  account: string;
  quote: string;
  /** At least one day. */
  days: Results['days'];
  onChoose: (day: Day, goal: Goal) => void;
}

export function CumulativePanel({ list, account, quote, days, onChoose }: DaysPanelProps) {
  const text = useText();
  const [active, setActive] = useState<number | null>(null);
  const plot = useMemo<Plot>(
    () => ({
      kind: 'line',
      days: days.map(({ day }) => dayNumber(day)),
      heights: days.map(({ total }) => drawnHeight(total)),
    }),
    [days],
  );
  const columns = useMemo(
    () => [
      nameColumn<Results['days'][number]>('day', text.results.columns.day, ({ day }) => day),
      amountColumn<Results['days'][number]>('total', text.results.columns.total, quote, ({ total }) => total, text),
      ...partColumns(list, quote, text),
    ],
    [list, quote, text],
  );
  const marked = active === null ? undefined : days[active];
  const [first, last] = [days[0], days.at(-1)];
  return (
    <Panel
      list={list}
      account={account}
      area="cumulative"
      title={text.results.cumulative}
      quote={quote}
      columns={columns}
      rows={days}
      rowKey={({ day }) => day}
      onChoose={({ day }, goal) => onChoose(day, goal)}
      reading={
        marked
          ? {
              name: marked.day,
              amount: marked.total,
              change: marked.pnl,
              detail: text.results.of[list].detail(marked.count, marked.wins, marked.losses),
            }
          : null
      }
      resting={first && last && <span>{text.results.span(first.day, last.day)}</span>}
    >
      {(keysId) => (
        <ChartCanvas
          plot={plot}
          label={text.results.cumulative}
          keysId={keysId}
          active={active}
          activeRow={marked?.day}
          onActive={setActive}
          onChoose={(position) => {
            const day = days[position]?.day;
            if (day) onChoose(day, 'rows');
          }}
        />
      )}
    </Panel>
  );
}
