import { type KeyboardEvent, memo, useCallback, useEffect, useMemo, useRef } from 'react';
import type { Results } from '../../../../shared/contract/results.ts';
import type { ResultList } from '../../../../shared/orders/trades.ts';
import type { Day } from '../../../../shared/values/domain.ts';
import { useText } from '../../../text/use-text.ts';
import { type DayFill, stepInCalendar, yearGrid, yearOf } from '../figures/calendar.ts';
import { netFigure } from '../figures/net-figures.ts';

type ResultDay = Results['days'][number];

interface CalendarGridProps {
  list: ResultList;
  keysId: string;
  label: string;
  /** At least one day. */
  days: readonly ResultDay[];
  byDay: ReadonlyMap<Day, ResultDay>;
  quote: string;
  fillOf: (part: ResultDay) => DayFill;
  /** The day with the focus. The calendar shows its year. */
  current: Day;
  onCurrent: (day: Day) => void;
  /** Receives the marked day. */
  onActive: (day: Day | null) => void;
  onChoose: (day: Day) => void;
}

/** A year of days as a grid: a column for each week, and a row for each weekday. Marking a day does not render it again. */
export const CalendarGrid = memo(function CalendarGrid(props: CalendarGridProps) {
  const { list, days, byDay, quote, fillOf, current, onCurrent, onActive, onChoose } = props;
  const text = useText();
  const grid = useRef<HTMLTableElement>(null);
  const isFocusDue = useRef(false);
  const first = days[0]?.day ?? current;
  const last = days.at(-1)?.day ?? current;
  const year = yearOf(current);
  const { weekdays, months } = useMemo(() => yearGrid(year), [year]);

  const focusDay = useCallback((day: Day, options?: FocusOptions): void => {
    grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus(options);
  }, []);

  useEffect(() => {
    if (!isFocusDue.current) return;
    isFocusDue.current = false;
    focusDay(current);
  }, [current, focusDay]);

  const press = (event: KeyboardEvent): void => {
    if (event.altKey) return;
    const next = stepInCalendar(current, { key: event.key, far: event.ctrlKey || event.metaKey }, first, last);
    if (next === null) return;
    event.preventDefault();
    if (next === current) return;
    isFocusDue.current = true;
    onCurrent(next);
  };

  const cellOf = (day: Day) => {
    const part = byDay.get(day);
    const figure = part && netFigure(part, text);
    return (
      <button
        type="button"
        className="calendar-day"
        data-day={day}
        {...(part && fillOf(part))}
        tabIndex={day === current ? 0 : -1}
        aria-label={
          part && figure
            ? text.results.reading(
                text.results.longDay(day),
                text.results.amount(figure.full ?? figure.shown, quote),
                text.results.of[list].detail(part.count, part.wins, part.losses),
              )
            : text.labeled(text.results.longDay(day), text.results.of[list].none)
        }
        aria-disabled={!part}
      />
    );
  };

  return (
    <table
      ref={grid}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid with arrow key navigation
      role="grid"
      className="calendar"
      aria-label={props.label}
      aria-describedby={props.keysId}
      onKeyDown={press}
      onClick={(event) => {
        const day = dayAt(event.target);
        if (day === null) return;
        onCurrent(day);
        onChoose(day);
      }}
      // Focusable, because the screen's focus goes to its grid.
      tabIndex={-1}
      onFocus={(event) => {
        // The screen passes the focus on when it opens, and its top stays in sight.
        if (event.target === grid.current) focusDay(current, { preventScroll: true });
        else if (event.target.matches(':focus-visible')) onActive(dayAt(event.target));
      }}
      onBlur={() => onActive(null)}
      onPointerOver={(event) => onActive(dayAt(event.target))}
      onPointerLeave={() => onActive(null)}
    >
      <thead>
        <tr>
          <td />
          {months.map(({ month, weeks }) => (
            <th key={month} scope="col" colSpan={weeks} aria-label={text.periods.month(year, month)}>
              {text.periods.monthShort(month)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weekdays.map((cells, weekday) => (
          <tr key={text.results.weekdayNames[weekday]}>
            <th scope="row" aria-label={text.results.weekdayNames[weekday]}>
              {text.results.weekdayShort[weekday]}
            </th>
            {cells.map((day, week) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the weeks of a year are always the same
              <td key={week} data-row={day}>
                {day !== null && cellOf(day)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
});

function dayAt(target: EventTarget): Day | null {
  return target instanceof HTMLElement ? (target.closest<HTMLElement>('[data-day]')?.dataset.day ?? null) : null;
}
