import { useCallback, useMemo, useState } from 'react';
import type { Results } from '../../../../shared/contract/results.ts';
import type { Day } from '../../../../shared/domain.ts';
import { useText } from '../../../text/use-text.ts';
import { Stepper } from '../../../ui/controls/Stepper.tsx';
import { stepInCalendar, yearOf } from '../figures/calendar.ts';
import { CalendarGrid } from './CalendarGrid.tsx';
import type { DaysPanelProps } from './CumulativePanel.tsx';
import { ExtremesLine, Panel, type Reading } from './Panel.tsx';
import { nameColumn, partColumns } from './part-columns.ts';

type ResultDay = Results['days'][number];

/** The calendar of a year with a row for each month. */
export function CalendarPanel({ list, account, quote, days, onChoose }: DaysPanelProps) {
  const text = useText();
  const [active, setActive] = useState<Day | null>(null);
  const [chosen, setCurrent] = useState<Day | null>(null);
  const columns = useMemo(
    () => [nameColumn<ResultDay>('day', text.results.columns.day, ({ day }) => day), ...partColumns(list, quote, text)],
    [list, quote, text],
  );
  const byDay = useMemo(() => new Map(days.map((each) => [each.day, each])), [days]);
  const first = days[0]?.day ?? '';
  const last = days.at(-1)?.day ?? '';
  // The months may have changed with the filter.
  const current =
    chosen !== null && monthOf(chosen) >= monthOf(first) && monthOf(chosen) <= monthOf(last) ? chosen : last;
  const year = yearOf(current);
  const ofYear = useMemo(() => days.filter(({ day }) => yearOf(day) === year), [days, year]);
  const turnYear = (key: 'PageUp' | 'PageDown'): void =>
    setCurrent(stepInCalendar(current, { key, far: false }, first, last));
  const choose = useCallback(
    (day: Day) => {
      if (byDay.has(day)) onChoose(day, 'rows');
    },
    [byDay, onChoose],
  );

  return (
    <Panel
      list={list}
      account={account}
      area="days"
      title={text.results.days}
      quote={quote}
      columns={columns}
      rows={days}
      rowKey={dayOf}
      onChoose={({ day }, goal) => onChoose(day, goal)}
      reading={active === null ? null : readingOf(active)}
      resting={<ExtremesLine parts={ofYear} nameOf={dayOf} />}
      tools={
        <>
          <div className="calendar-year">
            <Stepper
              before={text.results.earlierYear}
              after={text.results.laterYear}
              isFirst={year <= yearOf(first)}
              isLast={year >= yearOf(last)}
              onStep={(step) => turnYear(step < 0 ? 'PageUp' : 'PageDown')}
            >
              <span>{year}</span>
            </Stepper>
          </div>
          <CalendarLegend />
        </>
      }
    >
      {(keysId) => (
        <CalendarGrid
          list={list}
          keysId={keysId}
          label={text.results.days}
          days={days}
          byDay={byDay}
          quote={quote}
          current={current}
          onCurrent={setCurrent}
          onActive={setActive}
          onChoose={choose}
        />
      )}
    </Panel>
  );

  function readingOf(day: Day): Reading {
    const { pnl, count, wins, losses } = byDay.get(day) ?? { pnl: '0', count: 0, wins: 0, losses: 0 };
    return {
      name: day,
      amount: pnl,
      detail: count === 0 ? text.results.of[list].none : text.results.of[list].detail(count, wins, losses),
    };
  }
}

function monthOf(day: Day): string {
  return day.slice(0, 7);
}

function dayOf({ day }: ResultDay): Day {
  return day;
}

const swatches = [
  ['loss', 4],
  ['loss', 3],
  ['loss', 2],
  ['loss', 1],
  ['profit', 1],
  ['profit', 2],
  ['profit', 3],
  ['profit', 4],
] as const;

/** The meaning of the calendar's colors and hatching. */
function CalendarLegend() {
  const text = useText();
  return (
    <div className="calendar-legend">
      <span>{text.results.loss}</span>
      {swatches.map(([sign, magnitude]) => (
        <span key={`${sign} ${magnitude}`} className="calendar-swatch" data-sign={sign} data-magnitude={magnitude} />
      ))}
      <span>{text.results.profit}</span>
    </div>
  );
}
