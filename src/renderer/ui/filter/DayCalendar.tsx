import { useId, useState } from 'react';
import { monthOf } from '../../../shared/time/periods.ts';
import type { Day } from '../../../shared/values/domain.ts';
import { useText } from '../../text/use-text.ts';
import { MonthGrid, stepMonth } from '../controls/MonthGrid.tsx';
import { Stepper } from '../controls/Stepper.tsx';

interface DayCalendarProps {
  from: Day | undefined;
  to: Day | undefined;
  today: Day;
  /** Receives the first and the last day. */
  onChoose: (from: Day, to: Day) => void;
}

/** A calendar of one month, in which two clicks choose the first and the last day. */
export function DayCalendar({ from, to, today, onChoose }: DayCalendarProps) {
  const text = useText();
  const keysId = useId();
  const [current, setCurrent] = useState(() => (to !== undefined && to < today ? to : today));
  /** The first day that was clicked, until the other one is. */
  const [first, setFirst] = useState<Day | null>(null);
  const [active, setActive] = useState<Day | null>(null);
  const [start = '', end = ''] = first === null ? [from, to] : [first, active ?? first].sort();
  const { year, month } = monthOf(current);
  return (
    <div className="day-calendar">
      <div className="day-calendar-month">
        <Stepper
          before={text.periods.earlierMonth}
          after={text.periods.laterMonth}
          isLast={current.slice(0, 7) >= today.slice(0, 7)}
          onStep={(step) => setCurrent(stepMonth(current, step))}
        >
          <output>{text.periods.month(year, month)}</output>
        </Stepper>
      </div>
      <MonthGrid
        label={text.periods.calendar}
        keysId={keysId}
        current={current}
        onCurrent={setCurrent}
        onActive={setActive}
        onChoose={(day) => {
          setFirst(first === null ? day : null);
          if (first !== null) onChoose(...([first, day].sort() as [Day, Day]));
        }}
        dayOf={(day) => ({
          name: text.results.longDay(day),
          isPressed: day >= start && day <= end,
          data: {
            'data-end': day === start || day === end ? '' : undefined,
            'data-today': day === today ? '' : undefined,
            'data-later': day > today ? '' : undefined,
          },
        })}
      />
      <span id={keysId} hidden>
        {text.periods.calendarKeys}
      </span>
    </div>
  );
}
