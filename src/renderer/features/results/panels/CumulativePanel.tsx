import { useMemo, useState } from 'react';
import type { Results } from '../../../../shared/contract/results.ts';
import type { ResultList } from '../../../../shared/orders/trades.ts';
import { addDays, dayNumber } from '../../../../shared/time/days.ts';
import type { Day, Decimal } from '../../../../shared/values/domain.ts';
import type { Compared } from '../../../domain/orders/comparison.ts';
import { useText } from '../../../text/use-text.ts';
import { ChartCanvas } from '../chart/ChartCanvas.tsx';
import type { Plot } from '../chart/make-config.ts';
import { drawnHeight } from '../figures/magnitude.ts';
import { feesOfParts } from '../figures/parts.ts';
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

interface CumulativePanelProps extends DaysPanelProps {
  /** Days with which the shown ones are compared; `null` for none. */
  compared: Compared<Pick<Results, 'days'>> | null;
}

export function CumulativePanel({ list, account, quote, days, compared, onChoose }: CumulativePanelProps) {
  const text = useText();
  const [active, setActive] = useState<number | null>(null);
  const plot = useMemo<Plot>(
    () => ({
      kind: 'line',
      days: days.map(({ day }) => dayNumber(day)),
      heights: days.map(({ total }) => drawnHeight(total)),
      earlier: compared
        ? {
            days: compared.results.days.map(({ day }) => dayNumber(day) + compared.shift),
            heights: compared.results.days.map(({ total }) => drawnHeight(total)),
          }
        : undefined,
    }),
    [days, compared],
  );
  const hasFees = days[0]?.fees !== undefined;
  const columns = useMemo(
    () => [
      nameColumn<Results['days'][number]>('day', text.results.columns.day, ({ day }) => day),
      amountColumn<Results['days'][number]>('total', text.results.columns.total, quote, ({ total }) => total, text),
      ...partColumns(list, quote, hasFees, text),
    ],
    [list, quote, hasFees, text],
  );
  const marked = active === null ? undefined : days[active];
  const feesSoFar = useMemo(
    () => (active === null ? undefined : feesOfParts(days.slice(0, active + 1))),
    [days, active],
  );
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
              fees: feesSoFar,
              change: marked.pnl,
              detail: text.results.of[list].detail(marked.count, marked.wins, marked.losses),
              ...(compared ? { earlier: { name: compared.name, amount: earlierTotal(compared, marked.day) } } : {}),
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

/** Returns the total of the earlier days up to the one beside a day. */
function earlierTotal({ results, shift }: Compared<Pick<Results, 'days'>>, day: Day): Decimal {
  const beside = addDays(day, -shift);
  return results.days.findLast((each) => each.day <= beside)?.total ?? '0';
}
