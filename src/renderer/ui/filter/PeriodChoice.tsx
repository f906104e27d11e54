import type { DateCondition } from '../../../shared/contract/filters.ts';
import { datePresets } from '../../../shared/orders/history.ts';
import { dayOf } from '../../../shared/time/days.ts';
import { datesOfSpan, spanOfDates } from '../../../shared/time/periods.ts';
import { useExchangeNow } from '../../platform/exchange-clock.ts';
import { useTimeZone } from '../../platform/settings/settings.ts';
import { useText } from '../../text/use-text.ts';
import { DayCalendar } from './DayCalendar.tsx';
import { RangeField } from './RangeField.tsx';

const minuteMs = 60_000;

/** The current day in a time zone, by the exchange's clock. Default: the user's time zone. */
export function useToday(zone?: string): string {
  const usual = useTimeZone();
  return dayOf(useExchangeNow(minuteMs), zone ?? usual);
}

interface PeriodChoiceProps {
  dates: DateCondition | undefined;
  /** `isWhole`: false for one of two ends, which the user may be typing. */
  onChange: (dates: DateCondition | undefined, isWhole: boolean) => void;
}

/** A choice of periods, of days in a calendar, of typed days, and of all time. */
export function PeriodChoice({ dates, onChange }: PeriodChoiceProps) {
  const text = useText();
  const today = useToday();
  const span = spanOfDates(dates, today);
  // The preset is stored, not its days, so that "last month" in a saved view follows the calendar.
  const preset = dates && 'preset' in dates ? dates.preset : null;
  return (
    <div className="period-choice">
      <div className="period-presets">
        {datePresets.map((value) => (
          <button
            key={value}
            type="button"
            className="choice"
            aria-pressed={value === preset}
            onClick={() => onChange({ preset: value }, true)}
          >
            {text.filter.presets[value]}
          </button>
        ))}
        <button
          type="button"
          className="choice"
          aria-pressed={dates === undefined}
          onClick={() => onChange(undefined, true)}
        >
          {text.periods.all}
        </button>
      </div>
      <div className="period-days">
        <DayCalendar
          from={span?.from}
          to={span?.to}
          today={today}
          onChoose={(from, to) => onChange(datesOfSpan({ from, to }, today), true)}
        />
        <RangeField
          kind="days"
          label={text.periods.days}
          from={endOf(dates, 'from') ?? span?.from ?? ''}
          to={endOf(dates, 'to') ?? span?.to ?? ''}
          onChange={(from, to) => onChange(from === undefined && to === undefined ? undefined : { from, to }, false)}
        />
      </div>
    </div>
  );
}

/** Returns an end of dates of which the other end may be open. */
function endOf(dates: DateCondition | undefined, end: 'from' | 'to') {
  return dates && !('preset' in dates || 'since' in dates) ? dates[end] : undefined;
}
