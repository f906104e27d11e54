import { Popover } from '@base-ui/react/popover';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import type { DateCondition } from '../../../shared/contract/filters.ts';
import { datesOfSpan, spanOfDates, stepPeriod } from '../../../shared/time/periods.ts';
import { useTimeZone } from '../../platform/settings/settings.ts';
import { useText } from '../../text/use-text.ts';
import { Stepper } from '../controls/Stepper.tsx';
import { datesText } from '../text/period.ts';
import { PeriodChoice, useToday } from './PeriodChoice.tsx';

interface PeriodFieldProps {
  /** What the dates are those of, such as "Closed". */
  label: string;
  dates: DateCondition | undefined;
  onChange: (dates: DateCondition | undefined) => void;
}

/** The period of a list: buttons to the one before and after it, and a choice of periods, days, and all time. */
export function PeriodField({ label, dates, onChange }: PeriodFieldProps) {
  const text = useText();
  const zone = useTimeZone();
  const today = useToday();
  const [isOpen, setOpen] = useState(false);
  const span = spanOfDates(dates, today);
  const shown = datesText(dates, today, zone, text);
  return (
    <fieldset className="period-field" aria-label={text.labeled(text.periods.label, label)}>
      <Stepper
        before={text.periods.earlier}
        after={text.periods.later}
        isFirst={span === null}
        // No period begins after today.
        isLast={span === null || span.to >= today}
        onStep={(step) => span && onChange(datesOfSpan(stepPeriod(span, step), today))}
      >
        <Popover.Root open={isOpen} onOpenChange={setOpen}>
          <Popover.Trigger className="button period-button" aria-label={text.labeled(label, shown)} title={label}>
            <span className="period-name">{shown}</span>
            <ChevronDown size={14} aria-hidden="true" />
          </Popover.Trigger>
          <Popover.Portal>
            <Popover.Positioner className="popup-positioner" sideOffset={4} align="start">
              <Popover.Popup className="popup period-popup" aria-label={text.labeled(text.periods.label, label)}>
                <PeriodChoice
                  dates={dates}
                  onChange={(next, isWhole) => {
                    onChange(next);
                    if (isWhole) setOpen(false);
                  }}
                />
              </Popover.Popup>
            </Popover.Positioner>
          </Popover.Portal>
        </Popover.Root>
      </Stepper>
    </fieldset>
  );
}
