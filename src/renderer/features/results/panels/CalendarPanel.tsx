import { useCallback, useMemo, useState } from 'react';
import type { Results } from '../../../../shared/contract/results.ts';
import { periodAt } from '../../../../shared/time/periods.ts';
import type { Day } from '../../../../shared/values/domain.ts';
import { useText } from '../../../text/use-text.ts';
import { FigureText } from '../../../ui/controls/FigureText.tsx';
import { type MonthDay, MonthGrid, stepMonth } from '../../../ui/controls/MonthGrid.tsx';
import { Segmented } from '../../../ui/controls/Segmented.tsx';
import { Stepper } from '../../../ui/controls/Stepper.tsx';
import { spanText } from '../../../ui/text/period.ts';
import { dayFill, stepInCalendar, yearOf } from '../figures/calendar.ts';
import { magnitudeScale } from '../figures/magnitude.ts';
import { netExplained, netFigure, netTone } from '../figures/net-figures.ts';
import { netPnl, partOf } from '../figures/parts.ts';
import { CalendarGrid } from './CalendarGrid.tsx';
import type { DaysPanelProps } from './CumulativePanel.tsx';
import { ExtremesLine, Panel, type Reading } from './Panel.tsx';
import { nameColumn, partColumns } from './part-columns.ts';

type ResultDay = Results['days'][number];

const views = ['month', 'year'] as const;
type View = (typeof views)[number];

/** The calendar of a month with the sum of each day and week, or of a year with a column for each week. */
export function CalendarPanel({ list, account, quote, days, onChoose }: DaysPanelProps) {
  const text = useText();
  const [active, setActive] = useState<Day | null>(null);
  const [chosen, setCurrent] = useState<Day | null>(null);
  const [chosenView, setView] = useState<View | null>(null);
  const hasFees = days[0]?.fees !== undefined;
  const columns = useMemo(
    () => [
      nameColumn<ResultDay>('day', text.results.columns.day, ({ day }) => day),
      ...partColumns(list, quote, hasFees, text),
    ],
    [list, quote, hasFees, text],
  );
  const byDay = useMemo(() => new Map(days.map((each) => [each.day, each])), [days]);
  const fillOf = useMemo(() => dayFill(magnitudeScale(days.map(netPnl))), [days]);
  const first = days[0]?.day ?? '';
  const last = days.at(-1)?.day ?? '';
  // The months may have changed with the filter.
  const current =
    chosen !== null && monthOf(chosen) >= monthOf(first) && monthOf(chosen) <= monthOf(last) ? chosen : last;
  const view = chosenView ?? (monthOf(first) === monthOf(last) ? 'month' : 'year');
  const periodOf = view === 'month' ? monthOf : yearOf;
  const shownPeriod = periodOf(current);
  const shownDays = useMemo(
    () => days.filter(({ day }) => periodOf(day) === shownPeriod),
    [days, periodOf, shownPeriod],
  );
  const step = (by: 1 | -1): void =>
    setCurrent(
      view === 'month'
        ? stepMonth(current, by)
        : stepInCalendar(current, { key: by < 0 ? 'PageUp' : 'PageDown', far: false }, first, last),
    );
  const choose = useCallback(
    (day: Day) => {
      if (byDay.has(day)) onChoose(day, 'rows');
    },
    [byDay, onChoose],
  );
  const name = view === 'month' ? spanText(periodAt('month', current), text) : String(shownPeriod);

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
      resting={
        <>
          <SumLine name={name} days={shownDays} />
          <ExtremesLine parts={shownDays} nameOf={dayOf} />
        </>
      }
      tools={
        <>
          <div className="calendar-year">
            <Stepper
              before={view === 'month' ? text.periods.earlierMonth : text.results.earlierYear}
              after={view === 'month' ? text.periods.laterMonth : text.results.laterYear}
              isFirst={shownPeriod <= periodOf(first)}
              isLast={shownPeriod >= periodOf(last)}
              onStep={step}
            >
              <span>{name}</span>
            </Stepper>
          </div>
          <Segmented
            label={text.results.calendar}
            options={views.map((value) => ({ value, label: text.results.calendars[value] }))}
            value={view}
            onChange={setView}
          />
          <CalendarLegend />
        </>
      }
    >
      {(keysId) =>
        view === 'month' ? (
          <MonthGrid
            size="large"
            keysId={keysId}
            label={text.results.days}
            current={current}
            onCurrent={(day) => {
              if (monthOf(day) >= monthOf(first) && monthOf(day) <= monthOf(last)) setCurrent(day);
            }}
            onActive={setActive}
            onChoose={choose}
            dayOf={(day) => monthDayOf(day, byDay.get(day))}
            weekEnd={{
              heading: text.results.weekSum,
              of: (from, to) => <WeekSum days={shownDays.filter(({ day }) => day >= from && day <= to)} />,
            }}
          />
        ) : (
          <CalendarGrid
            list={list}
            keysId={keysId}
            label={text.results.days}
            days={days}
            byDay={byDay}
            quote={quote}
            fillOf={fillOf}
            current={current}
            onCurrent={setCurrent}
            onActive={setActive}
            onChoose={choose}
          />
        )
      }
    </Panel>
  );

  function monthDayOf(day: Day, part: ResultDay | undefined): MonthDay {
    if (part === undefined) {
      return { name: text.labeled(text.results.longDay(day), text.results.of[list].none), isDisabled: true };
    }
    const { count, wins, losses } = part;
    const figure = netFigure(part, text);
    const before = netExplained(part, text);
    const counts = text.results.of[list].detail(count, wins, losses);
    return {
      name: text.results.reading(
        text.results.longDay(day),
        text.results.amount(figure.full ?? figure.shown, quote),
        before === undefined ? counts : text.clauses(before, counts),
      ),
      data: { ...fillOf(part) },
      content: (
        <span className="calendar-sum" aria-hidden="true">
          {figure.shown}
        </span>
      ),
    };
  }

  function readingOf(day: Day): Reading {
    const part = byDay.get(day) ?? { pnl: '0', count: 0, wins: 0, losses: 0 };
    const { count, wins, losses } = part;
    return {
      name: day,
      sum: part,
      detail: count === 0 ? text.results.of[list].none : text.results.of[list].detail(count, wins, losses),
    };
  }
}

/** The sum of the shown month or year. */
function SumLine({ name, days }: { name: string; days: readonly ResultDay[] }) {
  const text = useText();
  const total = partOf(days);
  return (
    <span data-tone={netTone(total)} title={netExplained(total, text)}>
      <FigureText figure={netFigure(total, text)} within={(figure) => text.results.monthSum(name, figure)} />
    </span>
  );
}

/** The sum of a week, as far as it is in the month. Nothing for a week without rows. */
function WeekSum({ days }: { days: readonly ResultDay[] }) {
  const text = useText();
  if (days.length === 0) return null;
  const total = partOf(days);
  return (
    <span data-tone={netTone(total)} title={netExplained(total, text)}>
      <FigureText figure={netFigure(total, text)} />
    </span>
  );
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

/** The meaning of the calendar's colors. */
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
