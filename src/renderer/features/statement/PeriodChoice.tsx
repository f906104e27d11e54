import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { Day } from '../../../shared/history.ts';
import { Segmented } from '../../components/controls/Segmented.tsx';
import { RangeField } from '../../components/filter/RangeField.tsx';
import { useText } from '../../text/use-text.ts';
import { changeKind, daysOf, type Period, periodKinds, periodText, stepPeriod } from './period.ts';

interface PeriodChoiceProps {
  period: Period;
  today: Day;
  onChange: (period: Period) => void;
}

/** The choice of a year, a quarter, a month, or any days. */
export function PeriodChoice({ period, today, onChange }: PeriodChoiceProps) {
  const text = useText();
  const words = text.statement;
  return (
    <>
      <Segmented
        label={words.kind}
        options={periodKinds.map((value) => ({ value, label: words.kinds[value] }))}
        value={period.kind}
        onChange={(kind) => onChange(changeKind(period, kind, today))}
      />
      {period.kind === 'days' ? (
        <RangeField
          kind="days"
          label={words.days}
          from={period.from ?? ''}
          to={period.to ?? ''}
          onChange={(from, to) => onChange({ kind: 'days', from, to })}
        />
      ) : (
        <Stepper period={period} today={today} onChange={onChange} />
      )}
    </>
  );
}

interface StepperProps extends PeriodChoiceProps {
  period: Exclude<Period, { kind: 'days' }>;
}

/** The buttons to the period before and after. No period begins after today. */
function Stepper({ period, today, onChange }: StepperProps) {
  const text = useText();
  const words = text.statement;
  const isLast = (daysOf(period)?.to ?? today) >= today;
  return (
    <div className="statement-stepper">
      <button
        type="button"
        className="icon-button"
        aria-label={words.earlier}
        title={words.earlier}
        onClick={() => onChange(stepPeriod(period, -1))}
      >
        <ChevronLeft size={16} aria-hidden="true" />
      </button>
      <output className="statement-period">{periodText(period, text)}</output>
      <button
        type="button"
        className="icon-button"
        aria-label={words.later}
        title={words.later}
        disabled={isLast}
        onClick={() => onChange(stepPeriod(period, 1))}
      >
        <ChevronRight size={16} aria-hidden="true" />
      </button>
    </div>
  );
}
