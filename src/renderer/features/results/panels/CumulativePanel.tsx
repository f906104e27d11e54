import { useMemo, useState } from 'react';
import type { Results } from '../../../../shared/contract/results.ts';
import type { ResultList } from '../../../../shared/orders/trades.ts';
import { addDays, dayNumber } from '../../../../shared/time/days.ts';
import type { Day } from '../../../../shared/values/domain.ts';
import type { Compared } from '../../../domain/orders/comparison.ts';
import { useText } from '../../../text/use-text.ts';
import { ChartCanvas } from '../chart/ChartCanvas.tsx';
import type { Plot } from '../chart/make-config.ts';
import { drawnHeight } from '../figures/magnitude.ts';
import type { NetPart } from '../figures/net-figures.ts';
import { feesOfParts, netEnds, netPnl } from '../figures/parts.ts';
import type { Goal } from '../results-basis.ts';
import { Panel } from './Panel.tsx';
import { nameColumn, netColumn, partColumns } from './part-columns.ts';

export interface DaysPanelProps {
  list: ResultList;
  account: string;
  quote: string;
  /** At least one day. */
  days: Results['days'];
  onChoose: (day: Day, goal: Goal) => void;
}

interface CumulativePanelProps extends DaysPanelProps {
  /** Days with which the shown ones are compared; `null` for none. */
  compared: Compared<Pick<Results, 'days'>> | null;
}

export function CumulativePanel({ list, account, quote, days, compared, onChoose }: CumulativePanelProps) {
  const text = useText();
  const [active, setActive] = useState<number | null>(null);
  const hasFees = days[0]?.fees !== undefined;
  const summed = useMemo(() => withSums(days), [days]);
  const earlier = useMemo(() => compared && withSums(compared.results.days), [compared]);
  const plot = useMemo<Plot>(() => {
    const ends = summed.map(({ sum }) => netEnds(sum));
    return {
      kind: 'line',
      days: days.map(({ day }) => dayNumber(day)),
      heights: summed.map(({ sum }) => drawnHeight(netPnl(sum))),
      ...(hasFees && {
        band: {
          low: ends.map(([low]) => drawnHeight(low)),
          high: ends.map(([low, high = low]) => drawnHeight(high)),
        },
      }),
      earlier:
        compared && earlier
          ? {
              days: earlier.map(({ day }) => dayNumber(day) + compared.shift),
              heights: earlier.map(({ sum }) => drawnHeight(netPnl(sum))),
            }
          : undefined,
    };
  }, [days, summed, hasFees, compared, earlier]);
  const columns = useMemo(
    () => [
      nameColumn<SummedDay>('day', text.results.columns.day, ({ day }) => day),
      netColumn<SummedDay>('total', text.results.columns.total, quote, ({ sum }) => sum, text),
      ...partColumns<SummedDay>(list, quote, hasFees, text),
    ],
    [list, quote, hasFees, text],
  );
  const marked = active === null ? undefined : summed[active];
  const [first, last] = [days[0], days.at(-1)];
  return (
    <Panel
      list={list}
      account={account}
      area="cumulative"
      title={text.results.cumulative}
      quote={quote}
      columns={columns}
      rows={summed}
      rowKey={({ day }) => day}
      onChoose={({ day }, goal) => onChoose(day, goal)}
      reading={
        marked
          ? {
              name: marked.day,
              sum: marked.sum,
              change: marked,
              detail: text.results.of[list].detail(marked.count, marked.wins, marked.losses),
              ...(compared && earlier
                ? { earlier: { name: compared.name, sum: sumBeside(earlier, addDays(marked.day, -compared.shift)) } }
                : {}),
            }
          : null
      }
      resting={
        <>
          {first && last && <span>{text.results.span(first.day, last.day)}</span>}
          {compared && (
            <span>
              <span className="earlier-line" aria-hidden="true" /> {compared.name}
            </span>
          )}
        </>
      }
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

type ResultDay = Results['days'][number];

/** A day with the PnL and the fees up to its end. */
interface SummedDay extends ResultDay {
  sum: NetPart;
}

function withSums(days: readonly ResultDay[]): SummedDay[] {
  let fees: NetPart['fees'];
  return days.map((day) => {
    fees = feesOfParts([{ fees }, day]);
    return { ...day, sum: { pnl: day.total, fees } };
  });
}

/** Returns the sum up to a day. */
function sumBeside(days: readonly SummedDay[], beside: Day): NetPart {
  return days.findLast(({ day }) => day <= beside)?.sum ?? { pnl: '0' };
}
