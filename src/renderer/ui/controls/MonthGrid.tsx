import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { addDays, dayNumber, weekdayOfNumber } from '../../../shared/time/days.ts';
import { daysOfMonths, monthOf, periodAt } from '../../../shared/time/periods.ts';
import type { Day } from '../../../shared/values/domain.ts';
import { useText } from '../../text/use-text.ts';

const weekLength = 7;

interface MonthGridProps {
  label: string;
  /** ID of the element that explains the keys. */
  keysId?: string;
  /** The day with the focus. The grid shows its month. */
  current: Day;
  onCurrent: (day: Day) => void;
  onChoose: (day: Day) => void;
  /** Name and look of a day, and what stands below its number. */
  dayOf: (day: Day) => MonthDay;
  /** Receives the day under the pointer or with the focus. */
  onActive?: (day: Day | null) => void;
  /** `large`: each day has room for what stands below its number. Default: small. */
  size?: 'large';
  /** Shown behind each week. Receives the first and the last of its days. */
  weekEnd?: { heading: string; of: (first: Day, last: Day) => ReactNode };
}

export interface MonthDay {
  name: string;
  isDisabled?: boolean;
  isPressed?: boolean;
  /** Attributes for the style sheet. */
  data?: Readonly<Record<`data-${string}`, string | number | undefined>>;
  content?: ReactNode;
}

/** The days of a month, a row for each week, Monday first. One of the days can have the focus. */
export function MonthGrid(props: MonthGridProps) {
  const { current, onCurrent, onChoose, onActive, dayOf, weekEnd } = props;
  const text = useText();
  const grid = useRef<HTMLTableElement>(null);
  const isFocusDue = useRef(false);
  useEffect(() => {
    if (!isFocusDue.current) return;
    isFocusDue.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-day="${current}"]`)?.focus();
  }, [current]);
  const press = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = stepInMonth(current, event.key);
    if (next === null) return;
    event.preventDefault();
    isFocusDue.current = true;
    onCurrent(next);
  };
  const month = periodAt('month', current);
  return (
    <table
      ref={grid}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid with arrow key navigation
      role="grid"
      className="month-grid"
      data-size={props.size}
      aria-label={props.label}
      aria-describedby={props.keysId}
      // Focusable, because the screen's focus goes to its grid.
      tabIndex={-1}
      onKeyDown={press}
      onFocus={(event) => {
        if (event.target === grid.current) {
          grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true });
        } else if (event.target.matches(':focus-visible')) onActive?.(dayAt(event.target));
      }}
      onBlur={() => onActive?.(null)}
      onPointerOver={(event) => onActive?.(dayAt(event.target))}
      onPointerLeave={() => onActive?.(null)}
      onClick={(event) => {
        const day = dayAt(event.target);
        if (day === null) return;
        onCurrent(day);
        onChoose(day);
      }}
    >
      <thead>
        <tr>
          {text.results.weekdayShort.map((name, position) => (
            <th key={name} scope="col" aria-label={text.results.weekdayNames[position]}>
              {weekEnd ? name : text.results.weekdayLetters[position]}
            </th>
          ))}
          {weekEnd && <th scope="col">{weekEnd.heading}</th>}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month.from, month.to).map((week) => (
          <tr key={week[0]}>
            {week.map((day) => {
              if (monthOf(day).month !== monthOf(current).month) return <td key={day} />;
              const { name, isDisabled, isPressed, data, content } = dayOf(day);
              return (
                <td key={day} data-row={day}>
                  <button
                    type="button"
                    className="month-day"
                    data-day={day}
                    {...data}
                    tabIndex={day === current ? 0 : -1}
                    // What stands below the number is shortened, so that the name is hidden text beside it.
                    aria-label={content ? undefined : name}
                    aria-disabled={isDisabled}
                    aria-pressed={isPressed}
                  >
                    <span aria-hidden={content ? true : undefined}>{Number(day.slice(8))}</span>
                    {content && (
                      <>
                        {content}
                        <span className="visually-hidden">{name}</span>
                      </>
                    )}
                  </button>
                </td>
              );
            })}
            {weekEnd && (
              <td className="month-week">
                {weekEnd.of(
                  later(week[0] ?? month.from, month.from),
                  earlier(week[weekLength - 1] ?? month.to, month.to),
                )}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Returns the weeks that have a day of the month, with all of their days. */
function weeksOf(first: Day, last: Day): Day[][] {
  const weeks: Day[][] = [];
  for (let monday = periodAt('week', first).from; monday <= last; monday = addDays(monday, weekLength)) {
    weeks.push(Array.from({ length: weekLength }, (_, day) => addDays(monday, day)));
  }
  return weeks;
}

/** Returns the day to which a key moves; `null` for another key. */
function stepInMonth(day: Day, key: string): Day | null {
  const weekday = weekdayOfNumber(dayNumber(day));
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -weekLength);
    case 'ArrowDown':
      return addDays(day, weekLength);
    case 'Home':
      return addDays(day, 1 - weekday);
    case 'End':
      return addDays(day, weekLength - weekday);
    case 'PageUp':
      return stepMonth(day, -1);
    case 'PageDown':
      return stepMonth(day, 1);
    default:
      return null;
  }
}

/** Returns the same day of another month, or the last one of a shorter month. */
export function stepMonth(day: Day, months: number): Day {
  const { year, month } = monthOf(day);
  const { from, to } = daysOfMonths(year, month + months, 1);
  return earlier(addDays(from, Number(day.slice(8)) - 1), to);
}

function earlier(a: Day, b: Day): Day {
  return a < b ? a : b;
}

function later(a: Day, b: Day): Day {
  return a > b ? a : b;
}

function dayAt(target: EventTarget): Day | null {
  return target instanceof HTMLElement ? (target.closest<HTMLElement>('[data-day]')?.dataset.day ?? null) : null;
}
