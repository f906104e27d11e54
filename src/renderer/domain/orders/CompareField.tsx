import { Popover } from '@base-ui/react/popover';
import { useSelector } from '@tanstack/react-store';
import { ArrowLeftRight, ChevronDown } from 'lucide-react';
import { useState } from 'react';
import type { DateCondition } from '../../../shared/contract/filters.ts';
import { useText } from '../../text/use-text.ts';
import { DayCalendar } from '../../ui/filter/DayCalendar.tsx';
import { useToday } from '../../ui/filter/PeriodChoice.tsx';
import { RangeField } from '../../ui/filter/RangeField.tsx';
import { spanText } from '../../ui/text/period.ts';
import { type Comparison, chosenComparison, comparedDays, relativeComparisons } from './comparison.ts';
import './compare-field.css';

interface CompareFieldProps {
  /** Dates of what is shown. */
  dates: DateCondition | undefined;
}

/** The choice of the days with which the shown period is compared, for PnL analysis and the lists together. */
export function CompareField({ dates }: CompareFieldProps) {
  const text = useText();
  const words = text.results.compare;
  const today = useToday();
  const comparison = useSelector(chosenComparison);
  const [isOpen, setOpen] = useState(false);
  const compared = comparedDays(dates, comparison, today);
  const label = compared === null ? words.label : text.labeled(words.label, spanText(compared, text));
  const isPossible = comparedDays(dates, 'before', today) !== null;
  const days = comparison !== null && typeof comparison === 'object' ? comparison : null;
  const choose = (next: Comparison): void => {
    chosenComparison.set(next);
    setOpen(false);
  };
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger
        className="button compare-button"
        disabled={!isPossible}
        aria-pressed={compared !== null}
        aria-label={label}
        title={isPossible ? label : words.needsPeriod}
      >
        <ArrowLeftRight size={14} aria-hidden="true" />
        <span className="compare-name">{compared === null ? words.short : words.with(spanText(compared, text))}</span>
        <ChevronDown size={14} aria-hidden="true" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className="popup-positioner" sideOffset={4} align="start">
          <Popover.Popup className="popup period-popup" aria-label={words.label}>
            <div className="compare-choices">
              <button type="button" className="choice" aria-pressed={comparison === null} onClick={() => choose(null)}>
                {words.none}
              </button>
              {relativeComparisons.map((each) => {
                const span = comparedDays(dates, each, today);
                return (
                  <button
                    key={each}
                    type="button"
                    className="choice"
                    aria-pressed={comparison === each}
                    onClick={() => choose(each)}
                  >
                    {words.relative[each]}
                    <span className="compare-days">{span && spanText(span, text)}</span>
                  </button>
                );
              })}
              <p className="compare-hint">{words.hint}</p>
            </div>
            <div className="period-days">
              <DayCalendar
                from={compared?.from}
                to={compared?.to}
                today={today}
                onChoose={(from, to) => choose({ from, to })}
              />
              <RangeField
                kind="days"
                label={text.periods.days}
                from={days?.from ?? ''}
                to={days?.to ?? ''}
                onChange={(from, to) => from !== undefined && to !== undefined && chosenComparison.set({ from, to })}
              />
            </div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
